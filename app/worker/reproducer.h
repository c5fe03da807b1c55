// SPDX-License-Identifier: Apache-2.0
// A step of a run to hand on, a folder or one ZIP file: state, weights, batch, what was found, and how to see it again.
#pragma once

#include <filesystem>

#include "engine/diagnose/trial.h"

namespace mantissa {

/// Trains `config` to the step of `finding` and writes into `folder`, which is made, or where it ends in .zip into that
/// file: state.checkpoint (for
/// `mantissa-worker replay`), weights.safetensors and batch.safetensors (PyTorch's names), network.py (the network
/// as a PyTorch module), reproducer.json (settings, the batch's indices, what is expected), reproduce.sh and
/// reproduce.py. Throws Error (failed) naming the file, Error(usage) where the folder holds something or the file
/// exists and not `force`.
void write_reproducer(const std::filesystem::path& folder, const Bench& bench, const run::RunConfig& config,
                      const run::CastFinding& finding, bool force);

}  // namespace mantissa
