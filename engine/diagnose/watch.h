// SPDX-License-Identifier: Apache-2.0
// The run beside FP32 and a control, in lockstep, until it has failed or is done.
#pragma once

#include <deque>
#include <optional>

#include "engine/diagnose/answer.h"
#include "engine/diagnose/course.h"
#include "engine/diagnose/diagnose.h"

namespace mantissa {

/// Stops a diagnosis: out of time, or a person stopped it.
struct DiagnosisStopped {};

/// The time that a diagnosis has, and what it tells meanwhile. Each call throws DiagnosisStopped where it is over.
class Pace {
  public:
    explicit Pace(const DiagnosisOptions& options);
    void begin(DiagnosisProgress::Stage stage, std::uint32_t of);
    void at(std::uint32_t done);
    void check() const;
    double seconds() const;

  private:
    const DiagnosisOptions& options_;
    double start_, stage_start_ = 0, told_ = -1;
    DiagnosisProgress now_;
};

struct Watched {
    Course run, fp32, control;
    std::uint32_t begin = 0;                       ///< steps done before the first of them
    std::optional<Failure> failure, fp32_failure;  ///< their steps are the run's
    std::int64_t images = 0;                       ///< of the test set that evaluations take; 0: there are none
    std::optional<TestedRuns> tested;              ///< where no loss told of a failure
    std::deque<Snapshot> states;  ///< of the run: its first, then every 25 steps, the latest 16 of these
    double tolerance = 0;
};

/// `total`: steps that are watched at most, from `from` (null: from the beginning).
Watched watch(const Bench& bench, const run::RunConfig& config, const Snapshot* from, std::uint32_t total, Pace& pace);

/// Trains on to `end` steps; ends early where it has failed by itself.
Course train(Trial& trial, std::uint32_t end, Pace& pace, Course course = {});

}  // namespace mantissa
