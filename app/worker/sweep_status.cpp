// SPDX-License-Identifier: Apache-2.0
#include "app/worker/sweep_status.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

#include "app/worker/slurm.h"
#include "app/worker/sweep_folder.h"
#include "app/worker/terminal.h"
#include "engine/base/error.h"
#include "engine/base/host.h"
#include "engine/report/field_text.h"
#include "engine/run/json.h"
#include "engine/run/metric.h"
#include "engine/run/presets.h"
#include "engine/run/set_field.h"
#include "engine/store/library.h"
#include "engine/store/writer_lock.h"

namespace mantissa {
namespace {

namespace fs = std::filesystem;

enum class CellState { waiting, running, done, failed };
constexpr CellState cell_states[] = {CellState::done, CellState::running, CellState::waiting, CellState::failed};

const char* state_name(CellState state) {
    switch (state) {
        case CellState::waiting:
            return "waiting";
        case CellState::running:
            return "running";
        case CellState::done:
            return "done";
        case CellState::failed:
            return "failed";
    }
    return "";
}

/// What is known of one run.
struct CellView {
    CellState state = CellState::waiting;
    std::string run_id, why;  ///< why it failed
    std::uint32_t steps = 0, of_steps = 0;
    std::optional<float> metric;  ///< of a run under way: the last evaluation's
    std::optional<run::RunFinished> finished;
};

/// A configuration but for its name, to be looked for.
std::string key_of(run::RunConfig config) {
    config.clear_name();
    return config.SerializeAsString();
}

class SweepStatus {
  public:
    SweepStatus(const SweepWork& work, const std::string& folder)
        : work_(work), folder_(folder.empty() ? SweepFolder::beside(work) : fs::absolute(folder)) {
        for (std::size_t i = 0; i < work.cells.size(); ++i) by_config_.emplace(key_of(work.cells[i].config), i);
        views_.resize(work.cells.size());
        told_.resize(work.cells.size());
    }

    /// Looks at the tasks' folders first: what is taken into the library meanwhile is found there.
    void look() {
        for (std::size_t i = 0; i < views_.size(); ++i) {
            if (views_[i].state == CellState::done) continue;
            views_[i] = {};
            views_[i].of_steps = work_.cells[i].config.steps();
        }
        look_at_tasks();
        look_at_library();
    }

    /// The runs that have something new since the last call; at first all of them.
    std::vector<std::size_t> news() {
        std::vector<std::size_t> changed;
        for (std::size_t i = 0; i < views_.size(); ++i) {
            std::string line = json_of(i);
            if (line == told_[i]) continue;
            told_[i] = std::move(line);
            changed.push_back(i);
        }
        return changed;
    }

    const std::string& told(std::size_t cell) const { return told_[cell]; }
    const std::vector<CellView>& views() const { return views_; }
    const fs::path& folder() const { return folder_.path(); }
    std::size_t count(CellState state) const {
        std::size_t all = 0;
        for (const CellView& view : views_) all += view.state == state;
        return all;
    }
    bool ended() const { return count(CellState::done) + count(CellState::failed) == views_.size(); }

  private:
    std::string json_of(std::size_t cell) const {
        const CellView& view = views_[cell];
        std::string values;
        for (const SweepAxis& axis : work_.grid.axes)
            values += (values.empty() ? "" : ", ") +
                      json_quoted(field_text(work_.cells[cell].config, *config_field(axis.field)));
        const bool known = view.metric && std::isfinite(*view.metric);
        return fmt::format(
            "{{\"run\": {}, \"state\": \"{}\", \"values\": [{}], \"run_id\": {}, \"steps\": {}, \"of_steps\": {}, "
            "\"metric\": {}, \"seconds\": {}, \"why\": {}}}",
            cell + 1, state_name(view.state), values, json_quoted(view.run_id), view.steps, view.of_steps,
            known ? fmt::format("{}", *view.metric) : "null",
            view.finished && std::isfinite(view.finished->seconds()) ? fmt::format("{:.3f}", view.finished->seconds())
                                                                     : "null",
            json_quoted(view.why));
    }

    static void take(CellView& view, const RunSummary& run, const Library& library) {
        view = {};
        view.run_id = run.run_id;
        view.metric = run.test_accuracy;
        view.steps = run.steps;
        const RunDetails details = library.details(run.run_id);
        if (details.started.total_steps() > 0) view.of_steps = details.started.total_steps();
        // On a network file system the marks of who trains are not seen from here.
        if (!run.finished && (run.trained_elsewhere || is_on_network(library.path().parent_path())))
            view.state = CellState::running;
        if (run.finished && details.finished) end(view, *details.finished);
    }

    void look_at_library() {
        if (!is_library_there(work_.library)) return;
        const auto library = Library::open(work_.library, Access::read_only);
        for (const RunSummary& run : library->runs()) {
            if (run.deleted || !run.problem.empty() || run.group_id != work_.group) continue;
            auto known = by_id_.find(run.run_id);
            if (known == by_id_.end()) {
                const auto cell = by_config_.find(key_of(complete(run.config)));
                known = by_id_.emplace(run.run_id, cell == by_config_.end() ? views_.size() : cell->second).first;
            }
            if (known->second < views_.size() && views_[known->second].state != CellState::done)
                take(views_[known->second], run, *library);
        }
    }

    /// What the task tells of itself. It is believed to train while it holds the mark of that.
    void look_at_task(CellView& view, std::size_t number) const {
        const SweepPlace at = folder_.place(number);
        std::error_code ignored;
        const bool ended = fs::exists(at.finished, ignored);
        if (const auto told = folder_.progress(number); told && (ended || fs::exists(at.running, ignored))) {
            view.run_id = told->run_id;
            view.of_steps = told->of_steps;
            view.steps = told->so_far.steps();
            if (told->so_far.has_test_accuracy()) view.metric = told->so_far.test_accuracy();
            if (ended) return end(view, told->so_far);
            if (is_on_network(at.folder) || ClaimReader(at.running).trained_elsewhere(view.run_id))
                view.state = CellState::running;
            return;
        }
        view.why = folder_.refusal(number);
        if (!view.why.empty()) view.state = CellState::failed;
    }

    static void end(CellView& view, const run::RunFinished& finished) {
        view.finished = finished;
        if (finished.outcome() == run::RunFinished::COMPLETED) view.state = CellState::done;
        if (finished.outcome() != run::RunFinished::FAILED) return;
        view.state = CellState::failed;
        view.why = finished.error().message();
    }

    void look_at_tasks() {
        for (const run::Start& start : folder_.numbered(numbered_)) {
            const auto cell = by_config_.find(key_of(start.config()));
            if (cell != by_config_.end()) numbers_[cell->second] = numbered_;
            ++numbered_;
        }
        for (const auto& [cell, number] : numbers_)
            if (views_[cell].state != CellState::done) look_at_task(views_[cell], number);
        look_for_unsubmitted();
    }

    /// Who submits may be killed before sbatch has all of them; the others would wait for ever.
    void look_for_unsubmitted() {
        const auto submitted = SlurmJobs(folder_.jobs()).submitted();
        if (!submitted || is_held(folder_.lock())) return;
        for (const auto& [cell, number] : numbers_) {
            CellView& view = views_[cell];
            if (view.state != CellState::waiting || submitted->contains(number)) continue;
            view.state = CellState::failed;
            view.why =
                "it was never submitted: who submits was ended before; the same sweep with --on slurm, given once "
                "more, submits it";
        }
    }

    const SweepWork& work_;
    SweepFolder folder_;
    std::map<std::string, std::size_t> by_config_, by_id_;  ///< the cell
    std::map<std::size_t, std::size_t> numbers_;            ///< of a cell's task
    std::size_t numbered_ = 0;                              ///< how many of them are known
    std::vector<CellView> views_;
    std::vector<std::string> told_;
};

std::string counts_of(const SweepStatus& status) {
    std::string text;
    for (const CellState state : cell_states) text += fmt::format("{} {}, ", status.count(state), state_name(state));
    return text + fmt::format("of {}", status.views().size());
}

void print_head(const SweepWork& work, const SweepStatus& status) {
    std::string fields;
    for (const SweepAxis& axis : work.grid.axes) fields += (fields.empty() ? "" : ", ") + json_quoted(axis.field);
    const run::Task task = work.cells.empty() ? run::CLASSIFY : work.cells.front().config.task();
    fmt::print("{{\"sweep\": {}, \"runs\": {}, \"fields\": [{}], \"task\": \"{}\", \"library\": {}, \"folder\": {}}}\n",
               json_quoted(work.grid.name), work.cells.size(), fields, run::Task_Name(task), json_quoted(work.library),
               json_quoted(status.folder().string()));
}

void print_news(SweepStatus& status) {
    for (const std::size_t cell : status.news()) fmt::print("{}\n", status.told(cell));
    std::string counts;
    for (const CellState state : cell_states)
        counts += fmt::format("{}\"{}\": {}", counts.empty() ? "" : ", ", state_name(state), status.count(state));
    fmt::print("{{\"look\": {{{}}}}}\n", counts);
}

void print_table(const SweepWork& work, const SweepStatus& status) {
    std::vector<SweepCell> cells = work.cells;
    for (std::size_t i = 0; i < cells.size(); ++i) cells[i].finished = status.views()[i].finished;
    fmt::print("{}", sweep_table(work.grid, cells));
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const CellView& view = status.views()[i];
        const std::string name = harmless(cells[i].config.name());
        if (view.state == CellState::running)
            fmt::print("running  {}: step {} of {}\n", name, view.steps,
                       view.of_steps > 0 ? std::to_string(view.of_steps) : "?");
        if (view.state == CellState::failed) fmt::print("failed   {}: {}\n", name, harmless(view.why));
    }
    fmt::print("{}; in {}\n", counts_of(status), work.library);
}

}  // namespace

int sweep_status(const SweepWork& work, const StatusOptions& options) {
    need_library(work);
    catch_interrupts();
    SweepStatus status(work, options.folder);
    std::string counts;
    if (work.json) print_head(work, status);
    for (;;) {
        const auto began = std::chrono::steady_clock::now();
        status.look();
        if (work.json)
            print_news(status);
        else if (options.follow && counts != counts_of(status))
            fmt::print("{}\n", counts = counts_of(status));
        std::fflush(stdout);
        if (!options.follow || status.ended() || stop_requested()) break;
        // A look at thousands of tasks in a network folder takes its time: at most a tenth of it is spent there.
        const auto took = std::chrono::steady_clock::now() - began;
        const auto until = began + std::max<std::chrono::steady_clock::duration>(
                                       10 * took, std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                                      std::chrono::duration<double>(options.poll_seconds)));
        while (std::chrono::steady_clock::now() < until && !stop_requested())
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        if (stop_requested()) break;
    }
    if (!work.json) print_table(work, status);
    return stop_requested() ? static_cast<int>(ErrorCode::cancelled) : 0;
}

}  // namespace mantissa
