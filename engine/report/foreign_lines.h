// SPDX-License-Identifier: Apache-2.0
// Lines of PyTorch for a training that is not ours. Names come from its recording and are written as Python strings, so
// that no name can be more than a name.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/phrase.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// `text` as a Python string literal in ASCII.
std::string python_text(const std::string& text);
/// "cpu" of "cpu", "cuda" of "cuda:0".
std::string device_type(const run::ForeignRun& run);
/// Autocast in BF16, without a scaler.
std::string bf16_lines(const run::ForeignRun& run);
/// Modules outside of autocast, their inputs in FP32.
std::string modules_in_fp32_lines(const run::ForeignRun& run, const std::vector<std::string>& modules);
/// What follows where a loss is not finite though all modules are.
Phrase loss_function_phrase();
/// A loss function that stays finite.
std::string loss_function_lines();
/// A GradScaler that begins at this scale; `interval` 0: PyTorch's own.
std::string scaler_lines(const run::ForeignRun& run, double scale, std::uint32_t interval);

}  // namespace mantissa
