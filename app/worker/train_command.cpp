// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker train`: one run by hand, with a progress bar or as JSON lines.
#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "app/worker/catalogue.h"
#include "app/worker/commands.h"
#include "app/worker/config_flags.h"
#include "app/worker/lane_setup.h"
#include "app/worker/terminal.h"
#include "engine/base/error.h"
#include "engine/base/ulid.h"
#include "engine/run/json.h"
#include "engine/run/names.h"

namespace mantissa {
namespace {

struct TrainOptions {
    ConfigFlags flags;
    bool json = false;
    std::string init_weights, export_weights, library;
};

class TrainSink final : public RecordSink {
  public:
    TrainSink(const TrainOptions& options, std::string label)
        : options_(options), recorder_(options.library), lanes_{LaneProgress(std::move(label))}, display_(stdout) {}

    void accept(run::Record record) override {
        recorder_.accept(record);
        if (options_.json) {
            fmt::print("{}\n", to_json(record));
            return;
        }
        lanes_[0].apply(record);
        if (record.has_started()) {
            const run::RunStarted& started = record.started();
            fmt::print("{}\n", started.identity().device());
            for (const run::ResolvedRole& role : started.roles())
                if (!role.native() &&
                    (role.role() == "operand" || role.role() == "accumulator" || role.role() == "reduction"))
                    fmt::print("  {} {}: {}\n", role.effective(), role.role(), role.reason());
        }
        display_.draw(lanes_, record.has_finished());
    }

    void finish() {
        display_.finish();
        recorder_.finish();
    }

  private:
    const TrainOptions& options_;
    LibraryRecorder recorder_;
    std::vector<LaneProgress> lanes_;
    ProgressDisplay display_;
};

int train(const TrainOptions& options) {
    const run::RunConfig config = options.flags.config();
    const Dataset dataset = load_data(config);
    const std::unique_ptr<Device> device = open_device(config.device(), static_cast<int>(config.threads()));
    const DeviceData data(*device, dataset);
    TrainSink sink(options, summary_of(config));
    catch_interrupts();
    Trainer trainer(*device, data, dataset, config, sink, make_ulid(), 0);
    trainer.set_poll(stop_requested);
    if (!options.init_weights.empty()) load_weights(trainer, options.init_weights);
    trainer.begin();
    while (!trainer.finished() && !stop_requested()) trainer.step();
    const bool stopped = !trainer.finished();
    const run::RunFinished finished = trainer.finish(stopped ? run::RunFinished::STOPPED : run::RunFinished::COMPLETED);
    sink.finish();
    if (!options.export_weights.empty()) save_weights(trainer, options.export_weights);
    if (options.json)
        fmt::print("{}\n", to_json(finished));
    else
        fmt::print(
            "test {:.2f} %   train {:.2f} % (loss {:.4f})   {} steps, {} skipped   scale {:g}\n"
            "flushed: weight gradients {:.2f} %, activation gradients {:.2f} %, worst layer {:.2f} %   lost updates "
            "{:.2f} %   "
            "{:.0f} images/s   {}\n",
            finished.test_accuracy() * 100, finished.train_accuracy() * 100, finished.train_loss(), finished.steps(),
            finished.skipped_steps(), finished.final_scale(), finished.flushed_share() * 100,
            finished.flushed_share_activations() * 100, finished.flushed_share_worst_layer() * 100,
            finished.lost_update_share() * 100, finished.images_per_second(), duration_text(finished.seconds()));
    return stopped ? static_cast<int>(ErrorCode::cancelled) : 0;
}

}  // namespace

CommandFunction add_train(CLI::App& program) {
    CLI::App* command = program.add_subcommand("train", "train one network and watch it");
    auto options = std::make_shared<TrainOptions>();
    command->add_flag("--json", options->json, "one record per line; the last line sums the run up");
    command
        ->add_option("--init-weights", options->init_weights, "start from these weights (safetensors, PyTorch's names)")
        ->type_name("FILE");
    command->add_option("--export-weights", options->export_weights, "write the weights at the end (safetensors)")
        ->type_name("FILE");
    command
        ->add_option("--library", options->library, "where the run is kept; \"none\": nowhere (default: your library)")
        ->type_name("FILE");
    options->flags.add_to(*command);
    return [options] { return train(*options); };
}

}  // namespace mantissa
