// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker compare`: a race for every seed, and what it shows.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>

#include "app/worker/commands.h"
#include "app/worker/compare_lanes.h"
#include "app/worker/config_flags.h"
#include "app/worker/hand_session.h"
#include "app/worker/lane_setup.h"
#include "app/worker/terminal.h"
#include "engine/base/error.h"
#include "engine/base/ulid.h"

namespace mantissa {
namespace {

struct CompareOptions {
    ConfigFlags flags;
    std::vector<std::string> lanes{"fp32", "fp16", "fp16+dynamic", "bf16"};
    std::uint32_t seeds = 1;
    std::string library;
    bool json = false;
};

/// Records of one race to the library, to the lines on the terminal and to the lanes' results.
class RaceSink final : public RecordSink {
  public:
    RaceSink(const CompareOptions& options, OverallProgress overall)
        : options_(options), recorder_(options.library), overall_(std::move(overall)) {}

    void begin_race(std::vector<LaneProgress> lines) {
        lines_ = std::move(lines);
        runs_.assign(lines_.size(), {});
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
    /// The results of the race that has ended, by lane.
    std::vector<LaneRun> end_race() {
        if (!options_.json) display_.draw(lines_, true, &overall_);
        overall_.finish(lines_.size());
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

int compare(const CompareOptions& options) {
    const run::RunConfig base = options.flags.config();
    std::vector<CompareLane> lanes = compare_lanes(options.lanes, base);
    RaceSink sink(options, OverallProgress("all", lanes.size() * options.seeds, 0));
    HandSession session(sink);
    catch_interrupts();
    const std::string group = lanes.size() > Session::max_lanes || options.seeds > 1 ? make_ulid() : std::string();
    bool stopped = false;
    for (std::uint32_t k = 0; k < options.seeds && !stopped; ++k)
        // More lanes than a session holds race one group after the other: same seed, same batches, same numbers.
        for (std::size_t first = 0; first < lanes.size() && !stopped; first += Session::max_lanes) {
            const std::size_t count = std::min(Session::max_lanes, lanes.size() - first);
            run::Command command;
            command.mutable_race()->set_group_id(group);
            std::vector<LaneProgress> lines;
            for (std::size_t i = first; i < first + count; ++i) {
                run::RunConfig& config = *command.mutable_race()->add_lanes();
                config = lanes[i].config;
                config.set_seed(base.seed() + k);
                std::string label = lanes[i].name;
                if (options.seeds > 1) label += fmt::format(", seed {}", config.seed());
                config.set_name(fmt::format("{}: {}", base.name().empty() ? "compare" : base.name(), label));
                lines.emplace_back(label);
            }
            sink.begin_race(std::move(lines));
            session.ask(command);
            stopped = !session.train_to_the_end();
            std::vector<LaneRun> runs = sink.end_race();
            for (std::size_t i = 0; i < count; ++i) lanes[first + i].runs.push_back(std::move(runs[i]));
        }
    sink.finish();
    if (stopped) return static_cast<int>(ErrorCode::cancelled);

    const std::vector<LaneSummary> summaries = summarise(lanes);
    if (options.json)
        for (std::size_t i = 0; i < lanes.size(); ++i) fmt::print("{}\n", to_json_line(lanes[i], summaries[i]));
    else
        fmt::print("{}", comparison_text(lanes, summaries));
    for (const CompareLane& lane : lanes)
        for (const LaneRun& one : lane.runs)
            if (!one.finished || one.finished->outcome() == run::RunFinished::FAILED)
                return static_cast<int>(ErrorCode::failed);
    return 0;
}

}  // namespace

CommandFunction add_compare(CLI::App& program) {
    CLI::App* command = program.add_subcommand("compare", "race precisions from the same weights, over several seeds");
    auto options = std::make_shared<CompareOptions>();
    command
        ->add_option(
            "--lanes", options->lanes,
            "precisions, each with +none, +static or +dynamic where the scaling is not the base's; the first is "
            "the baseline; control: the baseline with its initial weights moved by one ulp (to the next number), "
            "whose distance is the noise")
        ->delimiter(',')
        ->capture_default_str();
    command->add_option("--seeds", options->seeds, "races, each from the next seed; a claim needs 5")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command->add_flag("--json", options->json, "one lane a line");
    command
        ->add_option("--library", options->library,
                     "where the runs are kept; \"none\": nowhere (default: your library)")
        ->type_name("FILE");
    options->flags.add_to(*command);
    return [options] { return compare(*options); };
}

}  // namespace mantissa
