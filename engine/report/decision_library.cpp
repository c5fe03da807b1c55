// SPDX-License-Identifier: Apache-2.0
// Accuracies and warnings of a decision sheet from the runs of a library.
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "engine/base/error.h"
#include "engine/report/advisor.h"
#include "engine/report/deciding_settings.h"
#include "engine/report/decision_sheet.h"
#include "engine/report/report_data.h"
#include "engine/report/run_formats.h"
#include "engine/run/presets.h"

namespace mantissa {
namespace {

/// What the list of runs tells already: to its end, from its own beginning, with a result.
bool may_count(const RunSummary& run) {
    return run.problem.empty() && !run.deleted && run.finished && run.outcome == run::RunFinished::COMPLETED &&
           run.parent_run_id.empty() && run.test_accuracy && std::isfinite(*run.test_accuracy);
}

/// False where the library is damaged in this run: one such run does not take the sheet from the others.
bool readable(const std::function<void()>& read) {
    try {
        read();
        return true;
    } catch (const Error& error) {
        if (error.code() != ErrorCode::bad_data) throw;
        return false;
    }
}

/// What the advisor says of numbers, not of speed or memory.
bool is_numerical(const Finding& finding) {
    static constexpr const char* others[] = {"batch_can_double", "sizes_not_aligned", "tf32_off", "no_difference"};
    return finding.severity != FindingSeverity::note &&
           std::none_of(std::begin(others), std::end(others), [&](const char* rule) { return finding.rule == rule; });
}

struct Matched {
    std::string run_id;
    double accuracy;
};

void add_warnings(DecisionMode& mode, const Library& library, const std::vector<Matched>& runs) {
    std::map<std::string, std::size_t> places;
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {  // the newest first: its numbers are told
        Evidence evidence;
        const auto observed = [&](const run::Record& record) { observe(evidence, record); };
        if (!readable([&] { each_record(library, run->run_id, observed); })) continue;
        for (const Finding& finding : advise(evidence)) {
            if (!is_numerical(finding)) continue;
            const auto [place, added] = places.try_emplace(finding.rule, mode.warnings.size());
            if (added) mode.warnings.push_back({finding.title_phrase, finding.reason_phrases, 0});
            ++mode.warnings[place->second].runs;
        }
    }
}

}  // namespace

void add_library_runs(DecisionSheet& sheet, const Library& library, const std::string& data_sha256) {
    sheet.library = library.path().filename().string();
    std::vector<run::RunConfig> wanted;
    for (const DecisionMode& mode : sheet.modes) wanted.push_back(deciding_settings(complete(mode.config)));
    // By mode: for each beginning its newest run.
    std::vector<std::map<std::string, Matched>> found(sheet.modes.size());
    for (const RunSummary& run : library.runs()) {
        if (!may_count(run)) continue;
        const std::string key = deciding_settings(complete(run.config)).SerializeAsString();
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            if (key != wanted[i].SerializeAsString()) continue;
            RunDetails details;
            if (!readable([&] { details = library.details(run.run_id); })) continue;
            const run::RunIdentity& identity = details.started.identity();
            if (identity.data_sha256() != data_sha256 || was_changed(details.events)) continue;
            const std::string beginning = std::to_string(identity.seed()) + " " + identity.initial_weights_sha256();
            found[i][beginning] = {run.run_id, static_cast<double>(*run.test_accuracy)};
        }
    }
    for (std::size_t i = 0; i < sheet.modes.size(); ++i) {
        DecisionMode& mode = sheet.modes[i];
        std::vector<Matched> runs;
        for (const auto& [beginning, run] : found[i]) {
            mode.accuracies.push_back({beginning, run.accuracy});
            runs.push_back(run);
        }
        std::sort(runs.begin(), runs.end(), [](const Matched& a, const Matched& b) { return a.run_id < b.run_id; });
        add_warnings(mode, library, runs);
        if (i == 0) continue;
        std::vector<double> baseline, other;
        for (const auto& [beginning, run] : found[i])
            if (const auto same = found[0].find(beginning); same != found[0].end()) {
                baseline.push_back(same->second.accuracy);
                other.push_back(run.accuracy);
            }
        mode.difference = accuracy_difference(baseline, other);
    }
}

}  // namespace mantissa
