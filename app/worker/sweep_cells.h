// SPDX-License-Identifier: Apache-2.0
// The runs of a sweep: which are in the library already, and how all of them are told of.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/worker/terminal.h"
#include "engine/run/run.pb.h"
#include "engine/run/sweep.h"

namespace mantissa {

/// A configuration of the grid and the run that it already has.
struct SweepCell {
    run::RunConfig config;
    std::string run_id;  ///< of the completed run in the library; empty: there is none
    std::optional<run::RunFinished> finished;
};

struct SweepWork {
    SweepGrid grid;
    std::string group;  ///< of all its runs
    std::vector<SweepCell> cells;
    std::string library, run_share;
    bool json = false;
    std::set<std::string> ended_before;  ///< runs of its cells that had failed or were stopped: trained anew
    std::size_t there = 0, trained = 0, failed = 0;
    bool stopped = false;
};

/// What find_done() does with runs that were begun and not completed.
enum class Begun {
    remove,  ///< Marks them as deleted, since they are run again.
    keep,    ///< Others may train them now: see ended_elsewhere().
};

/// Finds the cells that an earlier sweep of this name completed. Tells how many there are.
void find_done(SweepWork& work, Begun begun);

/// Whether another process that trains the same sweep has ended this cell since find_done(): its run and how that
/// ended are then the cell's. Else what was begun of it is marked as deleted, since it is run again. Only for who has
/// the cell's claim: nobody else trains it then.
bool ended_elsewhere(SweepWork& work, std::size_t cell);

/// What a process claims in the library while it trains the cell.
std::string claim_of(const SweepWork& work, std::size_t cell);

/// With --json: a cell and what became of it. `what`: "completed", "skipped", "stopped", "failed" or "refused".
void print_cell(const SweepWork& work, std::size_t cell, const char* what);

/// What became of it, in the counts and with --json.
void count_end(SweepWork& work, std::size_t cell, const run::RunFinished& finished, bool stopped);

/// A line for each combination of values but for the seed, with the metric of every seed.
std::string sweep_table(const SweepGrid& grid, const std::vector<SweepCell>& cells);

/// The table of all cells and the counts; the exit code of the command.
int end_sweep(const SweepWork& work);

}  // namespace mantissa
