// SPDX-License-Identifier: Apache-2.0
// A step of a run as a folder to hand on: state, weights, batch, what was found, and how to see it again.
#pragma once

#include <filesystem>

#include "engine/diagnose/trial.h"

namespace mantissa {

/// Trains `config` to the step of `finding` and writes into `folder`, which is made: state.checkpoint (for
/// `mantissa-worker replay`), weights.safetensors and batch.safetensors (PyTorch's names), network.py (the network
/// as a PyTorch module), reproducer.json (settings, the batch's indices, what is expected), reproduce.sh and
/// reproduce.py. Throws Error (failed) naming the file, Error(usage) where the folder holds something and not `force`.
void write_reproducer(const std::filesystem::path& folder, const Bench& bench, const run::RunConfig& config,
                      const run::CastFinding& finding, bool force);

}  // namespace mantissa
