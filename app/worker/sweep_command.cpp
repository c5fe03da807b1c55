// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker sweep`: a grid of runs into one library, resumed where it stopped.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <vector>

#include "app/worker/commands.h"
#include "app/worker/config_flags.h"
#include "app/worker/hand_session.h"
#include "app/worker/lane_setup.h"
#include "app/worker/terminal.h"
#include "engine/base/error.h"
#include "engine/report/advisor_text.h"
#include "engine/report/comparison.h"
#include "engine/report/field_text.h"
#include "engine/run/json.h"
#include "engine/run/metric.h"
#include "engine/run/names.h"
#include "engine/run/presets.h"
#include "engine/run/set_field.h"
#include "engine/run/sweep.h"
#include "engine/store/library.h"

namespace mantissa {
namespace {

struct SweepOptions {
    ConfigFlags flags;
    std::vector<std::string> axes;
    std::string file, library, run_share;
    bool json = false;
};

/// A configuration of the grid and the run that it already has.
struct Cell {
    run::RunConfig config;
    std::string run_id;  ///< of the completed run in the library; empty: there is none
    std::optional<run::RunFinished> finished;
};

/// Finds the cells that an earlier sweep of this name completed. What it began and did not complete is marked as
/// deleted, since it is run again.
void find_done(std::vector<Cell>& cells, const std::string& group, const std::filesystem::path& file) {
    const std::unique_ptr<Library> library = Library::open(file, Access::read_write);
    for (const RunSummary& run : library->runs()) {
        if (run.deleted || !run.problem.empty()) continue;
        const auto cell = std::find_if(cells.begin(), cells.end(),
                                       [&](const Cell& c) { return same_run(c.config, complete(run.config)); });
        if (cell == cells.end()) continue;
        if (run.group_id != group) continue;
        if (run.finished && run.outcome == run::RunFinished::COMPLETED && cell->run_id.empty()) {
            cell->run_id = run.run_id;
            cell->finished = library->details(run.run_id).finished;
        } else if (!run.finished || run.outcome != run::RunFinished::COMPLETED) {
            library->remove(run.run_id);
        }
    }
}

/// Records of one run after the other.
class SweepSink final : public RecordSink {
  public:
    SweepSink(const SweepOptions& options, OverallProgress overall)
        : options_(options), recorder_(options.library, options.run_share), overall_(std::move(overall)) {}

    void begin_run(const std::string& label) {
        lines_ = {LaneProgress(label)};
        finished_ = {};
    }
    void accept(const run::Record& record) override {
        recorder_.accept(record);
        if (record.has_finished()) finished_ = record.finished();
        lines_[0].apply(record);
        if (!options_.json) display_.draw(lines_, record.has_finished(), &overall_);
    }
    const run::RunFinished& finished() const { return finished_; }
    void end_run() {
        overall_.finish(1);
        recorder_.finish();
    }
    void finish() {
        display_.finish();
        recorder_.finish();
    }

  private:
    const SweepOptions& options_;
    LibraryRecorder recorder_;
    OverallProgress overall_;
    std::vector<LaneProgress> lines_{LaneProgress("")};
    ProgressDisplay display_;
    run::RunFinished finished_;
};

/// What tells the cells apart.
run::RunConfig varied(const SweepGrid& grid, const run::RunConfig& config) {
    run::RunConfig result;
    std::vector<std::string> fields{"name", "precision", "scaling", "batch", "lr", "seed"};
    for (const SweepAxis& axis : grid.axes) fields.push_back(axis.field);
    for (const std::string& field : fields)
        set_field(result, *config_field(field), field_text(config, *config_field(field)), field);
    return result;
}

/// A line for each combination of values but for the seed, with the accuracy of every seed.
std::string table_of(const SweepGrid& grid, const std::vector<Cell>& cells) {
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
    for (const Cell& cell : cells) {
        std::vector<std::string> values;
        for (const std::string& field : fields) values.push_back(field_text(cell.config, *config_field(field)));
        auto row = std::find_if(rows.begin(), rows.end(), [&](const Row& one) { return one.values == values; });
        if (row == rows.end()) row = rows.insert(rows.end(), Row{values, {}, {}, 0, 0});
        const bool done = cell.finished && cell.finished->outcome() == run::RunFinished::COMPLETED;
        const double accuracy = done && cell.finished->has_test_accuracy()
                                    ? static_cast<double>(cell.finished->test_accuracy())
                                    : std::nan("");
        row->seeds += std::isfinite(accuracy) ? fmt::format(" {:6.2f}", accuracy * 100) : fmt::format(" {:>6}", "-");
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
    const Metric metric = cells.empty() ? metric_of(run::CLASSIFY) : metric_of(cells.front().config);
    out += fmt::format("{:>9} {:>9}  by seed, {}\n", "test", "skipped", metric.unit);
    for (const Row& row : rows) {
        for (std::size_t i = 0; i < fields.size(); ++i) out += fmt::format("{:<{}}  ", row.values[i], widths[i]);
        const double mean = mean_interval(row.accuracies).mean;
        out += fmt::format("{:>9} {:>9} {}\n", metric_text(metric, !row.accuracies.empty(), mean),
                           row.steps > 0 ? fmt::format("{:.2f} %", row.skipped / row.steps * 100) : "-", row.seeds);
    }
    return out + "\n";
}

/// The runs of the grid. Where it was given by flags, what is wrong with it is a wrong use of these.
std::vector<run::RunConfig> runs_of(const SweepGrid& grid, const SweepOptions& options) try {
    return sweep_cells(grid, options.file.empty() ? "--vary" : options.file);
} catch (const Error& error) {
    if (!options.file.empty() || error.code() != ErrorCode::bad_data) throw;
    std::string place = error.place();
    std::replace(place.begin(), place.end(), '_', '-');
    throw Error(ErrorCode::usage, error.message_phrase(), place, error.remedy_phrase());
}

SweepGrid grid_of(const SweepOptions& options) {
    SweepGrid grid;
    if (!options.file.empty()) {
        if (options.flags.given())
            throw Error(ErrorCode::usage, "a sweep's file has its settings", options.file,
                        "write them into its \"base\", or leave the file out and name lists with --vary");
        grid = read_sweep(options.file);
    } else {
        grid.base = options.flags.config();
        grid.name = grid.base.name();
    }
    for (const std::string& axis : options.axes) add_axis(grid, axis, "--vary");
    if (grid.axes.empty()) {
        runs_of(grid, options);  // what else is wrong with it comes first
        throw Error(
            options.file.empty() ? ErrorCode::usage : ErrorCode::bad_data, "it lists no values to run through",
            options.file.empty() ? "--vary" : options.file,
            "a list of one setting at least, such as {\"precision\": [\"fp32\", \"fp16\"], \"seed\": [1, 2]} in "
            "the file, or --vary precision=fp32,fp16");
    }
    if (grid.name.empty()) {  // the same whenever it is started, with whatever values
        grid.name = "sweep of";
        for (const SweepAxis& axis : grid.axes) grid.name += " " + axis.field;
    }
    return grid;
}

void print_json(const SweepGrid& grid, std::size_t cell, std::size_t of, const char* what, const Cell& c) {
    fmt::print(
        "{{\"cell\": {}, \"of\": {}, \"state\": \"{}\", \"run_id\": \"{}\", \"config\": {}, \"finished\": {}}}\n", cell,
        of, what, c.run_id, to_json(varied(grid, c.config)), c.finished ? to_json(*c.finished) : "null");
    std::fflush(stdout);
}

int sweep(const SweepOptions& given) {
    SweepOptions options = given;
    if (options.flags.printed()) return 0;
    const SweepGrid grid = grid_of(options);
    const std::string group = sweep_group_id(grid);
    std::vector<Cell> cells;
    for (run::RunConfig& config : runs_of(grid, options)) cells.push_back({std::move(config), {}, {}});
    if (options.library != "none") options.library = library_file(options.library).string();
    if (options.library != "none") find_done(cells, group, options.library);
    const auto there = static_cast<std::size_t>(
        std::count_if(cells.begin(), cells.end(), [](const Cell& cell) { return !cell.run_id.empty(); }));
    if (!options.json && there > 0)
        fmt::print("In the library already: {} of {}\n", there, counted(cells.size(), "run"));

    SweepSink sink(options, OverallProgress(grid.name, cells.size(), there));
    HandSession session(sink);
    catch_interrupts();
    std::size_t trained = 0, failed = 0;
    bool stopped = stop_requested();
    for (std::size_t i = 0; i < cells.size() && !stopped; ++i) {
        Cell& cell = cells[i];
        if (!cell.run_id.empty()) {
            if (options.json) print_json(grid, i + 1, cells.size(), "skipped", cell);
            continue;
        }
        run::Command command;
        *command.mutable_start()->mutable_config() = cell.config;
        command.mutable_start()->set_group_id(group);
        sink.begin_run(summary_of(cell.config));
        try {
            cell.run_id = session.ask(command).run_id();
        } catch (const Error& error) {  // one that does not fit leaves the others to be run
            fmt::print(stderr, "mantissa-worker: {}: {}\n", cell.config.name(), error.what());
            if (options.json) print_json(grid, i + 1, cells.size(), "refused", cell);
            ++failed;
            sink.end_run();
            continue;
        }
        stopped = !session.train_to_the_end();
        sink.end_run();
        cell.finished = sink.finished();
        const bool complete = sink.finished().outcome() == run::RunFinished::COMPLETED;
        complete ? ++trained : stopped ? 0 : ++failed;
        if (options.json)
            print_json(grid, i + 1, cells.size(), complete ? "completed" : stopped ? "stopped" : "failed", cell);
    }
    sink.finish();
    if (!options.json)
        fmt::print("{}{} trained, {} skipped, {} failed, of {}; in {}\n", table_of(grid, cells), trained, there, failed,
                   cells.size(), options.library == "none" ? "no library" : options.library);
    if (stopped) return static_cast<int>(ErrorCode::cancelled);
    return failed > 0 ? static_cast<int>(ErrorCode::failed) : 0;
}

}  // namespace

CommandFunction add_sweep(CLI::App& program) {
    CLI::App* command = program.add_subcommand("sweep", "train a grid of runs; started again, it continues");
    auto options = std::make_shared<SweepOptions>();
    command
        ->add_option(
            "file", options->file,
            "JSON: \"name\", \"preset\", \"base\" (settings of all runs), and under the name of any setting the "
            "list of its values, as the flags take them")
        ->type_name("FILE");
    command
        ->add_option("--vary", options->axes,
                     "values of a setting, in place of the file's or without a file: lr=0.1,0.01 (may be repeated)")
        ->type_name("SETTING=VALUE[,VALUE...]");
    command
        ->add_option("--library", options->library,
                     "where the runs are kept and looked for; \"none\": nowhere (default: your library)")
        ->type_name("FILE");
    add_run_share(*command, options->run_share);
    command->add_flag("--json", options->json, "one run a line");
    options->flags.add_to(*command);
    command->footer("Example:\n  mantissa-worker sweep --vary precision=fp32,fp16 --vary seed=1,2,3 --width 64");
    return [options] { return sweep(*options); };
}

}  // namespace mantissa
