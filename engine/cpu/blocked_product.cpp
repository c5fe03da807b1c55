// SPDX-License-Identifier: Apache-2.0
// Vectors run over columns, so every column keeps the order of its own sum.
#include "engine/cpu/blocked_product.h"

#include <algorithm>

#include "engine/cpu/parallel.h"
#include "engine/cpu/round_params.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/cpu/blocked_product.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "engine/cpu/round-inl.h"
#include "engine/cpu/storage-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mantissa {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// One vector of columns of one row of c. Multiply and add apart: with 16-bit operands a product is exact either way,
/// with wider ones this is the reference's arithmetic.
template <class D>
HWY_INLINE void Columns(D d, MatrixView a, const float* packed, float* c, std::int64_t n, std::int64_t k, int block,
                        bool go_on, const RoundParams& params) {
    auto sum = go_on ? hn::LoadU(d, c) : hn::Zero(d);
    for (std::int64_t begin = 0; begin < k; begin += block) {
        const std::int64_t end = begin + block < k ? begin + block : k;
        auto part = hn::Zero(d);
        for (std::int64_t i = begin; i < end; ++i)
            part = hn::Add(part, hn::Mul(hn::Set(d, a.data[i * a.column_stride]), hn::LoadU(d, packed + i * n)));
        sum = RoundTo(d, hn::Add(sum, part), params);
    }
    hn::StoreU(sum, d, c);
}

void Rows(MatrixView a, const float* packed, float* c, std::int64_t rows, std::int64_t n, std::int64_t k, int block,
          bool go_on, const RoundParams& params) {
    const hn::ScalableTag<float> d;
    const hn::CappedTag<float, 1> d1;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    for (std::int64_t r = 0; r < rows; ++r) {
        const MatrixView row{a.data + r * a.row_stride, a.row_stride, a.column_stride};
        std::int64_t j = 0;
        for (; j + lanes <= n; j += lanes) Columns(d, row, packed + j, c + r * n + j, n, k, block, go_on, params);
        for (; j < n; ++j) Columns(d1, row, packed + j, c + r * n + j, n, k, block, go_on, params);
    }
}

template <class T>
void ColumnSumsAll(const T* x, std::int64_t rows, std::int64_t columns, const RoundParams& params, float* sums) {
    const hn::ScalableTag<float> d;
    const hn::CappedTag<float, 1> d1;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const auto run = [&](auto tag, std::int64_t j) HWY_ATTR {
        auto sum = hn::Zero(tag);
        for (std::int64_t r = 0; r < rows; ++r)
            sum = RoundTo(tag, hn::Add(sum, LoadNumbers(tag, x + r * columns + j)), params);
        hn::StoreU(sum, tag, sums + j);
    };
    std::int64_t j = 0;
    for (; j + lanes <= columns; j += lanes) run(d, j);
    for (; j < columns; ++j) run(d1, j);
}

void ColumnSums(const Numbers& x, std::int64_t rows, std::int64_t columns, const RoundParams& params, float* sums) {
    with_pointer(x, [&](const auto* at) { ColumnSumsAll(at, rows, columns, params, sums); });
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mantissa {
HWY_EXPORT(Rows);
HWY_EXPORT(ColumnSums);

void blocked_product(MatrixView a, MatrixView b, float* c, std::int64_t m, std::int64_t n, std::int64_t k,
                     const Accumulation& accumulation, Scratch& scratch, bool go_on) {
    const float* packed = b.data;
    const bool in_order = b.column_stride == 1 && b.row_stride == n;
    float* const copy = in_order ? nullptr : scratch.of<float>(ScratchUse::packed, k * n);
    if (scratch.rehearsed()) return;
    if (copy) {
        for (std::int64_t i = 0; i < k; ++i)
            for (std::int64_t j = 0; j < n; ++j) copy[i * n + j] = b.data[i * b.row_stride + j * b.column_stride];
        packed = copy;
    }
    const RoundParams params(accumulation.format, Rounding::nearest_even);
    parallel_for(m, 1, 2, [&](std::int64_t begin, std::int64_t end, int) {
        HWY_DYNAMIC_DISPATCH(Rows)
        ({a.data + begin * a.row_stride, a.row_stride, a.column_stride}, packed, c + begin * n, end - begin, n, k,
         accumulation.block, go_on, params);
    });
}

void narrow_column_sums(const Numbers& x, std::int64_t rows, std::int64_t columns, const FloatFormat& format,
                        float* sums) {
    const RoundParams params(format, Rounding::nearest_even);
    HWY_DYNAMIC_DISPATCH(ColumnSums)(x, rows, columns, params, sums);
}

}  // namespace mantissa
#endif
