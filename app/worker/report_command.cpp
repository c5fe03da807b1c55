// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker report`: what the library holds of runs, or a recording of one, as a page, a table or JSON lines,
// without a display.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>

#include "app/worker/commands.h"
#include "app/worker/lane_setup.h"
#include "app/worker/recording_runs.h"
#include "app/worker/run_choice.h"
#include "engine/base/error.h"
#include "engine/report/csv.h"
#include "engine/report/html.h"
#include "engine/report/markdown.h"
#include "engine/report/output_file.h"
#include "engine/report/tensorboard.h"

namespace mantissa {
namespace {

struct ReportOptions {
    RunChoice choice;
    bool force = false;
    std::string library, format, table = "steps", output, tensorboard;
    const CLI::Option* table_option = nullptr;
};

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
std::string report_format_of(const ReportOptions& options) {
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
    options.format = report_format_of(options);
    if (options.table_option->count() > 0 && options.format != "csv")
        throw Error(ErrorCode::usage, "only a table as CSV is of steps or of runs", "--table",
                    "--format csv, or no --table");
    const std::string output = options.output.empty() ? default_output(options.format) : options.output;
    check_apart({{"--output", output}}, options.library);
    if (output != "-" && (options.tensorboard.empty() || !options.output.empty()))
        check_output(output, options.force);  // before the work
    const std::vector<std::string>& named = options.choice.named();
    std::optional<RecordingRuns> recordings;
    std::unique_ptr<Library> kept;
    if (std::any_of(named.begin(), named.end(), RecordingRuns::is_recording))
        recordings.emplace(named);
    else
        kept = open_runs(options.library);
    const Library& library = recordings ? recordings->library() : *kept;
    const std::vector<std::string> ids = recordings ? recordings->run_ids() : options.choice.of(library);
    if (!options.tensorboard.empty()) {
        for (const std::filesystem::path& written : write_tensorboard(library, ids, options.tensorboard, options.force))
            fmt::print(output == "-" ? stderr : stdout, "{}\n", written.string());  // a piped report stays one
        if (options.output.empty()) return 0;
    }
    if (output == "-") {
        write(std::cout, library, ids, options);
        std::cout.flush();
        if (!std::cout)
            throw Error(ErrorCode::failed, "The report cannot be written to the standard output", "",
                        "a reader that stays to the end, or a disk with space");
        return 0;
    }
    write_output(output, options.force, [&](std::ostream& out) { write(out, library, ids, options); });
    fmt::print("{}: {} {}\n", output, ids.size(), ids.size() == 1 ? "run" : "runs");
    return 0;
}

}  // namespace

CommandFunction add_report(CLI::App& program) {
    CLI::App* command = program.add_subcommand(
        "report", "runs of a library as a page, a table, JSON lines, Markdown or event files of TensorBoard");
    auto options = std::make_shared<ReportOptions>();
    options->choice.add_to(*command,
                           "runs by their ids, or files that mantissa_probe recorded (default: the last run)");
    command->add_option("--library", options->library, "where the runs are kept (default: your library)")
        ->type_name("FILE");
    command
        ->add_option("--format", options->format,
                     "html: a page with charts; csv: a table; json: all records, one a line; markdown: a table for "
                     "pasting")
        ->check(CLI::IsMember({"html", "csv", "json", "markdown"}))
        ->default_str("by the file's ending, else html");
    options->table_option = command
                                ->add_option("--table", options->table,
                                             "csv: \"steps\" has every step and evaluation, \"runs\" a line a run")
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
    command->footer(
        "Example:\n  mantissa-worker report --last 4 --output race.html\n"
        "  mantissa-worker report run.jsonl");
    return [options] { return report(*options); };
}

}  // namespace mantissa
