// SPDX-License-Identifier: Apache-2.0
// How runs begin: alone, as a race, again from the start, or as the ghost of another.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "engine/base/error.h"
#include "engine/base/ulid.h"
#include "engine/run/error_record.h"
#include "engine/run/presets.h"
#include "engine/run/race.h"
#include "engine/run/validation.h"
#include "engine/train/lane_memory.h"
#include "engine/train/memory_plan.h"
#include "engine/train/session.h"

namespace mantissa {
namespace {

std::string device_key_of(const run::RunConfig& config) {
    return fmt::format("{} {}", config.device(), config.threads());
}

std::string dataset_key_of(const run::RunConfig& config) {
    return fmt::format("{} {} {}", static_cast<int>(config.task()), config.target_offset(), config.data());
}

}  // namespace

/// Device and data of `config`, those in use if they are the same.
void Session::open(const run::RunConfig& config) {
    const std::string device_key = device_key_of(config);
    const bool same_device = device_ && device_key == device_key_;
    std::shared_ptr<Device> device =
        same_device
            ? device_
            : std::shared_ptr<Device>(services_.open_device(config.device(), static_cast<int>(config.threads())));
    const bool same_data = dataset_ && dataset_key_of(config) == dataset_key_;
    std::shared_ptr<Dataset> dataset = same_data ? dataset_ : std::make_shared<Dataset>(services_.load_data(config));
    if (!same_device || !same_data) data_ = std::make_shared<DeviceData>(*device, *dataset);
    device_ = std::move(device);
    device_key_ = device_key;
    dataset_ = std::move(dataset);
    dataset_key_ = dataset_key_of(config);
}

/// A run on the device and the data of `like` (null: those that are open); not yet begun.
std::unique_ptr<SessionLane> Session::make_lane(std::uint32_t index, const run::RunConfig& config, std::string run_id,
                                                const SessionLane* like) {
    auto lane = std::make_unique<SessionLane>();
    lane->device = like ? like->device : device_;
    lane->dataset = like ? like->dataset : dataset_;
    lane->data = like ? like->data : data_;
    lane->trainer =
        std::make_unique<Trainer>(*lane->device, *lane->data, *lane->dataset, config, sink_, std::move(run_id), index);
    lane->trainer->set_poll(poll_);
    return lane;
}

/// The first records of a new run; one of no steps is done at once.
void Session::announce(std::uint32_t index, bool reset) {
    SessionLane& lane = lanes_.require(index);
    Trainer& trainer = *lane.trainer;
    trainer.begin(lane.origin);
    if (reset) trainer.emit_event(run::EventRecord::RESET, say("back to the initial weights of the same seed"));
    if (lane.paused) trainer.emit_event(run::EventRecord::PAUSED, say("paused before the first step"));
    if (trainer.finished()) lanes_.end(index, run::RunFinished::COMPLETED);
}

/// Of all these; where one cannot begin, none goes on: it has failed, those before it end as stopped, and those that
/// nobody was told of are gone.
void Session::announce_all(const std::vector<std::uint32_t>& lanes, bool reset) {
    std::size_t begun = 0;
    try {
        for (; begun < lanes.size(); ++begun) announce(lanes[begun], reset);
    } catch (const std::exception& error) {
        fail_or_drop(lanes[begun], error);
        for (std::size_t i = begun + 1; i < lanes.size(); ++i) lanes_.drop(lanes[i]);
        for (std::size_t i = 0; i < begun; ++i) lanes_.end(lanes[i], run::RunFinished::STOPPED);
        throw;
    }
}

/// What becomes of a lane that could not begin: every RunStarted has an end.
void Session::fail_or_drop(std::uint32_t index, const std::exception& error) {
    if (!lanes_.find(index)->trainer->started().has_identity()) return lanes_.drop(index);
    lanes_.fail(index, error_of(error));
}

/// Throws Error(usage) where runs of `configs` do not fit on the device (of `like`; null: the one that is open)
/// together with the lanes in progress, those that they take the place of left out. A run alone is checked where it is
/// planned. Runs that have ended are kept as long as there is room, since they can be reset.
void Session::make_room(const std::vector<run::RunConfig>& configs, const std::vector<std::uint32_t>& instead_of,
                        const SessionLane* like, const Phrase& remedy) {
    Device& device = like ? *like->device : *device_;
    const Dataset& dataset = like ? *like->dataset : *dataset_;
    const std::string here = device.describe().id;
    std::uint64_t bytes = 0, idle = 0;
    std::map<const Device*, LaneScratch> scratch;  // one device may be open twice, with other threads
    const auto add_scratch = [&scratch](const Device& on, const Dataset& of, const run::RunConfig& config) {
        scratch.try_emplace(&on, on).first->second.add(of, config);
    };
    std::size_t lanes = configs.size();
    std::vector<std::uint32_t> ended;
    const auto on_this = [&here](const Device* other) { return other && other->describe().id == here; };
    std::set<const DeviceData*> sets{like ? like->data.get() : data_.get()}, idle_sets;
    if (on_this(device_.get())) sets.insert(data_.get());
    for (std::uint32_t i = 0; i < max_lanes; ++i) {
        const SessionLane* lane = lanes_.find(i);
        if (!lane || std::find(instead_of.begin(), instead_of.end(), i) != instead_of.end()) continue;
        if (!on_this(lane->device.get())) continue;  // another's memory
        (lane->ended ? idle_sets : sets).insert(lane->data.get());
        (lane->ended ? idle : bytes) += lane_bytes(*lane->device, *lane->dataset, lane->trainer->planned_config());
        add_scratch(*lane->device, *lane->dataset, lane->trainer->planned_config());
        if (lane->ended)
            ended.push_back(i);
        else
            ++lanes;
    }
    if (lanes < 2 && ended.empty()) return;
    for (const run::RunConfig& config : configs) {
        bytes += lane_bytes(device, dataset, config);
        add_scratch(device, dataset, config);
    }
    for (const auto& [on, together] : scratch) bytes += together.bytes();
    std::uint64_t data = 0;
    for (const DeviceData* set : sets) data += set->bytes();
    for (const DeviceData* set : idle_sets)
        if (!sets.contains(set)) idle += set->bytes();
    if (lanes > 1) check_memory(device, data, bytes, lanes, remedy);
    const std::uint64_t all = memory_for_lanes(device, data);
    if (all == 0 || bytes + idle <= all || bytes > all) return;
    for (const std::uint32_t i : ended) lanes_.drop(i);
}

void Session::start(std::uint32_t index, const run::Start& command, bool reset, run::Reply& reply) {
    if (index >= max_lanes)
        throw Error(ErrorCode::usage, say("there is no run with the number %1", {index}), "run",
                    say("0 to %1", {max_lanes - 1}));
    if (const SessionLane* lane = lanes_.find(index); lane && !lane->ended)
        throw Error(ErrorCode::usage, say("a run with this number is in progress"), fmt::format("run {}", index),
                    say("stop it first"));
    const run::RunConfig config = complete(command.config());
    validate(config);
    open(config);
    make_room({config}, {}, nullptr, say("stop another run, or choose a smaller batch or network"));
    if (lanes_.live().empty()) lanes_.clear_ended(true);
    std::unique_ptr<SessionLane> lane = make_lane(index, config, make_ulid());
    lane->paused = command.paused();
    if (!command.group_id().empty()) lane->origin.set_group_id(command.group_id());
    reply.set_run_id(lane->trainer->run_id());
    reply.set_step(0);
    lanes_.put(index, std::move(lane));
    announce_all({index}, reset);
}

void Session::race(const run::Race& command, bool reset, run::Reply& reply) {
    if (!lanes_.live().empty())
        throw Error(ErrorCode::usage, say("a run is in progress"), fmt::format("run {}", lanes_.live().front()),
                    say("stop it first"));
    std::vector<run::RunConfig> configs;
    for (const run::RunConfig& config : command.lanes()) configs.push_back(complete(config));
    check_race(configs);
    open(configs.front());
    make_room(configs, {}, nullptr, say("race fewer runs, or choose a smaller batch or network"));

    lanes_.clear_ended(false);
    const std::string race_id = make_ulid();
    std::vector<std::unique_ptr<SessionLane>> lanes;
    for (std::uint32_t i = 0; i < configs.size(); ++i) {
        lanes.push_back(make_lane(i, configs[i], make_ulid()));
        SessionLane& lane = *lanes.back();
        lane.paused = command.paused();
        lane.race = race_id;
        lane.origin.set_race_id(race_id);
        if (!command.group_id().empty()) lane.origin.set_group_id(command.group_id());
        reply.add_run_ids(lane.trainer->run_id());
    }
    reply.set_step(0);
    for (std::uint32_t i = 0; i < lanes.size(); ++i) lanes_.put(i, std::move(lanes[i]));
    std::vector<std::uint32_t> all(configs.size());
    std::iota(all.begin(), all.end(), 0u);
    announce_all(all, reset);
}

void Session::reset(const run::Command& command, run::Reply& reply) {
    std::vector<std::uint32_t> lanes;
    const SessionLane* of = lanes_.find(command.lane());
    if (of && of->ghost && !of->ended && !command.all_lanes())
        throw Error(ErrorCode::usage, say("a ghost cannot be reset"), fmt::format("run {}", command.lane()),
                    say("reset run %1", {of->ghost->parent}));
    for (std::uint32_t i = 0; i < max_lanes; ++i) {
        const SessionLane* lane = lanes_.find(i);
        if (!lane || lane->ghost) continue;
        const bool with = of && !of->race.empty() && lane->race == of->race;
        if (command.all_lanes() || with || i == command.lane()) lanes.push_back(i);
    }
    if (lanes.empty())
        throw Error(ErrorCode::usage, say("there is no run to reset"), fmt::format("run {}", command.lane()),
                    say("start one first"));
    bool one_race = lanes.size() > 1 || !lanes_.find(lanes[0])->race.empty();
    run::Race again;
    again.set_paused(true);
    struct Kept {
        bool paused;
        std::string group;
        std::shared_ptr<Device> device;
        std::shared_ptr<Dataset> dataset;
        std::shared_ptr<DeviceData> data;
    };
    std::vector<Kept> kept;  // what ends is freed as soon as the first one starts
    std::vector<run::RunConfig> configs;
    std::vector<std::uint32_t> leaving = lanes;
    for (const std::uint32_t i : lanes) {
        const SessionLane& lane = *lanes_.find(i);
        kept.push_back({lane.paused, lane.origin.group_id(), lane.device, lane.dataset, lane.data});
        configs.push_back(lane.trainer->config());
        *again.add_lanes() = configs.back();
        const std::vector<std::uint32_t> ghosts = lanes_.ghosts_of(i);
        leaving.insert(leaving.end(), ghosts.begin(), ghosts.end());
        again.set_group_id(lane.origin.group_id());
        if (!lane.paused && !lane.ended) again.set_paused(false);
        one_race = one_race && !lane.race.empty() && lane.race == lanes_.find(lanes[0])->race;
    }
    if (one_race)
        for (const std::uint32_t i : lanes_.live())
            if (std::find(lanes.begin(), lanes.end(), i) == lanes.end())
                throw Error(ErrorCode::usage, say("another run is in progress"), fmt::format("run {}", i),
                            say("stop it first"));
    // Nothing ends before it is known that it can begin again: on the device and with the data that it has.
    if (one_race) check_race(configs);
    make_room(configs, leaving, lanes_.find(lanes[0]), say("reset fewer runs, or choose a smaller batch or network"));
    const auto reuse = [this, &configs, &kept](std::size_t i) {
        device_ = kept[i].device;
        device_key_ = device_key_of(configs[i]);
        dataset_ = kept[i].dataset;
        dataset_key_ = dataset_key_of(configs[i]);
        data_ = kept[i].data;
    };
    for (const std::uint32_t i : lanes) lanes_.end(i, run::RunFinished::STOPPED);
    if (one_race) {
        reuse(0);
        race(again, true, reply);
        return;
    }
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        reuse(i);
        run::Start one;
        *one.mutable_config() = again.lanes(static_cast<int>(i));
        one.set_paused(again.paused() || (!command.all_lanes() && kept[i].paused));
        one.set_group_id(kept[i].group);
        start(lanes[i], one, true, reply);
        reply.add_run_ids(reply.run_id());
    }
}

void Session::change(std::uint32_t index, const run::Change& command, run::Reply& reply) {
    SessionLane& lane = lanes_.require(index);
    if (lane.ghost)
        throw Error(ErrorCode::usage, say("the settings of a ghost stay as they were"), fmt::format("run {}", index),
                    say("adopt it first"));
    if (lanes_.together(index).size() > 1) check_change_in_race(command.change());
    if (command.ghost_steps() > 0) {
        change_with_ghost(index, command, reply);
        return;
    }
    validate_live_change(command.change());
    const run::RunConfig after = merge(lane.trainer->config(), command.change());
    validate(after);
    make_room({after}, {index}, &lane, say("stop another run, or choose a smaller batch"));
    lane.trainer->change(command.change());
    leave_race(lane, command.change());
}

/// The last lane of a race may take another batch or length; with the lanes that have ended it is no race any more.
void Session::leave_race(SessionLane& lane, const run::RunConfig& change) {
    if (change.has_batch() || change.has_epochs() || change.has_steps()) lane.race.clear();
}

void Session::change_with_ghost(std::uint32_t index, const run::Change& command, run::Reply& reply) {
    SessionLane& parent = lanes_.require(index);
    const run::RunConfig before = parent.trainer->config();
    validate_live_change(command.change());
    const run::RunConfig after = merge(before, command.change());
    validate(after);
    if (describe_change(before, after).empty() && !command.change().has_loss_scale()) return;  // nothing to show

    // An earlier ghost of this run makes room for the new one.
    const std::vector<std::uint32_t> old = lanes_.ghosts_of(index);
    const std::optional<std::uint32_t> place = old.empty() ? lanes_.free_lane() : std::optional(old.front());
    if (!place)
        throw Error(ErrorCode::usage, say("the session already has as many runs as it can"), "ghost_steps",
                    say("stop a run, or make the change without a ghost"));
    std::vector<std::uint32_t> instead_of = old;
    instead_of.push_back(index);
    make_room({before, after}, instead_of, &parent, say("stop a run, or make the change without a ghost"));

    std::unique_ptr<SessionLane> ghost = make_lane(*place, before, make_ulid(), &parent);
    ghost->trainer->restore(parent.trainer->snapshot());
    ghost->ghost = SessionLane::Ghost{index, command.ghost_steps()};
    ghost->origin.set_parent_run_id(parent.trainer->run_id());
    ghost->origin.set_fork_step(parent.trainer->steps_done());
    ghost->origin.set_ghost(true);
    const run::RunIdentity& began = parent.trainer->started().identity();
    ghost->origin.set_initial_weights_sha256(began.initial_weights_sha256());
    if (began.has_initial_weights_file()) ghost->origin.set_initial_weights_file(began.initial_weights_file());

    parent.trainer->change(command.change());  // throws with nothing changed, and the ghost was never announced
    leave_race(parent, command.change());
    for (const std::uint32_t i : old) lanes_.end(i, run::RunFinished::STOPPED);
    const std::string ghost_id = ghost->trainer->run_id();
    try {
        lanes_.put(*place, std::move(ghost)).trainer->begin(lanes_.find(*place)->origin);
        reply.set_run_id(ghost_id);
    } catch (const std::exception& error) {  // the change stands
        fail_or_drop(*place, error);
        lanes_.drop(*place);
        parent.trainer->emit_event(run::EventRecord::NOTICE, say("no ghost: %1", {error_of(error).message_phrase()}));
    }
}

}  // namespace mantissa
