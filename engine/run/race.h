// SPDX-License-Identifier: Apache-2.0
// What the lanes of a race must have in common.
#pragma once

#include <cstddef>
#include <span>

#include "engine/run/run.pb.h"

namespace mantissa {

/// A session holds no more lanes, ghosts among them.
inline constexpr std::size_t most_race_lanes = 4;

/// Checks complete configurations: one to four, each valid, with the same device, network, data, seed, order, batch
/// and length, since lanes that see other batches or start elsewhere cannot be compared step by step. Throws
/// Error(usage) naming the lane and the field.
void check_race(std::span<const run::RunConfig> lanes);

/// Checks that a change of one lane of a race leaves it one: batch and length are the same in all. Throws Error(usage).
void check_change_in_race(const run::RunConfig& change);

}  // namespace mantissa
