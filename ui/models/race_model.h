// SPDX-License-Identifier: GPL-3.0-or-later
// Runs side by side: the lanes of one race, live or stored, as figures, as differences from a baseline, and over each
// lane's own time. By step and by time are never mixed in one claim. Pure functions of runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/report/comparison.h"
#include "engine/report/time_to_target.h"
#include "ui/models/run_model.h"

namespace mantissa::ui {

class SessionModel;

/// Steps over which a row's flushed share is taken.
inline constexpr std::size_t kFlushedWindow = 50;

/// What stands side by side.
struct RaceLanes {
    std::vector<const RunModel*> lanes;   ///< in the order of the lanes; runs that were no race: as they began
    std::vector<const RunModel*> ghosts;  ///< of these runs
    bool race = false;                    ///< lanes of one race: same seed, initial weights and batches, in lockstep
    bool fork = false;       ///< one run and what was forked from it in mid-run: the same up to there, to the bit
    bool foreign = false;    ///< a training of another program is among them: no two need share a network
    std::size_t others = 0;  ///< visible runs left out: of another network or other data, or, beside a fork, any
};

/// The race that the current run belongs to, with the ghosts of its lanes; else the current run and its visible forks,
/// as ghost and run stand side by side after a live change; else the visible runs that share its network and data, and
/// all trainings of other programs, whose networks nobody can tell apart (beside such a one, any visible run). At most
/// `most` of these, the current one always among them.
RaceLanes lanesSideBySide(const SessionModel& session, std::size_t most = 8);

/// Whether two runs train the same network on the same data; of two foreign ones, whether their models are called the
/// same and have as many numbers.
bool sameNetwork(const RunModel& a, const RunModel& b);

/// "FP16 no scaling", "FP16 dynamic", "BF16": what tells lanes apart. UTF-8.
std::string policyName(const run::RunConfig& config);

/// The lane that the others are compared with: the chosen one if it is there, else the first that is no control. Null
/// without lanes.
const RunModel* baselineOf(const std::vector<const RunModel*>& lanes, const std::string& chosen);

/// The control of this baseline: the same settings, initial weights moved by one ulp. Null if there is none.
const RunModel* controlOf(const std::vector<const RunModel*>& lanes, const RunModel& baseline);

/// Test accuracy, 0 to 1: of the end, else of the last evaluation so far, on however many images. Nothing before one.
std::optional<double> latestAccuracy(const RunModel& run);
/// Step at which it was measured; 0 before an evaluation.
std::uint32_t latestAccuracyStep(const RunModel& run);

/// Whether latestAccuracy() is that of answering "1" to every image of MNIST's test set (1,135 of 10,000; of the 2,000
/// that a live evaluation uses, 234).
bool alwaysAnswersOne(const RunModel& run);

/// One lane in figures, as of now.
struct RaceRow {
    std::string runId;
    bool emulated = false;
    run::Task task = run::CLASSIFY;
    std::optional<double> accuracy;  ///< on the test set, 0 to 1 (engine/run/metric.h)
    std::uint32_t testExamples = 0;  ///< that it is tested on; 0: the whole test set
    bool alwaysOne = false;
    std::optional<double> loss;              ///< of the last batch, nats
    std::optional<double> scale;             ///< loss scale of the last step
    std::optional<GradientEvidence> shadow;  ///< what its last shadow said: norm lost and cosine, of the worst tensors
    std::optional<double> flushed;           ///< of the weight gradients' elements, in the last kFlushedWindow steps
    std::uint64_t skipped = 0;               ///< steps
    std::optional<std::uint64_t> memory;     ///< bytes of a step's peak on this device
    std::optional<std::uint64_t> native;     ///< the same on a device that stores its formats natively
    std::optional<double> imagesPerSecond;   ///< nothing for an emulated lane: it makes no claim
};
RaceRow raceRow(const RunModel& run);

/// Points over steps, or over seconds.
struct RaceSeries {
    std::vector<double> x;
    std::vector<double> y;
};

RaceSeries lossByStep(const RunModel& run);
/// Test accuracy in percent; a complete evaluation stands in for the partial one of its step.
RaceSeries accuracyByStep(const RunModel& run);

/// Seconds that the steps of this lane took in sum (its own step_ms), one for each row of its columns; a row without a
/// time counts nothing.
std::vector<double> ownSeconds(const RunModel& run);
enum class TimeRefusal { none, emulated, untimed };
/// Why a lane cannot be shown by time.
TimeRefusal timeRefusal(const RunModel& run);
/// `byStep` over the lane's own seconds; empty for a lane that cannot be shown by time.
RaceSeries byTime(const RunModel& run, const RaceSeries& byStep);

/// The first evaluation of `byStep`, accuracyByStep() of the run, that reaches `target`, in the same unit; with the
/// lane's own seconds until then, unless it cannot be shown by time or was forked in mid-run.
std::optional<TimedEvaluation> firstReaching(const RunModel& run, const RaceSeries& byStep, double target);

/// other - baseline at each x that both have; both ascend.
RaceSeries differenceOf(const RaceSeries& other, const RaceSeries& baseline);

/// The band of noise at each step that both have: PartingRule::noise_factor times the largest |control - baseline| so
/// far. An infinite band stays infinite.
RaceSeries noiseBand(const RaceSeries& control, const RaceSeries& baseline, const PartingRule& rule = {});

/// Where in the network a lane began to lose what the baseline has: the first histogram with a shadow, at or before
/// `step`, in which a gradient is in alarm, its worst layer; without an alarm the worst of the last one before. Nothing
/// where no shadow tells.
struct RaceOrigin {
    std::uint32_t step = 0;
    std::string layer;
    std::string tensor;
    run::Role role = run::ROLE_UNSET;
    double normLost = 0;           ///< share of the gradient's norm, 0 to 1: as HealthCell has it
    std::optional<double> cosine;  ///< with FP32's, as there
    bool alarm = false;
};
std::optional<RaceOrigin> originOf(const RunModel& run, std::uint32_t step);

/// Where a lane's loss left the baseline's, beyond the threshold and the control's noise. `control` may be null.
struct RaceParting {
    Parting at;
    std::optional<RaceOrigin> origin;
};
std::optional<RaceParting> partingOf(const RunModel& lane, const RunModel& baseline, const RunModel* control,
                                     const PartingRule& rule = {});

/// How this run stands beside the baseline of what lanesSideBySide() shows; nothing for the baseline, for a control,
/// for a ghost, and where the run stands alone.
std::optional<Standing> standingOf(const SessionModel& session, const RunModel& run);

/// What a race repeated over seeds says about one lane.
struct SeedComparison {
    std::uint32_t lane = 0;
    std::string name;
    const RunModel* run = nullptr;  ///< of this lane, whichever comes first: its format and marker
    bool baseline = false;
    std::vector<std::uint64_t> seeds;  ///< of all races, ascending
    std::vector<double> accuracies;    ///< 0 to 1, one for each seed; NaN where that run has not come to its end
    std::size_t runs = 0;              ///< that came to their end
    double mean = 0;                   ///< of their test accuracies, 0 to 1
    run::Task task = run::CLASSIFY;
    PairedDifference difference;
    std::string sentence;  ///< on the difference from the baseline's lane; empty for the baseline
};
/// Of all races in the group of this run; empty where it belongs to none.
std::vector<SeedComparison> compareSeeds(const SessionModel& session, const RunModel& member,
                                         std::uint32_t baselineLane);

}  // namespace mantissa::ui
