// SPDX-License-Identifier: Apache-2.0
// The runs of `mantissa-worker compare`: read from the command line, filled by records, summed up over seeds. What a
// person calls a run of a comparison is a lane here: one of the settings compared, which is trained once a seed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/report/advisor.h"
#include "engine/report/comparison.h"
#include "engine/report/time_to_target.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// What one run of a lane came to, and its losses step by step.
struct LaneRun {
    /// Steps that it has already are passed over: a resumed run may tell of some again.
    void apply(const run::Record& record);
    bool complete() const { return finished && finished->outcome() == run::RunFinished::COMPLETED; }

    std::string run_id;
    bool emulated = false;
    std::uint64_t memory_held = 0, memory_native = 0;
    std::vector<StepValue> losses;
    EvaluationTimes evaluations;
    std::optional<run::RunFinished> finished;
    Evidence evidence;  ///< for the advisor
};

/// A lane: settings that are run once a seed.
struct CompareLane {
    std::string name;  ///< as given: "fp16+dynamic"
    bool control = false;
    run::RunConfig config;      ///< complete and valid, with the first seed
    std::vector<LaneRun> runs;  ///< by seed; fewer than there are seeds where the comparison was stopped

    /// Of the whole test set, by seed; NaN where the run did not complete.
    std::vector<double> accuracies() const;
};

/// What is said of a lane, over all seeds.
struct LaneSummary {
    std::optional<double> accuracy;           ///< mean
    PairedDifference difference;              ///< to the first lane
    double skipped_share = 0;                 ///< of all steps
    std::optional<double> images_per_second;  ///< mean; nothing where emulated
    std::uint64_t memory_held = 0, memory_native = 0;
    /// By seed: the step at which the loss diverged from the first lane's, beyond the control's band where a control
    /// ran. Empty for the first lane and the control.
    std::vector<std::optional<std::uint32_t>> parted;
    std::optional<TimeToTarget> to_target;                  ///< where one was asked for
    std::vector<std::pair<Finding, std::size_t>> findings;  ///< of the advisor, each with the number of its runs
};

/// The lanes that `names` ask for, each over `base`: "fp32", "fp16+dynamic", "fp16+mxnet", "control". A name is a
/// precision; after the plus comes a scaling that is not the base's, or a loss scaler, whose settings give way to those
/// in `given`. "control" is the first lane with every initial weight moved by one ulp. Throws Error(usage) for fewer
/// than two names, and for unknown ones.
std::vector<CompareLane> compare_lanes(const std::vector<std::string>& names, const run::RunConfig& base,
                                       const run::RunConfig& given = {});

/// The target that a person types, as records have the task's metric: 0.97 of "97", "97 %" and "0.97" (a number up to 1
/// without its unit is a fraction), 0.2 of "20" and "20 dB" of a PSNR. Throws Error(usage) for what is none, and for
/// what the metric cannot reach.
double target_of(const std::string& text, run::Task task);

/// One summary a lane, in their order; with the time to `target`, as records have the metric, where there is one.
std::vector<LaneSummary> summarise(const std::vector<CompareLane>& lanes, std::optional<double> target = {});

/// A lane's summary as one line of JSON.
std::string to_json_line(const CompareLane& lane, const LaneSummary& summary, std::optional<double> target = {});

/// The table for a terminal, below it the accuracies by seed, the time to the target, a sentence a lane on what may be
/// said, and what the advisor says of each.
std::string comparison_text(const std::vector<CompareLane>& lanes, const std::vector<LaneSummary>& summaries,
                            std::optional<double> target = {});

}  // namespace mantissa
