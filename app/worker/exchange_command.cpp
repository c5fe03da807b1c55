// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker export` and `import`: runs of a library into a file that can be handed in, and out of one; trainings
// that mantissa_probe recorded into a library.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "app/worker/commands.h"
#include "app/worker/lane_setup.h"
#include "app/worker/recording_runs.h"
#include "app/worker/run_choice.h"
#include "app/worker/terminal.h"
#include "engine/base/error.h"
#include "engine/recording/import_recording.h"
#include "engine/store/library.h"

namespace mantissa {
namespace {

struct ExchangeOptions {
    RunChoice choice;
    std::string library, file;
    bool force = false;
};

int export_runs(const ExchangeOptions& options) {
    const std::unique_ptr<Library> library = open_runs(options.library);
    if (!options.choice.given())
        throw Error(ErrorCode::usage, "No run was named", library->path().string(),
                    "name runs by their ids (mantissa-worker runs lists them), the "
                    "last N with --last N, or all of them with --all");
    check_binary_output(options.file, options.force);
    library->export_runs(options.choice.of(*library), options.file, options.force);
    const std::size_t count = Library::open(options.file, Access::read_only)->runs().size();
    fmt::print("{}: {} {}\n", options.file, count, count == 1 ? "run" : "runs");
    return 0;
}

int import_one_recording(Library& library, const std::string& file) {
    const RecordingImport result = import_recording(library, file);
    const std::string what = result.known && result.before >= result.steps ? "was here already"
                             : result.known ? fmt::format("was here up to step {}", result.before)
                                            : "imported";
    const std::string ranks = result.files > 1 ? fmt::format(" of {} ranks together", result.files) : "";
    fmt::print("{}: run {}{}, {} steps, {}{}\n", harmless(file), harmless(result.run_id), ranks, result.steps, what,
               result.events || result.ended ? "" : "; it has no end (yet), import it again for the rest");
    if (result.partial) tell_partial(file);
    if (result.unread == 0) return 0;
    tell_unread(file, result);
    return static_cast<int>(ErrorCode::bad_data);
}

int import_runs(const ExchangeOptions& options) try {
    if (std::error_code ignored; !std::filesystem::exists(options.file, ignored))
        throw Error(ErrorCode::usage, "There is no such file", options.file,
                    "name a file that `export`, mantissa_probe or TensorBoard wrote");
    const std::unique_ptr<Library> library = Library::open(library_file(options.library), Access::read_write);
    if (looks_like_recording(options.file)) return import_one_recording(*library, options.file);
    const ImportResult result = library->import_runs(options.file);
    fmt::print(result.refused.empty() ? stdout : stderr, "{}: {}\n", options.file, harmless(describe(result)));
    return result.refused.empty() ? 0 : static_cast<int>(ErrorCode::failed);
} catch (const Error& error) {
    throw Error(error.code(), harmless(error.message()), harmless(error.place()), error.remedy());
}

}  // namespace

CommandFunction add_export(CLI::App& program) {
    CLI::App* command = program.add_subcommand("export", "runs of a library as a file that can be handed on");
    auto options = std::make_shared<ExchangeOptions>();
    options->choice.add_to(*command, "runs by their ids");
    command->add_option("--library", options->library, "where the runs are kept (default: your library)")
        ->type_name("FILE");
    command->add_option("--output", options->file, "where they are written: a library of its own")
        ->type_name("FILE")
        ->required();
    command->add_flag("--force", options->force, "replace the file where it exists");
    command->footer("Example:\n  mantissa-worker export --last 4 --output handed-in.mantissa");
    return [options] { return export_runs(*options); };
}

CommandFunction add_import(CLI::App& program) {
    CLI::App* command = program.add_subcommand(
        "import", "runs of a file, a recorded PyTorch training, or TensorBoard's scalars, into a library");
    auto options = std::make_shared<ExchangeOptions>();
    command
        ->add_option("file", options->file,
                     "a file that export wrote, another library, a recording of mantissa_probe (run.jsonl; beside it "
                     "run.rank1.jsonl and so on are read with it), or an event file of TensorBoard")
        ->type_name("FILE")
        ->required();
    command->add_option("--library", options->library, "where the runs are kept (default: your library)")
        ->type_name("FILE");
    command->footer(
        "Of a recording with damaged lines all others are imported; the exit code is 5 then.\n\n"
        "Example:\n  mantissa-worker import handed-in.mantissa");
    return [options] { return import_runs(*options); };
}

}  // namespace mantissa
