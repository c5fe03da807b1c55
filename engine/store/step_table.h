// SPDX-License-Identifier: Apache-2.0
// Training steps in the library: rows of up to 256 of them, and over them a pyramid of nodes of 16, 256, 4096, 65536
// and 2^20 steps. A node is always computed afresh from its children, never patched, so that a late step (after a
// resume, or a gap filled) leaves it as right as one in order.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/run/run.pb.h"
#include "engine/store/series.h"
#include "engine/store/sqlite.h"

namespace mantissa {

/// A run in the tables: its row, and the name that messages give it.
struct RunKey {
    std::int64_t id = 0;
    std::string run_id;
};

/// Whether a run that is kept is a recorded training of another program.
bool is_recording(Database& database, const RunKey& run);

/// Collects the steps of one append and writes them within its transaction.
class StepWriter {
  public:
    explicit StepWriter(Database& database) : database_(database) {}

    /// Takes note of a step_done record, which must outlive finish().
    void add(const RunKey& run, const run::Record& record);

    /// What a run gained.
    struct Gain {
        std::uint32_t last_step = 0;
        std::uint32_t skipped = 0;
        std::uint32_t steps = 0;  ///< new ones; repeats do not count
    };
    /// Writes rows and nodes. Returns what each run (by its row) gained. Throws Error (bad_data) for a repeat that is
    /// not equal.
    std::map<std::int64_t, Gain> finish();

  private:
    struct Row {
        std::int64_t run;
        std::uint32_t lane;
        std::uint32_t chunk;
        auto operator<=>(const Row&) const = default;
    };
    void write(const Row& row, const std::vector<const run::Record*>& added, Gain& gain);
    bool is_thinned(const Row& row, const run::Records& records);
    void write_node(const Row& row, int level, std::uint32_t node, const PyramidNode& value);

    Database& database_;
    std::map<Row, std::vector<const run::Record*>> added_;
    std::map<std::int64_t, std::string> names_;
    std::set<Row> touched_;
};

/// Thins the rows of the steps [first, end) of a run, in all lanes, within the caller's transaction. Their nodes of 256
/// steps and more stay, those of 16 go. A step that was thinned out is not taken in again: StepWriter passes over it.
void thin_steps(Database& database, const RunKey& run, std::uint32_t first, std::uint32_t end);

inline constexpr std::uint32_t every_step = std::numeric_limits<std::uint32_t>::max();

/// Calls `take` with each step of [first, last], ascending. Throws Error (bad_data) for a row that cannot be read.
void read_steps(Database& database, const RunKey& run, std::uint32_t lane, std::uint32_t first, std::uint32_t last,
                const std::function<void(run::Record&&)>& take);

/// First and last recorded step of a lane; nothing where it has none.
std::optional<std::pair<std::uint32_t, std::uint32_t>> step_range(Database& database, const RunKey& run,
                                                                  std::uint32_t lane);

/// The lanes of the run with this row id that have steps, ascending.
std::vector<std::uint32_t> lanes_with_steps(Database& database, std::int64_t run);

/// The first recorded step of any lane from `from` on, or one a little before it, in the same row; nothing where there
/// is none.
std::optional<std::uint32_t> next_recorded_step(Database& database, const RunKey& run, std::uint32_t from);

/// See Library::series.
std::vector<SeriesNode> read_series(Database& database, const RunKey& run, std::uint32_t lane, Field field,
                                    std::uint32_t first, std::uint32_t last, std::size_t max_points);

}  // namespace mantissa
