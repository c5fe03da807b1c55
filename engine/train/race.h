// SPDX-License-Identifier: Apache-2.0
// What the lanes of a race must have in common, and whether several lanes fit into a device together.
#pragma once

#include <span>
#include <string>

#include "engine/backend/device.h"
#include "engine/data/dataset.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// Checks complete configurations: one to four, each valid, with the same device, network, data, seed, order, batch
/// and length, since lanes that see other batches or start elsewhere cannot be compared step by step. Throws
/// Error(usage) naming the lane and the field.
void check_race(std::span<const run::RunConfig> lanes);

/// Checks that a change of one lane of a race leaves it one: batch and length are the same in all. Throws Error(usage).
void check_change_in_race(const run::RunConfig& change);

/// Throws Error(usage) with `remedy` where `bytes`, held by `lanes` lanes together, are more than the device has.
void check_memory(const Device& device, std::uint64_t bytes, std::size_t lanes, const std::string& remedy);

}  // namespace mantissa
