// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker sweep`: a grid of runs into one library, resumed where it stopped.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "app/worker/commands.h"
#include "app/worker/config_flags.h"
#include "app/worker/hand_session.h"
#include "app/worker/lane_setup.h"
#include "app/worker/sweep_cells.h"
#include "app/worker/sweep_cluster.h"
#include "app/worker/sweep_folder.h"
#include "app/worker/sweep_status.h"
#include "app/worker/sweep_task.h"
#include "app/worker/terminal.h"
#include "engine/base/error.h"
#include "engine/run/names.h"
#include "engine/run/sweep.h"
#include "engine/store/library_file.h"
#include "engine/store/writer_lock.h"

namespace mantissa {
namespace {

struct SweepOptions {
    ConfigFlags flags;
    std::vector<std::string> axes;
    std::string file, library, run_share, on;
    std::int64_t cell = -1;
    bool json = false, submit_only = false, status = false, follow = false, until_input_ends = false;
    std::optional<double> poll;
    SlurmOptions slurm;
};

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
    void ended_elsewhere() { overall_.finish(1); }
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
            throw Error(ErrorCode::usage, "a sweep's file has the settings, and flags of settings are given beside it",
                        options.file, "write them into its \"base\", or leave the file out and name lists with --vary");
        grid = read_sweep(options.file);
    } else {
        grid.base = options.flags.config();
        grid.given = options.flags.given_settings();
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

/// Which runs of a sweep in this process could not begin, for `--status`: marks in the sweep's folder, which is made
/// with the first of them and goes when all runs are in the library. They are made under the sweep's lock, and not at
/// all where tasks of Slurm or ranks of MPI use the folder for the same sweep: there they would be taken for theirs.
class Refusals {
  public:
    explicit Refusals(const SweepWork& work) : work_(work) {
        if (work.library != "none") folder_.emplace(SweepFolder::beside(work));
    }
    void add(std::size_t cell, const std::string& why) {
        marked([&] { folder_->refuse(number_of(cell), why); });
    }
    /// It is tried now.
    void forget(std::size_t cell) {
        std::error_code ignored;
        if (is_there()) marked([&] { std::filesystem::remove(folder_->place(number_of(cell)).refused, ignored); });
    }
    /// The folder goes, unless somebody else needs it.
    void all_are_there() {
        if (is_there()) marked([this] { folder_->remove(); });
    }

  private:
    bool is_there() const {
        std::error_code ignored;
        return folder_ && std::filesystem::exists(folder_->path(), ignored);
    }
    std::size_t number_of(std::size_t cell) {
        if (numbers_.empty()) numbers_ = folder_->number(work_);
        return numbers_[cell];
    }
    void marked(const std::function<void()>& mark) try {
        std::error_code ignored;
        if (!folder_ || std::filesystem::exists(folder_->jobs(), ignored)) return;
        std::filesystem::create_directories(folder_->path());
        const FileLock alone(folder_->lock(), say("another process takes in the runs of this sweep"));
        mark();
    } catch (const std::exception& error) {
        fmt::print(stderr, "mantissa-worker: what could not begin is not marked for --status: {}\n", error.what());
        folder_.reset();
    }

    const SweepWork& work_;
    std::optional<SweepFolder> folder_;  ///< nothing: marks cannot be made
    std::vector<std::size_t> numbers_;   ///< of each cell's task, once there is a folder
};

/// The runs of a sweep in this process, one after the other. Other processes may train the same sweep into the same
/// library meanwhile: each cell is trained by the one that claims it, and the others take what it gave.
class SweepHere {
  public:
    SweepHere(SweepWork& work, const SweepOptions& options)
        : work_(work),
          refusals_(work),
          sink_(options, OverallProgress(work.grid.name, work.cells.size(), work.there)),
          session_(sink_) {
        // On a network's disk the library has one writer, which the recorder is by now.
        const std::filesystem::path library(work.library);
        if (work.library == "none" || is_on_network(library.parent_path())) return;
        claims_.emplace(library, WriterLock::Kind::shared);
        claims_->let_others();
    }

    int run() {
        catch_interrupts();
        work_.stopped = stop_requested();
        std::vector<std::size_t> left;
        for (std::size_t i = 0; i < work_.cells.size(); ++i)
            if (work_.cells[i].run_id.empty()) left.push_back(i);
        for (bool told = false; !left.empty() && !work_.stopped; told = true) {
            std::erase_if(left, [this](std::size_t cell) { return work_.stopped || took(cell); });
            if (left.empty() || work_.stopped) break;
            if (!told)
                fmt::print(stderr, "mantissa-worker: {} trained by another process of this sweep: waiting for {}\n",
                           left.size() == 1 ? "a run is" : fmt::format("{} runs are", left.size()),
                           left.size() == 1 ? "it" : "them");
            wait();
        }
        sink_.finish();
        if (!work_.stopped && work_.failed == 0) refusals_.all_are_there();
        return end_sweep(work_);
    }

  private:
    /// Whether nothing is left to do for the cell; not so while another process trains it.
    bool took(std::size_t cell) {
        const std::string claim = claim_of(work_, cell);
        try {
            if (claims_) claims_->claim(claim);
        } catch (const Error& error) {
            if (error.code() != ErrorCode::bad_data) throw;
            return false;
        }
        if (ended_elsewhere(work_, cell)) {
            const bool complete = work_.cells[cell].finished->outcome() == run::RunFinished::COMPLETED;
            ++(complete ? work_.there : work_.failed);
            print_cell(work_, cell, complete ? "skipped" : "failed");
            sink_.ended_elsewhere();
        } else {
            train(cell);
        }
        if (claims_) claims_->release(claim);
        return true;
    }

    void train(std::size_t i) {
        SweepCell& cell = work_.cells[i];
        run::Command command;
        *command.mutable_start()->mutable_config() = cell.config;
        command.mutable_start()->set_group_id(work_.group);
        sink_.begin_run(summary_of(cell.config));
        refusals_.forget(i);
        try {
            cell.run_id = session_.ask(command).run_id();
        } catch (const Error& error) {  // one that does not fit leaves the others to be run
            fmt::print(stderr, "mantissa-worker: {}: {}\n", cell.config.name(), error.what());
            print_cell(work_, i, "refused");
            refusals_.add(i, error.what());
            ++work_.failed;
            sink_.end_run();
            return;
        }
        work_.stopped = !session_.train_to_the_end();
        sink_.end_run();
        count_end(work_, i, sink_.finished(), work_.stopped);
    }

    /// A second, or until it is to stop.
    void wait() {
        for (int tenth = 0; tenth < 10 && !work_.stopped; ++tenth) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            work_.stopped = stop_requested();
        }
    }

    SweepWork& work_;
    Refusals refusals_;
    SweepSink sink_;
    HandSession session_;
    std::optional<WriterLock> claims_;  ///< nothing: nobody else can write the library
};

int sweep_here(SweepWork& work, const SweepOptions& options) {
    find_done(work, Begun::keep);
    return SweepHere(work, options).run();
}

/// One run of a sweep that another process deals out.
int sweep_task(const SweepOptions& options) {
    if (options.slurm.folder.empty())
        throw Error(ErrorCode::usage, say("it does not say of which sweep"), "--cell",
                    say("its folder, with --folder"));
    catch_interrupts();
    const TaskEnd end = train_task(SweepFolder(std::filesystem::absolute(options.slurm.folder)),
                                   static_cast<std::size_t>(options.cell), options.run_share, false);
    if (end == TaskEnd::stopped) return static_cast<int>(ErrorCode::cancelled);
    return end == TaskEnd::failed ? static_cast<int>(ErrorCode::failed) : 0;
}

int sweep(const SweepOptions& given) {
    SweepOptions options = given;
    if (options.cell >= 0) return sweep_task(options);
    if (options.flags.printed()) return 0;
    if (options.on != "slurm" &&
        (options.submit_only || !options.slurm.sbatch.empty() || !options.slurm.script.empty()))
        throw Error(ErrorCode::usage, "--submit-only, --sbatch and --template are for Slurm, and nothing asks for it",
                    options.on.empty() ? "sweep" : "--on " + options.on, "--on slurm with them, or none of them");
    if (options.library != "none") options.library = library_file(options.library).string();
    options.slurm.wait = !options.submit_only;
    SweepWork work;
    work.grid = grid_of(options);
    work.group = sweep_group_id(work.grid);
    for (run::RunConfig& config : runs_of(work.grid, options)) work.cells.push_back({std::move(config), {}, {}});
    work.library = options.library;
    work.run_share = options.run_share;
    work.json = options.json;
    if (options.status) {
        if (options.until_input_ends) stop_at_end_of_input();
        return sweep_status(work, {options.slurm.folder, options.follow, options.poll.value_or(2)});
    }
    options.slurm.poll_seconds = options.poll.value_or(options.slurm.poll_seconds);
    if (options.on == "mpi") return sweep_on_mpi(work, options.slurm.folder);
    if (options.on.empty()) return sweep_here(work, options);
    find_done(work, Begun::remove);
    return sweep_on_slurm(work, options.slurm);
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
                     "values of a setting, in place of the file's or without a file: lr=0.1,0.01 or "
                     "casts=torch-amp,apex-o2 or operand-recipe=none,fp8-delayed (may be repeated)")
        ->type_name("SETTING=VALUE[,VALUE...]");
    command
        ->add_option("--library", options->library,
                     "where the runs are kept and looked for; \"none\": nowhere (default: your library)")
        ->type_name("FILE");
    add_run_share(*command, options->run_share);
    command
        ->add_option("--on", options->on,
                     "slurm: each run is a task of a job array, and comes into the library when it has ended; mpi: the "
                     "ranks that mpirun or srun has started deal the runs out among them (default: one after the "
                     "other, here)")
        ->check(CLI::IsMember({"slurm", "mpi"}));
    command
        ->add_option("--folder", options->slurm.folder,
                     "--on: what the tasks need and leave, where all of them can write (default: beside the library)")
        ->type_name("DIR");
    command
        ->add_option("--sbatch", options->slurm.sbatch,
                     "an option for sbatch: --sbatch=--partition=short (may be repeated)")
        ->type_name("OPTION");
    command
        ->add_option("--template", options->slurm.script,
                     "the script that sbatch gets (default: slurm/array.sh of Mantissa's resources)")
        ->type_name("FILE");
    command
        ->add_option("--poll", options->poll,
                     "seconds between two looks (default: 10 with --on slurm, 2 with --follow)")
        ->check(CLI::Range(0.05, 3600.0))
        ->type_name("SECONDS");
    command->add_flag("--submit-only", options->submit_only,
                      "--on slurm: submits what is missing and does not wait for it; started again, it takes in what "
                      "has ended");
    command->add_option("--cell", options->cell, "trains this run of --folder alone: what a task of the array does")
        ->check(CLI::NonNegativeNumber)
        ->type_name("N");
    CLI::Option* status = command->add_flag(
        "--status", options->status,
        "trains nothing: tells which runs of the sweep wait, run, are done or have failed, wherever they are trained");
    command->add_flag("--follow", options->follow, "--status: goes on to tell what is new until all runs have ended")
        ->needs(status);
    command
        ->add_flag(
            "--until-input-ends", options->until_input_ends,
            "--follow: stops where the standard input ends: who started it over ssh reaches it with nothing else")
        ->needs(status);
    command->add_flag("--json", options->json, "one run a line");
    options->flags.add_to(*command);
    command->footer("Example:\n  mantissa-worker sweep --vary precision=fp32,fp16 --vary seed=1,2,3 --width 64");
    return [options] { return sweep(*options); };
}

}  // namespace mantissa
