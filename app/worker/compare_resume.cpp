// SPDX-License-Identifier: Apache-2.0
#include "app/worker/compare_resume.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <system_error>

#include "engine/base/error.h"
#include "engine/base/ulid.h"
#include "engine/run/presets.h"
#include "engine/run/sweep.h"
#include "engine/store/library.h"
#include "engine/train/checkpoint.h"
#include "engine/train/session.h"

namespace mantissa {
namespace {

/// The runs of one race in the library, by lane: ids, empty where a lane has none.
using RaceIds = std::vector<std::string>;

/// What one earlier comparison left.
struct Earlier {
    double started_unix = 0;     ///< of its last run
    std::string group;           ///< empty for one race alone
    std::vector<RaceIds> races;  ///< as the plan has them
    std::vector<std::string>
        others;  ///< runs of these settings beyond the first of each: of races that were begun twice
};

/// By group, or race where it has none.
std::map<std::string, Earlier> earlier_comparisons(const ComparisonPlan& plan, const std::vector<RunSummary>& runs) {
    std::map<std::string, Earlier> found;
    for (const RunSummary& run : runs) {
        const std::string& key = run.group_id.empty() ? run.race_id : run.group_id;
        if (run.deleted || !run.problem.empty() || key.empty() || !run.parent_run_id.empty()) continue;
        const run::RunConfig config = complete(run.config);
        bool wanted = false, placed = false;
        Earlier& earlier = found[key];
        earlier.races.resize(plan.races.size());
        for (std::size_t r = 0; r < plan.races.size(); ++r) earlier.races[r].resize(plan.races[r].configs.size());
        for (std::size_t r = 0; r < plan.races.size() && !placed; ++r) {
            const PlannedRace& race = plan.races[r];
            for (std::size_t i = 0; i < race.configs.size() && !placed; ++i) {
                if (!same_run(race.configs[i], config)) continue;
                wanted = true;
                if (!earlier.races[r][i].empty()) continue;  // the same settings twice: the next lane
                earlier.races[r][i] = run.run_id;
                placed = true;
            }
        }
        if (!wanted) continue;
        earlier.group = run.group_id;
        earlier.started_unix = std::max(earlier.started_unix, run.started_unix);
        if (!placed) earlier.others.push_back(run.run_id);
    }
    std::erase_if(found, [](const auto& one) { return one.second.started_unix == 0; });
    return found;
}

void load(PlannedRace& race, std::size_t lane, const Library& library, const std::string& run_id) {
    for (const run::Record& record : library.records(run_id)) {
        race.runs[lane].apply(record);
        race.lines[lane].apply(record);
    }
}

}  // namespace

ComparisonPlan planned_comparison(const std::vector<CompareLane>& lanes, std::uint32_t seeds,
                                  const std::string& base_name) {
    ComparisonPlan plan;
    if (lanes.size() > Session::max_lanes || seeds > 1) plan.group = make_ulid();
    for (std::uint32_t k = 0; k < seeds; ++k)
        for (std::size_t first = 0; first < lanes.size(); first += Session::max_lanes) {
            PlannedRace& race = plan.races.emplace_back();
            race.seed_index = k;
            race.first = first;
            for (std::size_t i = first; i < std::min(first + Session::max_lanes, lanes.size()); ++i) {
                run::RunConfig& config = race.configs.emplace_back(lanes[i].config);
                config.set_seed(lanes[i].config.seed() + k);
                std::string label = lanes[i].name;
                if (seeds > 1) label += fmt::format(", seed {}", config.seed());
                config.set_name(fmt::format("{}: {}", base_name.empty() ? "compare" : base_name, label));
                race.lines.emplace_back(label);
            }
            race.runs.resize(race.configs.size());
        }
    return plan;
}

void take_over(ComparisonPlan& plan, const std::filesystem::path& file, const std::filesystem::path& checkpoints) {
    std::error_code ignored;
    const auto nothing = [&] {
        return Error(ErrorCode::usage, "there is no comparison of these settings", file.string(),
                     "the same flags as then, and its --library; without --resume it begins");
    };
    if (!std::filesystem::exists(file, ignored)) throw nothing();
    const std::unique_ptr<Library> library = Library::open(file, Access::read_write);
    const std::vector<RunSummary> runs = library->runs();
    const std::map<std::string, Earlier> found = earlier_comparisons(plan, runs);
    const auto last = std::max_element(found.begin(), found.end(), [](const auto& a, const auto& b) {
        return a.second.started_unix < b.second.started_unix;
    });
    if (last == found.end()) throw nothing();
    const Earlier& earlier = last->second;
    plan.group = earlier.group.empty() ? plan.group : earlier.group;
    const CheckpointFolder folder(checkpoints);
    const auto summary = [&](const std::string& id) {
        return std::find_if(runs.begin(), runs.end(), [&](const RunSummary& run) { return run.run_id == id; });
    };
    const auto completed = [&](const std::string& id) {
        return !id.empty() && summary(id)->finished && summary(id)->outcome == run::RunFinished::COMPLETED;
    };
    const auto stopped_here = [&](const std::string& id) {
        return !id.empty() && std::filesystem::exists(folder.file_of(id), ignored);
    };
    for (const std::string& id : earlier.others) library->remove(id);
    for (std::size_t r = 0; r < plan.races.size(); ++r) {
        PlannedRace& race = plan.races[r];
        const RaceIds& ids = earlier.races[r];
        if (std::all_of(ids.begin(), ids.end(), completed))
            race.how = PlannedRace::How::done;
        else if (std::all_of(ids.begin(), ids.end(),
                             [&](const std::string& id) { return completed(id) || stopped_here(id); }))
            race.how = PlannedRace::How::resume;
        for (std::size_t i = 0; i < ids.size(); ++i)
            if (race.how != PlannedRace::How::train)
                load(race, i, *library, ids[i]);
            else if (!ids[i].empty())
                library->remove(ids[i]);
    }
}

}  // namespace mantissa
