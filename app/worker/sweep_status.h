// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker sweep GRID --status`: what has become of each run of a sweep, whoever trains it and wherever. It
// only reads: neither the sweep nor its library is changed.
#pragma once

#include <string>

#include "app/worker/sweep_cells.h"

namespace mantissa {

struct StatusOptions {
    std::string folder;  ///< of the tasks; empty: beside the library
    bool follow = false;
    double poll_seconds = 2;
};

/// Prints a line for every run; with `follow`, then a line for each run that has something new, until all have ended.
/// The exit code says whether the runs could be read, not whether they failed.
int sweep_status(const SweepWork& work, const StatusOptions& options);

}  // namespace mantissa
