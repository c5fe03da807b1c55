// SPDX-License-Identifier: GPL-3.0-or-later
// See heartbeat_watch.h. An activity that changes is progress as well: "training" may follow "evaluating" with no
// kernel between the two beats.
#include "ui/client/heartbeat_watch.h"

#include <utility>

namespace mantissa::ui {

std::chrono::milliseconds steadyNow() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch());
}

HeartbeatWatch::HeartbeatWatch(Clock clock, std::chrono::milliseconds limit)
    : clock_(std::move(clock)), limit_(limit), lastProgress_(clock_()) {}

void HeartbeatWatch::restart() {
    lastProgress_ = clock_();
    progress_ = 0;
    activity_.clear();
}

void HeartbeatWatch::beat(std::uint64_t progress, const std::string& activity) {
    const bool waiting = activity == "idle" || activity == "paused";
    if (waiting || progress != progress_ || activity != activity_) lastProgress_ = clock_();
    progress_ = progress;
    activity_ = activity;
}

void HeartbeatWatch::sign() {
    lastProgress_ = clock_();
}

bool HeartbeatWatch::responding() const {
    return clock_() - lastProgress_ <= limit_;
}

}  // namespace mantissa::ui
