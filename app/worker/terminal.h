// SPDX-License-Identifier: Apache-2.0
// Progress on a terminal: a few lines redrawn in place, or plain lines where the output is no terminal.
#pragma once

#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "engine/run/run.pb.h"

namespace mantissa {

/// What a run's line shows; fed with its records.
class LaneProgress {
  public:
    explicit LaneProgress(std::string label) : label_(std::move(label)) {}

    void apply(const run::Record& record);
    /// One line of at most `width` columns: label, bar, step, accuracy once there is one, scale, images/s or what else
    /// the task reads (the mean of the run once it has ended), ETA or how it ended.
    std::string line(int width) const;
    const std::string& label() const noexcept { return label_; }
    /// Of its steps, 0 to 1.
    double done() const;

  private:
    std::string label_;
    std::uint32_t step_ = 0, total_ = 0, skipped_ = 0;
    std::optional<float> accuracy_;
    float scale_ = 1, rate_ = 0;
    bool scaled_ = false, emulated_ = false;
    run::Task task_ = run::CLASSIFY;
    std::optional<run::RunFinished::Outcome> outcome_;
    double mean_step_ms_ = 0;
};

/// The line of several runs together: how many are done and when the rest will be, at the pace of those that were
/// trained here.
class OverallProgress {
  public:
    /// `runs`: in all; `skipped`: of those, how many need no training.
    OverallProgress(std::string label, std::size_t runs, std::size_t skipped);
    /// Counts so many more as done.
    void finish(std::size_t runs) { done_ += runs; }
    /// `of_current`: share of the work on `current` runs that go on, 0 to 1.
    std::string line(int width, double of_current, std::size_t current = 1) const;

  private:
    std::string label_;
    std::size_t runs_, skipped_, done_;
    std::chrono::steady_clock::time_point start_;
};

/// Draws the lines of several runs: in place, at most ten times a second, on a terminal. Where the standard output is
/// none, its readers want the result alone: progress then goes to the standard error, and where that is no terminal
/// either as a plain line now and then.
class ProgressDisplay {
  public:
    ProgressDisplay();
    /// Redraws when it is time, or at once with `now`. Without a terminal only `overall` is told, where there is one.
    void draw(const std::vector<LaneProgress>& lanes, bool now = false, const OverallProgress* overall = nullptr);
    /// Leaves the cursor below the lines.
    void finish();

  private:
    std::FILE* stream_;
    bool terminal_;
    std::size_t drawn_ = 0;
    std::chrono::steady_clock::time_point last_{};
};

/// What a file or a library says, for a terminal: nothing that a terminal would take for a command.
std::string harmless(std::string text);
/// The same as a part of a line: without line feeds.
std::string in_line(std::string text);

/// Columns of a terminal that `text` (UTF-8, nothing wide) takes.
std::size_t columns_of(const std::string& text);

/// "1:23", "2:01:07".
std::string duration_text(double seconds);

/// Sets the flag that stop_requested() reads, on Ctrl-C, on SIGTERM and, but under nohup, on SIGHUP: the terminal was
/// closed.
void catch_interrupts();
/// The same at the end of the standard input: who runs a worker over ssh reaches it with nothing else.
void stop_at_end_of_input();
/// The same, from within.
void request_stop() noexcept;
/// Also once the reader of the standard output has gone: what nobody reads need not be computed to its end.
bool stop_requested() noexcept;
/// Throws Error(cancelled) where a stop is requested: of a result that is told whole or not at all.
void refuse_stopped();

}  // namespace mantissa
