// SPDX-License-Identifier: Apache-2.0
// What changes from step to step but not the shape of its work, at one address in device memory: so the work itself is
// the same calls with the same arguments in every step, and a device can replay it.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/backend/device.h"

namespace mantissa {

struct StepSettings {
    OptimizerSettings optimizer;
    ScalerSettings scaler;
};

class StepInputs {
  public:
    /// For batches of up to `images`.
    void allocate(Device& device, std::int64_t images);
    /// What that takes of the device.
    static std::size_t bytes(std::int64_t images) noexcept;
    /// Brings them over for the coming step, ordered after what was enqueued before.
    void send(Device& device, const StepSettings& settings, std::span<const std::uint32_t> indices);

    /// These are device memory.
    const OptimizerSettings* optimizer() const noexcept { return &settings()->optimizer; }
    const ScalerSettings* scaler() const noexcept { return &settings()->scaler; }
    std::span<const std::uint32_t> indices() const noexcept { return indices_; }

  private:
    const StepSettings* settings() const noexcept { return reinterpret_cast<const StepSettings*>(memory_->data()); }

    std::unique_ptr<DeviceMemory> memory_;  ///< the settings, then the indices
    std::vector<std::byte> host_;           ///< what is sent
    std::span<const std::uint32_t> indices_;
};

}  // namespace mantissa
