// SPDX-License-Identifier: Apache-2.0
// A sweep: its file, and the configurations of its grid.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/run/run.pb.h"

namespace mantissa {

inline constexpr std::size_t most_sweep_cells = 10000;

/// Reads the JSON form of config.proto's Sweep, at most 1 MiB; one without a name takes the file's, without its ending.
/// Throws Error(bad_data) naming the file and what in it was not expected.
run::Sweep read_sweep(const std::filesystem::path& file);

/// The grid in order: precision, scaling, batch, lr and, changing fastest, the seed. Each configuration is complete,
/// valid and named after what tells it from its neighbours. Throws Error(bad_data) with `place` (a file) and the field:
/// a preset that there is not, a value out of its range or given twice, more than 10,000 cells.
std::vector<run::RunConfig> sweep_cells(const run::Sweep& sweep, const std::string& place);

/// The group of all runs of a sweep of this name, in the form of a ULID: the same whenever it is run, so that it can be
/// resumed, and extended by further values.
std::string sweep_group_id(const run::Sweep& sweep);

/// Whether two configurations decide the same run: equal but for their names.
bool same_run(const run::RunConfig& a, const run::RunConfig& b);

}  // namespace mantissa
