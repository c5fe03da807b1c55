// SPDX-License-Identifier: Apache-2.0
// What a plan of memory asks of a device.
#pragma once

#include <cstdint>

#include "engine/run/run.pb.h"

namespace mantissa {

/// Bytes that a device must have for the run of `plan` and nothing beside it: passes, weights, counters, the kernels'
/// scratch and what the device takes itself. Of a record from before these were told: its peak.
std::uint64_t device_bytes(const run::MemoryRecord& plan);

}  // namespace mantissa
