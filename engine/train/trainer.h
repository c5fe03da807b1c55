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
    /// By what its products run: a run that goes on keeps that. Nothing: as older versions, by the device's own where
    /// it has them.
    std::optional<run::NativeChoice> native_choice;
    std::optional<bool> owed_evaluation;  ///< one that was abandoned: whether of the whole test set
    bool saw_nonfinite_loss = false;
    bool told_of_rank_sum = false, told_of_rank_flushes = false;
};

/// How far a call of Trainer::steps() or take_turns() may go. It decides how steps are grouped into calls, never a
/// result.
struct Stretch {
    std::uint32_t steps = std::numeric_limits<std::uint32_t>::max();  ///< at most, and at least 1
    /// So long after the beginning no step, and no round of several lanes' steps, is begun: heartbeats and commands are
    /// late by those on their way at most.
    double seconds = 0.05;
    std::function<bool()> ends = {};  ///< asked before each of them but the first; true: no further
};

/// What a device was last seen to have done, whosever it was: what comes after it takes from there on.
struct LastDone {
    std::unique_ptr<Fetch> fetch;  ///< none: nothing was seen
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
    /// Trains one step and emits its records, evaluations included. An evaluation that was abandoned before is made up
    /// for first; where it is abandoned again, there is no step.
    void step() { steps({.steps = 1}); }
    /// The same with more than one step where the device overlaps(): take_turns() of this trainer alone, which sees
    /// where a stretch ends. Throws what that failed with. When this returns or throws, every step that steps_done()
    /// counts has its records, unless the sink threw, and none has that it does not count. After an error the weights
    /// may be two steps further than that: the run is to be ended.
    void steps(const Stretch& limits);

    /// Where stop_on_divergence is set: the loss was infinite or NaN in three steps, or twenty steps were skipped, one
    /// after the other. Whoever trains it then ends it; an event has said so.
    bool diverged() const noexcept { return diverged_; }
    /// The state with which a run that ends now can be resumed: of one that diverged the recorded one before that.
    Snapshot state_to_keep() const;
    /// A rank in another process was asked to stop, or this one: all of them do after the same step.
    bool ranks_stop() const noexcept { return ranks_stop_; }
    /// What was recorded on the way: where stop_on_divergence is set.
    const FlightRecorder& recorder() const noexcept { return recorder_; }

    // What steps() consists of, for take_turns().

    /// Enqueues the next step and returns; a number that is to be followed is looked for first, and waited for. Not
    /// while an evaluation_due().
    void enqueue_step();
    /// Whether an evaluation is to be enqueued before the next step.
    bool evaluation_due() const { return owed_evaluation_ && images_of(*owed_evaluation_) > 0; }
    /// Enqueues the one that is due; false where it was abandoned, and is due still.
    bool enqueue_evaluation();
    /// Waits for the first of what is on its way, which there must be, and makes its records.
    void report(LastDone& last);
    /// After an error: nothing is on its way any more, and the place in the data is that of steps_done().
    void forget_enqueued();
    /// Whether the next step is waited for before anything else is enqueued.
    bool goes_alone() const { return !device_.overlaps() || trace_; }
    /// Whether the last step is on its way, or done.
    bool enqueued_all() const noexcept { return enqueued_ >= total_from(enqueued_, batcher_.position()); }
    /// Whether set_poll()'s function wants what takes long to end.
    bool interrupted() const { return poll_ && poll_(); }

    /// Evaluates on everything, once all steps are done; false where that was abandoned: call it again.
    bool evaluate_at_end();
    /// Ends the run: evaluates on everything where it completed (it is STOPPED where that was abandoned), emits and
    /// returns the last record.
    run::RunFinished finish(run::RunFinished::Outcome outcome);

    /// Ends the run as FAILED: emits the error and the last record. Asks nothing of the device, which may be what
    /// failed.
    void fail(const Error& error);

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

    /// Called between batches of a long evaluation; returning true abandons it (cancel): nothing is recorded of it. And
    /// between the steps of a stretch, which it ends.
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
    void check_length(const run::RunConfig& config) const;

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
    void report(EvaluationOnItsWay& evaluation, LastDone& last);

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
    std::unique_ptr<Tracer> follow(Step::Inputs& in);
    void report(StepOnItsWay& step, LastDone& last);
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
    std::vector<std::string> implementations_;  // by which they run it, where a library names them
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
