// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker demo`: the terminal demonstration. The underflow preset in FP32, in FP16 without and in FP16 with a
// dynamic loss scale, in lockstep from the same weights over the same batches; bars while it runs, a table at the end.
#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "app/worker/catalogue.h"
#include "app/worker/commands.h"
#include "app/worker/lane_setup.h"
#include "app/worker/terminal.h"
#include "engine/base/error.h"
#include "engine/base/ulid.h"
#include "engine/report/advisor_text.h"
#include "engine/run/presets.h"

namespace mantissa {
namespace {

struct DemoOptions {
    std::string library;
    std::int64_t steps = -1;
};

/// One run's records to its line and to the library.
class LaneSink final : public RecordSink {
  public:
    LaneSink(LibraryRecorder& recorder, LaneProgress& progress) : recorder_(recorder), progress_(progress) {}
    void accept(const run::Record& record) override {
        recorder_.accept(record);
        progress_.apply(record);
    }

  private:
    LibraryRecorder& recorder_;
    LaneProgress& progress_;
};

int demo(const DemoOptions& options) {
    const run::Preset preset = preset_named("underflow");
    struct LaneChoice {
        const char* label;
        run::Precision precision;
        run::Scaling scaling;
    };
    const LaneChoice choices[] = {{"FP32", run::FP32, run::NONE},
                                  {"FP16, no scaling", run::FP16, run::NONE},
                                  {"FP16, dynamic scaling", run::FP16, run::DYNAMIC}};
    fmt::print("{}\n{}\n\n", preset.title(), preset.description());

    run::RunConfig base = complete(preset.config());
    base.set_steps(options.steps);
    const Dataset dataset = load_data(base);
    const std::unique_ptr<Device> device = open_device(base.device(), 0);
    const DeviceData data(*device, dataset);
    LibraryRecorder recorder(options.library);
    catch_interrupts();

    std::vector<LaneProgress> lines;
    for (const LaneChoice& choice : choices) lines.emplace_back(choice.label);
    std::vector<std::unique_ptr<LaneSink>> sinks;
    std::vector<std::unique_ptr<Trainer>> lanes;
    for (std::size_t i = 0; i < std::size(choices); ++i) {
        run::RunConfig config = base;
        config.set_name(fmt::format("demo: {}", choices[i].label));
        config.set_precision(choices[i].precision);
        config.set_scaling(choices[i].scaling);
        sinks.push_back(std::make_unique<LaneSink>(recorder, lines[i]));
        lanes.push_back(std::make_unique<Trainer>(*device, data, dataset, config, *sinks.back(), make_ulid(), 0));
        lanes.back()->set_poll(stop_requested);
        lanes.back()->begin();
    }
    ProgressDisplay display;
    while (!lanes[0]->finished() && !stop_requested()) {
        for (const auto& lane : lanes) lane->step();
        display.draw(lines);
    }
    const bool stopped = !lanes[0]->finished();
    std::vector<run::RunFinished> results;
    for (const auto& lane : lanes)
        results.push_back(lane->finish(stopped ? run::RunFinished::STOPPED : run::RunFinished::COMPLETED));
    display.draw(lines, true);
    display.finish();
    recorder.finish();

    fmt::print("\n{:<22} {:>9} {:>9} {:>24} {:>9} {:>11}\n", "", "test", "train", "flushed act. gradients", "skipped",
               "final scale");
    for (std::size_t i = 0; i < results.size(); ++i) {
        const run::RunFinished& r = results[i];
        const auto percent = [](bool known, double share) {
            return known ? fmt::format("{:.2f} %", share * 100) : std::string("-");
        };
        const std::string scale = scale_text(static_cast<double>(r.final_scale()));
        fmt::print("{:<22} {:>9} {:>9} {:>24} {:>9} {:>11}\n", choices[i].label,
                   percent(r.has_test_accuracy(), static_cast<double>(r.test_accuracy())),
                   percent(r.has_train_accuracy(), static_cast<double>(r.train_accuracy())),
                   percent(r.steps() > 0, r.flushed_share_activations()), r.skipped_steps(), scale);
    }
    if (stopped)
        fmt::print("\nStopped after {} of {}: these are no final figures.\n", count_text(results[0].steps()),
                   counted(lanes[0]->total_steps(), "step"));
    fmt::print("\n11.35 % is what a network scores that always answers 1.\n");
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
