// SPDX-License-Identifier: Apache-2.0
// The persistent part of a network: stored weights and the optimizer's moments, in one segment of device memory that
// survives every live switch. Passes read the weights; gradients belong to passes.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/backend/arena.h"
#include "engine/nn/gauges.h"
#include "engine/nn/network.h"

namespace mantissa {

class Parameters {
  public:
    /// Allocates weights, the moments that `optimizer` needs and the network's state, all zero.
    Parameters(Device& device, const Network& network, const OptimizerSettings& optimizer);
    /// What that takes of the device.
    static std::size_t planned_bytes(const Network& network, const OptimizerSettings& optimizer);

    /// Weights as initial_values() gives them, rounded to `stored`. `one_ulp`: then each moved to the next number of
    /// that format away from zero, the smallest change that the lane can tell: a control.
    void initialise(std::uint64_t seed, double scale, const FloatFormat& stored, bool one_ulp = false);
    /// Puts every weight on `format`'s grid: what turning master weights off does. FP32 changes nothing.
    void round_weights(const FloatFormat& format);

    std::span<const Tensor> weights() const noexcept { return weights_; }
    std::span<const Tensor> state() const noexcept { return state_; }
    /// By parameter, where weights are phase-change devices; else empty.
    std::span<const DevicePairs> devices() const noexcept { return devices_; }

    /// Changes whenever weights were written in another way than by an optimizer; never 0.
    std::uint64_t generation() const noexcept { return generation_; }

    /// What the optimizer works on during `step`, by parameter index, but for what is a pass's (Pass::views()):
    /// weights, moments and formats, metrics in `gauges`, and the updates counted there where `monitored`.
    void fill(std::span<ParameterView> views, const PrecisionPolicy& policy, const Gauges& gauges, std::uint64_t seed,
              std::uint32_t step, bool monitored) const;

    /// All bytes (weights and moments), for snapshots; the order is fixed by network and optimizer.
    std::vector<std::byte> save() const;
    /// Throws Error(bad_data) where the size differs.
    void load(std::span<const std::byte> bytes);

    /// One parameter's stored values on the host, in the engine's layout.
    std::vector<float> values(std::size_t index) const;
    void set_values(std::size_t index, std::span<const float> values);
    /// The same of the network's state.
    std::vector<float> state_values(std::size_t index) const;
    void set_state_values(std::size_t index, std::span<const float> values);

    /// SHA-256 of all weights in order, then of the state.
    std::string weights_sha256() const;

    std::size_t bytes() const noexcept { return memory_->size(); }
    /// Of this memory.
    std::weak_ptr<const void> identity() const noexcept { return identity_.ref(); }

  private:
    std::vector<float> read(const Tensor& tensor) const;
    void write(const Tensor& tensor, std::span<const float> values, const std::string& name);

    Device& device_;
    const Network& network_;
    std::unique_ptr<DeviceMemory> memory_;
    std::vector<Tensor> weights_, first_, second_, state_;
    std::vector<DevicePairs> devices_;
    std::uint64_t generation_ = 1;
    Identity identity_;
};

/// The next number of `format` away from zero, for a `value` of that format; from zero the smallest subnormal with the
/// zero's sign, and at the largest finite number no further.
float next_away_from_zero(float value, const FloatFormat& format);

/// Bytes of weights and moments under `policy`; native: stored in their formats. Where passes keep a working copy, the
/// weights are the master weights.
MemoryByCategory persistent_memory(const Network& network, const OptimizerSettings& optimizer,
                                   const PrecisionPolicy& policy, bool native);

/// A parameter's numbers in the engine's layout as PyTorch lays them out, and back: convolutions [k, r, s, c] ↔ [k, c,
/// r, s]; the dense layer behind a convolution reads (h, w, c) here and (c, h, w) there.
std::vector<float> to_pytorch_layout(const ParameterInfo& info, std::span<const float> values);
std::vector<float> from_pytorch_layout(const ParameterInfo& info, std::span<const float> values);

}  // namespace mantissa
