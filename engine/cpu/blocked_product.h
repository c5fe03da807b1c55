// SPDX-License-Identifier: Apache-2.0
// Products whose partial sums are rounded: the phenomenon is the order, so it is fixed and the same as the reference's,
// bit for bit.
#pragma once

#include <cstdint>

#include "engine/cpu/numbers.h"
#include "engine/cpu/scratch.h"
#include "engine/precision/policy.h"

namespace mantissa {

/// A matrix by its strides: element (row, column) is data[row * row_stride + column * column_stride].
struct MatrixView {
    const float* data;
    std::int64_t row_stride, column_stride;
};

/// c[m, n] = sum over k of a(m, k) * b(k, n), terms in the order of k, in blocks of accumulation.block: each block
/// summed in FP32, added, and rounded to the accumulator's format. `go_on`: added to what c holds, as after the terms
/// of an earlier call.
void blocked_product(MatrixView a, MatrixView b, float* c, std::int64_t m, std::int64_t n, std::int64_t k,
                     const Accumulation& accumulation, Scratch& scratch, bool go_on = false);

/// sums[c] = sum over rows of x[rows, columns], rows in order, rounded to `format` after each addition.
void narrow_column_sums(const Numbers& x, std::int64_t rows, std::int64_t columns, const FloatFormat& format,
                        float* sums);

}  // namespace mantissa
