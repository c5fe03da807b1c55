// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker train`: one run by hand, with a progress bar or as JSON lines.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>

#include "app/worker/catalogue.h"
#include "app/worker/commands.h"
#include "app/worker/config_flags.h"
#include "app/worker/findings_text.h"
#include "app/worker/lane_setup.h"
#include "app/worker/late_start.h"
#include "app/worker/output.h"
#include "app/worker/resume_ranks.h"
#include "app/worker/terminal.h"
#include "engine/base/error.h"
#include "engine/base/plain_nan.h"
#include "engine/base/ulid.h"
#include "engine/report/advisor_text.h"
#include "engine/report/onnx.h"
#include "engine/report/pytorch_module.h"
#include "engine/report/repeat_command.h"
#include "engine/report/shadow_figures.h"
#include "engine/run/error_record.h"
#include "engine/run/json.h"
#include "engine/run/metric.h"
#include "engine/run/names.h"
#include "engine/run/presets.h"
#include "engine/run/tasks.h"
#include "engine/run/validation.h"
#include "engine/store/library.h"
#include "engine/train/checkpoint_keeper.h"

namespace mantissa {
namespace {

struct TrainOptions {
    ConfigFlags flags;
    bool json = false, force = false, init_partly = false;
    std::string init_weights, export_weights, save_onnx, export_pytorch, library, run_share, resume, checkpoint_folder;
};

class TrainSink final : public RecordSink {
  public:
    TrainSink(const TrainOptions& options, std::string label)
        : options_(options), recorder_(options.library, options.run_share), lanes_{LaneProgress(std::move(label))} {}

    void accept(const run::Record& record) override {
        keep(record);
        observe(evidence_, record);
        if (options_.json) {
            fmt::print("{}\n", to_json(record));
            if (output_lost()) request_stop();  // what goes on unread and unwritten is lost; a checkpoint is not
            return;
        }
        lanes_[0].apply(record);
        if (record.has_evaluated() && !record.evaluated().training_set()) tested_ = record;
        if (record.has_started()) {
            const run::RunStarted& started = record.started();
            emulated_ = started.emulated();
            has_devices_ = started.config().optimizer() == run::PHASE_CHANGE;
            task_ = started.config().task();
            test_examples_ = started.config().test_examples();
            total_steps_ = started.total_steps();
            fmt::print("run {}\n{}\n", record.run_id(), harmless(started.identity().device()));
            if (started.has_native_choice()) fmt::print("  {}\n", harmless(started.native_choice().reason()));
            for (const run::ResolvedRole& role : started.roles())
                if (!role.native() && !(started.has_native_choice() && role.role() == "operand") &&
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

    void claim(const std::string& run_id) { recorder_.claim(run_id); }

    /// A run that makes no claim about speed.
    bool emulated() const noexcept { return emulated_; }
    bool has_devices() const noexcept { return has_devices_; }

    std::uint32_t total_steps() const noexcept { return total_steps_; }
    run::Task task() const noexcept { return task_; }
    /// That the run is tested on; 0: all.
    std::uint32_t test_examples() const noexcept { return test_examples_; }

    /// The last evaluation on test images, "test 93.10 % at step 100 (2,000 images)"; empty where there was none.
    std::string tested() const {
        if (!tested_) return "";
        return fmt::format("{} at step {} ({})",
                           tested_text("test", task_, static_cast<double>(tested_->evaluated().accuracy())),
                           count_text(tested_->step()), counted(tested_->evaluated().images(), sample_word(task_)));
    }

    std::vector<Finding> findings() const { return advise(evidence_); }

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
    /// the checkpoint, and from there into the library when the run is resumed.
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
    std::optional<run::Record> tested_;
    std::uint32_t total_steps_ = 0;
    std::optional<Error> unkept_;
    std::vector<run::Record> waiting_;
    bool emulated_ = false;
    run::Task task_ = run::CLASSIFY;
    std::uint32_t test_examples_ = 0;
    bool has_devices_ = false;
};

/// How to resume a run that was stopped, or why that is not possible.
std::string how_to_resume(const TrainOptions& options, const CheckpointFolder& folder, const Trainer& trainer) {
    const std::string& run_id = trainer.run_id();
    if (std::error_code ignored; !std::filesystem::exists(folder.file_of(run_id), ignored))
        return fmt::format("it cannot be resumed: there is no checkpoint of it in {}", folder.path().string());
    std::string command = "to resume it: mantissa-worker train --resume " + run_id;
    if (!options.checkpoint_folder.empty())
        command += " --checkpoint-folder " + shell_quoted(options.checkpoint_folder);
    if (!options.library.empty()) command += " --library " + shell_quoted(options.library);
    if (trainer.diverged())
        command +=
            "\nresumed as it is it comes to the same end; with other settings, such as a smaller --lr, it goes on from "
            "its state before that as a run of its own";
    return command;
}

/// The figures of a run that came to its end.
std::string completed_text(const run::RunFinished& f, const TrainSink& sink) {
    const auto accuracy = [&](const char* what, bool known, float share, const Phrase& of) {
        if (!known) return std::string();
        return tested_text(what, sink.task(), static_cast<double>(share)) + (of.empty() ? "" : " ") + english(of) +
               "   ";
    };
    const Phrase part = tested_part(sink.task(), sink.test_examples());
    std::string out = accuracy("test", f.has_test_accuracy(), f.test_accuracy(), part) +
                      accuracy("train", f.has_train_accuracy(), f.train_accuracy(), {});
    if (f.has_train_loss()) {
        const double loss = plain_nan(static_cast<double>(f.train_loss()));
        out += loss < 1e6 ? fmt::format("(loss {:.4f})   ", loss) : fmt::format("(loss {:.4g})   ", loss);
    }
    if (gives_values(sink.task()) && f.has_test_loss())
        out += fmt::format("test RMSE {:.4g}   ", plain_nan(std::sqrt(static_cast<double>(f.test_loss()))));
    out += fmt::format("{}, {} skipped   scale {}\n", counted(f.steps(), "step"), f.skipped_steps(),
                       scale_text(static_cast<double>(f.final_scale())));
    if (f.steps() == 0) return out;
    if (sink.has_devices())
        out += fmt::format("phase-change devices: {} pulses, {} saturated pairs written anew\n", count_text(f.pulses()),
                           count_text(f.refreshed_pairs()));
    return out + sink.lost() +
           fmt::format(
               "flushed: weight gradients {:.2f} %, activation gradients {:.2f} %, worst layer {:.2f} %   lost updates "
               "{:.2f} %   {}   {}\n",
               f.flushed_share() * 100, f.flushed_share_activations() * 100, f.flushed_share_worst_layer() * 100,
               f.lost_update_share() * 100,
               sink.emulated() ? "emulated"
                               : fmt::format("{:.0f} {}", f.images_per_second(), english(rate_unit(sink.task()))),
               duration_text(f.seconds()));
}

/// What is known of one that was stopped.
std::string stopped_text(const run::RunFinished& f, const TrainSink& sink) {
    std::string out = fmt::format("stopped after {} of {}", count_text(f.steps()), counted(sink.total_steps(), "step"));
    if (const std::string tested = sink.tested(); !tested.empty()) out += "   " + tested;
    return out + fmt::format("   {} skipped   {}\n", f.skipped_steps(), duration_text(f.seconds()));
}

/// The last line of --json: the run's end with its id and what the advisor says.
std::string last_line(const run::RunFinished& finished, const std::string& run_id,
                      const std::vector<Finding>& findings) {
    const std::string fields = to_json(finished);
    return fmt::format("{{\"run_id\":{},{},\"findings\":{}}}", json_quoted(run_id), fields.substr(1, fields.size() - 2),
                       findings_json(findings));
}

void begin_with_weights(Trainer& trainer, const TrainOptions& options) {
    const std::vector<std::string> left = load_weights(trainer, options.init_weights, options.init_partly);
    if (left.empty()) return;
    constexpr std::size_t most = 4;
    std::string names = fmt::format("{}", fmt::join(left.begin(), left.begin() + std::min(most, left.size()), ", "));
    if (left.size() > most) names += fmt::format(" and {} more", left.size() - most);
    fmt::print(stderr, "mantissa-worker: {}: left out {} that the network does not have: {}\n",
               harmless(options.init_weights), counted(left.size(), "tensor"), harmless(names));
}

struct NoSink final : RecordSink {
    void accept(const run::Record&) override {}
};

/// This process' part in a training whose ranks are processes, but for the first rank's: it keeps nothing and tells
/// nothing.
int train_along(RankLink& link, run::RunConfig config, const std::optional<Checkpoint>& from, run::RunConfig change,
                const TrainOptions& options) {
    config.set_eval_interval(0);
    config.set_histogram_interval(0);
    const Dataset dataset = load_data(config);
    const std::unique_ptr<Device> device = open_device(config.device(), static_cast<int>(config.threads()));
    const DeviceData data(*device, dataset);
    NoSink sink;
    Trainer trainer(*device, data, dataset, config, sink, make_ulid(), 0, &link);
    if (from) {
        check_data(*from, dataset);
        Snapshot state = from->snapshot;
        state.config = config;
        state.owed_evaluation.reset();
        trainer.restore(state);
        change.clear_eval_interval();
        change.clear_histogram_interval();
        trainer.change(change);
    } else if (!options.init_weights.empty()) {
        load_weights(trainer, options.init_weights, options.init_partly);
    }
    while (!trainer.finished() && !trainer.ranks_stop() && !trainer.diverged()) trainer.step();
    return trainer.finished() ? 0 : static_cast<int>(ErrorCode::cancelled);
}

/// What the flags beside --resume change in a run with these settings, but for its ranks. Throws Error(usage) where it
/// cannot change while a run trains.
run::RunConfig change_of(const TrainOptions& options, const run::RunConfig& config) try {
    if (!options.flags.preset().empty() || !options.init_weights.empty())
        throw Error(ErrorCode::usage, "a resumed run keeps its weights, and the settings that no flag changes",
                    options.init_weights.empty() ? "preset" : "init_weights", "leave it out");
    run::RunConfig change = options.flags.given_settings();
    change.clear_ranks();
    validate_live_change(change);
    validate(merge(config, change));
    return change;
} catch (const Error& error) {
    throw Error(error.code(), error.message_phrase(), flag_of(error.place()), error.remedy_phrase());
}

/// The steps of the run that the library has. Throws Error(usage) where it lacks some before the checkpoint: the first
/// records would be refused, after steps that nobody keeps.
std::uint32_t check_kept(const Checkpoint& from, const std::string& library) {
    // What was not yet kept then is in the checkpoint.
    const std::uint32_t needed =
        from.unsettled.empty() ? from.snapshot.step : std::max(1U, from.unsettled.front().step()) - 1;
    const std::filesystem::path file = library_file(library);
    std::error_code ignored;
    std::uint32_t kept = 0;
    if (std::filesystem::exists(file, ignored)) {
        const std::unique_ptr<Library> runs = Library::open(file, Access::read_only);
        if (runs->steps_kept(from.run_id)) {
            const RunSummary run = runs->summary(from.run_id);
            kept = std::max(run.steps, run.fork_step);  // a fork's own steps begin there
        }
    }
    if (kept >= needed) return kept;
    throw Error(ErrorCode::usage,
                fmt::format("the run's checkpoint is of step {}, and the library has it up to step {}",
                            from.snapshot.step, kept),
                file.string(), "--library FILE, where the run was kept, or --library none");
}

int train(const TrainOptions& options, RankLink* link) {
    check_apart({{"--export-weights", options.export_weights},
                 {"--save-onnx", options.save_onnx},
                 {"--export-pytorch", options.export_pytorch}},
                options.library);
    for (const std::string& file : {options.export_weights, options.save_onnx, options.export_pytorch})
        if (!file.empty()) check_binary_output(file, options.force);  // before the work
    const std::filesystem::path folder = checkpoint_folder(options.checkpoint_folder);
    std::optional<Checkpoint> from;
    std::uint32_t ranks_before = 0;  // of a run that goes on over another number
    run::RunConfig change;           // of its other settings
    if (!options.resume.empty()) {
        from = checkpoint_named(options.resume, CheckpointFolder(folder));
        change = change_of(options, from->snapshot.config);
        const std::uint32_t then = from->snapshot.config.ranks();
        const run::RunConfig given = options.flags.given_settings();
        const std::uint32_t now = link ? link->ranks() : given.has_ranks() ? given.ranks() : then;
        if (then != now) {
            ranks_before = then;
            set_ranks(*from, now);
        }
    }
    const run::RunConfig config = from ? from->snapshot.config : options.flags.config();
    if (link && link->rank() > 0) return train_along(*link, config, from, change, options);
    options.flags.check_effect({merge(config, change)});
    const Dataset dataset = load_data(config);
    const std::unique_ptr<Device> device = open_device(config.device(), static_cast<int>(config.threads()));
    const DeviceData data(*device, dataset);
    if (from) check_data(*from, dataset);
    bool goes_on = from && ranks_before == 0;
    if (goes_on && options.library != "none") {
        const std::uint32_t kept = check_kept(*from, options.library);
        // What goes back to a step is a new run: what this one came to there stays.
        if (change.ByteSizeLong() > 0 && kept > from->snapshot.step) goes_on = false;
    }
    TrainSink sink(options, summary_of(config));
    if (goes_on) sink.claim(from->run_id);
    catch_interrupts();
    Trainer trainer(*device, data, dataset, config, sink, goes_on ? from->run_id : make_ulid(),
                    goes_on ? from->lane : 0, link);
    if (!options.export_pytorch.empty())  // before the work
        for (const auto& operation : trainer.network().operations) check_pytorch_name(operation->name);
    if (!link) trainer.set_poll(stop_requested);  // all ranks stop after the same step
    CheckpointKeeper keeper(folder, sink);
    // Without a library nobody asks for it, unless by a folder.
    if (options.library != "none" || !options.checkpoint_folder.empty()) keeper.keep_ends();
    if (from && !goes_on) {
        trainer.restore(from->snapshot);
        trainer.begin(fork_origin(*from));  // its steps are not those of the run that was stopped
        if (ranks_before > 0)
            trainer.emit_event(run::EventRecord::NOTICE, ranks_phrase(*from, ranks_before, trainer.network()));
        else
            trainer.emit_event(run::EventRecord::NOTICE,
                               say("run %1 goes on from step %2 with other settings, as a run of its own",
                                   {from->run_id, from->snapshot.step}));
        from.reset();
    } else if (from) {
        trainer.resume(from->snapshot, from->started);
        keeper.resumed(trainer);
        for (const run::Record& record : from->unsettled) sink.accept(record);
        trainer.emit_event(run::EventRecord::RESUMED_FROM_CHECKPOINT, resume_phrase(*from, device->describe()));
        from.reset();
    } else {
        run::RunIdentity origin;
        if (!options.init_weights.empty()) {
            begin_with_weights(trainer, options);
            origin.set_initial_weights_file(options.init_weights);
        }
        trainer.begin(origin);
    }
    trainer.change(change);
    try {
        const auto stops = [&] { return link ? trainer.ranks_stop() : stop_requested(); };
        while (!trainer.finished() && !stops() && !trainer.diverged()) {
            trainer.steps({.steps = link ? 1 : keeper.steps_to_interval(trainer)});
            keeper.stepped(trainer);
        }
    } catch (const std::exception& error) {  // what it did until then is kept, with its end
        const run::RunFinished failed = trainer.fail(error_of(error));
        sink.finish();
        if (options.json) fmt::print("{}\n", last_line(failed, trainer.run_id(), sink.findings()));
        throw;
    }
    const bool ended = trainer.finished() && !trainer.diverged() && trainer.evaluate_at_end();
    const bool stopped = !sink.settle() || !ended;
    const auto outcome = stopped ? run::RunFinished::STOPPED : run::RunFinished::COMPLETED;
    keeper.ending(trainer, outcome);
    const run::RunFinished finished = trainer.finish(outcome);
    sink.finish();
    if (!options.export_weights.empty()) save_weights(trainer, options.export_weights);
    if (!options.save_onnx.empty()) save_onnx(trainer, options.save_onnx);
    if (!options.export_pytorch.empty()) save_pytorch(trainer, options.export_pytorch);
    keeper.forget_completed();  // its end is in the library and its weights are where they were asked for
    const std::vector<Finding> findings = sink.findings();
    if (options.json) {
        fmt::print("{}\n", last_line(finished, trainer.run_id(), findings));
    } else {
        fmt::print("{}{}", stopped ? stopped_text(finished, sink) : completed_text(finished, sink),
                   findings_text(findings));
        fmt::print("run {}\n", trainer.run_id());
        if (stopped && !output_lost() && !sink.unkept())
            fmt::print("{}\n", how_to_resume(options, keeper.folder(), trainer));
    }
    if (stopped && (output_lost() || sink.unkept()))
        fmt::print(stderr, "mantissa-worker: {}\n", how_to_resume(options, keeper.folder(), trainer));
    if (sink.unkept()) throw *sink.unkept();
    return stopped ? static_cast<int>(ErrorCode::cancelled) : 0;
}

/// One rank of many. An error on one of them ends all at once: the others would wait for it.
int train_in_processes(TrainOptions& options) {
    catch_interrupts();
    const std::unique_ptr<RankLink> link = open_ranks(stop_requested);
    if (!options.resume.empty())
        options.flags.withdraw("ranks");
    else
        options.flags.replace("ranks", "1", std::to_string(link->ranks()));
    try {
        return train(options, link.get());
    } catch (const std::exception& error) {
        const Error told = error_of(error);
        const std::string text = (told.place().empty() ? "" : told.place() + ": ") + told.message() +
                                 (told.remedy().empty() ? "" : "; " + told.remedy());
        fmt::print(stderr, "mantissa-worker: rank {}: {}\n", link->rank(), harmless(text));
        std::fflush(nullptr);
        link->abandon();
        throw;
    }
}

}  // namespace

CommandFunction add_train(CLI::App& program) {
    CLI::App* command = program.add_subcommand("train", "train one network and watch it");
    auto options = std::make_shared<TrainOptions>();
    command->add_flag("--json", options->json,
                      "one record a line; the last sums the run up, with its run_id and the advisor's findings");
    command
        ->add_option("--init-weights", options->init_weights, "start from these weights (safetensors, PyTorch's names)")
        ->type_name("FILE");
    command
        ->add_flag("--init-partly", options->init_partly,
                   "--init-weights: tensors that FILE lacks keep their own initial values, as a new head does")
        ->needs("--init-weights");
    command->add_option("--export-weights", options->export_weights, "write the weights at the end (safetensors)")
        ->type_name("FILE");
    command
        ->add_option("--save-onnx,--export-onnx", options->save_onnx,
                     "write the network with its weights at the end as an ONNX model (FP32)")
        ->type_name("FILE");
    command
        ->add_option("--export-pytorch", options->export_pytorch,
                     "write the network as a PyTorch module, a Python file that loads what --export-weights writes")
        ->type_name("FILE.py");
    command
        ->add_option("--library", options->library, "where the run is kept; \"none\": nowhere (default: your library)")
        ->type_name("FILE");
    add_run_share(*command, options->run_share);
    command
        ->add_option(
            "--resume", options->resume,
            "resume a run that was stopped or interrupted, from its checkpoint (mantissa-worker runs --resumable "
            "lists them); flags of settings that may change while a run trains change them from there on")
        ->type_name("RUN|FILE");
    command
        ->add_option("--checkpoint-folder", options->checkpoint_folder,
                     "where checkpoints lie (default: your state folder)")
        ->type_name("DIR");
    command->add_flag("--force", options->force, "replace files of weights or models where they exist");
    options->flags.add_to(*command);
    command->footer(
        "Example:\n  mantissa-worker train --preset underflow --precision fp16 --scaling dynamic --loss-scale 2^16");
    return [options] {
        if (options->flags.replace("ranks", "mpi", "1")) return train_in_processes(*options);
        if (!options->flags.printed()) return train(*options, nullptr);
        options->flags.say_idle({options->flags.config()});
        return 0;
    };
}

}  // namespace mantissa
