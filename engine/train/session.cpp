// SPDX-License-Identifier: Apache-2.0
// Commands to lanes.
#include "engine/train/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <new>

#include "engine/base/error.h"
#include "engine/run/cast_settings.h"
#include "engine/run/error_record.h"
#include "engine/run/operand_settings.h"
#include "engine/run/presets.h"
#include "engine/run/scaler_recipes.h"
#include "engine/run/validation.h"
#include "engine/train/bench.h"
#include "engine/train/memory_plan.h"

namespace mantissa {

Session::Session(SessionServices services, RecordSink& sink, std::function<bool()> poll)
    : services_(std::move(services)),
      sink_(sink),
      keeper_(services_.checkpoint_folder, sink_),
      poll_(std::move(poll)),
      lanes_(keeper_) {
    if (services_.keeps_ends) keeper_.keep_ends();
}

Session::~Session() = default;

/// The lanes that pause, resume and step by `command`.
std::vector<std::uint32_t> Session::concerned(const run::Command& command) const {
    if (command.all_lanes()) {
        std::vector<std::uint32_t> live = lanes_.live();
        if (live.empty())
            throw Error(ErrorCode::usage, say("no run is in progress"), "all runs", say("start one first"));
        return live;
    }
    if (const SessionLane& lane = lanes_.require(command.lane()); lane.ghost)
        throw Error(ErrorCode::usage, say("a ghost follows the run that it was forked from"),
                    fmt::format("run {}", command.lane()), say("send the command to run %1", {lane.ghost->parent}));
    return lanes_.together(command.lane());
}

void Session::carry_out(const run::Command& command, run::Reply& reply) {
    const std::uint32_t index = command.lane();
    if (const SessionLane* lane = lanes_.find(index)) reply.set_step(lane->trainer->steps_done());
    // Whoever starts a run has seen the end of those before.
    if (command.has_start() || command.has_race() || command.has_reset() || command.has_resume_run())
        keeper_.forget_completed();
    switch (command.kind_case()) {
        case run::Command::kStart:
            start(index, command.start(), false, reply);
            break;
        case run::Command::kRace:
            race(command.race(), false, reply);
            break;
        case run::Command::kChange: {
            // Told only once a checkpoint has it: a run that is resumed must not contradict what it recorded.
            const HoldingSink::Hold hold(sink_);
            change(index, command.change(), reply);
            keeper_.changed(*lanes_.require(index).trainer);
            break;
        }
        case run::Command::kAdopt: {
            if (!lanes_.require(index).ghost)
                throw Error(ErrorCode::usage, say("this run is not a ghost"), fmt::format("run {}", index),
                            say("only a ghost can be adopted"));
            lanes_.adopt(index);
            reply.set_run_id(lanes_.require(index).trainer->run_id());
            break;
        }
        case run::Command::kPause:
        case run::Command::kResume:
        case run::Command::kSingleStep: {
            const std::vector<std::uint32_t> lanes = concerned(command);
            reply.set_step(lanes_.require(command.all_lanes() ? lanes.front() : index).trainer->steps_done());
            if (command.has_pause())
                lanes_.pause(lanes);
            else if (command.has_resume())
                lanes_.resume(lanes);
            else
                lanes_.single_step(lanes);
            break;
        }
        case run::Command::kSlowMotion:
            delay_ms_ = std::min(command.slow_motion().delay_ms(), 60000u);
            break;
        case run::Command::kStop:
            if (command.all_lanes()) {
                reply.set_step(lanes_.require(concerned(command).front()).trainer->steps_done());
                lanes_.stop_all();
            } else {
                lanes_.require(index);
                lanes_.end(index, run::RunFinished::STOPPED);
            }
            break;
        case run::Command::kReset:
            reset(command, reply);
            break;
        case run::Command::kListDevices:
            for (run::DeviceInfo& device : services_.list_devices())
                *reply.mutable_devices()->add_devices() = std::move(device);
            break;
        case run::Command::kListPresets:
            for (run::Preset& preset : services_.presets()) *reply.mutable_presets()->add_presets() = std::move(preset);
            for (const ScalerRecipe& recipe : scaler_recipes())
                *reply.mutable_presets()->add_scalers() = recipe_message(recipe);
            for (const CastsDescription& one : casts_descriptions())
                *reply.mutable_presets()->add_casts() = recipe_message(one);
            for (const OperandsDescription& one : operands_descriptions())
                *reply.mutable_presets()->add_operands() = recipe_message(one);
            break;
        case run::Command::kPlan: {
            const run::RunConfig config = complete(command.plan().config());
            validate(config);
            open(config);
            *reply.mutable_plan() = plan_memory(*device_, *dataset_, config);
            break;
        }
        case run::Command::kBench: {
            if (training())
                throw Error(ErrorCode::usage, say("a run is training, which would falsify the figures"), "bench",
                            say("pause or stop it first"));
            const run::Bench& bench = command.bench();
            const std::unique_ptr<Device> device = services_.open_device(
                bench.device().empty() ? "cpu" : bench.device(), static_cast<int>(bench.threads()));
            *reply.mutable_bench() = run_bench(*device, bench, poll_);
            break;
        }
        case run::Command::kShutdown:
            keeper_.forget_completed();
            break;  // the loop leaves after the reply
        case run::Command::kCheckpoint:
            write_checkpoints(command);
            break;
        case run::Command::kResumeRun:
            resume_run(index, command.resume_run(), reply);
            break;
        case run::Command::kTrace:
            lanes_.require(index).trainer->trace(command.trace());
            break;
        case run::Command::KIND_NOT_SET:
            throw Error(ErrorCode::usage, say("this worker does not know the command"), "command");
    }
}

run::Reply Session::handle(const run::Command& command) {
    run::Reply reply;
    reply.set_id(command.id());
    try {
        carry_out(command, reply);
    } catch (const std::exception& error) {
        *reply.mutable_error() = to_record(error_of(error));
    }
    return reply;
}

void Session::stop_all() {
    lanes_.stop_all();
    keeper_.forget_completed();
}

const char* Session::activity() const {
    if (training()) return "training";
    return lanes_.live().empty() ? "idle" : "paused";
}

}  // namespace mantissa
