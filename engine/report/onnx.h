// SPDX-License-Identifier: Apache-2.0
// A trained network as an ONNX model in FP32: opset 13, IR version 7 (ONNX 1.8 of 2020 and later). Input "pixels" is
// pixel / 255: N x 1 x side x side, or N x (side * side) where only linear operations read it. Output "logits" is
// without softmax: N x classes, or N x classes x side x side of a network that classifies pixels with a convolution;
// that of one that removes noise is called "image". Initializers carry the names and shapes of PyTorch's state_dict.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "engine/report/safetensors.h"
#include "engine/run/run.pb.h"

namespace mantissa {

inline constexpr std::int64_t onnx_opset = 13;
inline constexpr std::int64_t onnx_ir_version = 7;

/// The bytes of the model. `config`: complete; its network says how the tensors (all of it, in PyTorch's layout) are
/// put together. `side`: rows and columns of an image. Throws Error: usage where a
/// tensor is missing or has another shape than the network needs; failed beyond 2 GiB, which no protobuf can hold.
std::string onnx_model(const run::RunConfig& config, std::int64_t side, std::span<const NamedTensor> tensors);

/// The same as a file, complete or not there, in place of an earlier one. Throws Error(failed), too.
void write_onnx(const std::filesystem::path& file, const run::RunConfig& config, std::int64_t side,
                std::span<const NamedTensor> tensors);

}  // namespace mantissa
