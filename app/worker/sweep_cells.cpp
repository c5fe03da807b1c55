// SPDX-License-Identifier: Apache-2.0
#include "app/worker/sweep_cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <set>
#include <vector>

#include "app/worker/terminal.h"
#include "engine/base/error.h"
#include "engine/report/advisor_text.h"
#include "engine/report/comparison.h"
#include "engine/report/field_text.h"
#include "engine/run/json.h"
#include "engine/run/metric.h"
#include "engine/run/presets.h"
#include "engine/run/set_field.h"
#include "engine/store/library.h"

namespace mantissa {
namespace {

/// What tells the cells apart.
run::RunConfig varied(const SweepGrid& grid, const run::RunConfig& config) {
    std::set<std::string> kept{"name", "precision", "scaling", "batch", "lr", "seed"};
    for (const SweepAxis& axis : grid.axes) kept.insert(axis.field);
    run::RunConfig result = config;
    std::vector<const google::protobuf::FieldDescriptor*> fields;
    config.GetReflection()->ListFields(config, &fields);
    for (const auto* field : fields)
        if (!kept.contains(field->name())) result.GetReflection()->ClearField(&result, field);
    return result;
}

}  // namespace

std::string sweep_table(const SweepGrid& grid, const std::vector<SweepCell>& cells) {
    std::vector<std::string> fields;
    for (const SweepAxis& axis : grid.axes)
        if (axis.field != "seed") fields.push_back(axis.field);
    struct Row {
        std::vector<std::string> values;
        std::vector<double> accuracies;
        std::string seeds;
        double skipped = 0, steps = 0;
    };
    std::vector<Row> rows;
    const Metric metric = cells.empty() ? metric_of(run::CLASSIFY) : metric_of(cells.front().config);
    for (const SweepCell& cell : cells) {
        std::vector<std::string> values;
        for (const std::string& field : fields) values.push_back(field_text(cell.config, *config_field(field)));
        auto row = std::find_if(rows.begin(), rows.end(), [&](const Row& one) { return one.values == values; });
        if (row == rows.end()) row = rows.insert(rows.end(), Row{values, {}, {}, 0, 0});
        const bool done = cell.finished && cell.finished->outcome() == run::RunFinished::COMPLETED;
        const double accuracy = done && cell.finished->has_test_accuracy()
                                    ? static_cast<double>(cell.finished->test_accuracy())
                                    : std::nan("");
        row->seeds += std::isfinite(accuracy) ? fmt::format(" {:>6}", metric_number(metric, accuracy))
                                              : fmt::format(" {:>6}", "-");
        if (std::isfinite(accuracy)) row->accuracies.push_back(accuracy);
        if (!done) continue;
        row->skipped += cell.finished->skipped_steps();
        row->steps += cell.finished->steps();
    }
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        widths.push_back(fields[i].size());
        for (const Row& row : rows) widths[i] = std::max(widths[i], row.values[i].size());
    }
    std::string out = "\n";
    for (std::size_t i = 0; i < fields.size(); ++i) out += fmt::format("{:<{}}  ", fields[i], widths[i]);
    out +=
        fmt::format("{:>9} {:>9}  by seed, {}\n", "test", "skipped", *metric.unit ? metric.unit : english(metric.name));
    for (const Row& row : rows) {
        for (std::size_t i = 0; i < fields.size(); ++i) out += fmt::format("{:<{}}  ", row.values[i], widths[i]);
        const double mean = mean_interval(row.accuracies).mean;
        out += fmt::format("{:>9} {:>9} {}\n", metric_text(metric, !row.accuracies.empty(), mean),
                           row.steps > 0 ? fmt::format("{:.2f} %", row.skipped / row.steps * 100) : "-", row.seeds);
    }
    return out + "\n";
}

void find_done(SweepWork& work, Begun begun) {
    if (work.library == "none") return;
    const std::unique_ptr<Library> library = Library::open(work.library, Access::read_write);
    for (const RunSummary& run : library->runs()) {
        if (run.deleted || !run.problem.empty()) continue;
        const auto cell = std::find_if(work.cells.begin(), work.cells.end(),
                                       [&](const SweepCell& c) { return same_run(c.config, complete(run.config)); });
        if (cell == work.cells.end()) continue;
        if (run.group_id != work.group) continue;
        if (run.finished && run.outcome == run::RunFinished::COMPLETED && cell->run_id.empty()) {
            cell->run_id = run.run_id;
            cell->finished = library->details(run.run_id).finished;
        } else if (!run.finished || run.outcome != run::RunFinished::COMPLETED) {
            if (run.finished) work.ended_before.insert(run.run_id);
            if (begun == Begun::remove) library->remove(run.run_id);
        }
    }
    work.there = static_cast<std::size_t>(std::count_if(work.cells.begin(), work.cells.end(),
                                                        [](const SweepCell& cell) { return !cell.run_id.empty(); }));
    if (!work.json && work.there > 0)
        fmt::print("In the library already: {} of {}\n", work.there, counted(work.cells.size(), "run"));
    if (work.json)
        for (std::size_t i = 0; i < work.cells.size(); ++i)
            if (!work.cells[i].run_id.empty()) print_cell(work, i, "skipped");
}

bool ended_elsewhere(SweepWork& work, std::size_t cell) {
    if (work.library == "none") return false;
    std::vector<std::string> begun;
    const std::unique_ptr<Library> library = Library::open(work.library, Access::read_only);
    for (const RunSummary& run : library->runs()) {
        if (run.deleted || !run.problem.empty() || run.group_id != work.group ||
            !same_run(work.cells[cell].config, complete(run.config)))
            continue;
        if (run.finished && run.outcome != run::RunFinished::STOPPED && !work.ended_before.contains(run.run_id)) {
            work.cells[cell].run_id = run.run_id;
            work.cells[cell].finished = library->details(run.run_id).finished;
            return true;
        }
        if (!run.trained_elsewhere) begun.push_back(run.run_id);
    }
    if (begun.empty()) return false;
    const std::unique_ptr<Library> writer = Library::open(work.library, Access::read_write);
    for (const std::string& id : begun) writer->remove(id);
    return false;
}

std::string claim_of(const SweepWork& work, std::size_t cell) {
    run::RunConfig config = work.cells[cell].config;
    config.clear_name();  // as same_run() has it
    return "sweep " + work.group + " " + config.SerializeAsString();
}

void print_cell(const SweepWork& work, std::size_t cell, const char* what) {
    if (!work.json) return;
    const SweepCell& c = work.cells[cell];
    fmt::print(
        "{{\"cell\": {}, \"of\": {}, \"state\": \"{}\", \"run_id\": \"{}\", \"config\": {}, \"finished\": {}}}\n",
        cell + 1, work.cells.size(), what, c.run_id, to_json(varied(work.grid, c.config)),
        c.finished ? to_json(*c.finished) : "null");
    std::fflush(stdout);
}

void count_end(SweepWork& work, std::size_t cell, const run::RunFinished& finished, bool stopped) {
    work.cells[cell].finished = finished;
    const bool complete = finished.outcome() == run::RunFinished::COMPLETED;
    complete ? ++work.trained : stopped ? 0 : ++work.failed;
    print_cell(work, cell, complete ? "completed" : stopped ? "stopped" : "failed");
}

namespace {

/// Why runs failed, a line each, the first ones.
std::string failures_text(const SweepWork& work) {
    constexpr std::size_t most = 5;
    std::string text;
    std::size_t count = 0;
    for (std::size_t i = 0; i < work.cells.size(); ++i) {
        const SweepCell& cell = work.cells[i];
        if (!cell.finished || cell.finished->outcome() != run::RunFinished::FAILED || ++count > most) continue;
        const run::ErrorRecord& error = cell.finished->error();
        text += fmt::format("failed, {} of {}: {}{}\n", i + 1, work.cells.size(),
                            error.place().empty() ? "" : harmless(error.place()) + ": ", harmless(error.message()));
    }
    if (count > most) text += fmt::format("and {} more; sweep --status has all\n", count - most);
    return text;
}

}  // namespace

int end_sweep(const SweepWork& work) {
    if (!work.json && work.failed > 0) fmt::print(stderr, "{}", failures_text(work));
    if (!work.json)
        fmt::print("{}{} trained, {} skipped, {} failed, of {}; in {}\n", sweep_table(work.grid, work.cells),
                   work.trained, work.there, work.failed, work.cells.size(),
                   work.library == "none" ? "no library" : work.library);
    if (work.stopped) return static_cast<int>(ErrorCode::cancelled);
    return work.failed > 0 ? static_cast<int>(ErrorCode::failed) : 0;
}

}  // namespace mantissa
