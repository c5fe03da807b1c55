// SPDX-License-Identifier: Apache-2.0
// Bars of block characters; a line never wraps.
#include "app/worker/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <thread>

#include "app/worker/output.h"
#include "engine/base/error.h"
#include "engine/report/advisor_text.h"
#include "engine/run/metric.h"

namespace mantissa {
namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "set from a signal handler");

int descriptor_of(std::FILE* stream) {
    return stream == stdout ? STDOUT_FILENO : STDERR_FILENO;
}

int width_of(std::FILE* stream) {
    winsize size{};
    if (ioctl(descriptor_of(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    return 120;
}

/// Of UTF-8.
bool begins_character(char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
}

/// left [####....] right, cut to `width`.
std::string bar_line(const std::string& left, double done, const std::string& right, int room, int width) {
    const int filled = static_cast<int>(std::lround(done * room));
    std::string bar = "[";
    for (int i = 0; i < room; ++i) bar += i < filled ? "#" : ".";
    std::string text = left + bar + "]" + right;
    const auto most = static_cast<std::size_t>(std::max(1, width));
    std::size_t columns = 0;
    for (std::size_t i = 0; i < text.size(); ++i)  // never within a character
        if (begins_character(text[i]) && ++columns > most) {
            text.resize(i);
            break;
        }
    return text;
}

}  // namespace

std::string in_line(std::string text) {
    text = harmless(std::move(text));
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

void catch_interrupts() {
    sigset_t signals;
    sigemptyset(&signals);
    struct sigaction action {};
    action.sa_handler = [](int) { interrupted = true; };
    action.sa_flags = SA_RESTART;  // a line that is being written to a pipe is not torn by it
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction before {};
        sigaction(signal, nullptr, &before);
        if (signal == SIGHUP && before.sa_handler == SIG_IGN) continue;  // nohup
        sigaction(signal, &action, nullptr);
        sigaddset(&signals, signal);
    }
    // No handler may run on a thread that computes: oneDNN's matrix products point the stack pointer into buffers of
    // their own, and the signal's frame then overwrites the heap below them. So this thread, and those that it makes
    // from now on, leave the signals to one that does nothing else.
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    std::thread([signals] {
        for (int which = 0; sigwait(&signals, &which) == 0;) interrupted = true;
    }).detach();
}

void stop_at_end_of_input() {
    std::thread([] {
        char ignored[256];
        for (ssize_t n = 1; n > 0 || (n < 0 && errno == EINTR);) n = read(STDIN_FILENO, ignored, sizeof ignored);
        interrupted = true;
    }).detach();
}

void request_stop() noexcept {
    interrupted = true;
}

bool stop_requested() noexcept {
    return interrupted || output_unread();
}

void refuse_stopped() {
    if (stop_requested()) throw Error(ErrorCode::cancelled, "stopped", "", "");
}

std::size_t columns_of(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_character));
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
        if (scaled_) scale_ = record.started().config().loss_scale();  // until a step tells its own
        emulated_ = record.started().emulated();
        task_ = record.started().config().task();
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
    if (record.has_finished()) {
        const run::RunFinished& finished = record.finished();
        outcome_ = finished.outcome();
        if (finished.has_images_per_second()) rate_ = finished.images_per_second();
        if (finished.has_test_accuracy()) accuracy_ = finished.test_accuracy();
    }
}

std::string LaneProgress::line(int width) const {
    std::string right = fmt::format(" {:>{}}/{} ", step_, std::to_string(total_).size(), total_);
    if (accuracy_) right += " " + tested_text("test", task_, static_cast<double>(*accuracy_), 5) + " ";
    if (scaled_) right += fmt::format(" scale {} ", scale_text(static_cast<double>(scale_)));
    if (skipped_) right += fmt::format(" skipped {} ", skipped_);
    if (emulated_)
        right += " emulated ";
    else if (rate_ > 0)
        right += fmt::format(" {:.0f} {} ", rate_, english(rate_unit(task_)));
    if (!outcome_)
        right += fmt::format(" ETA {}", duration_text((total_ - step_) * mean_step_ms_ / 1e3));
    else
        right += *outcome_ == run::RunFinished::COMPLETED ? " done"
                 : *outcome_ == run::RunFinished::STOPPED ? " stopped"
                                                          : " failed";
    const std::string left = fmt::format("{:<22} ", in_line(label_));
    const int room = std::clamp(width - static_cast<int>(columns_of(left) + columns_of(right)) - 3, 5, 40);
    return bar_line(left, done(), right, room, width);
}

double LaneProgress::done() const {
    return total_ ? static_cast<double>(step_) / total_ : outcome_ ? 1.0 : 0.0;
}

OverallProgress::OverallProgress(std::string label, std::size_t runs, std::size_t skipped)
    : label_(std::move(label)),
      runs_(runs),
      skipped_(skipped),
      done_(skipped),
      start_(std::chrono::steady_clock::now()) {}

std::string OverallProgress::line(int width, double of_current, std::size_t current) const {
    const double trained = static_cast<double>(done_ - skipped_) + of_current * static_cast<double>(current);
    const double rest = std::max(0.0, static_cast<double>(runs_ - skipped_) - trained);
    const auto ready = skipped_ + static_cast<std::size_t>(trained + 1e-6);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    const std::string right = fmt::format(" {}/{} runs  {}", ready, runs_,
                                          ready >= runs_ ? "done"
                                          : trained > 0  ? "ETA " + duration_text(seconds / trained * rest)
                                                         : std::string());
    const double share = runs_ ? (static_cast<double>(skipped_) + trained) / static_cast<double>(runs_) : 1.0;
    return bar_line(fmt::format("{:<22} ", in_line(label_)), share, right, 40, width);
}

std::string harmless(std::string text) {
    for (char& c : text)
        if ((static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7F) c = ' ';
    for (std::size_t at = 0; (at = text.find("\xC2", at)) != std::string::npos && at + 1 < text.size(); ++at)
        if (static_cast<unsigned char>(text[at + 1]) < 0xA0) text.replace(at, 2, " ");  // U+0080 to U+009F: C1 controls
    return text;
}

ProgressDisplay::ProgressDisplay()
    : stream_(isatty(STDOUT_FILENO) != 0 ? stdout : stderr), terminal_(isatty(descriptor_of(stream_)) != 0) {}

void ProgressDisplay::draw(const std::vector<LaneProgress>& lanes, bool now, const OverallProgress* overall) {
    const auto time = std::chrono::steady_clock::now();
    const auto interval = terminal_ ? std::chrono::milliseconds(100) : std::chrono::milliseconds(30000);
    if (!now && time - last_ < interval) return;
    last_ = time;
    // What was drawn is erased to the end of the screen: it may have had more lines.
    if (terminal_ && drawn_ > 0) write_control(stream_, fmt::format("\r\033[{}A\033[J", drawn_));
    const int width = width_of(stream_) - 1;
    const bool lines = terminal_ || !overall;
    if (lines)
        for (const LaneProgress& lane : lanes) fmt::print(stream_, "{}\n", lane.line(width));
    if (overall) {
        double done = 0;
        for (const LaneProgress& lane : lanes) done += lane.done() / static_cast<double>(lanes.size());
        fmt::print(stream_, "{}\n", overall->line(width, done, lanes.size()));
    }
    std::fflush(stream_);
    drawn_ = lanes.size() + (overall ? 1 : 0);
}

void ProgressDisplay::finish() {
    drawn_ = 0;
}

}  // namespace mantissa
