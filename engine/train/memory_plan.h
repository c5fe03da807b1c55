// SPDX-License-Identifier: Apache-2.0
// The memory of a configuration that is not running.
#pragma once

#include "engine/train/lane_parts.h"

namespace mantissa {

/// lane_bytes() of a lane of `config` (complete and valid), planned on `device`.
std::uint64_t lane_bytes(Device& device, const Dataset& dataset, const run::RunConfig& config);

/// The plan of a lane on `device`, whose kernels take `scratch` bytes for it and where the data set takes `data_bytes`.
run::MemoryRecord plan_memory(const Device& device, const LaneParts& lane, std::uint64_t scratch,
                              std::uint64_t data_bytes);
/// The same for a lane of `config` (complete and valid); allocates nothing.
run::MemoryRecord plan_memory(Device& device, const Dataset& dataset, const run::RunConfig& config);

/// The largest batch, up to 65536, that fits into `budget` bytes: for one lane with all that the device needs
/// (device_bytes()), or `native`: for the peak of its step on a device that stores the formats as they are. 0 where not
/// even one image fits.
std::uint32_t largest_batch(Device& device, const Dataset& dataset, const run::RunConfig& config, std::uint64_t budget,
                            bool native);

}  // namespace mantissa
