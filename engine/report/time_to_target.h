// SPDX-License-Identifier: Apache-2.0
// Time to a target: the step, and the seconds of training, at which an evaluation first reached a value of the task's
// metric. A format may be quicker a step and slower to learn: this has both in one number.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/run/run.pb.h"

namespace mantissa {

/// An evaluation on the test set, whole or in part.
struct TimedEvaluation {
    std::uint32_t step = 0;
    float metric = 0;               ///< as a record has it: a hundredth of what people read (engine/run/metric.h)
    std::optional<double> seconds;  ///< that the run's steps took until then; nothing: not known
};

/// The evaluations of a run, fed with its records in their order. What a resumed run tells again of earlier steps is
/// passed over. The seconds are the sum of the steps' own times, as RunFinished.seconds: without evaluations and
/// without what other runs of a race took. They are not known of an emulated run, which says nothing about speed, and
/// from a step on that is missing or has no time (the library thins runs that are too large).
class EvaluationTimes {
  public:
    void apply(const run::Record& record);
    /// In the order of the steps.
    const std::vector<TimedEvaluation>& all() const noexcept { return evaluations_; }

  private:
    std::vector<TimedEvaluation> evaluations_;
    std::uint32_t step_ = 0;
    std::optional<double> seconds_ = 0;
};

/// What a metric can reach at most, as records have it: 1, which is 100 %, or 2, which is 200 dB, for smaller errors
/// count as that.
double largest_target(run::Task task);

/// The first evaluation whose metric is at least `target` (as records have it: 0.97 for 97 %), to the precision of a
/// record's float. Nothing where none is; NaN reaches nothing.
std::optional<TimedEvaluation> first_reaching(std::span<const TimedEvaluation> evaluations, double target);

/// The same of several runs: of a lane, one a seed.
struct TimeToTarget {
    std::vector<std::optional<TimedEvaluation>> runs;
    std::size_t reached = 0;        ///< so many of them
    std::optional<double> step;     ///< mean over those that reached it
    std::optional<double> seconds;  ///< mean over the same ones; nothing where it is not known of one of them
};
TimeToTarget time_to_target(const std::vector<std::optional<TimedEvaluation>>& runs);

}  // namespace mantissa
