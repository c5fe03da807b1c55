// SPDX-License-Identifier: Apache-2.0
// A step of a run to hand on, a folder or one ZIP file: state, weights, batch, what was found, and how to see it again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

#include "engine/diagnose/trial.h"

namespace mantissa {

/// Trains `config` from `from` (null: from the beginning) to step `step` (1: the run's first) and writes into `folder`,
/// which is made, or where it ends in .zip into that file: state.checkpoint (for `mantissa-worker replay`),
/// weights.safetensors and batch.safetensors (PyTorch's names), network.py (the network as a PyTorch module),
/// reproducer.json (settings, the batch's indices, what is expected), reproduce.sh and reproduce.py. It is about
/// `finding`; without one about the first that the step's replay shows. Returns that. `stop` is asked between steps.
/// Throws Error(failed) naming the file, Error(usage) where the folder holds something or the file exists and not
/// `force`, where `from` is from after that step, and where the step shows nothing, Error(cancelled).
run::CastFinding write_reproducer(const std::filesystem::path& folder, const Bench& bench, const run::RunConfig& config,
                                  const Snapshot* from, std::uint32_t step,
                                  const std::optional<run::CastFinding>& finding, bool force,
                                  const std::function<bool()>& stop = {});

}  // namespace mantissa
