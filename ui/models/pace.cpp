// SPDX-License-Identifier: GPL-3.0-or-later
// See pace.h.
#include "ui/models/pace.h"

namespace mantissa::ui {

namespace {

constexpr std::int64_t kWindowMs = 10000;
constexpr std::int64_t kLeastMs = 1000;

}  // namespace

void Pace::note(const std::string& run, std::uint32_t step, std::int64_t milliseconds, bool paused) {
    if (paused || run != run_ || (!marks_.empty() && step < marks_.back().step)) marks_.clear();
    run_ = run;
    if (paused) return;
    marks_.push_back({milliseconds, step});
    while (marks_.size() > 2 && milliseconds - marks_[1].milliseconds >= kWindowMs) marks_.pop_front();
}

std::optional<double> Pace::secondsFor(std::uint32_t steps) const {
    if (marks_.size() < 2) return std::nullopt;
    const std::int64_t time = marks_.back().milliseconds - marks_.front().milliseconds;
    const std::uint32_t done = marks_.back().step - marks_.front().step;
    if (time < kLeastMs || done == 0) return std::nullopt;
    return static_cast<double>(time) / 1000.0 * static_cast<double>(steps) / static_cast<double>(done);
}

}  // namespace mantissa::ui
