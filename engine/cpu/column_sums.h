// SPDX-License-Identifier: Apache-2.0
// Sums over rows, as a bias's gradient needs them.
#pragma once

#include <cstdint>

#include "engine/cpu/numbers.h"
#include "engine/cpu/scratch.h"

namespace mantissa {

/// sums[c] = sum over r of values[r, c], FP32: blocks of 64 rows, then the blocks, then the threads' parts in order, so
/// chains are short and the result is that of the thread count.
void column_sums(const Numbers& values, std::int64_t rows, std::int64_t columns, float* sums, Scratch& scratch);

}  // namespace mantissa
