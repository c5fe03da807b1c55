// SPDX-License-Identifier: Apache-2.0
// Bars of block characters; a line never wraps.
#include "app/worker/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <csignal>

namespace mantissa {
namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "set from a signal handler");

int columns_of(std::FILE* stream) {
    winsize size{};
    if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    return 120;
}

}  // namespace

void catch_interrupts() {
    struct sigaction action {};
    action.sa_handler = [](int) { interrupted = true; };
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

bool stop_requested() noexcept {
    return interrupted;
}

std::string duration_text(double seconds) {
    if (!std::isfinite(seconds) || seconds < 0) return "-";
    const auto whole = static_cast<long>(seconds + 0.5);
    if (whole >= 3600) return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
    return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

void LaneProgress::apply(const run::Record& record) {
    if (record.has_started()) {
        total_ = record.started().total_steps();
        scaled_ = record.started().config().scaling() != run::NONE;
        emulated_ = record.started().emulated();
    }
    if (record.has_step_done()) {
        const run::StepRecord& step = record.step_done();
        step_ = record.step();
        scale_ = step.scale();
        rate_ = step.images_per_second();
        mean_step_ms_ = mean_step_ms_ == 0 ? step.step_ms() : 0.98 * mean_step_ms_ + 0.02 * step.step_ms();
        skipped_ += step.skipped() ? 1 : 0;
    }
    if (record.has_evaluated() && !record.evaluated().training_set()) accuracy_ = record.evaluated().accuracy();
    if (record.has_finished()) finished_ = true;
}

std::string LaneProgress::line(int width) const {
    const double done = total_ ? static_cast<double>(step_) / total_ : 1.0;
    std::string right = fmt::format(" {:>{}}/{} ", step_, std::to_string(total_).size(), total_);
    right += fmt::format(" test {:5.2f} % ", accuracy_ * 100);
    if (scaled_) right += fmt::format(" scale 2^{:g} ", std::log2(scale_));
    if (skipped_) right += fmt::format(" skipped {} ", skipped_);
    right += fmt::format(" {:.0f} images/s ", rate_);
    right += finished_ ? std::string(" done")
                       : fmt::format(" ETA {}", duration_text((total_ - step_) * mean_step_ms_ / 1e3));
    const std::string left = fmt::format("{:<22} ", label_);
    const int room = std::clamp(width - static_cast<int>(left.size() + right.size()) - 3, 5, 40);
    const int filled = static_cast<int>(std::lround(done * room));
    std::string bar = "[";
    for (int i = 0; i < room; ++i) bar += i < filled ? "#" : ".";
    std::string text = left + bar + "]" + right;
    if (static_cast<int>(text.size()) > width) text.resize(static_cast<std::size_t>(std::max(1, width)));
    return text;
}

ProgressDisplay::ProgressDisplay(std::FILE* stream) : stream_(stream), terminal_(isatty(fileno(stream)) != 0) {}

void ProgressDisplay::draw(const std::vector<LaneProgress>& lanes, bool now) {
    const auto time = std::chrono::steady_clock::now();
    const auto interval = terminal_ ? std::chrono::milliseconds(100) : std::chrono::milliseconds(5000);
    if (!now && time - last_ < interval) return;
    last_ = time;
    if (terminal_ && drawn_ > 0) fmt::print(stream_, "\033[{}A", drawn_);
    for (const LaneProgress& lane : lanes)
        fmt::print(stream_, "{}{}\n", terminal_ ? "\r\033[K" : "", lane.line(columns_of(stream_) - 1));
    std::fflush(stream_);
    drawn_ = lanes.size();
}

void ProgressDisplay::finish() {
    drawn_ = 0;
}

}  // namespace mantissa
