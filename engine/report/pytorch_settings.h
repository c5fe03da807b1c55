// SPDX-License-Identifier: Apache-2.0
// What a configuration is in PyTorch: the lines to paste before a training loop, and what has no counterpart there.
#pragma once

#include <string>
#include <vector>

#include "engine/base/phrase.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// Python (PyTorch 2.3 or later) that sets the TF32 flags and defines `device`, `autocast` and `scaler` as
/// pytorch_loop() uses them. `config`: complete, of one of the four modes. It holds no text that a person wrote.
std::string pytorch_settings(const run::RunConfig& config);

/// The loop for all of them, with clipping where the configuration clips: model, optimizer and loader are the reader's.
std::string pytorch_loop(const run::RunConfig& config);

/// Sentences on what of `config` these lines do not say or PyTorch does otherwise; empty for the plain modes.
std::vector<Phrase> pytorch_remarks(const run::RunConfig& config);

}  // namespace mantissa
