// SPDX-License-Identifier: Apache-2.0
// Batches of small matrix products, as attention has them: a thread makes all matrices of an image while they are in
// cache, oneDNN's matmul would take longer to begin than to multiply. Operands are read where they lie; the second one
// is packed only where its rows do not fill vectors.
#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

#include "engine/cpu/cast_rows.h"
#include "engine/cpu/cpu_kernels.h"
#include "engine/cpu/parallel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/cpu/batched_product.cpp"
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include "engine/cpu/matrices.h"
#include "engine/cpu/round-inl.h"
#include "engine/cpu/storage-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mantissa {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR
/// Four rows and columns turned: numbers (r, c) of `from`, rows `apart` numbers apart, become (c, r) of `to`.
template <class T>
HWY_INLINE void TurnFour(const T* from, std::int64_t apart, float* to, std::int64_t width) {
    const hn::FixedTag<float, 4> d;
    const hn::Repartition<double, decltype(d)> dd;
    const auto a = LoadNumbers(d, from), b = LoadNumbers(d, from + apart), c = LoadNumbers(d, from + 2 * apart),
               e = LoadNumbers(d, from + 3 * apart);
    const auto ab = hn::BitCast(dd, hn::InterleaveLower(d, a, b)), ce = hn::BitCast(dd, hn::InterleaveLower(d, c, e));
    const auto AB = hn::BitCast(dd, hn::InterleaveUpper(d, a, b)), CE = hn::BitCast(dd, hn::InterleaveUpper(d, c, e));
    hn::StoreU(hn::BitCast(d, hn::InterleaveLower(dd, ab, ce)), d, to);
    hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(dd, ab, ce)), d, to + width);
    hn::StoreU(hn::BitCast(d, hn::InterleaveLower(dd, AB, CE)), d, to + 2 * width);
    hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(dd, AB, CE)), d, to + 3 * width);
}
#endif

/// b in rows of k with `width` numbers each, a multiple of the vectors', zeros at the end.
template <class T>
void PackAll(const T* b, const Strides& strides, std::int64_t k, std::int64_t n, std::int64_t width, float* packed) {
    const hn::ScalableTag<float> d;
    const hn::CappedTag<float, 1> d1;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    for (std::int64_t i = 0; n < width && i < k; ++i) hn::StoreU(hn::Zero(d), d, packed + (i + 1) * width - lanes);
    if (strides.column == 1) {
        for (std::int64_t i = 0; i < k; ++i, b += strides.row, packed += width) {
            std::int64_t j = 0;
            for (; j + lanes <= n; j += lanes) hn::StoreU(LoadNumbers(d, b + j), d, packed + j);
            for (; j < n; ++j) hn::StoreU(LoadNumbers(d1, b + j), d1, packed + j);
        }
        return;
    }
    std::int64_t j = 0;
#if HWY_TARGET != HWY_SCALAR
    for (; j + 4 <= n; j += 4) {
        const T* const column = b + j * strides.column;
        std::int64_t i = 0;
        for (; i + 4 <= k; i += 4) TurnFour(column + i, strides.column, packed + i * width + j, width);
        for (; i < k; ++i)
            for (std::int64_t c = 0; c < 4; ++c)
                hn::StoreU(LoadNumbers(d1, column + c * strides.column + i), d1, packed + i * width + j + c);
    }
#endif
    for (; j < n; ++j)
        for (std::int64_t i = 0; i < k; ++i)
            hn::StoreU(LoadNumbers(d1, b + j * strides.column + i), d1, packed + i * width + j);
}

/// The first n numbers of a vector, fewer than it has, to p: in pieces of known sizes, since a copy of n is a call.
template <class Vector>
HWY_INLINE void StoreFirst(Vector v, std::int64_t n, float* p) {
    constexpr hn::ScalableTag<float> d;
    HWY_ALIGN float all[hn::MaxLanes(d)];
    hn::Store(v, d, all);
    const float* from = all;
    const auto piece = [&](auto size) {
        if constexpr (size() < hn::MaxLanes(d)) {
            if ((static_cast<std::size_t>(n) & size()) == 0) return;
            std::memcpy(p, from, size() * sizeof(float));
            p += size();
            from += size();
        }
    };
    static_assert(hn::MaxLanes(d) <= 16);
    piece(std::integral_constant<std::size_t, 8>());
    piece(std::integral_constant<std::size_t, 4>());
    piece(std::integral_constant<std::size_t, 2>());
    piece(std::integral_constant<std::size_t, 1>());
}

/// R rows of V vectors of c. `rest`: how many numbers of the last vector are kept. Blocked as policy.h's Accumulation,
/// where multiply and add are apart, as the reference's.
template <int R, int V, bool blocked>
HWY_INLINE void Tile(const float* a, const Strides& sa, const float* b, std::int64_t width, float* c, std::int64_t ldc,
                     std::int64_t k, std::int64_t rest, int block, const RoundParams& params) {
    const hn::ScalableTag<float> d;
    using Vector = hn::Vec<decltype(d)>;
    constexpr auto R_ = static_cast<std::size_t>(R), V_ = static_cast<std::size_t>(V);
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    Vector sum[R_][V_];
    for (auto& row : sum)
        for (auto& s : row) s = hn::Zero(d);
    const auto terms = [&](Vector(&into)[R_][V_], std::int64_t begin, std::int64_t end) HWY_ATTR {
        const float* at = a + begin * sa.column;
        const float* from = b + begin * width;
        for (std::int64_t i = begin; i < end; ++i, at += sa.column, from += width) {
            Vector columns[V_];
            for (std::size_t v = 0; v < V_; ++v) columns[v] = hn::LoadU(d, from + static_cast<std::int64_t>(v) * lanes);
            for (std::size_t r = 0; r < R_; ++r) {
                const auto x = hn::Set(d, at[static_cast<std::int64_t>(r) * sa.row]);
                for (std::size_t v = 0; v < V_; ++v)
                    into[r][v] =
                        blocked ? hn::Add(into[r][v], hn::Mul(x, columns[v])) : hn::MulAdd(x, columns[v], into[r][v]);
            }
        }
    };
    if constexpr (blocked) {
        for (std::int64_t begin = 0; begin < k; begin += block) {
            Vector part[R_][V_];
            for (auto& row : part)
                for (auto& s : row) s = hn::Zero(d);
            terms(part, begin, std::min<std::int64_t>(k, begin + block));
            for (std::size_t r = 0; r < R_; ++r)
                for (std::size_t v = 0; v < V_; ++v) sum[r][v] = RoundTo(d, hn::Add(sum[r][v], part[r][v]), params);
        }
    } else {
        terms(sum, 0, k);
    }
    for (std::size_t r = 0; r < R_; ++r) {
        float* const to = c + static_cast<std::int64_t>(r) * ldc;
        for (std::size_t v = 0; v < V_; ++v) {
            float* const there = to + static_cast<std::int64_t>(v) * lanes;
            if (v + 1 < V_ || rest == lanes) {
                hn::StoreU(sum[r][v], d, there);
                continue;
            }
            StoreFirst(sum[r][v], rest, there);
        }
    }
}

/// All rows of V vectors of columns, R rows at a time; the rest together, since a row alone waits for its own
/// additions.
template <int R, int V, bool blocked>
HWY_INLINE void Rows(const float* a, const Strides& sa, const float* b, std::int64_t width, float* c, std::int64_t ldc,
                     std::int64_t m, std::int64_t k, std::int64_t rest, int block, const RoundParams& params) {
    std::int64_t row = 0;
    for (; row + R <= m; row += R)
        Tile<R, V, blocked>(a + row * sa.row, sa, b, width, c + row * ldc, ldc, k, rest, block, params);
    if constexpr (R > 1)
        if (row < m)
            Rows<R - 1, V, blocked>(a + row * sa.row, sa, b, width, c + row * ldc, ldc, m - row, k, rest, block,
                                    params);
}

template <bool blocked>
void MultiplyAll(const float* a, const Strides& sa, const float* b, std::int64_t width, float* c, std::int64_t ldc,
                 std::int64_t m, std::int64_t n, std::int64_t k, int block, const RoundParams& params) {
    const hn::ScalableTag<float> d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    for (std::int64_t j = 0; j < n;) {
        const std::int64_t left = (n - j + lanes - 1) / lanes;  // vectors
        const std::int64_t vectors = left == 3 ? 3 : std::min<std::int64_t>(left, 2);
        const std::int64_t end = std::min(n, j + vectors * lanes), rest = end - j - (vectors - 1) * lanes;
        if (vectors == 3)
            Rows<4, 3, blocked>(a, sa, b + j, width, c + j, ldc, m, k, rest, block, params);
        else if (vectors == 2)
            Rows<6, 2, blocked>(a, sa, b + j, width, c + j, ldc, m, k, rest, block, params);
        else
            Rows<8, 1, blocked>(a, sa, b + j, width, c + j, ldc, m, k, rest, block, params);
        j = end;
    }
}

/// c[m, n] = a · b in FP32, rows of c `ldc` apart. `room`: scratch_for() numbers.
void Multiply(const Operand& a, const Operand& b, float* c, std::int64_t ldc, std::int64_t m, std::int64_t n,
              std::int64_t k, int block, const RoundParams& params, float* room) {
    const hn::ScalableTag<float> d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    std::int64_t width = (n + lanes - 1) / lanes * lanes;
    const float* columns = room;
    if (!b.numbers.narrow && b.strides.column == 1 && n == width) {
        columns = b.numbers.f32();
        width = b.strides.row;
    } else {
        with_pointer(b.numbers, [&](const auto* from) { PackAll(from, b.strides, k, n, width, room); });
    }
    const float* rows = a.numbers.f32();
    Strides sa = a.strides;
    if (a.numbers.narrow) {  // widened as it lies, row by row or column by column
        float* const wide = room + packed_size(n, k);
        const bool turned = sa.column != 1;
        const Strides lying = turned ? Strides{sa.column, sa.row} : sa;
        const std::int64_t height = turned ? k : m, length = turned ? m : k;
        PackAll(a.numbers.bf16(), lying, height, length, length, wide);
        rows = wide;
        sa = turned ? Strides{1, length} : Strides{length, 1};
    }
    if (block > 0)
        MultiplyAll<true>(rows, sa, columns, width, c, ldc, m, n, k, block, params);
    else
        MultiplyAll<false>(rows, sa, columns, width, c, ldc, m, n, k, block, params);
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mantissa {
HWY_EXPORT(Multiply);

namespace {

/// Matrix (i, j) as an operand.
Operand operand_of(const MatrixBatch& of, std::int64_t i, std::int64_t j) {
    const Strides as_it_lies{of.row_stride, 1};
    return {Numbers(of.tensor).from(of.offset + i * of.outer_stride + j * of.inner_stride),
            of.transposed ? Strides{1, of.row_stride} : as_it_lies};
}

std::int64_t whole_lines(std::int64_t numbers) {
    return (numbers + 15) / 16 * 16;
}

/// How an image's matrices lie side by side in the result: `runs` runs of `length` neighbouring numbers, `stride`
/// apart. In memory of their own they lie the same way without gaps, a matrix `matrix` numbers after the other with
/// rows `row` apart.
struct Runs {
    std::int64_t runs, length, stride, matrix, row;
};
Runs runs_of(const BatchedSize& size, const MatrixBatch& c) {
    if (c.inner_stride == size.n && c.row_stride >= size.inner * size.n)  // heads side by side in a row
        return {size.m, size.inner * size.n, c.row_stride, size.n, size.inner * size.n};
    if (c.row_stride == size.n && (size.inner == 1 || c.inner_stride == size.m * size.n))  // all in one piece
        return {1, size.inner * size.m * size.n, 0, size.m * size.n, size.n};
    return {0, size.n, c.row_stride, size.m * size.n, size.n};  // row by row
}

}  // namespace

void CpuKernels::batched_product(const BatchedSize& given, const MatrixBatch& a, const MatrixBatch& b,
                                 const MatrixBatch& c, const Accumulation& accumulation, const Cast& cast) {
    BatchedSize size = given;
    MatrixBatch from_a = a, from_b = b, to = c;
    if (size.outer == 1) {  // threads share what is outside
        std::swap(size.outer, size.inner);
        for (MatrixBatch* m : {&from_a, &from_b, &to}) std::swap(m->outer_stride, m->inner_stride);
    }
    const Numbers results(to.tensor);
    const bool direct = cast.is_plain() && !results.narrow;
    const Runs runs = runs_of(size, to);
    const std::int64_t image = whole_lines(size.inner * size.m * size.n);
    const std::int64_t each = whole_lines(packed_size(size.n, size.k) + size.m * size.k) + (direct ? 0 : image);
    float* const all = scratch_.of<float>(ScratchUse::rows, max_parts() * each);
    if (scratch_.rehearsed()) return;
    const RoundParams params(accumulation.format, Rounding::nearest_even);
    PieceCast pieces(results, cast);
    // a product of 32x32x32 takes about as long as a thread to begin
    const std::int64_t work = std::max<std::int64_t>(1, size.inner * size.m * size.n * size.k);
    parallel_for(size.outer, 1, std::max<std::int64_t>(2, 65536 / work),
                 [&](std::int64_t begin, std::int64_t end, int part) {
                     PieceCast::Part piece(pieces, part);
                     float *const sums = all + part * each, *const room = direct ? sums : sums + image;
                     for (std::int64_t i = begin; i < end; ++i) {
                         const std::int64_t first = to.offset + i * to.outer_stride;
                         for (std::int64_t j = 0; j < size.inner; ++j) HWY_DYNAMIC_DISPATCH(Multiply)
                         (operand_of(from_a, i, j), operand_of(from_b, i, j),
                          direct ? results.f32() + first + j * to.inner_stride : sums + j * runs.matrix,
                          direct ? to.row_stride : runs.row, size.m, size.n, size.k, accumulation.block, params, room);
                         if (direct) continue;
                         const auto store = [&](const float* values, std::int64_t at, std::int64_t n) {
                             for (std::int64_t k = 0; k < n; k += tally_block)
                                 piece.store(values + k, at + k, std::min(tally_block, n - k));
                         };
                         for (std::int64_t r = 0; r < runs.runs; ++r)
                             store(sums + r * runs.length, first + r * runs.stride, runs.length);
                         for (std::int64_t j = 0; runs.runs == 0 && j < size.inner; ++j)
                             for (std::int64_t r = 0; r < size.m; ++r)
                                 store(sums + j * runs.matrix + r * runs.row,
                                       first + j * to.inner_stride + r * runs.stride, runs.length);
                     }
                 });
    pieces.finish();
}

}  // namespace mantissa
#endif
