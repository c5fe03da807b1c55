// SPDX-License-Identifier: Apache-2.0
// What the run's backward pass produced, kept so that the shadow's can be held against it: a copy of every gradient as
// it was right after its cast, because later operations reuse its memory.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "engine/backend/device.h"
#include "engine/nn/gradient_copy.h"

namespace mantissa {

class ShadowTape {
  public:
    /// `gauges`: how many the run's pass has.
    ShadowTape(Device& device, std::size_t gauges) : device_(device), entries_(gauges) {}

    /// The run's pass: keeps a copy of gauge `gauge`'s tensor. The first time it allocates.
    void record(int gauge, const Tensor& tensor);
    /// The shadow's pass: compares its tensor with the copy; `state` holds the run's scale.
    void compare(int gauge, const Tensor& shadow, const StepState* state);

    /// Zeroes the counts of the coming step.
    void begin_step();
    /// Brings the counts to the host while the device goes on (Device::fetch); unpack() gives them by gauge, zeros
    /// where nothing was compared.
    std::unique_ptr<Fetch> fetch() const;
    std::vector<ShadowCounts> unpack(std::span<const std::byte> block) const;
    /// Of the copies and their counts.
    std::uint64_t bytes() const;
    /// Of the copies; another one after each allocation.
    std::weak_ptr<const void> identity() const noexcept { return identity_.ref(); }

  private:
    struct Entry {
        std::unique_ptr<DeviceMemory> copy;
        Tensor tensor;
    };
    ShadowCounts* counts_of(std::size_t index) const {
        return reinterpret_cast<ShadowCounts*>(counts_->data()) + index;
    }

    Device& device_;
    std::unique_ptr<DeviceMemory> counts_;  // of all gauges, so that one copy brings them; none before the first record
    std::vector<Entry> entries_;            // by gauge
    Identity identity_;
};

/// What a pass does with its gradients on a shadow step.
struct Tap {
    enum class Mode { none, record, compare } mode = Mode::none;
    ShadowTape* tape = nullptr;
    const StepState* state = nullptr;  ///< of the run, for compare
    GradientCopy* copy = nullptr;      ///< one gradient that is followed

    bool looks() const noexcept { return mode != Mode::none || copy; }
    void visit(int gauge, const Tensor& tensor) const {
        if (mode == Mode::record) tape->record(gauge, tensor);
        if (mode == Mode::compare) tape->compare(gauge, tensor, state);
        if (copy) copy->visit(gauge, tensor);
    }
};

}  // namespace mantissa
