// SPDX-License-Identifier: Apache-2.0
// The memory of a configuration that is not running.
#pragma once

#include "engine/backend/device.h"
#include "engine/data/dataset.h"
#include "engine/nn/pass.h"
#include "engine/precision/policy.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// Whether a run has a shadow: it tells what a 16-bit (or narrower) format did; FP32 and TF32 runs have nothing to
/// lose.
bool wants_shadow(const run::RunConfig& config, const PrecisionPolicy& policy);

/// Bytes that the shadow of a run adds: its pass, and the copy of the gradients of `run` on its tape. No shadow: 0.
std::uint64_t shadow_bytes(const Pass& run, const Pass* shadow);

/// Images of one batch of an evaluation, at most.
inline constexpr std::int64_t evaluation_batch = 500;

/// Bytes that a lane of `config` (complete and valid) holds on `device`: passes for training, evaluation and shadow,
/// weights and moments.
std::uint64_t lane_bytes(Device& device, const Dataset& dataset, const run::RunConfig& config);

/// Plans `config` (complete and valid) on `device` without allocating anything.
run::MemoryRecord plan_memory(Device& device, const Dataset& dataset, const run::RunConfig& config);

/// The largest batch, up to 65536, whose planned peak is at most `budget` bytes, with what the device needs
/// itself; 0 where not even one image fits.
/// `native`: on a device that stores the formats as they are.
std::uint32_t largest_batch(Device& device, const Dataset& dataset, const run::RunConfig& config, std::uint64_t budget,
                            bool native);

}  // namespace mantissa
