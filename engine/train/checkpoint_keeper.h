// SPDX-License-Identifier: Apache-2.0
// When checkpoints are written, told of and thrown away.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/base/host.h"
#include "engine/train/checkpoint.h"

namespace mantissa {

/// Keeps checkpoints of the runs of one process. A checkpoint that cannot be written never disturbs the training: an
/// event says so once, until one succeeds. Used by the training thread.
class CheckpointKeeper {
  public:
    /// `folder` empty: keeps none.
    CheckpointKeeper(std::filesystem::path folder, RecordSink& sink) : folder_(std::move(folder)), sink_(sink) {}

    const CheckpointFolder& folder() const noexcept { return folder_; }
    /// Keeps the last states of runs that complete, too (CheckpointFolder::ended()): their networks can be exported.
    void keep_ends() { keeps_ends_ = true; }
    /// Who knows which race a run is in; nobody: its identity says.
    void set_race_of(std::function<std::string(const Trainer&)> race_of) { race_of_ = std::move(race_of); }

    /// Writes one of each now, all or none, and emits their records. Throws Error.
    void write(std::span<Trainer* const> trainers);
    /// How many steps a run may take until stepped() must be told, at least 1.
    std::uint32_t steps_to_interval(const Trainer& trainer) const;
    /// After each step of these runs, or their steps_to_interval(): writes those whose interval is full, all or none of
    /// them. So that the lanes of a race can go on together, they are put in their places only when each of them is on
    /// the disk.
    void stepped(std::span<Trainer* const> trainers);
    void stepped(Trainer& trainer);
    /// After a change of settings, before it is told: from a checkpoint before it the run would go on without it, and
    /// contradict what it recorded. Where there is one, it is replaced, or removed.
    void changed(Trainer& trainer);
    /// A ghost has taken the place of a run, with its checkpoints.
    void adopted(Trainer& trainer);
    /// A run that did not complete, before its last record: it can be resumed. One that did, after that record: its
    /// checkpoint goes with the next forget_completed().
    void ending(Trainer& trainer, run::RunFinished::Outcome outcome);
    /// A run goes on from its checkpoint: it has one.
    void resumed(const Trainer& trainer);
    /// Removes the checkpoints of runs that have completed. Call when the records of their end are safe: until then
    /// they may be needed to come to that end again.
    void forget_completed();

  private:
    struct Run {
        bool has_one = false;
        bool failed = false;
        HeldFile held;  ///< the checkpoint, as long as the run may go on from it here: no other process prunes it
    };
    void write_all(std::span<Trainer* const> trainers);
    bool try_write(std::span<Trainer* const> trainers);
    bool try_write(Trainer& trainer);
    void keep_end(const Trainer& trainer);
    bool at_interval(const Trainer& trainer) const;

    CheckpointFolder folder_;
    RecordSink& sink_;
    std::function<std::string(const Trainer&)> race_of_;
    std::map<std::string, Run> runs_;
    std::vector<std::string> completed_;
    bool keeps_ends_ = false;
};

}  // namespace mantissa
