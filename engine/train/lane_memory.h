// SPDX-License-Identifier: Apache-2.0
// Whether several lanes fit into a device together.
#pragma once

#include <string>

#include "engine/backend/device.h"
#include "engine/data/dataset.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// Bytes of the device's memory that lanes may plan with: all but what the device needs itself (that of others who use
/// it is not known beforehand). 0: not known.
std::uint64_t memory_for_lanes(const Device& device);

/// Bytes of scratch that the kernels of a lane of `config` (complete and valid) take at most: of a step, monitored and
/// with its shadow, and of an evaluation. The lanes of a device share it.
std::uint64_t scratch_bytes(const Device& device, const Dataset& dataset, const run::RunConfig& config);

/// Throws Error(usage) with `remedy` where `bytes`, held by `lanes` lanes together, are more than the device has.
void check_memory(const Device& device, std::uint64_t bytes, std::size_t lanes, const std::string& remedy);

}  // namespace mantissa
