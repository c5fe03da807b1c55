// SPDX-License-Identifier: Apache-2.0
// How runs go on: from a checkpoint that an earlier worker on this machine left.
#include <fmt/format.h>

#include "engine/base/error.h"
#include "engine/base/ulid.h"
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

void Session::resume_run(std::uint32_t index, const run::ResumeRun& command, run::Reply& reply) {
    const Checkpoint checkpoint = keeper_.folder().read(command.run_id());
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
    const run::RunConfig& config = checkpoint.snapshot.config;
    open(config);
    check_data(checkpoint, *dataset_);
    make_room({config}, {}, nullptr, say("stop another run, or choose a smaller batch or network"));
    if (lanes_.live().empty()) lanes_.clear_ended(true);

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
