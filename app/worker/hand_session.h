// SPDX-License-Identifier: Apache-2.0
// The window's session, commanded by a sub-command: so races and runs by hand are those of the window.
#pragma once

#include <filesystem>

#include "engine/train/session.h"

namespace mantissa {

/// What a session needs, from this program.
SessionServices worker_services();

class HandSession {
  public:
    /// `sink` outlives it. `checkpoints`: where runs that are stopped, or have an interval, leave theirs; empty:
    /// nowhere.
    explicit HandSession(RecordSink& sink, std::filesystem::path checkpoints = {});

    /// Carries out a command; throws the Error of a refusal.
    run::Reply ask(const run::Command& command);
    /// Trains until every lane has ended, and returns true; on Ctrl-C stops them and returns false. Throws
    /// Error(device) where the device failed.
    bool train_to_the_end();
    /// The records of all that has ended are safe: the checkpoints of completed runs are removed.
    void settled() { session_.stop_all(); }

  private:
    Session session_;
};

}  // namespace mantissa
