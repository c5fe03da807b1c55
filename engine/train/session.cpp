// SPDX-License-Identifier: Apache-2.0
// Commands to lanes.
#include "engine/train/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "engine/base/error.h"
#include "engine/base/ulid.h"
#include "engine/run/error_record.h"
#include "engine/run/policy_of.h"
#include "engine/run/presets.h"
#include "engine/run/validation.h"
#include "engine/train/bench.h"
#include "engine/train/memory_plan.h"

namespace mantissa {

struct Session::Lane {
    std::shared_ptr<Device> device;  // before the trainer, which uses them to its end
    std::shared_ptr<Dataset> dataset;
    std::shared_ptr<DeviceData> data;
    std::unique_ptr<Trainer> trainer;
    bool paused = false;
    bool single_step = false;
    bool ended = false;

    bool trains() const { return !ended && (!paused || single_step); }
};

Session::Session(SessionServices services, RecordSink& sink, std::function<bool()> poll)
    : services_(std::move(services)), sink_(sink), poll_(std::move(poll)) {}

Session::~Session() = default;

Session::Lane* Session::find(std::uint32_t index) {
    return index < max_lanes ? lanes_[index].get() : nullptr;
}

Session::Lane& Session::require(std::uint32_t index) {
    Lane* lane = find(index);
    if (!lane || lane->ended)
        throw Error(ErrorCode::usage, "no run is in progress", "lane " + std::to_string(index), "start one first");
    return *lane;
}

/// Device and data of `config`, those in use if they are the same.
void Session::open(const run::RunConfig& config) {
    const std::string device_key = fmt::format("{} {}", config.device(), config.threads());
    const bool same_device = device_ && device_key == device_key_;
    std::shared_ptr<Device> device =
        same_device
            ? device_
            : std::shared_ptr<Device>(services_.open_device(config.device(), static_cast<int>(config.threads())));
    const bool same_data = dataset_ && config.data() == dataset_key_;
    std::shared_ptr<Dataset> dataset = same_data ? dataset_ : std::make_shared<Dataset>(services_.load_data(config));
    if (!same_device || !same_data) data_ = std::make_shared<DeviceData>(*device, *dataset);
    device_ = std::move(device);
    device_key_ = device_key;
    dataset_ = std::move(dataset);
    dataset_key_ = config.data();
}

void Session::start(std::uint32_t index, const run::RunConfig& given, bool paused, bool reset, run::Reply& reply) {
    if (index >= max_lanes)
        throw Error(ErrorCode::usage, fmt::format("there is no lane {}", index), "lane",
                    fmt::format("0 to {}", max_lanes - 1));
    if (lanes_[index] && !lanes_[index]->ended)
        throw Error(ErrorCode::usage, "a run is in progress in this lane", "lane " + std::to_string(index),
                    "stop it first");
    const run::RunConfig config = complete(given);
    validate(config);
    open(config);
    auto lane = std::make_unique<Lane>();
    lane->device = device_;
    lane->dataset = dataset_;
    lane->data = data_;
    lane->paused = paused;
    lane->trainer = std::make_unique<Trainer>(*device_, *data_, *dataset_, config, sink_, make_ulid(), index);
    lane->trainer->set_poll(poll_);
    reply.set_run_id(lane->trainer->run_id());
    reply.set_step(0);
    lanes_[index] = std::move(lane);
    Trainer& trainer = *lanes_[index]->trainer;
    trainer.begin();
    if (reset) trainer.emit_event(run::EventRecord::RESET, "back to the initial weights of the same seed");
    if (paused) trainer.emit_event(run::EventRecord::PAUSED, "paused before the first step");
    if (trainer.finished()) end(*lanes_[index], run::RunFinished::COMPLETED);
}

void Session::end(Lane& lane, run::RunFinished::Outcome outcome) {
    if (lane.ended) return;
    lane.ended = true;
    lane.trainer->finish(outcome);
}

void Session::carry_out(const run::Command& command, run::Reply& reply) {
    const std::uint32_t index = command.lane();
    if (const Lane* lane = find(index)) reply.set_step(lane->trainer->steps_done());
    switch (command.kind_case()) {
        case run::Command::kStart:
            start(index, command.start().config(), command.start().paused(), false, reply);
            break;
        case run::Command::kChange:
            require(index).trainer->change(command.change().change());
            break;
        case run::Command::kPause: {
            Lane& lane = require(index);
            if (lane.paused) break;
            lane.paused = true;
            lane.trainer->emit_event(run::EventRecord::PAUSED, "paused");
            break;
        }
        case run::Command::kResume: {
            Lane& lane = require(index);
            if (!lane.paused) break;
            lane.paused = false;
            lane.trainer->emit_event(run::EventRecord::RESUMED, "resumed");
            break;
        }
        case run::Command::kSingleStep: {
            Lane& lane = require(index);
            lane.paused = true;
            lane.single_step = true;
            break;
        }
        case run::Command::kSlowMotion:
            delay_ms_ = std::min(command.slow_motion().delay_ms(), 60000u);
            break;
        case run::Command::kStop:
            end(require(index), run::RunFinished::STOPPED);
            break;
        case run::Command::kReset: {
            Lane* lane = find(index);
            if (!lane)
                throw Error(ErrorCode::usage, "there is no run to reset", "lane " + std::to_string(index),
                            "start one first");
            const run::RunConfig config = lane->trainer->config();
            const bool paused = lane->paused || lane->ended;
            end(*lane, run::RunFinished::STOPPED);
            start(index, config, paused, true, reply);
            break;
        }
        case run::Command::kListDevices:
            for (run::DeviceInfo& device : services_.list_devices())
                *reply.mutable_devices()->add_devices() = std::move(device);
            break;
        case run::Command::kListPresets:
            for (run::Preset& preset : services_.presets()) *reply.mutable_presets()->add_presets() = std::move(preset);
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
                throw Error(ErrorCode::usage, "a run trains, which would falsify the figures", "bench",
                            "pause or stop it first");
            const run::Bench& bench = command.bench();
            const std::unique_ptr<Device> device = services_.open_device(
                bench.device().empty() ? "cpu" : bench.device(), static_cast<int>(bench.threads()));
            *reply.mutable_bench() = run_bench(*device, bench, poll_);
            break;
        }
        case run::Command::kShutdown:
            break;  // the loop leaves after the reply
        case run::Command::kRace:
        case run::Command::kAdopt:
        case run::Command::kTrace:
        case run::Command::kCheckpoint:
        case run::Command::kResumeRun:
        case run::Command::kGetWeights:
        case run::Command::KIND_NOT_SET:
            throw Error(ErrorCode::usage, "this worker does not know the command", "command");
    }
}

run::Reply Session::handle(const run::Command& command) {
    run::Reply reply;
    reply.set_id(command.id());
    try {
        carry_out(command, reply);
    } catch (const Error& error) {
        *reply.mutable_error() = to_record(error);
    } catch (const std::bad_alloc&) {
        *reply.mutable_error() = to_record(
            Error(ErrorCode::device, "there is not enough memory", "host memory", "choose a smaller batch or network"));
    } catch (const std::exception& error) {
        *reply.mutable_error() = to_record(Error(ErrorCode::failed, error.what()));
    }
    return reply;
}

bool Session::training() const {
    return std::any_of(lanes_.begin(), lanes_.end(), [](const auto& lane) { return lane && lane->trains(); });
}

const char* Session::activity() const {
    if (training()) return "training";
    const bool paused =
        std::any_of(lanes_.begin(), lanes_.end(), [](const auto& lane) { return lane && !lane->ended; });
    return paused ? "paused" : "idle";
}

/// Ends a lane that failed, with records that say why; what it recorded stays.
void Session::fail(Lane& lane, const Error& error) {
    lane.ended = true;
    run::Record record;
    record.set_run_id(lane.trainer->run_id());
    record.set_step(lane.trainer->steps_done());
    *record.mutable_error() = to_record(error);
    sink_.accept(record);
    run::RunFinished& finished = *record.mutable_finished();
    finished.set_outcome(run::RunFinished::FAILED);
    finished.set_steps(lane.trainer->steps_done());
    *finished.mutable_error() = to_record(error);
    sink_.accept(std::move(record));
}

bool Session::step() {
    for (const auto& lane : lanes_) {
        if (!lane || !lane->trains()) continue;
        try {
            lane->single_step = false;
            lane->trainer->step();
            if (lane->trainer->finished()) end(*lane, run::RunFinished::COMPLETED);
        } catch (const Error& error) {
            fail(*lane, error);
            if (error.code() == ErrorCode::device) return false;
        } catch (const std::exception& error) {
            fail(*lane, Error(ErrorCode::failed, error.what()));
        }
    }
    return true;
}

void Session::stop_all() {
    for (const auto& lane : lanes_)
        if (lane) end(*lane, run::RunFinished::STOPPED);
}

}  // namespace mantissa
