// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker train`: one run by hand, with a progress bar or as JSON lines.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>

#include "app/worker/catalogue.h"
#include "app/worker/commands.h"
#include "app/worker/config_flags.h"
#include "app/worker/lane_setup.h"
#include "app/worker/output.h"
#include "app/worker/terminal.h"
#include "engine/base/error.h"
#include "engine/base/ulid.h"
#include "engine/report/advisor_text.h"
#include "engine/report/repeat_command.h"
#include "engine/report/shadow_figures.h"
#include "engine/run/json.h"
#include "engine/run/names.h"
#include "engine/train/checkpoint_keeper.h"

namespace mantissa {
namespace {

struct TrainOptions {
    ConfigFlags flags;
    bool json = false;
    std::string init_weights, export_weights, save_onnx, library, resume, checkpoint_folder;
};

class TrainSink final : public RecordSink {
  public:
    TrainSink(const TrainOptions& options, std::string label)
        : options_(options), recorder_(options.library), lanes_{LaneProgress(std::move(label))} {}

    void accept(const run::Record& record) override {
        keep(record);
        if (options_.json) {
            fmt::print("{}\n", to_json(record));
            if (output_lost()) request_stop();  // what goes on unread and unwritten is lost; a checkpoint is not
            return;
        }
        lanes_[0].apply(record);
        observe(evidence_, record);
        if (record.has_started()) {
            const run::RunStarted& started = record.started();
            emulated_ = started.emulated();
            fmt::print("{}\n", harmless(started.identity().device()));
            for (const run::ResolvedRole& role : started.roles())
                if (!role.native() &&
                    (role.role() == "operand" || role.role() == "accumulator" || role.role() == "reduction"))
                    fmt::print("  {} {}: {}\n", role.effective(), role.role(), harmless(role.reason()));
        }
        if (record.has_event() && record.event().kind() == run::EventRecord::NOTICE) {
            display_.finish();  // below the lines
            fmt::print(stderr, "mantissa-worker: {}\n", harmless(record.event().text()));
        }
        display_.draw(lanes_, record.has_finished());
    }

    /// Those that the library could not take; the others are brought there first.
    std::vector<run::Record> unsettled(const std::string&) override {
        settle();
        return waiting_;
    }

    /// Brings what there is to the library; false where that cannot be.
    bool settle() {
        try {
            if (!unkept_) recorder_.finish();
        } catch (const Error& error) {
            give_up(error);
        }
        return !unkept_;
    }
    /// Why the library does not take the run any more.
    const std::optional<Error>& unkept() const noexcept { return unkept_; }

    /// A run that makes no claim about speed.
    bool emulated() const noexcept { return emulated_; }

    /// What is lost of the gradients, a line; empty where no shadow tells.
    std::string lost() const {
        const GradientEvidence* last = last_shadow(evidence_);
        return last != nullptr ? "lost: " + lost_text(*last) + "\n" : "";
    }

    void finish() {
        display_.finish();
        settle();
    }

  private:
    /// A library that cannot be written stops the run at its next step, like a person: what the library lacks goes into
    /// the checkpoint, and from there into the library when the run goes on.
    void keep(const run::Record& record) {
        if (unkept_) return waiting_.push_back(record);
        try {
            recorder_.accept(record);
        } catch (const Error& error) {
            give_up(error);
        }
    }
    void give_up(const Error& why) {
        unkept_ = why;
        waiting_ = recorder_.take_unwritten();
        request_stop();
    }

    const TrainOptions& options_;
    LibraryRecorder recorder_;
    std::vector<LaneProgress> lanes_;
    ProgressDisplay display_;
    Evidence evidence_;
    std::optional<Error> unkept_;
    std::vector<run::Record> waiting_;
    bool emulated_ = false;
};

/// The checkpoint that --resume names, by its file or by the run's id.
Checkpoint checkpoint_named(const std::string& name, const CheckpointFolder& folder) {
    return !is_ulid(name) || std::filesystem::exists(name) ? read_checkpoint(name) : folder.read(name);
}

/// How to go on with a run that was stopped, or why that is not possible.
std::string going_on(const TrainOptions& options, const CheckpointFolder& folder, const std::string& run_id) {
    if (std::error_code ignored; !std::filesystem::exists(folder.file_of(run_id), ignored))
        return fmt::format("it cannot go on later: there is no checkpoint of it in {}", folder.path().string());
    std::string command = "to go on: mantissa-worker train --resume " + run_id;
    if (!options.checkpoint_folder.empty())
        command += " --checkpoint-folder " + shell_quoted(options.checkpoint_folder);
    if (!options.library.empty()) command += " --library " + shell_quoted(options.library);
    return command;
}

int train(const TrainOptions& options) {
    for (const std::string& file : {options.export_weights, options.save_onnx})
        if (!file.empty()) check_binary_output(file, true);  // before the work
    const std::filesystem::path folder = checkpoint_folder(options.checkpoint_folder);
    std::optional<Checkpoint> from;
    if (!options.resume.empty()) {
        if (options.flags.given() || !options.init_weights.empty())
            throw Error(ErrorCode::usage, "a run goes on with the settings and weights that it had", "resume",
                        "leave out the other flags of its configuration");
        from = checkpoint_named(options.resume, CheckpointFolder(folder));
    }
    const run::RunConfig config = from ? from->snapshot.config : options.flags.config();
    const Dataset dataset = load_data(config);
    const std::unique_ptr<Device> device = open_device(config.device(), static_cast<int>(config.threads()));
    const DeviceData data(*device, dataset);
    if (from) check_data(*from, dataset);
    TrainSink sink(options, summary_of(config));
    catch_interrupts();
    Trainer trainer(*device, data, dataset, config, sink, from ? from->run_id : make_ulid(), from ? from->lane : 0);
    trainer.set_poll(stop_requested);
    CheckpointKeeper keeper(folder, sink);
    if (from) {
        trainer.resume(from->snapshot, from->started);
        keeper.resumed(trainer);
        for (const run::Record& record : from->unsettled) sink.accept(record);
        trainer.emit_event(run::EventRecord::RESUMED_FROM_CHECKPOINT, resume_phrase(*from, device->describe()));
        from.reset();
    } else {
        if (!options.init_weights.empty()) load_weights(trainer, options.init_weights);
        trainer.begin();
    }
    while (!trainer.finished() && !stop_requested()) {
        trainer.steps({.steps = keeper.steps_to_interval(trainer)});
        keeper.stepped(trainer);
    }
    const bool ended = trainer.finished() && trainer.evaluate_at_end();
    const bool stopped = !sink.settle() || !ended;
    const auto outcome = stopped ? run::RunFinished::STOPPED : run::RunFinished::COMPLETED;
    keeper.ending(trainer, outcome);
    const run::RunFinished finished = trainer.finish(outcome);
    sink.finish();
    if (!options.export_weights.empty()) save_weights(trainer, options.export_weights);
    if (!options.save_onnx.empty()) save_onnx(trainer, options.save_onnx);
    keeper.forget_completed();  // its end is in the library and its weights are where they were asked for
    if (options.json)
        fmt::print("{}\n", to_json(finished));
    else
        fmt::print(
            "test {:.2f} %   train {:.2f} % (loss {:.4f})   {}, {} skipped   scale {:g}\n"
            "{}flushed: weight gradients {:.2f} %, activation gradients {:.2f} %, worst layer {:.2f} %   lost updates "
            "{:.2f} %   {}   {}\n",
            finished.test_accuracy() * 100, finished.train_accuracy() * 100, finished.train_loss(),
            counted(finished.steps(), "step"), finished.skipped_steps(), finished.final_scale(), sink.lost(),
            finished.flushed_share() * 100, finished.flushed_share_activations() * 100,
            finished.flushed_share_worst_layer() * 100, finished.lost_update_share() * 100,
            sink.emulated() ? "emulated" : fmt::format("{:.0f} images/s", finished.images_per_second()),
            duration_text(finished.seconds()));
    if (sink.unkept()) {
        fmt::print(stderr, "mantissa-worker: {}\n", going_on(options, keeper.folder(), trainer.run_id()));
        throw *sink.unkept();
    }
    if (stopped && output_lost())
        fmt::print(stderr, "mantissa-worker: {}\n", going_on(options, keeper.folder(), trainer.run_id()));
    else if (stopped && !options.json)
        fmt::print("{}\n", going_on(options, keeper.folder(), trainer.run_id()));
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
        ->add_option("--save-onnx,--export-onnx", options->save_onnx,
                     "write the network with its weights at the end as an ONNX model (FP32)")
        ->type_name("FILE");
    command
        ->add_option("--library", options->library, "where the run is kept; \"none\": nowhere (default: your library)")
        ->type_name("FILE");
    command
        ->add_option("--resume", options->resume,
                     "go on with a run that was stopped or interrupted, from its checkpoint")
        ->type_name("RUN|FILE");
    command
        ->add_option("--checkpoint-folder", options->checkpoint_folder,
                     "where checkpoints lie (default: your state folder)")
        ->type_name("DIR");
    options->flags.add_to(*command);
    return [options] { return train(*options); };
}

}  // namespace mantissa
