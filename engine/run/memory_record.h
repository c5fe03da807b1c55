// SPDX-License-Identifier: Apache-2.0
// What a plan of memory asks of a device.
#pragma once

#include <cstdint>

#include "engine/base/phrase.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// Bytes that a device must have for the run of `plan` and nothing beside it: passes, weights, counters, the kernels'
/// scratch, the data set and what the device takes itself. Of a record from before these were told: its peak.
std::uint64_t device_bytes(const run::MemoryRecord& plan);

/// The live bytes of all categories together, as they are held here or as a device that stores the formats natively
/// would hold them.
std::uint64_t live_bytes(const run::MemoryRecord::Operation& operation, bool native);

/// The operation of a plan with the most live bytes, the first of equals; null where it has none.
const run::MemoryRecord::Operation* peak_operation(const run::MemoryRecord& plan, bool native);

/// The name of a plan's operation, "backward conv1 pool": the engine's words, and the layer's name as it is.
Phrase operation_phrase(const std::string& name);

}  // namespace mantissa
