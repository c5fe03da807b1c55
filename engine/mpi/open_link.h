// SPDX-License-Identifier: Apache-2.0
// Opens the module that was built with MPI.
#pragma once

#include <memory>

#include "engine/base/rank_link.h"

namespace mantissa {

/// The other ranks of this process under mpirun or srun; to be opened once. `interrupted`: whether this process is
/// asked to stop. Throws Error(usage), saying what is missing, where there is no module or no MPI, or only one rank.
std::unique_ptr<RankLink> open_link(bool (*interrupted)());

}  // namespace mantissa
