// SPDX-License-Identifier: Apache-2.0
// How runs go on: from a checkpoint that an earlier worker on this machine left, or from a state in memory.
#include <fmt/format.h>

#include <optional>
#include <utility>

#include "engine/base/error.h"
#include "engine/base/ulid.h"
#include "engine/run/presets.h"
#include "engine/run/validation.h"
#include "engine/train/memory_plan.h"
#include "engine/train/session.h"

namespace mantissa {

/// One for the lane of the command, or for every run in progress.
void Session::write_checkpoints(const run::Command& command) {
    std::vector<std::uint32_t> lanes{command.lane()};
    if (command.all_lanes()) lanes = lanes_.live();
    std::vector<Trainer*> trainers;
    for (const std::uint32_t index : lanes) {
        const SessionLane& lane = lanes_.require(index);
        if (lane.ghost)
            throw Error(ErrorCode::usage, say("a ghost keeps no checkpoint"), fmt::format("run {}", index),
                        say("adopt it first"));
        trainers.push_back(lane.trainer.get());
    }
    keeper_.write(trainers);
}

namespace {

class Unheard final : public RecordSink {
  public:
    void accept(const run::Record&) override {}
};

}  // namespace

/// The states in memory of the run that ended in this lane, or of the one that was rewound last; null: there are none.
const Session::Flight* Session::flight_of(std::uint32_t index, const std::string& run_id) {
    SessionLane* lane = lanes_.find(index);
    if (lane && lane->ended && lane->trainer->run_id() == run_id && lane->trainer->recorder().bytes() > 0)
        flight_.emplace(Flight{run_id, lane->trainer->started(), lane->trainer->config(),
                               lane->trainer->take_recorder()});  // the lane is for the new run
    return flight_ && flight_->run_id == run_id ? &*flight_ : nullptr;
}

/// The nearest state of a run before step `command.to_step()`, or of its beginning.
Checkpoint Session::state_before(std::uint32_t index, const run::ResumeRun& command) {
    const std::uint32_t wanted = command.to_step();
    std::optional<Checkpoint> nearest;
    Phrase why_none = say(
        "the run cannot go back to step %1: no state of it from before that step is kept, and training it again from "
        "its beginning would not lead there, since its settings were changed or it went on from another run",
        {wanted});
    try {
        nearest = keeper_.folder().read(command.run_id());
        if (nearest->snapshot.step > wanted) nearest.reset();
    } catch (const Error& error) {  // of usage: it has none
        if (error.code() != ErrorCode::usage) why_none = error.message_phrase();
    }
    if (const Flight* flight = flight_of(index, command.run_id())) {
        const Snapshot* state = flight->recorder.before(wanted);
        // Of other settings than it ended with it is not told here at which step they changed.
        const bool same = state && state->config.SerializeAsString() == flight->config.SerializeAsString();
        if (same && (!nearest || nearest->snapshot.step < state->step)) {
            Checkpoint& there = nearest.emplace();
            there.run_id = flight->run_id;
            there.lane = index;
            there.started = flight->started;
            there.snapshot = *state;
        }
    }
    if (nearest) return std::move(*nearest);
    if (!command.has_from_beginning())
        throw Error(ErrorCode::usage, why_none, command.run_id(),
                    say("start it again with the settings that it had there"));
    Checkpoint beginning;
    beginning.run_id = command.run_id();
    beginning.lane = index;
    beginning.started.mutable_identity()->set_initial_weights_sha256(command.initial_weights_sha256());
    beginning.snapshot.config = complete(command.from_beginning());
    validate(beginning.snapshot.config);
    return beginning;
}

/// Trains a run from `from` to step `step`, which nobody is told of.
void Session::advance(Checkpoint& from, std::uint32_t step) {
    if (from.snapshot.step == step && !from.snapshot.parameters.empty()) return;
    Unheard sink;
    Trainer trainer(*device_, *data_, *dataset_, from.snapshot.config, sink, make_ulid(), from.lane);
    if (step >= trainer.total_steps())
        throw Error(ErrorCode::usage, say("the run has %1 steps", {trainer.total_steps()}), "to_step",
                    say("fewer than that"));
    if (from.snapshot.parameters.empty()) {
        trainer.begin();
        const std::string expected = from.started.identity().initial_weights_sha256();
        from.started = trainer.started();
        if (!expected.empty() && expected != from.started.identity().initial_weights_sha256())
            throw Error(ErrorCode::usage, say("its settings do not give the weights with which the run began"),
                        from.run_id, say("a step from which on a state of it is kept"));
    } else {
        trainer.restore(from.snapshot);
    }
    while (trainer.steps_done() < step) {
        if (poll_ && poll_()) throw Error(ErrorCode::cancelled, say("stopped"), from.run_id);
        trainer.steps({.steps = step - trainer.steps_done()});
    }
    from.snapshot = trainer.snapshot();
}

void Session::resume_run(std::uint32_t index, const run::ResumeRun& command, run::Reply& reply) {
    if (command.has_to_step() && !command.as_new_run())
        throw Error(ErrorCode::usage, say("what goes back to a step is a new run"), "to_step", "as_new_run");
    Checkpoint checkpoint =
        command.has_to_step() ? state_before(index, command) : keeper_.folder().read(command.run_id());
    if (index >= max_lanes || (checkpoint.lane != index && !command.as_new_run()))
        throw Error(ErrorCode::usage, say("this run was trained as run %1 of its session", {checkpoint.lane}),
                    fmt::format("run {}", index), say("resume it under the number that its records name"));
    for (std::uint32_t i = 0; i < max_lanes; ++i) {
        const SessionLane* other = lanes_.find(i);
        if (!other || other->ended) continue;
        if (i != index && (command.as_new_run() || other->trainer->run_id() != command.run_id())) continue;
        throw Error(ErrorCode::usage,
                    i == index ? say("a run with this number is in progress") : say("this run is in progress already"),
                    fmt::format("run {}", i), say("stop it first"));
    }
    const run::RunConfig config = checkpoint.snapshot.config;
    open(config);
    if (checkpoint.started.identity().has_data_sha256()) check_data(checkpoint, *dataset_);
    make_room({config}, {}, nullptr, say("stop another run, or choose a smaller batch or network"));
    if (lanes_.live().empty()) lanes_.clear_ended(true);

    if (command.has_to_step()) advance(checkpoint, command.to_step());
    if (command.as_new_run()) return fork_run(index, checkpoint, command.paused(), reply);
    std::unique_ptr<SessionLane> lane = make_lane(index, config, checkpoint.run_id);
    lane->paused = command.paused();
    const run::RunIdentity& identity = checkpoint.started.identity();
    if (identity.has_parent_run_id()) lane->origin.set_parent_run_id(identity.parent_run_id());
    if (identity.has_fork_step()) lane->origin.set_fork_step(identity.fork_step());
    if (identity.has_race_id()) lane->origin.set_race_id(identity.race_id());
    if (identity.has_group_id()) lane->origin.set_group_id(identity.group_id());
    lane->race = checkpoint.race.value_or(identity.race_id());

    Trainer& trainer = *lane->trainer;
    trainer.resume(checkpoint.snapshot, checkpoint.started);
    lanes_.put(index, std::move(lane));
    keeper_.resumed(trainer);
    for (const run::Record& record : checkpoint.unsettled) sink_.accept(record);
    trainer.emit_event(run::EventRecord::RESUMED_FROM_CHECKPOINT, resume_phrase(checkpoint, device_->describe()));
    if (command.paused()) trainer.emit_event(run::EventRecord::PAUSED, say("paused where it left off"));
    reply.set_run_id(trainer.run_id());
    reply.set_step(trainer.steps_done());
}

/// A new run from the state of an ended one, which stays as it is.
void Session::fork_run(std::uint32_t index, const Checkpoint& from, bool paused, run::Reply& reply) {
    std::unique_ptr<SessionLane> lane = make_lane(index, from.snapshot.config, make_ulid());
    lane->paused = paused;
    lane->origin = fork_origin(from);
    lane->trainer->restore(from.snapshot);
    SessionLane& there = lanes_.put(index, std::move(lane));
    Trainer& trainer = *there.trainer;
    trainer.begin(there.origin);
    if (paused) trainer.emit_event(run::EventRecord::PAUSED, say("paused where it begins"));
    reply.set_run_id(trainer.run_id());
    reply.set_step(trainer.steps_done());
}

}  // namespace mantissa
