// SPDX-License-Identifier: GPL-3.0-or-later
// How fast a run goes by the clock on the wall: with its evaluations, slow motion and whatever else runs on the
// machine.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>

namespace mantissa::ui {

class Pace {
  public:
    /// Run `run` stands at `step` at `milliseconds` of a clock that never goes back. A pause, another run or a step
    /// back begins anew.
    void note(const std::string& run, std::uint32_t step, std::int64_t milliseconds, bool paused);
    /// Seconds that so many steps take at the pace of the last ten seconds; nothing before a second has been seen.
    std::optional<double> secondsFor(std::uint32_t steps) const;

  private:
    struct Mark {
        std::int64_t milliseconds;
        std::uint32_t step;
    };
    std::string run_;
    std::deque<Mark> marks_;
};

}  // namespace mantissa::ui
