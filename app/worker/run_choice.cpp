// SPDX-License-Identifier: Apache-2.0
// Runs by id, from the end, or all.
#include "app/worker/run_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/worker/terminal.h"
#include "engine/base/error.h"
#include "engine/report/markup_text.h"
#include "engine/run/names.h"
#include "engine/run/presets.h"

namespace mantissa {
namespace {

/// A person's text for a terminal: no control characters, direction marks isolated, not longer than a line.
std::string terminal_text(const std::string& text) {
    std::string out = harmless(shortened(text, 60));
    std::replace(out.begin(), out.end(), '\n', ' ');
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

}  // namespace

void refuse_file(const std::string& named) {
    std::error_code ignored;
    const std::filesystem::path file(named);
    const bool there = std::filesystem::exists(file, ignored);
    if (!there && !file.has_extension() && !file.has_parent_path()) return;
    const char* const what = !there                                         ? "There is no such file"
                             : std::filesystem::is_directory(file, ignored) ? "This is a folder"
                             : std::filesystem::is_empty(file, ignored)     ? "The file is empty"
                                                                            : "This is no recording of mantissa_probe";
    throw Error(ErrorCode::usage, what, named, "a run's id, or a file that mantissa_probe recorded");
}

void RunChoice::add_to(CLI::App& command, const std::string& ids_help) {
    auto* ids = command.add_option("runs", run_ids_, ids_help)->type_name("RUN_ID");
    auto* last = command.add_option("--last", last_, "the last N runs")
                     ->type_name("N")
                     ->check(CLI::Range(1, 100000))
                     ->excludes(ids);
    command.add_flag("--all", all_, "all runs that are not deleted")->excludes(ids)->excludes(last);
}

std::vector<std::string> RunChoice::of(const Library& library) const {
    std::vector<RunSummary> runs = library.runs();
    std::vector<std::string> ids;
    for (const std::string& id : run_ids_) {
        if (std::none_of(runs.begin(), runs.end(), [&](const RunSummary& run) { return run.run_id == id; })) {
            refuse_file(id);
            throw Error(ErrorCode::usage, fmt::format("There is no run \"{}\"", id), library.path().string(),
                        runs.empty() ? "the library is empty" : "one of its runs; the last are" + last_runs(runs));
        }
        if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(id);
    }
    if (!ids.empty()) return ids;
    std::erase_if(runs, [](const RunSummary& run) { return run.deleted; });
    if (runs.empty())
        throw Error(ErrorCode::usage, "The library holds no run", library.path().string(),
                    "train one first: mantissa-worker train");
    const std::size_t count = all_ ? runs.size() : std::min(std::max<std::size_t>(1, last_), runs.size());
    for (std::size_t i = runs.size() - count; i < runs.size(); ++i) ids.push_back(runs[i].run_id);
    return ids;
}

}  // namespace mantissa
