// SPDX-License-Identifier: Apache-2.0
// A training without telemetry: the steps of a run, to the bit, and nothing else. What a search repeats a hundred
// times.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/data/batcher.h"
#include "engine/diagnose/course.h"
#include "engine/nn/parameters.h"
#include "engine/nn/pass.h"
#include "engine/train/device_data.h"
#include "engine/train/trainer.h"

namespace mantissa {

/// What trainings of a diagnosis share.
struct Bench {
    Device& device;
    const DeviceData& data;
    const Dataset& dataset;
};

/// What a step did.
struct TrialStep {
    float loss = 0;  ///< mean of the batch, unscaled
    float scale = 1;
    bool skipped = false;
    std::uint64_t updates_nonzero = 0, updates_lost = 0;
};

class Trial {
  public:
    /// `config` complete and valid. `from`: its weights, moments, scale and place in the data; null: the beginning of a
    /// run. `moved`: every weight by one ulp, a control. Throws as Trainer does.
    Trial(const Bench& bench, const run::RunConfig& config, const Snapshot* from = nullptr, bool moved = false);

    TrialStep step();
    std::uint32_t steps_done() const noexcept { return done_; }
    /// Of the first `images` of the test set, in the format of the run's evaluations.
    Evaluation evaluate(std::int64_t images) const;
    /// Whether the state that no optimizer changes, BatchNorm's running statistics, is free of inf and NaN.
    bool state_is_finite() const;
    /// The same of the weights.
    bool weights_are_finite() const;
    /// The state from which another trial, or a Trainer, goes on to the same bits.
    Snapshot snapshot() const;
    /// SHA-256 of the weights, as a run's record names them.
    std::string weights_sha256() const { return parameters_->weights_sha256(); }
    const Network& network() const noexcept { return network_; }

  private:
    Bench bench_;
    run::RunConfig config_;
    Network network_;
    OptimizerSettings optimizer_;
    ScalerSettings scaler_;
    Batcher batcher_;
    std::unique_ptr<Parameters> parameters_;
    std::unique_ptr<Pass> pass_;
    PrecisionPolicy evaluation_policy_;
    std::unique_ptr<Ranks> ranks_;  // where there are several
    GaugeReadings readings_;
    std::uint32_t done_ = 0;
};

/// `config` in FP32 throughout, without what only a narrow format needs: the run that a 16-bit run is held against.
run::RunConfig in_fp32(const run::RunConfig& config);

}  // namespace mantissa
