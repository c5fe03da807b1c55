// SPDX-License-Identifier: Apache-2.0
// Progress on a terminal: a few lines redrawn in place, or plain lines where the output is no terminal.
#pragma once

#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "engine/run/run.pb.h"

namespace mantissa {

/// What a lane's line shows; fed with its records.
class LaneProgress {
  public:
    explicit LaneProgress(std::string label) : label_(std::move(label)) {}

    void apply(const run::Record& record);
    /// One line of at most `width` columns: label, bar, step, accuracy, scale, images/s, ETA.
    std::string line(int width) const;
    const std::string& label() const noexcept { return label_; }

  private:
    std::string label_;
    std::uint32_t step_ = 0, total_ = 0, skipped_ = 0;
    float accuracy_ = 0, scale_ = 1, rate_ = 0, step_ms_ = 0;
    bool scaled_ = false, finished_ = false, emulated_ = false;
    double mean_step_ms_ = 0;
};

/// Draws the lines of several lanes, at most ten times a second.
class ProgressDisplay {
  public:
    explicit ProgressDisplay(std::FILE* stream);
    /// Redraws when it is time, or at once with `now`.
    void draw(const std::vector<LaneProgress>& lanes, bool now = false);
    /// Leaves the cursor below the lines.
    void finish();

  private:
    std::FILE* stream_;
    bool terminal_;
    std::size_t drawn_ = 0;
    std::chrono::steady_clock::time_point last_{};
};

/// "1:23", "2:01:07".
std::string duration_text(double seconds);

/// Sets the flag that stop_requested() reads, on Ctrl-C and SIGTERM.
void catch_interrupts();
bool stop_requested() noexcept;

}  // namespace mantissa
