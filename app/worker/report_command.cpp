// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker report`: what the library holds of runs, as a page, a table or JSON lines, without a display.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>

#include "app/worker/commands.h"
#include "engine/base/error.h"
#include "engine/report/csv.h"
#include "engine/report/html.h"
#include "engine/report/markdown.h"
#include "engine/report/markup_text.h"
#include "engine/report/output_file.h"
#include "engine/report/tensorboard.h"
#include "engine/run/names.h"
#include "engine/run/presets.h"
#include "engine/store/library.h"

namespace mantissa {
namespace {

struct ReportOptions {
    std::vector<std::string> run_ids;
    std::size_t last = 0;
    bool all = false, force = false;
    std::string library, format, table = "steps", output, tensorboard;
};

/// A person's text for a terminal: no control characters, direction marks isolated, not longer than a line.
std::string terminal_text(const std::string& text) {
    std::string out = shortened(text, 60);
    for (char& c : out)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
    for (std::size_t at = 0; (at = out.find("\xC2", at)) != std::string::npos; ++at)  // U+0080 to U+009F: C1 controls
        if (static_cast<unsigned char>(out[at + 1]) < 0xA0) out.replace(at, 2, " ");
    return "\u2068" + out + "\u2069";
}

/// The last five runs, newest first, for a message.
std::string last_runs(const std::vector<RunSummary>& runs) {
    std::string text;
    for (std::size_t i = runs.size(); i > 0 && runs.size() - i < 5; --i) {
        const RunSummary& one = runs[i - 1];
        text += fmt::format("\n  {}  {}", one.run_id,
                            one.name.empty() ? summary_of(complete(one.config)) : terminal_text(one.name));
    }
    return text;
}

std::vector<std::string> chosen_runs(const Library& library, const ReportOptions& options) {
    std::vector<RunSummary> runs = library.runs();
    std::vector<std::string> ids;
    for (const std::string& id : options.run_ids) {
        if (std::none_of(runs.begin(), runs.end(), [&](const RunSummary& run) { return run.run_id == id; }))
            throw Error(ErrorCode::usage, fmt::format("There is no run \"{}\"", id), library.path().string(),
                        runs.empty() ? "the library is empty" : "one of its runs; the last are" + last_runs(runs));
        if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(id);
    }
    if (!ids.empty()) return ids;
    std::erase_if(runs, [](const RunSummary& run) { return run.deleted; });
    if (runs.empty())
        throw Error(ErrorCode::usage, "The library holds no run", library.path().string(),
                    "train one first: mantissa-worker train");
    const std::size_t count = options.all ? runs.size() : std::min(std::max<std::size_t>(1, options.last), runs.size());
    for (std::size_t i = runs.size() - count; i < runs.size(); ++i) ids.push_back(runs[i].run_id);
    return ids;
}

void write(std::ostream& out, const Library& library, const std::vector<std::string>& ids,
           const ReportOptions& options) {
    if (options.format == "html") out << html_report(read_report(library, ids));
    if (options.format == "markdown") out << markdown_table(read_report(library, ids));
    if (options.format == "json") write_json_lines(out, library, ids);
    if (options.format == "csv") {
        if (options.table == "runs")
            write_runs_csv(out, library, ids);
        else
            write_steps_csv(out, library, ids);
    }
}

/// What --format says, else the ending of the file's name; html where there is neither.
std::string format_of(const ReportOptions& options) {
    if (!options.format.empty()) return options.format;
    const std::string ending = std::filesystem::path(options.output).extension().string();
    if (options.output.empty() || options.output == "-" || ending.empty() || ending == ".html" || ending == ".htm")
        return "html";
    if (ending == ".md") return "markdown";
    if (ending == ".csv" || ending == ".json") return ending.substr(1);
    throw Error(ErrorCode::usage, fmt::format("The ending \"{}\" says no kind of report", ending), options.output,
                "end it in .html, .md, .csv or .json, or say --format");
}

std::string default_output(const std::string& format) {
    return "mantissa-report." + (format == "markdown" ? "md" : format);
}

int report(ReportOptions options) {
    options.format = format_of(options);
    const std::string output = options.output.empty() ? default_output(options.format) : options.output;
    if (output != "-" && (options.tensorboard.empty() || !options.output.empty()))
        check_output(output, options.force);  // before the work
    const std::filesystem::path file =
        options.library.empty() ? default_library_path() : std::filesystem::path(options.library);
    if (std::error_code ignored; !std::filesystem::exists(file, ignored))
        throw Error(ErrorCode::usage, "There is no library of runs", file.string(),
                    "train a run first (mantissa-worker train), or name a library with --library");
    const std::unique_ptr<Library> library = Library::open(file, Access::read_only);
    const std::vector<std::string> ids = chosen_runs(*library, options);
    if (!options.tensorboard.empty()) {
        for (const std::filesystem::path& written :
             write_tensorboard(*library, ids, options.tensorboard, options.force))
            fmt::print("{}\n", written.string());
        if (options.output.empty()) return 0;
    }
    if (output == "-") {
        write(std::cout, *library, ids, options);
        std::cout.flush();
        if (!std::cout)
            throw Error(ErrorCode::failed, "The report cannot be written to the standard output", "",
                        "a reader that stays to the end, or a disk with space");
        return 0;
    }
    write_output(output, options.force, [&](std::ostream& out) { write(out, *library, ids, options); });
    fmt::print("{}: {} {}\n", output, ids.size(), ids.size() == 1 ? "run" : "runs");
    return 0;
}

}  // namespace

CommandFunction add_report(CLI::App& program) {
    CLI::App* command = program.add_subcommand("report", "runs of a library as a page, a table or JSON lines");
    auto options = std::make_shared<ReportOptions>();
    auto* ids =
        command->add_option("runs", options->run_ids, "runs by their ids (default: the last run)")->type_name("RUN_ID");
    auto* last = command->add_option("--last", options->last, "the last N runs")
                     ->type_name("N")
                     ->check(CLI::Range(1, 100000))
                     ->excludes(ids);
    command->add_flag("--all", options->all, "all runs that are not deleted")->excludes(ids)->excludes(last);
    command->add_option("--library", options->library, "where the runs are kept (default: your library)")
        ->type_name("FILE");
    command
        ->add_option("--format", options->format,
                     "html: a page with charts; csv: a table; json: all records, one a line; markdown: a table for "
                     "pasting")
        ->check(CLI::IsMember({"html", "csv", "json", "markdown"}))
        ->default_str("by the file's ending, else html");
    command
        ->add_option("--table", options->table, "csv: \"steps\" has every step and evaluation, \"runs\" a line a run")
        ->check(CLI::IsMember({"steps", "runs"}))
        ->capture_default_str();
    command
        ->add_option("--output", options->output,
                     "where it is written; -: to the standard output (default: mantissa-report.html, .csv, .json, .md)")
        ->type_name("FILE");
    command
        ->add_option("--tensorboard", options->tensorboard,
                     "write TensorBoard's event files into this folder instead; with --output both")
        ->type_name("FOLDER");
    command->add_flag("--force", options->force, "replace the file where it exists");
    return [options] { return report(*options); };
}

}  // namespace mantissa
