// SPDX-License-Identifier: Apache-2.0
// One run of a sweep by itself: a task of a job array, or what a rank is dealt.
#pragma once

#include <cstddef>

#include "app/worker/sweep_folder.h"

namespace mantissa {

enum class TaskEnd {
    done,     ///< completed, now or before
    failed,   ///< ended otherwise, or refused
    stopped,  ///< has a checkpoint to go on from
};

/// Trains the run of this number into a library of its own, from its checkpoint where it left one; does nothing where
/// it has ended. Throws Error(failed) where another process trains it, Error(device) where the device fails.
TaskEnd train_task(const SweepFolder& folder, std::size_t number, const std::string& run_share, bool quiet);

}  // namespace mantissa
