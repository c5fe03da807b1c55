// SPDX-License-Identifier: Apache-2.0
// Sums over rows, as a bias's gradient needs them.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/cpu/numbers.h"

namespace mantissa {

/// sums[c] = sum over r of values[r, c], FP32: blocks of 64 rows, then the blocks, then the threads' parts in order, so
/// chains are short and the result is that of the thread count. `scratch` grows as needed.
void column_sums(const Numbers& values, std::int64_t rows, std::int64_t columns, float* sums,
                 std::vector<float>& scratch);

}  // namespace mantissa
