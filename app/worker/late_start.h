// SPDX-License-Identifier: Apache-2.0
// The state of a run with which a diagnosis begins where the run fails too late to be trained from its beginning.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/diagnose/trial.h"
#include "engine/store/library.h"
#include "engine/train/checkpoint.h"

namespace mantissa {

/// Whether `library` holds this run; not where there is no library.
bool has_run(const Library* library, const std::string& run_id);

/// The checkpoint that `name` is: a run's id, or a file. Throws Error as reading it does.
Checkpoint checkpoint_named(const std::string& name, const CheckpointFolder& folder);

/// The run's checkpoint, where its records say that it fails more than `step_limit` after its beginning, and the
/// checkpoint is from before that; says on the standard error what it did, where that is not the beginning. `library`
/// null, or without this run: the checkpoint where it is so late. Where from the checkpoint `step_limit` steps do not
/// reach the failure, `step_limit` becomes as many as do, but where `is_given`: by the user.
std::optional<Checkpoint> late_start(const Library* library, const std::string& run_id, const CheckpointFolder& folder,
                                     std::uint32_t& step_limit, bool is_given);

}  // namespace mantissa
