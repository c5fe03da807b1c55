// SPDX-License-Identifier: Apache-2.0
// Weights in the safetensors format (github.com/huggingface/safetensors): 8 bytes little-endian length, a JSON header
// that names dtype, shape and place of each tensor, then the data. FP32 only: stored weights are FP32 here.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace mantissa {

struct NamedTensor {
    std::string name;
    std::vector<std::int64_t> shape;
    std::vector<float> values;
};

/// Writes beside `file` and renames, so that a failure leaves an earlier file as it was. Throws Error(failed).
void write_safetensors(const std::filesystem::path& file, const std::vector<NamedTensor>& tensors);

/// All tensors of a file by name. F32, F16 and BF16 are read, others refused. Throws Error(bad_data) naming the file,
/// the tensor and what was expected; at most 4 GiB, header at most 16 MiB.
std::map<std::string, NamedTensor> read_safetensors(const std::filesystem::path& file);

}  // namespace mantissa
