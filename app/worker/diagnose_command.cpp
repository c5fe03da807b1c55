// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker diagnose`: why a run fails in its formats, and the smallest cure.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <optional>

#include "app/worker/catalogue.h"
#include "app/worker/commands.h"
#include "app/worker/config_flags.h"
#include "app/worker/foreign_diagnosis.h"
#include "app/worker/lane_setup.h"
#include "app/worker/late_start.h"
#include "app/worker/recording_runs.h"
#include "app/worker/reproducer.h"
#include "app/worker/run_choice.h"
#include "app/worker/terminal.h"
#include "engine/base/error.h"
#include "engine/base/user_folders.h"
#include "engine/diagnose/diagnose.h"
#include "engine/diagnose/notes.h"
#include "engine/report/diagnosis_text.h"
#include "engine/run/json.h"
#include "engine/run/presets.h"
#include "engine/run/validation.h"

namespace mantissa {
namespace {

struct DiagnoseOptions {
    ConfigFlags flags;
    std::string run_id, library, reproducer, from, checkpoint_folder;
    double seconds = 0;
    std::uint32_t seeds = 5;
    std::optional<std::uint32_t> most_steps;
    bool json = false, verbose = false, force = false, until_input_ends = false, anew = false;
};

/// The configuration of a run of the library, with what was changed while it trained.
run::RunConfig config_of_run(const Library& library, const std::string& run_id) {
    const std::vector<run::Record> first = library.records(run_id, run::Record::kStarted);
    if (first.empty()) throw Error(ErrorCode::bad_data, "the run has no settings", run_id, "");
    const run::RunStarted& started = first.front().started();
    if (started.has_foreign())
        throw Error(ErrorCode::usage, "another program trained this run, so it cannot be trained again here", run_id,
                    "a run of Mantissa's own; the Scale page says which of its gradients were not finite");
    run::RunConfig config = started.config();
    if (started.has_native_choice())
        config.set_native(started.native_choice().native() ? run::NATIVE_ON : run::NATIVE_OFF);
    for (const run::Record& record : library.records(run_id, run::Record::kEvent)) {
        if (!record.event().has_change()) continue;
        config = merge(config, record.event().change());
        fmt::print(stderr, "mantissa-worker: its settings were changed at step {}: it is trained with the last ones\n",
                   record.step());
    }
    return complete(config);
}

const char* stage_name(DiagnosisProgress::Stage stage) {
    switch (stage) {
        case DiagnosisProgress::Stage::watching:
            return "trains it beside FP32 and a control";
        case DiagnosisProgress::Stage::replaying:
            return "replays, operation by operation";
        case DiagnosisProgress::Stage::searching:
            return "searches the smallest cure, trainings";
        case DiagnosisProgress::Stage::repeating:
            return "repeats the cure, seeds";
    }
    return "";
}

void tell(const DiagnosisProgress& now, bool json) {
    if (json) {
        fmt::print(
            "{{\"progress\":{{\"stage\":{},\"done\":{},\"of\":{},\"seconds\":{:.1f},\"seconds_left\":{:.1f}}}}}\n",
            static_cast<int>(now.stage), now.done, now.of, now.seconds, now.seconds_left);
        std::fflush(stdout);
        return;
    }
    if (!::isatty(2)) return;
    std::string line = fmt::format("{} {}", stage_name(now.stage), now.done);
    if (now.of > 0) line += fmt::format(" of {}", now.of);
    line += fmt::format(", {}", duration_text(now.seconds));
    if (now.seconds_left > 0) line += fmt::format(", {} left", duration_text(now.seconds_left));
    fmt::print(stderr, "\r{:<76}", line);
}

void print_answer(const run::Diagnosis& answer, bool verbose) {
    for (const std::string& line : answer.text()) fmt::print("{}\n", harmless(line));
    if (verbose)
        for (const run::CastFinding& finding : answer.others()) fmt::print("  also: {}\n", harmless(finding.text()));
    if (!answer.flags().empty()) fmt::print("\nAs flags:\n  {}\n", answer.flags());
    if (answer.pytorch_size() > 0) fmt::print("\nIn PyTorch:\n");
    for (const std::string& line : answer.pytorch()) fmt::print("  {}\n", harmless(line));
    fmt::print("\n{}\n", english(diagnosis_effort(answer)));
    if (answer.stopped() && answer.space() == 0)
        fmt::print("Nothing of it was kept yet: the same command begins again.\n");
    else if (answer.stopped())
        fmt::print("The same command goes on from here; --anew begins again.\n");
}

/// What is diagnosed.
struct Subject {
    std::string run_id;  ///< of the library, whose answer is kept with it; else empty
    run::RunConfig config;
    std::optional<Checkpoint> from;
    std::string name;                        ///< the run's id, also where its settings were changed
    std::optional<run::RunStarted> started;  ///< of the run, as it began
    bool chosen = false;                     ///< by us
    std::uint32_t most_steps = 3000;         ///< are looked at
    bool foreign = false;                    ///< a training of another program: only its run_id is set
};

Subject subject_of(const DiagnoseOptions& options) {
    Subject subject;
    subject.most_steps = options.most_steps.value_or(subject.most_steps);
    const CheckpointFolder folder(checkpoint_folder(options.checkpoint_folder));
    if (!options.from.empty()) subject.from = checkpoint_named(options.from, folder);
    if (!options.flags.given() && options.run_id.empty() && subject.from) {
        subject.config = complete(subject.from->snapshot.config);
        return subject;
    }
    std::unique_ptr<Library> library;
    try {
        library = open_runs(options.library);
    } catch (const Error&) {
        if (!options.flags.given()) throw;  // else it only says how late the run failed
    }
    std::string run_id = options.run_id;
    const bool elsewhere = is_ulid(run_id) && !has_run(library.get(), run_id);  // a window's, of another machine
    if (options.flags.given() && (run_id.empty() || elsewhere)) {
        subject.config = options.flags.config();
        options.flags.check_effect({subject.config});
    } else {
        if (run_id.empty()) run_id = RunChoice().of(*library).front();
        if (!is_ulid(run_id)) refuse_file(run_id);
        subject.foreign = is_foreign(*library, run_id);
        if (subject.foreign) {
            subject.run_id = run_id;
            return subject;
        }
        subject.config = config_of_run(*library, run_id);
        subject.started = library->details(run_id).started;
        subject.name = run_id;
        if (options.flags.given()) {  // the run with other settings: the answer is not kept with it
            if (!options.flags.preset().empty())
                throw Error(ErrorCode::usage, "a run has its settings, and a preset has others", "--preset",
                            "one of them");
            subject.config = merge(subject.config, options.flags.given_settings());
            validate(subject.config);
            options.flags.check_effect({subject.config});
        } else {
            subject.run_id = run_id;
        }
    }
    if (!subject.from && !run_id.empty())
        subject.from = late_start(library.get(), run_id, folder, subject.most_steps, options.most_steps.has_value());
    subject.chosen = options.from.empty();
    return subject;
}

/// Throws Error(usage) where the run began with weights that its settings do not draw: what is trained here would be
/// another run.
void check_beginning(const Bench& bench, const run::RunStarted& started, const run::RunConfig& trained,
                     const std::string& run_id) {
    const run::RunConfig began = complete(started.config());
    const std::string& weights = started.identity().initial_weights_sha256();
    const bool forked = started.identity().has_parent_run_id();  // with its parent's hash, and settings of its own
    const bool other_data = began.data() != trained.data() || began.task() != trained.task();
    if (weights.empty() || began.one_ulp() || forked || other_data || Trial(bench, began).weights_sha256() == weights)
        return;
    throw Error(ErrorCode::usage,
                "the run began with weights from a file or from another run, which are not kept with it", run_id,
                "--from CHECKPOINT: a run that is stopped leaves one");
}

int diagnose_run(const DiagnoseOptions& options) {
    if (RecordingRuns::is_recording(options.run_id)) {
        if (options.flags.given() || !options.from.empty())
            throw Error(ErrorCode::usage, "Of a recording nothing is trained, so settings have no effect",
                        options.run_id, "the recording alone, or settings without it");
        const RecordingRuns recordings({options.run_id});
        return tell_foreign_cause(recordings.library(), recordings.run_ids().front(), options.json, options.reproducer);
    }
    Subject subject = subject_of(options);
    if (subject.foreign)
        return tell_foreign_cause(*open_runs(options.library), subject.run_id, options.json, options.reproducer);
    const std::string& run_id = subject.run_id;
    const run::RunConfig& config = subject.config;
    const Dataset dataset = load_data(config);
    if (subject.from) check_data(*subject.from, dataset);
    const std::unique_ptr<Device> device = open_device(config.device(), static_cast<int>(config.threads()));
    const DeviceData data(*device, dataset);
    catch_interrupts();
    if (options.until_input_ends) stop_at_end_of_input();
    DiagnosisOptions how;
    how.seconds = options.seconds;
    how.seeds = options.seeds;
    how.most_steps = subject.most_steps;
    how.stop = [] { return stop_requested(); };
    how.progress = [&](const DiagnosisProgress& now) { tell(now, options.json); };
    if (options.json)
        how.known = [](const run::Diagnosis& so_far) {
            fmt::print("{{\"known\":{}}}\n", to_json(so_far));
            std::fflush(stdout);
        };
    if (options.verbose)
        how.tested = [](const run::DiagnosisTrial& trial, const std::string& what) {
            fmt::print(stderr, "{}\r{} with seed {}: {}{}\n", ::isatty(2) ? std::string(76, ' ') : "",
                       trial.keeps_up() ? "cures" : "does not", trial.seed(), what,
                       trial.recalled() ? " (known from before)" : "");
        };
    const Bench bench{*device, data, dataset};
    if (subject.chosen && subject.from && !can_begin_with(bench, config, subject.from->snapshot)) subject.from.reset();
    if (subject.from) how.from = &subject.from->snapshot;
    if (!subject.from && subject.started) check_beginning(bench, *subject.started, config, subject.name);
    const std::string question = question_of(bench, config, how);
    DiagnosisNotes notes(user_state_folder() / "diagnoses" / (question.substr(0, 32) + ".notes"), question,
                         options.anew);
    how.notes = &notes;
    const run::Diagnosis answer = diagnose(bench, config, how);
    if (!options.json && ::isatty(2)) fmt::print(stderr, "\r{:<76}\r", "");
    if (!run_id.empty() && options.library != "none") {
        LibraryRecorder recorder(options.library);
        run::Record record;
        record.set_run_id(run_id);
        record.set_step(answer.step());
        *record.mutable_diagnosis() = answer;
        recorder.accept(record);
        recorder.finish();
    }
    if (!options.reproducer.empty() && answer.has_producer())
        write_reproducer(options.reproducer, bench, config, how.from, answer.producer().step() + 1, answer.producer(),
                         options.force);
    if (!notes.kept())
        fmt::print(stderr, "mantissa-worker: what was trained could not be kept: this search cannot go on later\n");
    if (options.json)
        fmt::print("{}\n", to_json(answer));
    else
        print_answer(answer, options.verbose);
    return answer.stopped() ? 3 : 0;
}

}  // namespace

CommandFunction add_diagnose(CLI::App& program) {
    CLI::App* command = program.add_subcommand(
        "diagnose", "why a run fails in its formats, and the smallest cure, tried over five seeds");
    auto options = std::make_shared<DiagnoseOptions>();
    command->add_option("run", options->run_id,
                        "the run's id, or a file that mantissa_probe recorded; without it, and without settings, the "
                        "last run; settings beside it change its own");
    command
        ->add_option("--from", options->from,
                     "every training begins with this checkpoint (default: with the run's own where the run fails "
                     "later than --most-steps, else at the beginning)")
        ->type_name("RUN|FILE");
    command
        ->add_option("--checkpoint-folder", options->checkpoint_folder,
                     "where checkpoints lie (default: your state folder)")
        ->type_name("DIR");
    command->add_option("--library", options->library, "the library that it is in; default: your own");
    command->add_option("--seconds", options->seconds, "at most so long; what is known by then is told; 0: no limit")
        ->check(CLI::Range(0.0, 1e7))
        ->capture_default_str();
    command->add_option("--seeds", options->seeds, "seeds over which a cure is repeated")
        ->check(CLI::Range(1, 100))
        ->capture_default_str();
    command
        ->add_option("--most-steps", options->most_steps,
                     "of the run are looked at, at most; without it more where a late failure needs them")
        ->check(CLI::Range(20, 1000000))
        ->default_str("3000");
    command
        ->add_option(
            "--reproducer", options->reproducer,
            "also writes the step of the cause into this .zip file or folder: state, weights, batch, a script for "
            "PyTorch")
        ->type_name("FILE.zip|DIR");
    command->add_flag("--force", options->force, "writes the reproducer over what is there");
    command->add_flag("--anew", options->anew,
                      "forgets what an earlier search for the same, which was stopped, has trained; else it goes on");
    command->add_flag("--json", options->json,
                      "progress and what is known so far, then the answer, a line of JSON each");
    command->add_flag("--verbose", options->verbose, "every training of the search, and everything that was found");
    command->add_flag("--until-input-ends", options->until_input_ends,
                      "stops where the standard input ends: who started it over ssh reaches it with nothing else");
    options->flags.add_to(*command);
    command->footer(
        "Examples:\n  mantissa-worker diagnose --preset attention-overflow\n  mantissa-worker diagnose RUN_ID "
        "--seconds 60\n\nA search that was stopped, or out of time, goes on where the same is asked again.\n\nOf "
        "another "
        "program's training, whose recording was imported, nothing is trained: it says who made the first inf or NaN, "
        "as "
        "far as the recording tells.");
    return [options] { return options->flags.printed() ? 0 : diagnose_run(*options); };
}

}  // namespace mantissa
