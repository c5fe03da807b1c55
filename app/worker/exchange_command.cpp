// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker export` and `import`: runs of a library into a file that can be handed in, and out of one.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "app/worker/commands.h"
#include "engine/base/error.h"
#include "engine/store/library.h"

namespace mantissa {
namespace {

struct ExchangeOptions {
    std::vector<std::string> run_ids;
    std::string library, file;
    bool all = false, force = false;
};

/// What a file says, for a terminal: nothing that a terminal would take for a command.
std::string harmless(std::string text) {
    for (char& c : text)
        if ((static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7F) c = ' ';
    for (std::size_t at = 0; (at = text.find("\xC2", at)) != std::string::npos && at + 1 < text.size(); ++at)
        if (static_cast<unsigned char>(text[at + 1]) < 0xA0) text.replace(at, 2, " ");  // U+0080 to U+009F: C1 controls
    return text;
}

std::filesystem::path library_path(const ExchangeOptions& options) {
    return options.library.empty() ? default_library_path() : std::filesystem::path(options.library);
}

int export_runs(const ExchangeOptions& options) {
    const std::filesystem::path file = library_path(options);
    if (std::error_code ignored; !std::filesystem::exists(file, ignored))
        throw Error(ErrorCode::usage, "There is no library of runs", file.string(),
                    "train a run first (mantissa-worker train), or name a library with --library");
    const std::unique_ptr<Library> library = Library::open(file, Access::read_only);
    std::vector<std::string> ids = options.run_ids;
    if (options.all) {
        for (const RunSummary& run : library->runs())
            if (!run.deleted) ids.push_back(run.run_id);
    }
    if (ids.empty())
        throw Error(ErrorCode::usage, "No run was named", file.string(),
                    "name runs by their ids (mantissa-worker report --all --format csv --table runs lists them), or "
                    "all of them with --all");
    if (std::error_code ignored; !options.force && std::filesystem::exists(options.file, ignored))
        throw Error(ErrorCode::usage, "The file exists already", options.file,
                    "name another file, or add --force to replace it");
    library->export_runs(ids, options.file, options.force);
    const std::size_t count = Library::open(options.file, Access::read_only)->runs().size();
    fmt::print("{}: {} {}\n", options.file, count, count == 1 ? "run" : "runs");
    return 0;
}

int import_runs(const ExchangeOptions& options) try {
    if (std::error_code ignored; !std::filesystem::exists(options.file, ignored))
        throw Error(ErrorCode::usage, "There is no such file", options.file, "name a file that `export` wrote");
    const std::unique_ptr<Library> library = Library::open(library_path(options), Access::read_write);
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
    auto* ids = command->add_option("runs", options->run_ids, "runs by their ids")->type_name("RUN_ID");
    command->add_flag("--all", options->all, "all runs that are not deleted")->excludes(ids);
    command->add_option("--library", options->library, "where the runs are kept (default: your library)")
        ->type_name("FILE");
    command->add_option("--output", options->file, "where they are written: a library of its own")
        ->type_name("FILE")
        ->required();
    command->add_flag("--force", options->force, "replace the file where it exists");
    return [options] { return export_runs(*options); };
}

CommandFunction add_import(CLI::App& program) {
    CLI::App* command = program.add_subcommand("import", "runs of a file into a library");
    auto options = std::make_shared<ExchangeOptions>();
    command->add_option("file", options->file, "a file that export wrote, or another library")
        ->type_name("FILE")
        ->required();
    command->add_option("--library", options->library, "where the runs are kept (default: your library)")
        ->type_name("FILE");
    return [options] { return import_runs(*options); };
}

}  // namespace mantissa
