// SPDX-License-Identifier: Apache-2.0
// Lockstep.
#include "engine/train/lanes.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "engine/run/error_record.h"
#include "engine/train/turns.h"

namespace mantissa {

namespace {

/// Whether a device works. An error of it may also mean that it lacks something for one lane: memory, a product.
bool answers(Device& device) noexcept try {
    const std::unique_ptr<DeviceMemory> memory = device.allocate(sizeof(std::uint64_t));
    device.zero(memory->data(), sizeof(std::uint64_t));
    std::uint64_t answer = 1;
    device.download(&answer, memory->data(), sizeof answer);
    return answer == 0;
} catch (const std::exception&) {
    return false;
}

}  // namespace

Lanes::Lanes(CheckpointKeeper& keeper) : keeper_(keeper) {
    keeper_.set_race_of([this](const Trainer& trainer) { return race_of(trainer.lane()); });
}

SessionLane& Lanes::require(std::uint32_t index) const {
    SessionLane* lane = find(index);
    if (!lane || lane->ended)
        throw Error(ErrorCode::usage, say("no run is in progress"), fmt::format("run {}", index),
                    say("start one first"));
    return *lane;
}

SessionLane& Lanes::put(std::uint32_t index, std::unique_ptr<SessionLane> lane) {
    lanes_.at(index) = std::move(lane);
    return *lanes_[index];
}

void Lanes::clear_ended(bool of_races_only) {
    for (auto& lane : lanes_)
        if (lane && lane->ended && (!of_races_only || !lane->race.empty())) lane.reset();
}

std::vector<std::uint32_t> Lanes::live() const {
    std::vector<std::uint32_t> result;
    for (std::uint32_t i = 0; i < most; ++i)
        if (lanes_[i] && !lanes_[i]->ended && !lanes_[i]->ghost) result.push_back(i);
    return result;
}

std::vector<std::uint32_t> Lanes::together(std::uint32_t index) const {
    std::vector<std::uint32_t> result;
    for (const std::uint32_t i : live())
        if (i == index || (!lanes_[i]->race.empty() && lanes_[i]->race == lanes_[index]->race)) result.push_back(i);
    return result;
}

std::vector<std::uint32_t> Lanes::ghosts_of(std::uint32_t index) const {
    std::vector<std::uint32_t> result;
    for (std::uint32_t i = 0; i < most; ++i)
        if (lanes_[i] && !lanes_[i]->ended && lanes_[i]->ghost && lanes_[i]->ghost->parent == index)
            result.push_back(i);
    return result;
}

std::optional<std::uint32_t> Lanes::free_lane() const {
    for (std::uint32_t i = 0; i < most; ++i)
        if (!lanes_[i]) return i;
    for (std::uint32_t i = 0; i < most; ++i)
        if (lanes_[i]->ended && together(i).empty()) return i;
    return std::nullopt;
}

bool Lanes::trains(std::uint32_t index) const {
    const SessionLane* lane = find(index);
    return lane && !lane->ended && !lane->ghost && (!lane->paused || lane->single_step);
}

bool Lanes::training() const {
    for (std::uint32_t i = 0; i < most; ++i)
        if (trains(i)) return true;
    return false;
}

void Lanes::pause(const std::vector<std::uint32_t>& lanes) {
    for (const std::uint32_t index : lanes) {
        SessionLane& lane = *lanes_[index];
        if (lane.paused) continue;
        lane.paused = true;
        lane.trainer->emit_event(run::EventRecord::PAUSED, say("paused"));
    }
}

void Lanes::resume(const std::vector<std::uint32_t>& lanes) {
    for (const std::uint32_t index : lanes) {
        SessionLane& lane = *lanes_[index];
        lane.single_step = false;
        if (!lane.paused) continue;
        lane.paused = false;
        lane.trainer->emit_event(run::EventRecord::RESUMED, say("resumed"));
    }
}

void Lanes::single_step(const std::vector<std::uint32_t>& lanes) {
    pause(lanes);
    for (const std::uint32_t index : lanes) {
        SessionLane& lane = *lanes_[index];
        std::uint32_t fewest = lane.trainer->steps_done();
        for (const std::uint32_t other : together(index))
            fewest = std::min(fewest, lanes_[other]->trainer->steps_done());
        lane.single_step = lane.trainer->steps_done() == fewest;
    }
}

std::vector<std::uint32_t> Lanes::due() const {
    std::vector<std::uint32_t> ghosts, runs;
    for (std::uint32_t i = 0; i < most; ++i) {
        if (!trains(i)) continue;
        std::uint32_t fewest = std::numeric_limits<std::uint32_t>::max();
        for (const std::uint32_t other : together(i))
            if (trains(other)) fewest = std::min(fewest, lanes_[other]->trainer->steps_done());
        if (lanes_[i]->trainer->steps_done() > fewest) continue;
        runs.push_back(i);
        for (const std::uint32_t ghost : ghosts_of(i))
            if (lanes_[ghost]->ghost->steps_left > 0) ghosts.push_back(ghost);
    }
    ghosts.insert(ghosts.end(), runs.begin(), runs.end());
    return ghosts;
}

/// How many steps those that are due may take in one go: no further than the same lanes stay due.
std::uint32_t Lanes::steps_together(const std::vector<std::uint32_t>& due) const {
    std::uint32_t steps = std::numeric_limits<std::uint32_t>::max();
    for (std::uint32_t i = 0; i < most; ++i)
        if (trains(i) && std::find(due.begin(), due.end(), i) == due.end()) return 1;  // it waits for the others
    for (const std::uint32_t index : due) {
        const SessionLane& lane = *lanes_[index];
        if (lane.single_step || lane.trainer->finished() || lane.device != lanes_[due.front()]->device) return 1;
        steps = std::min(steps, lane.ghost ? lane.ghost->steps_left : keeper_.steps_to_interval(*lane.trainer));
    }
    return steps;
}

/// The steps themselves, of lanes of one device together; what lanes failed with, by their indices.
std::map<std::uint32_t, Error> Lanes::train(std::vector<std::uint32_t> due, const Stretch& each) {
    std::erase_if(due, [this](std::uint32_t index) { return lanes_[index]->trainer->finished(); });
    std::map<std::uint32_t, Error> errors;
    while (!due.empty()) {
        const Device* device = lanes_[due.front()]->device.get();
        std::vector<Trainer*> together;
        std::erase_if(due, [&](std::uint32_t index) {
            const bool here = lanes_[index]->device.get() == device;
            if (here) together.push_back(lanes_[index]->trainer.get());
            return here;
        });
        for (const TurnFailure& failure : take_turns(together, each)) {
            try {
                std::rethrow_exception(failure.error);
            } catch (const std::exception& thrown) {
                errors.emplace(failure.trainer->lane(), error_of(thrown));
            }
        }
    }
    return errors;
}

bool Lanes::step(const Stretch& limits) {
    const std::vector<std::uint32_t> now = due();
    Stretch each = limits;
    each.steps = std::min(limits.steps, steps_together(now));
    std::array<std::uint32_t, most> before{};
    for (const std::uint32_t index : now) before[index] = lanes_[index]->trainer->steps_done();
    const std::map<std::uint32_t, Error> errors = train(now, each);

    bool lost = false;
    const auto failed = [&](std::uint32_t index, const Error& error) {
        lost = lost || (error.code() == ErrorCode::device && !answers(*lanes_[index]->device));
        fail(index, error);
    };
    for (const std::uint32_t index : now)  // ghosts first, which a run's end would take along
        if (const auto error = errors.find(index); error != errors.end()) failed(index, error->second);
    std::vector<Trainer*> stepped;
    for (const std::uint32_t index : now) {
        if (lost) return false;
        if (!lanes_[index] || lanes_[index]->ended) continue;
        SessionLane& lane = *lanes_[index];
        const std::uint32_t steps = lane.trainer->steps_done() - before[index];
        if (lane.ghost) lane.ghost->steps_left -= steps;
        try {
            if (lane.trainer->diverged())
                conclude(index, run::RunFinished::STOPPED);
            else if (!lane.trainer->finished())
                lane.single_step = lane.single_step && steps == 0;  // an evaluation was abandoned: again
            else if (lane.trainer->evaluate_at_end())
                conclude(index, run::RunFinished::COMPLETED);
            if (steps > 0 && !lane.ghost) stepped.push_back(lane.trainer.get());
        } catch (const std::exception& thrown) {
            failed(index, error_of(thrown));
        }
    }
    if (lost) return false;
    keeper_.stepped(stepped);
    return true;
}

void Lanes::end_ghosts_of(std::uint32_t index) {
    for (const std::uint32_t ghost : ghosts_of(index)) {
        end(ghost, run::RunFinished::STOPPED);
        lanes_[ghost].reset();
    }
}

/// Throws where the last records cannot be made; the lane has ended all the same.
void Lanes::conclude(std::uint32_t index, run::RunFinished::Outcome outcome) {
    SessionLane& lane = *lanes_[index];
    lane.ended = true;
    end_ghosts_of(index);
    if (lane.ghost) {
        lane.trainer->finish(outcome);
    } else if (outcome != run::RunFinished::COMPLETED) {
        keeper_.ending(*lane.trainer, outcome);  // told of before the run's last record
        lane.trainer->finish(outcome);
    } else if (lane.trainer->finish(outcome).outcome() == outcome) {  // its last evaluation may be abandoned, or throw
        keeper_.ending(*lane.trainer, outcome);
    }
}

void Lanes::end(std::uint32_t index, run::RunFinished::Outcome outcome) {
    if (lanes_[index]->ended) return;
    try {
        conclude(index, outcome);
    } catch (const std::exception& error) {
        fail(index, error_of(error));
    }
}

void Lanes::fail(std::uint32_t index, const Error& error) {
    SessionLane& lane = *lanes_[index];
    lane.ended = true;
    lane.trainer->fail(error);
    end_ghosts_of(index);
}

void Lanes::stop_all() {
    for (const std::uint32_t index : live()) end(index, run::RunFinished::STOPPED);
}

void Lanes::adopt(std::uint32_t index) {
    SessionLane& lane = require(index);
    const std::uint32_t parent_index = lane.ghost->parent;
    SessionLane& parent = *lanes_[parent_index];
    lane.ghost.reset();
    lane.race = parent.race;
    lane.paused = parent.paused;
    keeper_.adopted(*lane.trainer);
    const std::string parent_id = parent.trainer->run_id();
    end(parent_index, run::RunFinished::STOPPED);
    lanes_[parent_index].reset();  // it is in no race any more
    lane.trainer->emit_event(run::EventRecord::ADOPTED, say("adopted: continues in place of run %1", {parent_id}));
    if (lane.paused) lane.trainer->emit_event(run::EventRecord::PAUSED, say("paused"));
}

}  // namespace mantissa
