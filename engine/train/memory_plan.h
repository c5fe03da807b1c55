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

/// Bytes that the shadow of a run adds: its pass, and on its tape a copy of the gradients of `run` and what their
/// comparison counts. No shadow: 0.
std::uint64_t shadow_bytes(const Pass& run, const Pass* shadow);

/// Images of one batch of an evaluation of `dataset`.
std::int64_t evaluation_images(const Dataset& dataset);

/// What a lane consists of, planned.
struct LaneParts {
    const Network& network;
    const OptimizerSettings& optimizer;
    const Pass& training;
    const Pass& evaluation;
    const Pass* shadow = nullptr;  ///< null: none
};

/// Bytes of the memory in which training and evaluation of a lane take turns.
std::uint64_t shared_bytes(const Pass& training, const Pass& evaluation);

/// Bytes that a lane allocates: passes for training, evaluation and shadow with their counters, weights and moments.
std::uint64_t lane_bytes(const LaneParts& lane);
/// The same for a lane of `config` (complete and valid), planned on `device`.
std::uint64_t lane_bytes(Device& device, const Dataset& dataset, const run::RunConfig& config);

/// The plan of a lane on `device`, whose kernels take `scratch` bytes for it.
run::MemoryRecord plan_memory(const Device& device, const LaneParts& lane, std::uint64_t scratch);
/// The same for a lane of `config` (complete and valid); allocates nothing.
run::MemoryRecord plan_memory(Device& device, const Dataset& dataset, const run::RunConfig& config);

/// The largest batch, up to 65536, that fits into `budget` bytes: for one lane with all that the device needs
/// (device_bytes()), or `native`: for the peak of its step on a device that stores the formats as they are. 0 where not
/// even one image fits.
std::uint32_t largest_batch(Device& device, const Dataset& dataset, const run::RunConfig& config, std::uint64_t budget,
                            bool native);

}  // namespace mantissa
