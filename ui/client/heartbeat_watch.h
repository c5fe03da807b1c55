// SPDX-License-Identifier: GPL-3.0-or-later
// Decides from heartbeats alone whether the worker still gets anywhere. A worker that is idle or paused has nothing to
// count, so there a beat is enough; in any other activity the count must move as well.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace mantissa::ui {

/// A monotonic clock: time since some fixed moment. Injected, so that tests need no sleeping.
using Clock = std::function<std::chrono::milliseconds()>;

/// The clock used outside tests (std::chrono::steady_clock).
std::chrono::milliseconds steadyNow();

/// Whether the worker makes progress; no timer of its own, the owner asks.
class HeartbeatWatch {
  public:
    /// Progress may stand still for `limit` before the worker counts as not responding.
    explicit HeartbeatWatch(Clock clock = steadyNow, std::chrono::milliseconds limit = std::chrono::seconds(10));

    /// Forgets everything: the limit runs from now on.
    void restart();
    /// A heartbeat came: `progress` counts kernels or batches, `activity` is "training", "evaluating", "paused",
    /// "idle".
    void beat(std::uint64_t progress, const std::string& activity);
    /// Anything else came from the worker (a record, a reply): that is progress, too.
    void sign();
    /// False once there has been no progress for longer than the limit.
    bool responding() const;

  private:
    Clock clock_;
    std::chrono::milliseconds limit_;
    std::chrono::milliseconds lastProgress_;
    std::uint64_t progress_ = 0;
    std::string activity_;
};

}  // namespace mantissa::ui
