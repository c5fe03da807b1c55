// SPDX-License-Identifier: Apache-2.0
// The races of a comparison, and what an earlier one of the same settings has of them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/worker/compare_lanes.h"
#include "app/worker/terminal.h"

namespace mantissa {

/// Lanes that a session trains together, of one seed.
struct PlannedRace {
    enum class How { train, resume, done };

    std::uint32_t seed_index = 0;
    std::size_t first = 0;                ///< of the lanes
    std::vector<run::RunConfig> configs;  ///< one for each
    How how = How::train;
    /// What is there already, one for each lane; empty runs where the race is to be trained.
    std::vector<LaneRun> runs;
    std::vector<LaneProgress> lines;
};

struct ComparisonPlan {
    std::string group;  ///< of all its runs; empty for one race alone
    std::vector<PlannedRace> races;
};

/// Every race of these lanes over `seeds` seeds: same seed, same weights, same batches. More lanes than a session holds
/// race one group after the other. `base_name`: what a person calls it, may be empty.
ComparisonPlan planned_comparison(const std::vector<CompareLane>& lanes, std::uint32_t seeds,
                                  const std::string& base_name);

/// Finds the last comparison in the library at `library` that trained some of these very runs, takes over its group and
/// what it completed, and resumes a race where every lane left a checkpoint in `checkpoints`. Runs that it began and
/// that cannot be resumed are marked as deleted: they are trained again. Throws Error(usage) where there is none.
void take_over(ComparisonPlan& plan, const std::filesystem::path& library, const std::filesystem::path& checkpoints);

}  // namespace mantissa
