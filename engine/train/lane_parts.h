// SPDX-License-Identifier: Apache-2.0
// What a lane consists of, and the bytes that it allocates.
#pragma once

#include "engine/backend/device.h"
#include "engine/data/batcher.h"
#include "engine/data/targets.h"
#include "engine/nn/pass.h"
#include "engine/precision/policy.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// `dataset` with the samples and targets of `config`'s task.
Dataset with_task(Dataset dataset, const run::RunConfig& config);

/// Steps of a run over so many images that has done `done` of them and stands at `at`: those, and those of what is left
/// of its epochs at the batch that it has now, unless its length is set in steps.
std::uint32_t total_steps(const run::RunConfig& config, std::int64_t images, std::uint32_t done,
                          const BatchPosition& at) noexcept;

/// OptimizerSettings of a configuration, but for the place of a step in the schedule.
OptimizerSettings optimizer_settings_of(const run::RunConfig& config);
/// These of `config`, for the step after `done`, with its place in the schedule: a cosine ends with the run, as long as
/// that is now.
OptimizerSettings settings_at(OptimizerSettings settings, const run::RunConfig& config, std::int64_t images,
                              std::uint32_t done, const BatchPosition& at);

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
    std::uint64_t rank_bytes = 0;  ///< Ranks::bytes()
};

/// Bytes of the memory in which training and evaluation of a lane take turns.
std::uint64_t shared_bytes(const Pass& training, const Pass& evaluation);

/// Bytes that a lane allocates: passes for training, evaluation and shadow with their counters, weights and moments.
std::uint64_t lane_bytes(const LaneParts& lane);

}  // namespace mantissa
