// SPDX-License-Identifier: Apache-2.0
// Up to four lanes that train in turn on one thread, and in which order: the lanes of a race in lockstep, ghosts with
// the run that they were forked from. Knows nothing of commands.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/run/race.h"
#include "engine/train/checkpoint_keeper.h"
#include "engine/train/trainer.h"

namespace mantissa {

/// One lane: a run and what it computes with.
struct SessionLane {
    /// What makes a lane a ghost: it takes a step whenever the run does that it was forked from, so many times, and
    /// then only keeps its state until that run ends.
    struct Ghost {
        std::uint32_t parent = 0;  ///< lane of the run that it was forked from
        std::uint32_t steps_left = 0;
    };

    std::shared_ptr<Device> device;  // before the trainer, which uses them to its end
    std::shared_ptr<Dataset> dataset;
    std::shared_ptr<DeviceData> data;
    std::unique_ptr<Trainer> trainer;
    run::RunIdentity origin;  ///< race, group and parent, as its records say
    /// Lanes with the same name go in lockstep; empty: on its own. At first the race of `origin`; who adopts a ghost
    /// gives it its parent's place.
    std::string race;
    std::optional<Ghost> ghost;
    bool paused = false;
    bool single_step = false;
    bool ended = false;
};

class Lanes {
  public:
    static constexpr std::uint32_t most = most_race_lanes;

    explicit Lanes(CheckpointKeeper& keeper);

    /// The lane, ended or not; nothing where there never was one.
    SessionLane* find(std::uint32_t index) const { return index < most ? lanes_[index].get() : nullptr; }
    /// The lanes that go in lockstep with this one have this name; empty: it goes on its own.
    const std::string& race_of(std::uint32_t index) const { return lanes_.at(index)->race; }
    /// A lane in progress; throws Error(usage).
    SessionLane& require(std::uint32_t index) const;
    /// Puts a run into a lane in place of what ended there.
    SessionLane& put(std::uint32_t index, std::unique_ptr<SessionLane> lane);
    /// Frees the memory of lanes that have ended: all, or those of races only.
    void clear_ended(bool of_races_only);

    /// Lanes in progress without ghosts, ascending.
    std::vector<std::uint32_t> live() const;
    /// `index` and the lanes in progress that go in lockstep with it, ascending.
    std::vector<std::uint32_t> together(std::uint32_t index) const;
    /// The ghosts in progress that were forked from this lane, holding or not.
    std::vector<std::uint32_t> ghosts_of(std::uint32_t index) const;
    /// A lane for one more run: one never used, else one that ended and is of no race in progress. Nothing: all full.
    std::optional<std::uint32_t> free_lane() const;

    /// Whether any lane trains (not paused, not ended, not holding).
    bool training() const;

    void pause(const std::vector<std::uint32_t>& lanes);
    void resume(const std::vector<std::uint32_t>& lanes);
    /// One step of each, then paused. Of lanes in lockstep those that are behind (an adopted ghost may be) come first.
    void single_step(const std::vector<std::uint32_t>& lanes);

    /// One step of every lane that is due: all that train, in a race only those with the fewest steps, so that every
    /// lane finishes step n before any begins n + 1; ghosts before their runs. Where their device works meanwhile
    /// (take_turns), as many of each as the same lanes are due for: within `limits`, and to the next checkpoint at
    /// most. Finishes those that are done. An error of a lane ends that lane with records; returns false where the
    /// device itself failed.
    bool step(const Stretch& limits = {.steps = 1});
    /// Ends a lane with its last records, its ghosts with it; does nothing where it has ended. Where its last records
    /// cannot be made, it ends as failed.
    void end(std::uint32_t index, run::RunFinished::Outcome outcome);
    /// Ends a lane that failed, with records that say why; what it recorded stays. Its ghosts end as stopped.
    void fail(std::uint32_t index, const Error& error);
    /// Forgets a lane that was never announced, without a record, or one that has ended.
    void drop(std::uint32_t index) { lanes_[index].reset(); }
    /// Ends all lanes that have not ended, as stopped.
    void stop_all();
    /// The ghost in this lane takes the place of the run that it was forked from, which is stopped.
    void adopt(std::uint32_t index);

  private:
    bool trains(std::uint32_t index) const;
    std::vector<std::uint32_t> due() const;
    std::uint32_t steps_together(const std::vector<std::uint32_t>& due) const;
    std::map<std::uint32_t, Error> train(std::vector<std::uint32_t> due, const Stretch& each);
    void end_ghosts_of(std::uint32_t index);
    void conclude(std::uint32_t index, run::RunFinished::Outcome outcome);

    CheckpointKeeper& keeper_;  // of all runs but ghosts
    std::array<std::unique_ptr<SessionLane>, most> lanes_;
};

}  // namespace mantissa
