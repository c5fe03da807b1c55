// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker sweep`: a grid of runs into one library, resumed where it stopped.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <vector>

#include "app/worker/commands.h"
#include "app/worker/hand_session.h"
#include "app/worker/lane_setup.h"
#include "app/worker/terminal.h"
#include "engine/base/error.h"
#include "engine/report/advisor_text.h"
#include "engine/run/json.h"
#include "engine/run/names.h"
#include "engine/run/presets.h"
#include "engine/run/sweep.h"
#include "engine/store/library.h"

namespace mantissa {
namespace {

struct SweepOptions {
    std::string file, library;
    bool json = false;
};

/// A configuration of the grid and the run that it already has.
struct Cell {
    run::RunConfig config;
    std::string run_id;  ///< of the completed run in the library; empty: there is none
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
        if (library->details(run.run_id).started.identity().group_id() != group) continue;
        if (run.finished && run.outcome == run::RunFinished::COMPLETED && cell->run_id.empty())
            cell->run_id = run.run_id;
        else if (!run.finished || run.outcome != run::RunFinished::COMPLETED)
            library->remove(run.run_id);
    }
}

/// Records of one run after the other.
class SweepSink final : public RecordSink {
  public:
    SweepSink(const SweepOptions& options, OverallProgress overall)
        : options_(options), recorder_(options.library), overall_(std::move(overall)) {}

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
run::RunConfig varied(const run::RunConfig& config) {
    run::RunConfig result;
    result.set_name(config.name());
    result.set_precision(config.precision());
    result.set_scaling(config.scaling());
    result.set_batch(config.batch());
    result.set_lr(config.lr());
    result.set_seed(config.seed());
    return result;
}

void print_json(std::size_t cell, std::size_t of, const char* what, const Cell& c, const run::RunFinished* finished) {
    fmt::print(
        "{{\"cell\": {}, \"of\": {}, \"state\": \"{}\", \"run_id\": \"{}\", \"config\": {}, \"finished\": {}}}\n", cell,
        of, what, c.run_id, to_json(varied(c.config)), finished ? to_json(*finished) : "null");
    std::fflush(stdout);
}

int sweep(const SweepOptions& given) {
    SweepOptions options = given;
    const run::Sweep file = read_sweep(options.file);
    const std::string group = sweep_group_id(file);
    std::vector<Cell> cells;
    for (run::RunConfig& config : sweep_cells(file, options.file)) cells.push_back({std::move(config), {}});
    if (file.precision().empty() && file.scaling().empty() && file.batch().empty() && file.lr().empty() &&
        file.seed().empty())
        throw Error(ErrorCode::bad_data, "it lists no values to run through", options.file,
                    "a list of one setting at least, such as {\"precision\": [\"FP32\", \"FP16\"], \"seed\": [1, 2]}");
    if (options.library != "none") options.library = library_file(options.library).string();
    if (options.library != "none") find_done(cells, group, options.library);
    const auto there = static_cast<std::size_t>(
        std::count_if(cells.begin(), cells.end(), [](const Cell& cell) { return !cell.run_id.empty(); }));
    if (!options.json && there > 0)
        fmt::print("In the library already: {} of {}\n", there, counted(cells.size(), "run"));

    SweepSink sink(options, OverallProgress(file.name(), cells.size(), there));
    HandSession session(sink);
    catch_interrupts();
    std::size_t trained = 0, failed = 0;
    bool stopped = stop_requested();
    for (std::size_t i = 0; i < cells.size() && !stopped; ++i) {
        Cell& cell = cells[i];
        if (!cell.run_id.empty()) {
            if (options.json) print_json(i + 1, cells.size(), "skipped", cell, nullptr);
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
            if (options.json) print_json(i + 1, cells.size(), "refused", cell, nullptr);
            ++failed;
            sink.end_run();
            continue;
        }
        stopped = !session.train_to_the_end();
        sink.end_run();
        const bool complete = sink.finished().outcome() == run::RunFinished::COMPLETED;
        complete ? ++trained : stopped ? 0 : ++failed;
        if (options.json)
            print_json(i + 1, cells.size(),
                       complete  ? "completed"
                       : stopped ? "stopped"
                                 : "failed",
                       cell, &sink.finished());
    }
    sink.finish();
    if (!options.json)
        fmt::print("{} trained, {} skipped, {} failed, of {}; in {}\n", trained, there, failed, cells.size(),
                   options.library == "none" ? "no library" : options.library);
    if (stopped) return static_cast<int>(ErrorCode::cancelled);
    return failed > 0 ? static_cast<int>(ErrorCode::failed) : 0;
}

}  // namespace

CommandFunction add_sweep(CLI::App& program) {
    CLI::App* command = program.add_subcommand("sweep", "train a grid of runs; started again, it goes on");
    auto options = std::make_shared<SweepOptions>();
    command
        ->add_option("file", options->file,
                     "JSON: name, preset, base (settings), and lists of precision, scaling, batch, lr, seed")
        ->type_name("FILE")
        ->required();
    command
        ->add_option("--library", options->library,
                     "where the runs are kept and looked for; \"none\": nowhere (default: your library)")
        ->type_name("FILE");
    command->add_flag("--json", options->json, "one run a line");
    return [options] { return sweep(*options); };
}

}  // namespace mantissa
