// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker demo`: the terminal demonstration. The underflow preset in FP32, in FP16 without and in FP16 with a
// dynamic loss scale, in lockstep from the same weights over the same batches; bars while it runs, a table at the end.
#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <memory>
#include <vector>

#include "app/worker/catalogue.h"
#include "app/worker/commands.h"
#include "app/worker/hand_session.h"
#include "app/worker/lane_setup.h"
#include "app/worker/terminal.h"
#include "engine/base/error.h"
#include "engine/report/advisor_text.h"
#include "engine/run/presets.h"

namespace mantissa {
namespace {

struct DemoOptions {
    std::string library;
    std::int64_t steps = -1;
};

struct DemoLane {
    const char* label;
    run::Precision precision;
    run::Scaling scaling;
};
constexpr std::array<DemoLane, 3> demo_lanes{{{"FP32", run::FP32, run::NONE},
                                              {"FP16, no scaling", run::FP16, run::NONE},
                                              {"FP16, dynamic scaling", run::FP16, run::DYNAMIC}}};

/// Records to the library and to the lines on the terminal; keeps how each lane ended.
class DemoSink final : public RecordSink {
  public:
    explicit DemoSink(const std::string& library) : recorder_(library) {
        for (const DemoLane& lane : demo_lanes) lines_.emplace_back(lane.label);
    }
    void accept(const run::Record& record) override {
        recorder_.accept(record);
        LaneProgress& line = lines_.at(record.lane());
        line.apply(record);
        if (record.has_finished()) results_[record.lane()] = record.finished();
        if (record.has_error())
            fmt::print(stderr, "mantissa-worker: {}: {}\n", line.label(), harmless(record.error().message()));
        display_.draw(lines_);
    }
    /// None: they are brought to the library first.
    std::vector<run::Record> unsettled(const std::string&) override {
        recorder_.finish();
        return {};
    }
    void finish() {
        display_.draw(lines_, true);
        display_.finish();
        recorder_.finish();
    }
    const std::array<run::RunFinished, demo_lanes.size()>& results() const { return results_; }

  private:
    LibraryRecorder recorder_;
    std::vector<LaneProgress> lines_;
    ProgressDisplay display_;
    std::array<run::RunFinished, demo_lanes.size()> results_;
};

int demo(const DemoOptions& options) {
    const run::Preset preset = preset_named("underflow");
    fmt::print("{}\n{}\n\n", preset.title(), preset.description());
    run::Command command;
    for (const DemoLane& lane : demo_lanes) {
        run::RunConfig& config = *command.mutable_race()->add_lanes();
        config = complete(preset.config());
        config.set_steps(options.steps);
        config.set_name(fmt::format("demo: {}", lane.label));
        config.set_precision(lane.precision);
        config.set_scaling(lane.scaling);
    }
    DemoSink sink(options.library);
    HandSession session(sink);
    catch_interrupts();
    session.ask(command);
    const bool stopped = !session.train_to_the_end();
    sink.finish();

    fmt::print("\n{:<22} {:>9} {:>9} {:>24} {:>9} {:>11}\n", "", "test", "train", "flushed act. gradients", "skipped",
               "final scale");
    bool failed = false;
    for (std::size_t i = 0; i < demo_lanes.size(); ++i) {
        const run::RunFinished& r = sink.results()[i];
        failed = failed || r.outcome() == run::RunFinished::FAILED;
        const auto percent = [](bool known, double share) {
            return known ? fmt::format("{:.2f} %", share * 100) : std::string("-");
        };
        const std::string scale = scale_text(static_cast<double>(r.final_scale()));
        fmt::print("{:<22} {:>9} {:>9} {:>24} {:>9} {:>11}\n", demo_lanes[i].label,
                   percent(r.has_test_accuracy(), static_cast<double>(r.test_accuracy())),
                   percent(r.has_train_accuracy(), static_cast<double>(r.train_accuracy())),
                   percent(r.steps() > 0, r.flushed_share_activations()), r.skipped_steps(), scale);
    }
    if (stopped)
        fmt::print("\nStopped after {}: these are no final figures.\n", counted(sink.results()[0].steps(), "step"));
    fmt::print("\n11.35 % is what a network scores that always answers 1.\n");
    if (failed) return static_cast<int>(ErrorCode::failed);
    return stopped ? static_cast<int>(ErrorCode::cancelled) : 0;
}

}  // namespace

CommandFunction add_demo(CLI::App& program) {
    CLI::App* command = program.add_subcommand("demo", "race FP32, FP16 and FP16 with loss scaling, in this terminal");
    auto options = std::make_shared<DemoOptions>();
    command
        ->add_option("--library", options->library,
                     "where the runs are kept; \"none\": nowhere (default: your library)")
        ->type_name("FILE");
    command->add_option("--steps", options->steps, "end after so many steps (default: the whole preset)")
        ->type_name("N");
    command->footer("Example:\n  mantissa-worker demo --steps 200");
    return [options] { return demo(*options); };
}

}  // namespace mantissa
