// SPDX-License-Identifier: Apache-2.0
// Batches of small matrix products: a thread for each result, whose operands are read where they lie. Neighbouring
// threads have neighbouring columns, so a warp reads one row of a and neighbours of b.
#include <cmath>

#include "engine/cuda/blocked_sum.h"
#include "engine/cuda/cuda_kernels.h"
#include "engine/cuda/store_result.h"

namespace mantissa::cuda {
namespace {

/// A MatrixBatch inside kernels.
struct Matrices {
    explicit Matrices(const MatrixBatch& of)
        : numbers(Numbers(of.tensor).from(of.offset)),
          outer(of.outer_stride),
          inner(of.inner_stride),
          row(of.transposed ? 1 : of.row_stride),
          column(of.transposed ? of.row_stride : 1) {}

    MANTISSA_BOTH std::int64_t begin(std::int64_t i, std::int64_t j) const { return i * outer + j * inner; }

    Numbers numbers;
    std::int64_t outer, inner, row, column;
};

}  // namespace

void CudaKernels::batched_product(const BatchedSize& size, const MatrixBatch& a, const MatrixBatch& b,
                                  const MatrixBatch& c, const Accumulation& accumulation, const Cast& cast) {
    const Matrices left(a), right(b), to(c);
    const std::int64_t count = size.outer * size.inner * size.m * size.n, k = size.k, offset = c.offset;
    const Rounder round(accumulation.format, Rounding::nearest_even);
    const int block = accumulation.block;
    const std::int64_t lanes = storing_lanes(count);
    const BatchedSize all = size;
    store_by_lanes(
        stream_, scratch_, lanes, Numbers(c.tensor), cast, [=] MANTISSA_KERNEL(std::int64_t lane, Putter & put) {
            for (std::int64_t e = lane; e < count; e += lanes) {
                const Division column = divide(e, all.n), row = divide(column.quotient, all.m),
                               matrix = divide(row.quotient, all.inner);
                const std::int64_t i = matrix.quotient, j = matrix.remainder;
                const std::int64_t x = left.begin(i, j) + row.remainder * left.row,
                                   y = right.begin(i, j) + column.remainder * right.column;
                float total = 0;
                if (block > 0) {
                    BlockedSum sum(round, block);
                    for (std::int64_t t = 0; t < k; ++t)
                        sum.add(left.numbers.get(x + t * left.column), right.numbers.get(y + t * right.row));
                    total = sum.total();
                } else {
                    for (std::int64_t t = 0; t < k; ++t)
                        total =
                            ::fmaf(left.numbers.get(x + t * left.column), right.numbers.get(y + t * right.row), total);
                }
                put(total, offset + to.begin(i, j) + row.remainder * to.row + column.remainder);
            }
        });
}

}  // namespace mantissa::cuda
