// SPDX-License-Identifier: Apache-2.0
// Commands from the thread that reads them to the one that trains. Bounded: who sends more than are carried out is read
// no further, so that a flood fills the sender's pipe and not this process, and little is left to do at its end.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>

#include "engine/run/run.pb.h"

namespace mantissa {

class CommandQueue {
  public:
    static constexpr std::size_t most = 64;                          ///< commands
    static constexpr std::size_t most_bytes = std::size_t{4} << 20;  ///< of them together; one may always be there

    /// Waits for room, for as long as it can come: false, and not taken, once there is none and `stuck` says that none
    /// will come before the caller reads on. After close() everything is taken and forgotten.
    bool push(run::Command command, const std::function<bool()>& stuck);
    /// No more commands come, and who waits in push() need not.
    void close();
    /// All commands that are there; waits up to `limit` for the first (no limit: until one comes or the stream ends).
    std::deque<run::Command> take(std::optional<std::chrono::milliseconds> limit);

    bool closed() const;
    /// Whether there is a command, or the end: a stretch of steps should end.
    bool waiting() const;
    /// Whether a long evaluation should be abandoned.
    bool urgent() const;

  private:
    mutable std::mutex mutex_;
    std::condition_variable wake_, room_;
    std::deque<run::Command> commands_;
    std::size_t bytes_ = 0;
    bool closed_ = false, urgent_ = false;
};

}  // namespace mantissa
