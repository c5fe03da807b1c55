// SPDX-License-Identifier: Apache-2.0
// Matrices of a batch of products as the vector code takes them.
#pragma once

#include <cstdint>

#include "engine/cpu/numbers.h"

namespace mantissa {

/// Elements from a row, and from a column, to the next.
struct Strides {
    std::int64_t row, column;
};

/// A matrix where it lies; one of the strides is 1.
struct Operand {
    Numbers numbers;
    Strides strides;
};

/// FP32 numbers that a packed matrix [k, n] takes: rows filled up to whole vectors, of 64 numbers at most.
inline std::int64_t packed_size(std::int64_t n, std::int64_t k) {
    return (n + 63) / 64 * 64 * k;
}

}  // namespace mantissa
