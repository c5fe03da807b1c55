// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker runs`: what the library holds, and which of it can be resumed.
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "app/worker/commands.h"
#include "app/worker/lane_setup.h"
#include "app/worker/terminal.h"
#include "app/worker/trials_text.h"
#include "engine/base/error.h"
#include "engine/base/ulid.h"
#include "engine/report/advisor_text.h"
#include "engine/report/field_text.h"
#include "engine/report/markup_text.h"
#include "engine/report/repeat_command.h"
#include "engine/report/run_formats.h"
#include "engine/run/json.h"
#include "engine/run/metric.h"
#include "engine/run/models.h"
#include "engine/run/names.h"
#include "engine/run/preset_text.h"
#include "engine/run/presets.h"
#include "engine/store/library.h"
#include "engine/train/checkpoint.h"

namespace mantissa {
namespace {

struct RunsOptions {
    std::vector<std::string> words;
    std::string library, checkpoint_folder, state, format;
    std::size_t last = 0;
    bool json = false, resumable = false, deleted = false, check = false, searches = false;
};

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

/// "unfinished" is one that trains now, or whose worker was killed: the library cannot tell.
const char* state_of(const RunSummary& run) {
    if (!run.problem.empty()) return "damaged";
    if (!run.finished) return "unfinished";
    switch (run.outcome) {
        case run::RunFinished::COMPLETED:
            return "completed";
        case run::RunFinished::STOPPED:
            return "stopped";
        default:
            return "failed";
    }
}

/// With its defaults; of another program's training, which has no model of ours, what its recording says and no more.
run::RunConfig settings_of(const RunSummary& run) {
    return run.config.has_model() ? complete(run.config) : run.config;
}

std::string format_of(const RunSummary& run) {
    return run.problem.empty() ? display_name_of(settings_of(run)) : run.precision;
}

bool is_in(const RunSummary& run, const std::string& format) {
    return lower(format) == lower(format_of(run)) || lower(format) == lower(run.precision);
}

/// Whether every word is somewhere in what the list and the window show of a run.
bool matches(const RunSummary& run, const std::vector<std::string>& words) {
    std::string all = run.run_id + '\n' + run.name + '\n' + run.preset + '\n' + run.note + '\n' + run.device + '\n' +
                      format_of(run) + '\n' + summary_of(settings_of(run)) + '\n' + run.group_id + '\n' + run.race_id;
    for (const std::string& tag : run.tags) all += '\n' + tag;
    all = lower(all);
    return std::all_of(words.begin(), words.end(),
                       [&](const std::string& word) { return all.find(lower(word)) != std::string::npos; });
}

/// Whether its checkpoint lies here. A run that came to its end has none.
bool can_be_resumed(const RunSummary& run, const CheckpointFolder& folder) {
    // A training of another program may be called by anything, and has none.
    if (!is_ulid(run.run_id)) return false;
    if (!run.problem.empty() || (run.finished && run.outcome == run::RunFinished::COMPLETED)) return false;
    std::error_code ignored;
    return std::filesystem::exists(folder.file_of(run.run_id), ignored);
}

std::string started_text(double unix_seconds) {
    if (!(unix_seconds > 0)) return "-";
    const auto seconds = static_cast<std::time_t>(unix_seconds);
    std::tm local{};
    if (!localtime_r(&seconds, &local)) return "-";
    return fmt::format("{:%Y-%m-%d %H:%M}", local);
}

/// What is shown of a run's tests.
struct ShownTest {
    std::optional<float> accuracy;
    std::optional<std::uint32_t> step;  ///< where it is not the end of the run: it was cut before one
};

/// Of a run that went on from its checkpoint and was stopped before it came to where it had been, evaluations beyond
/// its end are none of it.
ShownTest shown_test(const Library& library, const RunSummary& run) {
    const bool whole = run.finished && run.outcome == run::RunFinished::COMPLETED;
    ShownTest shown{run.test_accuracy, {}};
    if (!run.problem.empty() || !run.test_accuracy || whole) return shown;
    try {
        const RunDetails details = library.details(run.run_id);
        const bool ended = run.finished && details.finished && !details.started.has_foreign();
        std::optional<float> last;
        bool cut = false;
        for (const run::Record& record : details.evaluations) {
            if (record.evaluated().training_set()) continue;
            cut = ended && record.step() > details.finished->steps();
            if (cut) break;
            last = record.evaluated().accuracy();
            shown.step = record.step();
        }
        if (cut) shown.accuracy = last;
    } catch (const Error&) {  // a damaged run is listed with the others; --check says what is wrong with it
    }
    return shown;
}

void print_json(const Library& library, const RunSummary& run, bool resumable) {
    std::string tags;
    for (const std::string& tag : run.tags) tags += (tags.empty() ? "" : ",") + json_quoted(tag);
    const ShownTest test = shown_test(library, run);
    const std::string test_step = test.step ? fmt::format(",\"test_step\":{}", *test.step) : "";
    const std::string accuracy =
        test.accuracy && std::isfinite(*test.accuracy) ? number_text(*test.accuracy) : std::string("null");
    fmt::print(
        "{{\"run_id\":{},\"number\":{},\"name\":{},\"state\":{},\"resumable\":{},\"started_unix\":{},\"format\":{},"
        "\"preset\":{},\"test_accuracy\":{}{},\"steps\":{},\"skipped_steps\":{},\"device\":{},\"emulated\":{},\"tags\":"
        "[{}],"
        "\"group_id\":{},\"race_id\":{},\"parent_run_id\":{},\"fork_step\":{},\"ghost\":{},\"deleted\":{},"
        "\"config\":{}}}\n",
        json_quoted(run.run_id), run.number, json_quoted(run.name), json_quoted(state_of(run)), resumable,
        number_text(run.started_unix), json_quoted(format_of(run)), json_quoted(run.preset), accuracy, test_step,
        run.steps, run.skipped, json_quoted(run.device), run.emulated, tags, json_quoted(run.group_id),
        json_quoted(run.race_id), json_quoted(run.parent_run_id), run.fork_step, run.is_ghost(), run.deleted,
        to_json(run.config));
}

void print_line(const Library& library, const RunSummary& run, bool resumable) {
    const run::RunConfig config = settings_of(run);
    std::string what = english(run.problem.empty() ? changed_summary(config, run.changes) : run.problem);
    if (!run.name.empty()) {
        const std::string name = in_line(shortened(run.name, 60));
        // What a sweep or a comparison names says it all already.
        what = name.find(what) != std::string::npos ? name : name + " (" + what + ")";
    }
    if (config.model() == run::NETWORK_FILE) what += " · " + in_line(shortened(network_name(config), 40));
    if (config.task() != run::CLASSIFY)
        what += " · " + flag_name(*run::Task_descriptor()->FindValueByNumber(config.task()));
    // By what the runs of a comparison differ beside their settings.
    if (config.one_ulp() && what.find("control") == std::string::npos) what += ", control";
    if (run.name.empty() && !config.preset().empty() && config.preset() != "custom")
        what += " · " + in_line(shortened(english(preset_phrase(config)), 40));
    if (run.is_ghost()) what += ", ghost";
    if (!run.parent_run_id.empty())
        what += fmt::format(", from step {} of {}", run.fork_step, shortened(run.parent_run_id, 40));
    const std::string seed = fmt::format("seed {}", config.seed());
    if (config.has_seed() && config.seed() != default_config().seed() && what.find(seed) == std::string::npos)
        what += " · " + seed;
    const ShownTest test = shown_test(library, run);
    if (const Phrase part = tested_part(config.task(), config.test_examples()); !part.empty())
        what += ", tested " + english(part);
    if (test.step) what += fmt::format(", tested at step {}", count_text(*test.step));
    fmt::print(
        "{:<26}  {:>6}  {:<16}  {:<10} {:<9}  {:>9}  {:>9}  {}{}\n", run.run_id, run.number,
        started_text(run.started_unix), state_of(run), resumable ? "resumable" : "",
        metric_text(metric_of(run.config), test.accuracy.has_value(), static_cast<double>(test.accuracy.value_or(0))),
        count_text(run.steps), in_line(what), run.deleted ? " (deleted)" : "");
}

/// The last search for the cause of a failure that is kept with a run.
std::optional<run::Diagnosis> search_of(const Library& library, const RunSummary& run) {
    if (!run.problem.empty()) return std::nullopt;
    const std::vector<run::Record> records = library.records(run.run_id, run::Record::kDiagnosis);
    return records.empty() ? std::nullopt : std::optional(records.back().diagnosis());
}

/// Where no run at all is in the format, it may be misspelt.
void say_other_formats(const std::string& format, const std::vector<RunSummary>& runs) {
    std::set<std::string> names;
    for (const RunSummary& run : runs) {
        if (is_in(run, format)) return;
        names.insert(format_of(run));
    }
    if (names.empty()) return;
    fmt::print(stderr, "mantissa-worker: no run here is in {}; there is {}\n", harmless(format),
               harmless(fmt::format("{}", fmt::join(names, ", "))));
}

int list_runs(const RunsOptions& options) {
    const std::unique_ptr<Library> library = open_runs(options.library);
    const CheckpointFolder folder(checkpoint_folder(options.checkpoint_folder));
    std::vector<RunSummary> runs = library->runs();
    const std::size_t all = runs.size();
    if (!options.format.empty()) say_other_formats(options.format, runs);
    std::erase_if(runs, [&](const RunSummary& run) {
        return (run.deleted && !options.deleted) || (!options.state.empty() && options.state != state_of(run)) ||
               (!options.format.empty() && !is_in(run, options.format)) ||
               (options.resumable && !can_be_resumed(run, folder)) || !matches(run, options.words);
    });
    std::map<std::string, run::Diagnosis> searches;
    if (options.searches)
        std::erase_if(runs, [&](const RunSummary& run) {
            std::optional<run::Diagnosis> search = search_of(*library, run);
            return !search || !searches.emplace(run.run_id, std::move(*search)).second;
        });
    if (options.last > 0 && runs.size() > options.last)
        runs.erase(runs.begin(), runs.end() - static_cast<std::ptrdiff_t>(options.last));
    if (!options.json && !runs.empty())
        fmt::print("{:<26}  {:>6}  {:<16}  {:<20}  {:>9}  {:>9}  {}\n", "run", "number", "started", "state", "test",
                   "steps", "settings");
    bool resumable = false;
    for (const RunSummary& run : runs) {
        const bool can = can_be_resumed(run, folder);
        resumable = resumable || can;
        const auto search = searches.find(run.run_id);
        if (options.json && search != searches.end()) {
            fmt::print("{}", trials_json(run.run_id, search->second));
            continue;
        }
        options.json ? print_json(*library, run, can) : print_line(*library, run, can);
        if (search != searches.end()) fmt::print("{}", trials_text(search->second));
    }
    if (!options.json) {
        if (runs.empty()) fmt::print("None of the {} in {}.\n", counted(all, "run"), library->path().string());
        if (resumable)
            fmt::print("\nTo resume one: mantissa-worker train --resume RUN{}{}\n",
                       options.library.empty() ? "" : " --library " + shell_quoted(options.library),
                       options.checkpoint_folder.empty()
                           ? ""
                           : " --checkpoint-folder " + shell_quoted(options.checkpoint_folder));
    }
    return 0;
}

/// Compares everything in the library with the digests that it was written with.
int check_runs(const RunsOptions& options) {
    const std::unique_ptr<Library> library = open_runs(options.library);
    const LibraryCheck check = library->check();
    for (const LibraryCheck::Damage& damage : check.damage)
        fmt::print("{}{}\n", damage.run_id.empty() ? "" : "run " + harmless(damage.run_id) + ": ",
                   harmless(english(damage.what)));
    if (!check.digests)
        fmt::print(
            "The library is of a version without digests: only its pages could be checked. The next run that is "
            "kept in it brings it up to date.\n");
    fmt::print("{}: {}, {} compared, {}\n", library->path().string(), counted(check.runs, "run"),
               counted(static_cast<std::uint64_t>(check.rows), "row"),
               check.damage.empty() ? "nothing damaged" : fmt::format("{} damaged", check.damage.size()));
    return check.damage.empty() ? 0 : static_cast<int>(ErrorCode::bad_data);
}

}  // namespace

CommandFunction add_runs(CLI::App& program) {
    CLI::App* command = program.add_subcommand("runs", "list the runs of a library, and which can be resumed");
    auto options = std::make_shared<RunsOptions>();
    command
        ->add_option("text", options->words,
                     "only runs with each of these words in id, name, preset, settings, note, tags or device")
        ->type_name("TEXT");
    command->add_option("--state", options->state, "only runs in this state; unfinished: it trains, or was killed")
        ->check(CLI::IsMember({"completed", "stopped", "failed", "unfinished", "damaged"}));
    command->add_option("--format", options->format, "only runs in this format, as fp16, bf16, E5M2 or custom")
        ->type_name("FORMAT");
    command->add_flag("--check", options->check, "compare the whole library with its digests and say what is damaged");
    command->add_flag("--resumable", options->resumable, "only runs whose checkpoint lies here");
    command->add_flag("--searches", options->searches,
                      "only runs whose cause was searched for (diagnose), each with the trainings of the search; with "
                      "--json a training a line");
    command->add_option("--last", options->last, "of those the last N")->type_name("N")->check(CLI::Range(1, 100000));
    command->add_flag("--deleted", options->deleted, "those that are marked as deleted, too");
    command->add_option("--library", options->library, "where the runs are kept (default: your library)")
        ->type_name("FILE");
    command
        ->add_option("--checkpoint-folder", options->checkpoint_folder,
                     "where checkpoints lie (default: your state folder)")
        ->type_name("DIR");
    command->add_flag("--json", options->json, "one run a line, with all its settings");
    command->footer("Example:\n  mantissa-worker runs underflow --format fp16 --last 10");
    return [options] { return options->check ? check_runs(*options) : list_runs(*options); };
}

}  // namespace mantissa
