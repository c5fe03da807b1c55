// SPDX-License-Identifier: Apache-2.0
// A network as a PyTorch module: a Python file to read, whose state_dict has the names and shapes of our safetensors.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "engine/report/safetensors.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// Throws Error(usage) for a layer that no module of PyTorch can hold: each of them has its own `training`.
void check_pytorch_name(const std::string& layer);

/// The file. `config`: complete. `tensors`: the whole network's, as for onnx_model(). Throws Error(usage) where one is
/// missing, and as check_pytorch_name().
std::string pytorch_module(const run::RunConfig& config, std::int64_t side, std::span<const NamedTensor> tensors);

/// The same as a file, complete or not there, in place of an earlier one. Throws Error(failed), too.
void write_pytorch_module(const std::filesystem::path& file, const run::RunConfig& config, std::int64_t side,
                          std::span<const NamedTensor> tensors);

}  // namespace mantissa
