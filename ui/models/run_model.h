// SPDX-License-Identifier: GPL-3.0-or-later
// One run, as its records tell it. Live runs and runs from the library go through the same apply(): a recorded run is a
// live run. Plain data without signals: views compare version() on their own timers, SessionModel tells about changes.
//
// Memory: bounded, however long the run. Steps are thinned as step_columns.h has it; of skips, evaluations and events
// the older ones beyond kMarks are thinned (never the first, nor what a person did), the totals stay exact. Histograms
// are kept whole for the latest record of each (tensor, role); their history is thinned to at most kHistogramHistory
// records and kHistogramHistoryBytes: when it is full every second one is dropped and from then on only every second
// one is kept, so the history stays evenly spread over the run. The library has it all: what a chart zooms into is read
// again (refine), and the histograms of a run that nobody looks at are let go and read again (releaseHistory).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/phrase.h"
#include "engine/report/advisor_evidence.h"
#include "engine/report/operand_history.h"
#include "engine/run/run.pb.h"
#include "ui/models/step_columns.h"

namespace mantissa::ui {

/// Where a run stands.
enum class RunState {
    running,
    paused,
    finished,     ///< It came to its planned end.
    stopped,      ///< A person ended it.
    failed,       ///< An error ended it (RunModel::error()).
    interrupted,  ///< The worker died, or the library has no end of it.
};

/// One word for a person: "running", "paused", "finished", "stopped", "failed", "interrupted".
const char* nameOf(RunState state);

/// Name of a precision as everything shows it: "FP32", "TF32", "FP16", "BF16", "PyTorch default"; "" if unset.
std::string nameOf(run::Precision precision);
/// The same with the bits of a custom format: "E6M9".
std::string nameOf(const run::RunConfig& config);

/// "FP16 · dynamic · batch 256": precision, scaling where it matters (16-bit formats), batch. UTF-8.
std::string describe(const run::RunConfig& config);
/// The same of a run with changes among its events, with all of its formats in order: "FP32→FP16 · dynamic · …".
std::string describe(const run::RunConfig& began, std::span<const run::Record> events);

/// "dynamic", "static 2¹⁰", "no scaling" for FP16 without, "" where no scaling is the rule. UTF-8.
std::string describeScaling(const run::RunConfig& config);

/// "MLP 6×128" (hidden layers × width), "CNN 32/64" (channels), "" if unset. UTF-8.
std::string describeModel(const run::RunConfig& config);

/// What a foreign run logged under a name of its own, ascending steps; every second value is left out when there are
/// too many, and from then on only every second one is kept.
struct LoggedScalar {
    std::vector<std::uint32_t> step;
    std::vector<float> value;
    std::uint32_t stride = 1;
    std::uint32_t arrivals = 0;
};
inline constexpr std::size_t kLoggedNames = 64;
inline constexpr std::size_t kLoggedValues = 65'536;

/// A skipped step: the tensor in which inf or NaN was found first, and how many of its values were not finite.
struct SkipMark {
    std::uint32_t step = 0;
    double scale = 0;          ///< that this step used; NaN where the record does not say
    std::uint32_t images = 0;  ///< in its batch; 0 where the record does not say
    std::string cause;
    std::uint64_t values = 0;
    std::string tensor;                ///< where it arose, in the order of computing; empty: not seen at any cast
    run::Role role = run::ROLE_UNSET;  ///< ROLE_ACTIVATION: in the forward pass, where no loss scale can cure it
};

/// A step with an inf or NaN, and where it arose, in the order of computing.
struct NonfiniteMark {
    std::uint32_t step = 0;
    std::string tensor;                ///< empty: not seen at any cast
    run::Role role = run::ROLE_UNSET;  ///< ROLE_ACTIVATION: the forward pass; ROLE_UNSET: the record does not say
    bool skipped = false;              ///< the update was skipped: the weights were spared
};

/// What a loss scaler keeps beside its scale, after the latest step; zeros and nothing where its rule is GradScaler's.
struct ScalerNow {
    std::uint32_t absorbed = 0;    ///< overflows since hysteresis was refilled
    std::uint32_t tolerated = 0;   ///< overflows since the scale fell
    std::optional<float> pending;  ///< scale of the step after the next
};

/// An evaluation. `complete`: on the whole set.
struct EvalPoint {
    std::uint32_t step = 0;
    std::uint32_t epoch = 0;        ///< Epochs finished.
    std::optional<float> accuracy;  ///< 0 to 1; not in every recording of other programs.
    std::optional<float> loss;      ///< the same
    std::uint32_t images = 0;
    bool complete = false;
    bool trainingSet = false;
};

/// A bookmark across all charts.
struct EventMark {
    std::uint32_t step = 0;
    run::EventRecord::Kind kind = run::EventRecord::EVENT_UNSET;
    Phrase text;
    run::RunConfig change;  ///< CHANGED: the new values.
};

/// All histograms of one step.
struct HistogramFrame {
    std::uint32_t step = 0;
    std::vector<run::Histogram> histograms;
    std::vector<std::uint32_t> places{};  ///< by slot: one more than where the histogram stands; 0: not there
    bool shadowed = false;                ///< one of them has a shadow

    /// The histogram of the tensor and role that HistogramAt::slot stands for; null where this step has none.
    const run::Histogram* of(std::uint32_t slot) const {
        return slot < places.size() && places[slot] > 0 ? &histograms[places[slot] - 1] : nullptr;
    }
};

/// One element of a gradient on its way through the step that made `step` steps done.
struct TraceAt {
    std::uint32_t step = 0;
    run::TraceRecord trace;
};
inline constexpr std::size_t kTraces = 64;

/// A histogram with its step.
struct HistogramAt {
    std::uint32_t step = 0;
    run::Histogram histogram;
    std::uint32_t slot = 0;  ///< of this tensor and role in HistogramFrame::places
};

/// Sums over all steps received.
struct RunTotals {
    std::uint64_t steps = 0;
    std::uint64_t skipped = 0;
    std::uint64_t weightGradientsNonzero = 0;
    std::uint64_t weightGradientsFlushed = 0;
    std::uint64_t activationGradientsNonzero = 0;
    std::uint64_t activationGradientsFlushed = 0;
    std::uint64_t updatesNonzero = 0;
    std::uint64_t updatesLost = 0;
};

/// The tensor of a role that was called the worst, and of what state of the run's tensors.
struct WorstOfRole {
    std::uint64_t version = 0;  ///< RunModel::tensorsVersion(); 0: never
    bool moving = false;        ///< while the run trained
    std::string tensor;
};

/// One run as received so far.
class RunModel {
  public:
    static constexpr std::size_t kHistogramHistory = 512;
    static constexpr std::size_t kHistogramHistoryBytes = std::size_t{64} << 20;
    static constexpr std::size_t kMarks = 4096;  ///< of skips, of evaluations and of events, each

    explicit RunModel(std::string runId);

    /// Takes one record of this run (its run_id is not looked at). Total: unknown kinds and fields are ignored, a step,
    /// evaluation, event or histogram that is already there is ignored, one that comes late is sorted in.
    void apply(const run::Record& record);
    /// The worker is gone: a run that had not ended is interrupted. Everything received stays.
    void markInterrupted(const std::string& reason);
    /// Another name given by a person; empty: back to the description of its configuration.
    void setName(const std::string& name);
    /// Steps of this run, ascending, read again from the library: rows that were thinned out come back, and the next
    /// thinning spares this stretch. Nothing else of the run changes.
    void refine(const std::vector<run::Record>& steps);
    /// Lets the history of histograms go, but for the latest of each; restoreHistory() brings it back from records that
    /// were read again, ascending. Of what comes in between only the latest are kept.
    void releaseHistory();
    void restoreHistory(const std::vector<run::Record>& histograms);
    bool historyReleased() const { return historyReleased_; }

    // Counters for views: repaint what changed since the value that was seen last.
    std::uint64_t version() const { return version_; }                ///< Grows with every change.
    std::uint64_t reorderVersion() const { return reorderVersion_; }  ///< Rows moved: cached decimations are stale.
    std::uint64_t evalsVersion() const { return evalsVersion_; }
    /// Of what is drawn of tensors: histograms, their descriptions, settings, where inf or NaN arose. A step alone does
    /// not change it.
    std::uint64_t tensorsVersion() const { return tensorsVersion_; }
    /// What worstTensorOf() of health.h remembers of this run.
    WorstOfRole& worstOfRole(run::Role role) const { return worst_[role]; }
    std::uint64_t eventsVersion() const { return eventsVersion_; }  ///< Events or skips.
    /// The latest elements that were followed through a step, oldest first, at most kTraces.
    const std::vector<TraceAt>& traces() const { return traces_; }
    /// Steps that the last checkpoint holds; none if there was no checkpoint.
    std::optional<std::uint32_t> checkpointStep() const { return checkpointStep_; }
    /// Where that one is; empty if there was none.
    const run::CheckpointRecord& checkpoint() const { return checkpoint_; }
    /// The latest answer to why it failed; none if nobody asked.
    const std::optional<run::Diagnosis>& diagnosis() const { return diagnosis_; }
    /// The latest precision budget; none if nobody asked.
    const std::optional<run::PrecisionBudget>& budget() const { return budget_; }

    const std::string& runId() const { return runId_; }
    std::uint32_t lane() const { return lane_; }
    RunState state() const { return state_; }
    bool live() const { return state_ == RunState::running || state_ == RunState::paused; }
    /// Whether it can be told anything: it is live, and the worker's own.
    bool takesCommands() const { return live() && !foreign(); }
    /// What goes on with the settings before a change, beside the run that changed; no longer one once it was adopted.
    bool ghost() const { return identity().ghost() && !adopted_; }
    /// A sentence on why it is failed or interrupted; empty else.
    const std::string& reason() const { return reason_; }
    /// The name a person gave, else displayed from the configuration: "FP16 · dynamic · batch 256"; after a live switch
    /// of precision "FP32→FP16 · …". Text, never markup. UTF-8.
    std::string displayName() const;
    /// The name a person gave; may be empty.
    const std::string& name() const { return name_; }

    const run::RunIdentity& identity() const { return started_.identity(); }
    /// The description of another program's training; null of a run of Mantissa's own. Nothing sends such a run a
    /// command, and its configuration holds only the fields that describe it.
    const run::ForeignRun* foreign() const { return started_.has_foreign() ? &started_.foreign() : nullptr; }
    /// The configuration it began with.
    const run::RunConfig& config() const { return started_.config(); }
    /// By which products it was trained, where it chose; null where there was no choice.
    const run::NativeChoice* nativeChoice() const {
        return started_.has_native_choice() ? &started_.native_choice() : nullptr;
    }
    /// The configuration in force after all live switches received.
    const run::RunConfig& currentConfig() const { return current_; }
    const google::protobuf::RepeatedPtrField<run::ResolvedRole>& roles() const { return started_.roles(); }
    const google::protobuf::RepeatedPtrField<run::TensorInfo>& tensors() const { return started_.tensors(); }
    /// Names of the layers that have tensors, from input to output, each once.
    std::vector<std::string> layers() const;
    /// Whether it is emulated now, after all live switches received.
    bool emulated() const { return emulatedFrom_.empty() ? started_.emulated() : emulatedFrom_.rbegin()->second; }
    /// Whether any of its steps was: its speed says nothing about its formats.
    bool wasEmulated() const;
    /// Precision of the run as it began (its colour) and now.
    run::Precision precision() const { return config().precision(); }
    run::Precision currentPrecision() const { return current_.precision(); }

    const StepColumns& columns() const { return columns_; }
    /// Of a foreign run, by name, at most kLoggedNames; loss, accuracy, learning rate and scale are columns.
    const std::map<std::string, LoggedScalar>& logged() const { return logged_; }
    /// Whether steps between rows are missing because they were thinned out.
    bool thinned() const { return stride_ > 1; }
    const ScalerNow& scalerNow() const { return scalerNow_; }
    const std::vector<SkipMark>& skips() const { return skips_; }
    /// The first step with an inf or NaN, null if there was none; the same for those of the forward pass.
    const NonfiniteMark* firstNonfinite() const { return nonfinite_ ? &*nonfinite_ : nullptr; }
    const NonfiniteMark* firstForwardNonfinite() const { return forwardNonfinite_ ? &*forwardNonfinite_ : nullptr; }
    const std::vector<EvalPoint>& evals() const { return evals_; }
    const std::vector<EventMark>& events() const { return events_; }
    /// Latest histogram per (tensor, role).
    const std::map<std::pair<std::string, run::Role>, HistogramAt>& latestHistograms() const { return latest_; }
    /// The latest histogram of a tensor in a role, null if there is none.
    const HistogramAt* latestHistogram(const std::string& tensor, run::Role role) const;
    /// Thinned history, ascending steps; the newest record may not be in it (see latestHistograms()).
    const std::vector<HistogramFrame>& histogramHistory() const { return history_; }
    /// What quantising did to operands in eight or fewer bits; empty where none were recorded.
    const OperandHistories& operands() const { return operands_; }
    /// The plan of memory in force, null before it came.
    const run::MemoryRecord* memory() const { return memory_ ? &*memory_ : nullptr; }
    /// How it ended, null before that.
    const run::RunFinished* finished() const { return finished_ ? &*finished_ : nullptr; }
    /// The last error recorded, null if there was none.
    const run::ErrorRecord* error() const { return error_ ? &*error_ : nullptr; }

    const RunTotals& totals() const { return totals_; }
    /// What the advisor's rules look at.
    const Evidence& evidence() const { return evidence_; }
    /// Steps done, the largest number heard of.
    std::uint32_t step() const { return lastStep_; }
    /// Planned steps; 0 if unknown. After a live switch of the batch size: an estimate from the epochs that remain.
    std::uint32_t totalSteps() const;
    /// Epochs done with their fraction; 0 if unknown.
    double epoch() const;
    /// Part of the planned steps done, 0 to 1; 0 if unknown.
    double progress() const;
    std::uint64_t skippedSteps() const { return totals_.skipped; }
    /// Images per second as last reported; nothing before that.
    std::optional<double> imagesPerSecond() const;
    /// Test accuracy: of the end where the run was completed, else of the last evaluation, of whichever size.
    std::optional<double> testAccuracy() const;
    /// 0 where it is not known.
    double imagesPerEpoch() const;
    /// On how many images that was; 0 where it is not known.
    std::uint32_t testImages() const;

  private:
    void takeStarted(const run::RunStarted& started);
    void takeDescribed(const run::Described& described);
    void takeStory(std::uint32_t step, const run::EventRecord& record);
    void takeStep(std::uint32_t step, const run::StepRecord& record);
    void takeLogged(std::uint32_t step, const run::StepRecord& record);
    void takeNonfinite(std::uint32_t step, const run::StepRecord& record);
    void takeEval(std::uint32_t step, const run::EvalRecord& record);
    void takeHistograms(std::uint32_t step, const run::HistogramRecord& record);
    void takeNonfiniteGradients(std::uint32_t step, const run::HistogramRecord& record);
    void takeEvent(std::uint32_t step, const run::EventRecord& record);
    void takeFinished(const run::RunFinished& record);
    void thin();
    /// The slot of each of its histograms (HistogramAt::slot).
    std::vector<std::uint32_t> slotsOf(const run::HistogramRecord& record);
    void keepInHistory(std::uint32_t step, const run::HistogramRecord& record,
                       const std::vector<std::uint32_t>& slotIds);
    void end(RunState state, const run::ErrorRecord* error);
    const EvalPoint* lastTest(bool complete) const;

    std::string runId_;
    std::string name_;
    std::string reason_;
    std::uint32_t lane_ = 0;
    RunState state_ = RunState::running;
    run::RunStarted started_;
    run::RunConfig current_;
    StepColumns columns_;
    std::map<std::string, LoggedScalar> logged_;
    std::uint32_t stride_ = 1;        // of the older rows
    std::uint32_t thinnedTo_ = 0;     // steps up to here may have been thinned out
    StepColumns::Stretch refined_{};  // what a chart looks at closely
    ScalerNow scalerNow_;
    std::vector<SkipMark> skips_;
    std::optional<NonfiniteMark> nonfinite_;
    std::optional<NonfiniteMark> forwardNonfinite_;
    std::vector<EvalPoint> evals_;
    std::vector<EventMark> events_;
    std::map<std::pair<std::string, run::Role>, HistogramAt> latest_;
    std::vector<HistogramFrame> history_;
    std::uint32_t historyStride_ = 1;
    std::uint32_t historyArrivals_ = 0;
    std::uint32_t historyNewest_ = 0;
    std::size_t historyBytes_ = 0;
    bool historyReleased_ = false;
    std::vector<TraceAt> traces_;
    std::optional<std::uint32_t> checkpointStep_;
    run::CheckpointRecord checkpoint_;
    std::optional<run::Diagnosis> diagnosis_;
    std::optional<run::PrecisionBudget> budget_;
    std::optional<run::MemoryRecord> memory_;
    std::optional<run::RunFinished> finished_;
    std::optional<run::ErrorRecord> error_;
    RunTotals totals_;
    Evidence evidence_;
    OperandHistories operands_;
    std::uint32_t lastStep_ = 0;
    std::uint32_t epochsFinished_ = 0;
    std::uint32_t epochStep_ = 0;                 // step at which the last epoch ended
    std::map<std::uint32_t, bool> emulatedFrom_;  // after these steps; of changes only
    bool begun_ = false;
    bool named_ = false;  // by a person, after it began
    bool adopted_ = false;
    std::uint64_t version_ = 0;
    std::uint64_t reorderVersion_ = 0;
    std::uint64_t evalsVersion_ = 0;
    std::uint64_t tensorsVersion_ = 0;
    mutable std::map<run::Role, WorstOfRole> worst_;
    std::uint64_t eventsVersion_ = 0;
};

}  // namespace mantissa::ui
