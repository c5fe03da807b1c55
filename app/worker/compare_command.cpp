// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker compare`: a race for every seed, and what it shows.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>

#include "app/worker/commands.h"
#include "app/worker/compare_lanes.h"
#include "app/worker/compare_resume.h"
#include "app/worker/config_flags.h"
#include "app/worker/hand_session.h"
#include "app/worker/lane_setup.h"
#include "app/worker/terminal.h"
#include "engine/base/error.h"
#include "engine/report/advisor_text.h"
#include "engine/report/repeat_command.h"

namespace mantissa {
namespace {

struct CompareOptions {
    ConfigFlags flags;
    std::vector<std::string> runs{"fp32", "fp16", "fp16+dynamic", "bf16"};
    std::uint32_t seeds = 1;
    std::string library, run_share, checkpoint_folder;
    std::optional<std::string> target;
    bool json = false, resume = false;
};

/// Records of one race to the library, to the lines on the terminal and to the lanes' results.
class RaceSink final : public RecordSink {
  public:
    RaceSink(const CompareOptions& options, OverallProgress overall)
        : options_(options), recorder_(options.library, options.run_share), overall_(std::move(overall)) {}

    void begin_race(PlannedRace& race) {
        lines_ = std::move(race.lines);
        runs_ = std::move(race.runs);
    }
    void accept(const run::Record& record) override {
        recorder_.accept(record);
        const std::size_t lane = record.lane();
        if (lane >= runs_.size()) return;
        runs_[lane].apply(record);
        lines_[lane].apply(record);
        if (record.has_error())
            fmt::print(stderr, "mantissa-worker: {}: {}\n", lines_[lane].label(), record.error().message());
        if (!options_.json) display_.draw(lines_, false, &overall_);
    }
    /// None: they are brought to the library first.
    std::vector<run::Record> unsettled(const std::string&) override {
        recorder_.finish();
        return {};
    }
    /// The results of the race that has ended, by lane.
    std::vector<LaneRun> end_race() {
        if (!options_.json) display_.draw(lines_, true, &overall_);
        overall_.finish(lines_.size());
        recorder_.finish();
        return std::move(runs_);
    }
    void finish() {
        display_.finish();
        recorder_.finish();
    }

  private:
    const CompareOptions& options_;
    LibraryRecorder recorder_;
    OverallProgress overall_;
    std::vector<LaneProgress> lines_;
    ProgressDisplay display_;
    std::vector<LaneRun> runs_;
};

/// Trains what is left of a race; false where a person stopped it.
bool train_lanes(HandSession& session, const PlannedRace& race, const std::vector<LaneRun>& there,
                 const std::string& group) {
    if (race.how == PlannedRace::How::train) {
        run::Command command;
        command.mutable_race()->set_group_id(group);
        for (const run::RunConfig& config : race.configs) *command.mutable_race()->add_lanes() = config;
        session.ask(command);
    }
    for (std::size_t i = 0; i < there.size(); ++i) {
        if (race.how != PlannedRace::How::resume || there[i].complete()) continue;
        run::Command command;
        command.set_lane(static_cast<std::uint32_t>(i));
        command.mutable_resume_run()->set_run_id(there[i].run_id);
        session.ask(command);
    }
    return session.train_to_the_end();
}

/// The command that goes on with what was stopped.
std::string how_to_go_on(const CompareOptions& options, const run::RunConfig& base) {
    std::vector<std::string> words = repeat_words(base);
    words[1] = "compare";
    const auto add = [&](const char* flag, const std::string& value) {
        words.insert(words.end(), {flag, shell_quoted(value)});
    };
    const auto network = std::find(words.begin(), words.end(), "--network");
    if (const std::string file = options.flags.typed("network"); network != words.end() && !file.empty())
        *std::next(network) = shell_quoted(file);
    add("--runs", fmt::format("{}", fmt::join(options.runs, ",")));
    if (options.seeds > 1) add("--seeds", fmt::format("{}", options.seeds));
    if (!options.library.empty()) add("--library", options.library);
    if (options.target) add("--target", *options.target);
    if (!options.checkpoint_folder.empty()) add("--checkpoint-folder", options.checkpoint_folder);
    return fmt::format("to resume it: {} --resume", fmt::join(words, " "));
}

std::vector<run::RunConfig> configs_of(const std::vector<CompareLane>& lanes) {
    std::vector<run::RunConfig> configs;
    for (const CompareLane& lane : lanes) configs.push_back(lane.config);
    return configs;
}

std::vector<CompareLane> lanes_of(const CompareOptions& options) {
    return compare_lanes(options.runs, options.flags.config(), options.flags.given_settings());
}

int compare(const CompareOptions& options) {
    const run::RunConfig base = options.flags.config();
    std::vector<CompareLane> lanes = lanes_of(options);
    const std::optional<double> target =
        options.target ? std::optional(target_of(*options.target, lanes[0].config.task())) : std::nullopt;
    options.flags.check_effect(configs_of(lanes));
    if (options.flags.given_settings().has_precision() && !options.flags.given_settings().has_casts())
        fmt::print(stderr, "mantissa-worker: --precision has no effect: --runs names the formats\n");
    const bool kept = options.library != "none";
    if (options.resume && !kept)
        throw Error(ErrorCode::usage, "nothing was kept that could be resumed", "--resume", "name the library");
    ComparisonPlan plan = planned_comparison(lanes, options.seeds, base.name());
    const std::filesystem::path checkpoints = checkpoint_folder(options.checkpoint_folder);
    if (options.resume) take_over(plan, library_file(options.library), checkpoints);
    std::size_t there = 0, runs = 0;
    for (const PlannedRace& race : plan.races) {
        runs += race.configs.size();
        if (race.how == PlannedRace::How::done) there += race.configs.size();
    }
    if (there > 0 && !options.json) fmt::print("In the library already: {} of {}\n", there, counted(runs, "run"));
    RaceSink sink(options, OverallProgress("all", runs, there));
    HandSession session(sink, kept ? checkpoints : std::filesystem::path());
    catch_interrupts();
    bool stopped = false;
    for (PlannedRace& race : plan.races) {
        if (stopped) break;
        std::vector<LaneRun> results = race.runs;
        if (race.how != PlannedRace::How::done) {
            sink.begin_race(race);
            stopped = !train_lanes(session, race, results, plan.group);
            results = sink.end_race();
            session.settled();
        }
        for (std::size_t i = 0; i < results.size(); ++i) lanes[race.first + i].runs.push_back(std::move(results[i]));
    }
    sink.finish();

    const std::vector<LaneSummary> summaries = summarise(lanes, target);
    std::size_t complete = 0;
    bool failed = false;
    for (const CompareLane& lane : lanes)
        for (const LaneRun& one : lane.runs) {
            complete += one.complete() ? 1 : 0;
            failed = failed || !one.finished || one.finished->outcome() == run::RunFinished::FAILED;
        }
    if (options.json)
        for (std::size_t i = 0; i < lanes.size(); ++i) fmt::print("{}\n", to_json_line(lanes[i], summaries[i], target));
    else if (!stopped || complete > 0)
        fmt::print("{}", comparison_text(lanes, summaries, target));
    if (stopped) {
        std::FILE* const to = options.json ? stderr : stdout;  // the lines stay the result alone
        fmt::print(to, "Stopped: {} of {} complete.\n", complete, counted(runs, "run"));
        if (kept) fmt::print(to, "{}\n", how_to_go_on(options, base));
        return static_cast<int>(ErrorCode::cancelled);
    }
    return failed ? static_cast<int>(ErrorCode::failed) : 0;
}

}  // namespace

CommandFunction add_compare(CLI::App& program) {
    CLI::App* command = program.add_subcommand("compare", "race precisions from the same weights, over several seeds");
    auto options = std::make_shared<CompareOptions>();
    command
        ->add_option("--runs,--lanes", options->runs,
                     "precisions, with commas between, each with +none, +static, +dynamic or the name of a loss scaler "
                     "(+mxnet; see presets --scalers) where its loss scaling is not that of --scaling; or the casts of "
                     "a framework (apex-o2, half, half+bf16; see presets --casts); or operands in eight or fewer bits "
                     "(fp8-delayed, mxfp8; see presets --operands); the first is the baseline. control: "
                     "the baseline once more, its initial "
                     "weights moved by one ulp (to the next number): how far it strays is noise")
        ->delimiter(',')
        ->capture_default_str();
    command
        ->add_option("--seeds", options->seeds, "races, each with the next seed; 5 are needed to say which is better")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command
        ->add_option("--target", options->target,
                     "also the steps and the training time until the test first reached this: a percentage such as 97, "
                     "or a fraction such as 0.97 (dB of a PSNR). Seen where a run is evaluated: see --eval-interval")
        ->type_name("VALUE");
    command->add_flag("--resume", options->resume,
                      "resume the last comparison of these settings: what it completed is not trained again");
    command->add_flag("--json", options->json, "one of the compared settings a line, with all its runs");
    command
        ->add_option("--library", options->library,
                     "where the runs are kept; \"none\": nowhere (default: your library)")
        ->type_name("FILE");
    add_run_share(*command, options->run_share);
    command
        ->add_option("--checkpoint-folder", options->checkpoint_folder,
                     "where checkpoints of a stopped comparison lie (default: your state folder)")
        ->type_name("DIR");
    options->flags.add_to(*command);
    command->footer("Example:\n  mantissa-worker compare --runs fp32,fp16,fp16+dynamic,control --seeds 5");
    return [options] {
        if (!options->flags.printed()) return compare(*options);
        options->flags.say_idle(configs_of(lanes_of(*options)));
        return 0;
    };
}

}  // namespace mantissa
