// SPDX-License-Identifier: Apache-2.0
// A sweep whose runs are trained elsewhere: by the tasks of a Slurm array, or by MPI's ranks.
#pragma once

#include <string>
#include <vector>

#include "app/worker/sweep_cells.h"

namespace mantissa {

struct SlurmOptions {
    std::string folder;               ///< empty: beside the library
    std::string script;               ///< empty: the one that Mantissa brings
    std::vector<std::string> sbatch;  ///< passed through
    double poll_seconds = 10;
    bool wait = true;
};

/// Submits what is missing and not in Slurm's queue, and takes in what has ended, until nothing is missing. Stopped, it
/// leaves the tasks to Slurm: started again it goes on where it was.
int sweep_on_slurm(SweepWork& work, const SlurmOptions& options);

/// Each rank that mpirun or srun started with this one trains runs until there are none left; the first one takes them
/// in and tells of them.
int sweep_on_mpi(SweepWork& work, const std::string& folder);

}  // namespace mantissa
