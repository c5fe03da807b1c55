// SPDX-License-Identifier: Apache-2.0
// Somebody's own tensors against the formats: what each would lose, the worst first.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "engine/inspect/magnitudes.h"
#include "engine/inspect/tensor_file.h"

namespace mantissa {

struct InspectedTensor {
    std::string file;  ///< its name without folders
    TensorEntry entry;
    Magnitudes magnitudes;
};

struct Inspection {
    std::vector<InspectedTensor> tensors;
    std::vector<std::string> left_out;  ///< "FILE: NAME (I64)": tensors that are no floating-point numbers
};

/// Reads every tensor of a file into `inspection`. `going_on(done)`: called now and then with the share of the numbers
/// that are read, 0 to 1; false abandons the file, and nothing of it is kept. Throws Error(bad_data) naming the file;
/// what was read of the others stays. Returns false where it was abandoned.
bool inspect_file(const std::filesystem::path& file, Inspection& inspection,
                  const std::function<bool(double)>& going_on = {});

/// The formats that are compared where nobody names others: FP32, TF32, FP16, BF16, E5M2, E4M3 (of IEEE's kind, with
/// infinities: its largest number is 240).
const std::vector<FloatFormat>& inspected_formats();

/// How bad a cast of a tensor is, for an order: overflow first, by its share, then by the norm that is lost, then by
/// the share flushed and the share that is subnormal.
bool is_worse(const InspectedTensor& a, const InspectedTensor& b, const FloatFormat& format);

/// The places of the tensors, the worst for `format` first; among equals as they come.
std::vector<std::size_t> worst_first(const Inspection& inspection, const FloatFormat& format);

}  // namespace mantissa
