// SPDX-License-Identifier: Apache-2.0
// A lane: one network with its policy, its state and its place in the data, trained step by step. Everything that
// happens becomes a record. Used by one thread; knows nothing of commands, wires or files.
#pragma once

#include <chrono>
#include <deque>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/base/error.h"
#include "engine/base/phrase.h"
#include "engine/data/batcher.h"
#include "engine/run/run.pb.h"
#include "engine/train/device_data.h"
#include "engine/train/flight_recorder.h"
#include "engine/train/lane_parts.h"
#include "engine/train/native_choice.h"
#include "engine/train/sink.h"
#include "engine/train/step.h"
#include "engine/train/telemetry.h"
#include "engine/train/trace.h"

namespace mantissa {

/// The whole state of a lane on the host: reset, resume and forks are this one mechanism. Random numbers are functions
/// of (seed, step), so they need no state of their own.
struct Snapshot {
    run::RunConfig config;
    std::uint32_t step = 0;
    BatchPosition position;
    ScalerState scaler;
    std::vector<std::byte> parameters;  ///< weights and moments
    RunTotals totals;
    std::optional<run::EvalRecord> last_complete;  ///< the latest evaluation of the whole test set, and its step
    std::uint32_t last_complete_step = 0;
    /// The choice between native and emulated products, which a resumed run keeps. Nothing: a snapshot of an older
    /// version, which used the device's own products where it had them.
    std::optional<run::NativeChoice> native_choice;
    std::optional<bool> owed_evaluation;  ///< one that was abandoned: whether of the whole test set
    bool saw_nonfinite_loss = false;
    bool told_of_rank_sum = false, told_of_rank_flushes = false;
};

/// How far one call of Trainer::steps() or take_turns() may go. It changes how steps are grouped into calls, never a
/// result.
struct Stretch {
    std::uint32_t steps = std::numeric_limits<std::uint32_t>::max();  ///< at most, and at least 1
    /// After this time no further step, and no further round of several lanes' steps, is begun. Heartbeats and commands
    /// then wait at most for the steps that are enqueued.
    double seconds = 0.05;
    std::function<bool()> ends = {};  ///< called before each step or round but the first; true: no further
};

/// How far a device was last seen to have come, with whichever trainer's work. The time of what comes next is counted
/// from there.
struct DeviceProgress {
    std::unique_ptr<Fetch> fetch;  ///< the last that arrived; none: nothing was seen
    std::chrono::steady_clock::time_point seen;
};

class Trainer {
  public:
    /// `config` complete and valid. Allocates and draws the initial weights; begin() tells of it. Throws Error(usage)
    /// for overrides of layers that the network does not have, for more steps than can be counted and for what memory
    /// does not hold, Error(device) where the device cannot give it.
    /// `link`: this process is one rank of the configuration's; the first one evaluates.
    Trainer(Device& device, const DeviceData& data, const Dataset& dataset, const run::RunConfig& config,
            RecordSink& sink, std::string run_id, std::uint32_t lane, RankLink* link = nullptr);

    const run::RunConfig& config() const noexcept { return config_; }
    /// The same with the choice between native and emulated products that was made: what its memory is planned by.
    run::RunConfig planned_config() const { return with_choice(config_, choice_); }
    const std::optional<run::NativeChoice>& native_choice() const noexcept { return choice_; }
    const std::string& run_id() const noexcept { return run_id_; }
    std::uint32_t lane() const noexcept { return lane_; }
    const Network& network() const noexcept { return network_; }
    Parameters& parameters() noexcept { return *parameters_; }
    /// Puts replaced weights on the grid on which this lane stores them.
    void round_weights() { parameters_->round_weights(resolved_.policy.weight); }
    std::uint32_t steps_done() const noexcept { return step_; }
    std::uint32_t total_steps() const noexcept;
    /// Epochs or steps of the configuration are done.
    bool finished() const noexcept { return step_ >= total_steps(); }

    /// Announces the run: RunStarted, the memory plan, the STARTED event, the evaluation before the first step. Call
    /// once, after initial weights were replaced, if they were. What is set in `origin` goes into the run's identity:
    /// its race, its group, the run that it was forked from, whose initial weights are then its own. A fork begins at
    /// the step that it was restored to and is not evaluated there.
    void begin(const run::RunIdentity& origin = {});
    /// Goes on with a run that left off: restores `snapshot` and emits `started`, which this run began with, again.
    void resume(const Snapshot& snapshot, const run::RunStarted& started);
    /// What begin() or resume() emitted first.
    const run::RunStarted& started() const noexcept { return started_; }
    /// Trains one step and emits its records, evaluations included. An evaluation that was abandoned before is made
    /// first; where it is abandoned again, no step is trained.
    void step() { steps({.steps = 1}); }
    /// Trains several steps, where the device overlaps(): take_turns() with this trainer alone. Throws the error that
    /// ended it. Afterwards the steps that have records are exactly those that steps_done() counts, unless the sink
    /// threw. After an error the weights may be two steps further: the run must be ended.
    void steps(const Stretch& limits);

    /// Whether the run diverged, where stop_on_divergence is set: the loss was infinite or NaN in three steps in a row,
    /// or twenty steps in a row were skipped. An event has said so; the caller then ends the run.
    bool diverged() const noexcept { return diverged_; }
    /// The state with which a run that ends now can be resumed: of one that diverged the recorded one before that.
    Snapshot state_to_keep() const;
    /// A rank in another process was asked to stop, or this one: all of them do after the same step.
    bool ranks_stop() const noexcept { return ranks_stop_; }
    /// What was recorded on the way: where stop_on_divergence is set.
    const FlightRecorder& recorder() const noexcept { return recorder_; }
    /// The same, of a run that has ended.
    FlightRecorder take_recorder() noexcept { return std::move(recorder_); }

    // What steps() consists of, for take_turns().

    /// Enqueues the next step and returns. A requested trace() first chooses its number, which waits for the device.
    /// Not to be called while evaluation_due().
    void enqueue_step();
    /// Whether an evaluation must be enqueued before the next step.
    bool evaluation_due() const { return owed_evaluation_ && images_of(*owed_evaluation_) > 0; }
    /// Enqueues the evaluation that is due. False where it was abandoned: then it is still due.
    bool enqueue_evaluation();
    /// Waits for the oldest step or evaluation that was enqueued, and makes its records. There must be one.
    void report(DeviceProgress& last);
    /// Drops, after an error, what was enqueued and not reported. The place in the data becomes that of steps_done().
    void forget_enqueued();
    /// Whether nothing else may be enqueued until the next step is reported.
    bool waits_for_each_step() const { return !device_.overlaps() || trace_; }
    /// Whether the run's last step was enqueued.
    bool enqueued_all() const noexcept { return enqueued_ >= total_from(enqueued_, batcher_.position()); }
    /// Whether the function of set_poll() asks to stop early.
    bool interrupted() const { return poll_ && poll_(); }

    /// Evaluates on everything, once all steps are done; false where that was abandoned: call it again.
    bool evaluate_at_end();
    /// Ends the run: evaluates on everything where it completed (it is STOPPED where that was abandoned), emits and
    /// returns the last record.
    run::RunFinished finish(run::RunFinished::Outcome outcome);

    /// Ends the run as FAILED: emits the error and the last record, which it returns. Asks nothing of the device, which
    /// may be what failed.
    run::RunFinished fail(const Error& error);

    /// Applies the fields set in `change` from the next step on and emits the CHANGED event. Throws Error(usage) or
    /// Error(device) with nothing changed.
    void change(const run::RunConfig& change);

    /// Follows an element of a gradient through the next step, which then emits a TraceRecord; a request before that
    /// step replaces this one. Changes no bit of the run. Throws Error(usage) for what the network does not have,
    /// Error(device) where memory does not suffice.
    void trace(const run::Trace& request);

    Snapshot snapshot() const;
    /// Continues from `snapshot`, whose network and optimizer must be this lane's.
    void restore(const Snapshot& snapshot);

    void emit_event(run::EventRecord::Kind kind, const Phrase& phrase);

    /// `poll` is called between the batches of a long evaluation and between the steps of a stretch. Where it returns
    /// true the evaluation is abandoned, without a record, or the stretch ends.
    void set_poll(std::function<bool()> poll) { poll_ = std::move(poll); }

  private:
    void plan(const run::RunConfig& config, const std::optional<run::NativeChoice>& kept = std::nullopt);
    std::uint64_t buffer_bytes() const;
    LaneParts parts() const;
    /// Adds whose record it is, and at which step, and hands it on.
    void emit(run::Record& record);
    run::RunStarted started_record(const run::RunIdentity& origin) const;
    run::MemoryRecord memory() const;
    std::uint32_t total_from(std::uint32_t done, const BatchPosition& at) const noexcept;
    void check_sizes(const run::RunConfig& config) const;

    // trainer_evaluations.cpp
    struct EvaluationOnItsWay {
        BatchPosition at;
        std::int64_t images = 0;
        std::unique_ptr<Fetch> sums;
    };
    std::int64_t images_of(bool complete) const;
    void owe_evaluation(bool complete);
    void enqueue_batch(const DeviceSplit& split, std::span<const std::uint32_t> indices);
    std::unique_ptr<Fetch> enqueue_images(const DeviceSplit& split, std::int64_t images);
    bool evaluate(bool complete);
    void report(EvaluationOnItsWay& evaluation, DeviceProgress& last);

    // trainer_steps.cpp: how a step is trained and told of
    struct StepOnItsWay {
        std::uint32_t number = 0;  ///< steps done before it
        BatchPosition before, after;
        OptimizerSettings optimizer;
        std::chrono::steady_clock::time_point begun;
        std::unique_ptr<Fetch> counters, shadow, comparison;  ///< the last two of a shadowed step
        std::optional<RankReadings> ranks;                    ///< of several ranks
        std::unique_ptr<Tracer> tracer;                       ///< where a number is followed
    };
    struct ShadowReadings;
    bool monitored(std::uint32_t number) const;
    bool shadowed(std::uint32_t number) const;
    std::unique_ptr<Tracer> begin_trace(Step::Inputs& in);
    void report(StepOnItsWay& step, DeviceProgress& last);
    void emit_step(const StepOnItsWay& step, const ShadowReadings* shadow, double seconds);
    void emit_rank_events(const RankReadings& ranks);
    void emit_scaler_events(const run::StepRecord& done);
    void watch_divergence(double seconds);
    void emit_followed(Tracer& tracer, const StepState& state);
    void emit_not_followed(const std::exception& error);

    Device& device_;
    RankLink* link_;
    const DeviceData& data_;
    const Dataset& dataset_;
    run::RunConfig config_;
    RecordSink& sink_;
    std::string run_id_;
    std::uint32_t lane_;
    Network network_;
    OptimizerSettings optimizer_;
    ScalerSettings scaler_;
    ResolvedPolicy resolved_;
    std::optional<run::NativeChoice> choice_;
    std::unique_ptr<Parameters> parameters_;
    std::unique_ptr<Pass> pass_, eval_pass_;
    std::uint64_t scratch_bytes_ = 0;           // that the kernels take for this lane
    std::vector<std::string> implementations_;  // that compute it, where a library names them
    std::unique_ptr<Pass> shadow_pass_;         // none where nothing is narrower than FP32, or no shadow is wanted
    std::unique_ptr<ShadowTape> tape_;
    std::unique_ptr<Ranks> ranks_;  // where the batch is divided over several
    GaugeReadings readings_;        // of the last step
    std::uint32_t step_ = 0;        // done and told of,
    BatchPosition position_;        // and the place in the data after it
    Batcher batcher_;               // which stands after what was enqueued,
    std::uint32_t enqueued_ = 0;    // so many steps, and
    std::deque<std::variant<StepOnItsWay, EvaluationOnItsWay>> on_their_way_;
    RunTotals totals_;
    bool saw_nonfinite_loss_ = false;
    bool told_of_rank_sum_ = false, told_of_rank_flushes_ = false;  // what the sum over ranks did
    FlightRecorder recorder_;                                       // before the steps that may not be finite
    std::uint32_t nonfinite_in_a_row_ = 0, skipped_in_a_row_ = 0;
    bool diverged_ = false, ranks_stop_ = false;
    double window_seconds_ = 0, window_images_ = 0, rate_ = 0;
    std::optional<run::EvalRecord> last_complete_;
    std::uint32_t last_complete_step_ = 0;
    std::optional<bool> owed_evaluation_;    // due after what was enqueued: whether of the whole test set
    std::optional<run::EvalRecord> at_end_;  // of the training set, once all steps are done
    run::RunStarted started_;
    std::function<bool()> poll_;
    std::optional<run::Trace> trace_;  // of the coming step
};

}  // namespace mantissa
