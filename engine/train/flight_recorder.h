// SPDX-License-Identifier: Apache-2.0
// The latest states of a run, in memory: from each the run goes on, or is gone through again, to the same bits, since
// batches and random numbers are functions of seed and step.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>

namespace mantissa {

struct Snapshot;

/// A training has diverged where its loss is infinite or NaN in so many steps, or so many are skipped, one after the
/// other.
inline constexpr std::uint32_t diverged_nonfinite_steps = 3, diverged_skipped_steps = 20;

class FlightRecorder {
  public:
    static constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20;  ///< of states, but two are always kept
    static constexpr std::size_t most_states = 8;
    /// Of the time that the steps take: the interval grows until recording takes less.
    static constexpr double most_share = 0.01;

    FlightRecorder();
    ~FlightRecorder();
    FlightRecorder(FlightRecorder&&) noexcept;
    FlightRecorder& operator=(FlightRecorder&&) noexcept;

    /// After step number `step`, which took `seconds`: records `state()` where it is time.
    void stepped(std::uint32_t step, double seconds, const std::function<Snapshot()>& state);
    /// The newest state with at most `step` steps done; null where there is none.
    const Snapshot* before(std::uint32_t step) const;
    /// What comes after `step` did not happen.
    void forget_after(std::uint32_t step);

    std::uint64_t bytes() const;
    /// The most that it holds of states of so many bytes each.
    static constexpr std::uint64_t planned_bytes(std::uint64_t state) {
        return state == 0 ? 0 : state * std::clamp<std::uint64_t>(most_bytes / state, 2, most_states);
    }
    /// Steps between two states, now.
    std::uint32_t interval() const noexcept { return interval_; }

  private:
    std::deque<Snapshot> states_;
    std::uint32_t interval_ = 8, last_ = 0;
    double trained_ = 0, recorded_ = 0;  // seconds, so far
};

}  // namespace mantissa
