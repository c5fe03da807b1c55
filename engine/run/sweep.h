// SPDX-License-Identifier: Apache-2.0
// A sweep: its file, and the configurations of its grid.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/run/run.pb.h"

namespace mantissa {

inline constexpr std::size_t most_sweep_cells = 10000;

/// One setting of a grid and its values, as the worker's flags take them: {"lr", {"0.1", "1e-3"}}.
struct SweepAxis {
    std::string field;  ///< of RunConfig
    std::vector<std::string> values;
};

/// A grid of runs: every combination of the axes' values over the base.
struct SweepGrid {
    std::string name;
    std::string preset;    ///< where the base begins; empty: the defaults
    run::RunConfig base;   ///< fields that differ from the preset's
    run::RunConfig given;  ///< those of them that somebody set, which hold whatever recipe an axis chooses
    std::vector<SweepAxis> axes;
};

/// Reads a JSON object, at most 1 MiB: "name", "preset", "base" (an object of settings) and, under the name of any
/// setting that is no list itself, the list of its values. Values are as the flags take them ("fp16", "off", "1e-3"),
/// or numbers and true or false. A grid without a name takes the file's, without its ending. The axes are in the order
/// of sweep_cells(). Throws Error(bad_data) naming the file and what in it was not expected.
SweepGrid read_sweep(const std::filesystem::path& file);

/// Adds "lr=0.1,1e-3" to the axes, in place of the file's of that setting. Throws Error(usage) with `place`.
void add_axis(SweepGrid& grid, const std::string& text, const std::string& place);

/// The grid in order: recipes of operands, casts and scalers, precision, scaling, batch, lr, then the other settings as
/// config.proto has them and, changing fastest, the seed. What a recipe sets is changed by what `given` and the other
/// axes say. Each configuration is complete, valid and named after what tells it from its neighbours. Throws
/// Error(bad_data) with `place` (a file) and the field: a preset that there is not, a value that is none, out of its
/// range or given twice, more than 10,000 cells.
std::vector<run::RunConfig> sweep_cells(const SweepGrid& grid, const std::string& place);

/// The group of all runs of a sweep of this name, in the form of a ULID: the same whenever it is run, so that it can be
/// resumed, and extended by further values.
std::string sweep_group_id(const SweepGrid& grid);

/// The same of any text that says what belongs together.
std::string group_id_of(const std::string& text);

/// Whether two configurations decide the same run: equal but for their names.
bool same_run(const run::RunConfig& a, const run::RunConfig& b);

}  // namespace mantissa
