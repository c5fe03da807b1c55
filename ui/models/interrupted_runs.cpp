// SPDX-License-Identifier: GPL-3.0-or-later
// See interrupted_runs.h.
#include "ui/models/interrupted_runs.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "engine/base/error.h"
#include "engine/base/host.h"
#include "engine/store/library.h"
#include "ui/models/run_model.h"

namespace mantissa::ui {
namespace {

using Summaries = std::map<std::string, const RunSummary*>;

/// A ghost that was adopted goes on in the race of the run that it was forked from.
std::string raceOf(const RunSummary& run, const Summaries& all) {
    const RunSummary* of = &run;
    for (std::size_t i = 0; of->race_id.empty() && of->ghost && i < all.size(); ++i) {  // never in a circle
        const auto parent = all.find(of->parent_run_id);
        if (parent == all.end()) break;
        of = parent->second;
    }
    return of->race_id;
}

std::optional<InterruptedRun> readOne(const Library& library, const RunSummary& run, CheckpointReach reach) {
    InterruptedRun found;
    const std::vector<run::Record> checkpoints = library.records(run.run_id, RecordKind::kCheckpoint);
    if (!checkpoints.empty() && canBeRead(checkpoints.back().checkpoint(), reach)) {
        found.step = checkpoints.back().step();
        found.lane = checkpoints.back().lane();
    } else if (run.ghost) {
        return {};  // one that was not adopted never has any
    } else if (const std::vector<std::uint32_t> lanes = library.details(run.run_id).lanes; !lanes.empty()) {
        found.lane = lanes.front();
    }
    found.id = QString::fromStdString(run.run_id);
    found.name = QString::fromStdString(run.name.empty() ? describe(run.config, run.changes) : run.name);
    found.started = run.started_unix;
    return found;
}

}  // namespace

bool canBeRead(const run::CheckpointRecord& checkpoint, CheckpointReach reach) {
    if (reach != CheckpointReach::Here && checkpoint.host() != host_name()) return true;
    std::error_code ignored;
    return reach != CheckpointReach::Far && std::filesystem::exists(checkpoint.path(), ignored);
}

std::vector<InterruptedRun> readInterruptedRuns(const Library& library, CheckpointReach reach) {
    const std::vector<RunSummary> runs = library.runs();
    Summaries all;
    for (const RunSummary& run : runs) all[run.run_id] = &run;
    std::vector<InterruptedRun> found;
    std::set<QString> canGoOn;  // races
    for (const RunSummary& run : runs) {
        if (run.finished || run.deleted || run.trained_elsewhere || !run.problem.empty()) continue;
        try {
            std::optional<InterruptedRun> one = readOne(library, run, reach);
            if (!one) continue;
            one->race = QString::fromStdString(raceOf(run, all));
            if (one->step) canGoOn.insert(one->race);
            found.push_back(*std::move(one));
        } catch (const Error& error) {
            qWarning("an interrupted run is not offered: %s (%s)", error.what(), error.place().c_str());
        }
    }
    found.erase(std::remove_if(found.begin(), found.end(),
                               [&](const InterruptedRun& run) {
                                   return !run.step && (run.race.isEmpty() || canGoOn.count(run.race) == 0);
                               }),
                found.end());
    return found;
}

std::vector<InterruptedRun> readRaceOf(const Library& library, const QString& runId, CheckpointReach reach) {
    const std::vector<RunSummary> runs = library.runs();
    Summaries all;
    for (const RunSummary& run : runs) all[run.run_id] = &run;
    const auto wanted = all.find(runId.toStdString());
    if (wanted == all.end()) return {};
    const std::string race = raceOf(*wanted->second, all);
    std::vector<InterruptedRun> found;
    for (const RunSummary& run : runs) {
        const bool itself = &run == wanted->second;
        const bool open = !run.finished || run.outcome == run::RunFinished::STOPPED;
        if (!itself && (race.empty() || !open || run.deleted || run.trained_elsewhere || !run.problem.empty() ||
                        raceOf(run, all) != race))
            continue;
        try {
            std::optional<InterruptedRun> one = readOne(library, run, reach);
            if (one && (itself || one->step || !run.ghost)) found.push_back(*std::move(one));
        } catch (const Error& error) {
            qWarning("a lane of a race is not resumed: %s (%s)", error.what(), error.place().c_str());
        }
    }
    std::sort(found.begin(), found.end(),
              [](const InterruptedRun& a, const InterruptedRun& b) { return a.lane < b.lane; });
    return found;
}

}  // namespace mantissa::ui
