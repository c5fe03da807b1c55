// SPDX-License-Identifier: Apache-2.0
// Batches of matrix products.
#include "engine/reference/dot.h"
#include "engine/reference/reference_kernels.h"
#include "engine/reference/store_result.h"

namespace mantissa {

void ReferenceKernels::batched_product(const BatchedSize& size, const MatrixBatch& a, const MatrixBatch& b,
                                       const MatrixBatch& c, const Accumulation& accumulation, const Cast& cast) {
    for (std::int64_t i = 0; i < size.outer; ++i)
        for (std::int64_t j = 0; j < size.inner; ++j) {
            const auto at = [&](const MatrixBatch& of, std::int64_t row, std::int64_t column) {
                if (of.transposed) std::swap(row, column);
                return of.offset + i * of.outer_stride + j * of.inner_stride + row * of.row_stride + column;
            };
            for (std::int64_t row = 0; row < size.m; ++row)
                for (std::int64_t column = 0; column < size.n; ++column) {
                    Dot dot(accumulation);
                    for (std::int64_t k = 0; k < size.k; ++k)
                        dot.add(a.tensor.f32()[at(a, row, k)], b.tensor.f32()[at(b, k, column)]);
                    const std::int64_t place = at(c, row, column);
                    c.tensor.f32()[place] = store_result(dot.total(), cast, static_cast<std::uint64_t>(place));
                }
        }
}

}  // namespace mantissa
