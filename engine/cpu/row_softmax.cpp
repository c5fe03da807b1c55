// SPDX-License-Identifier: Apache-2.0
// Softmax over the last axis as attention needs it, in FP32 with Highway's exp.
#include "engine/cpu/row_softmax.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/cpu/cast_rows.h"
#include "engine/cpu/cpu_kernels.h"
#include "engine/cpu/made_rows.h"
#include "engine/cpu/parallel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/cpu/row_softmax.cpp"
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include <hwy/contrib/math/math-inl.h>
// clang-format on

#include "engine/cpu/norm-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mantissa {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Numbers in a vector: a row is worked on in whole ones, with what changes nothing behind its end.
HWY_INLINE std::int64_t LanesOf() {
    return static_cast<std::int64_t>(hn::Lanes(hn::ScalableTag<float>()));
}

/// The sum in the order of the columns, each rounded.
HWY_INLINE float NarrowSum(const float* terms, std::int64_t n, const RowGrid& grid) {
    const hn::CappedTag<float, 1> d1;
    auto sum = hn::Zero(d1);
    for (std::int64_t i = 0; i < n; ++i) sum = RoundTo(d1, hn::Add(sum, hn::LoadU(d1, terms + i)), grid.params);
    return hn::GetLane(sum);
}

/// Rows r to r + height of a softmax of x, one after the other, into p. `room`: two blocks, each with a vector more.
/// All but a row's maximum and sum is done over the whole block, since a row alone may fill vectors badly: what is
/// written behind a row's end is written again by the next. Adds to `nonfinite`, where not null, how many of the x that
/// count are not finite.
void SoftmaxRows(const float* x, float* p, std::int64_t r, std::int64_t height, const RowSoftmax& given, float* room,
                 std::int64_t room_size, std::uint64_t* nonfinite) {
    const RowSoftmax of = given;
    const RoundParams grid = of.grid.params;
    const hn::ScalableTag<float> d;
    const std::int64_t lanes = LanesOf(), columns = of.columns, n = height * columns;
    const float infinity = std::numeric_limits<float>::infinity();
    float *const scaled = room, *const powers = room + room_size;
    auto odd = hn::Zero(d);  // 0 · x: NaN where one is not finite
    ForVectors(n, [&](auto tag, std::int64_t i) HWY_ATTR {
        hn::StoreU(RoundTo(tag, hn::Mul(hn::LoadU(tag, x + i), hn::Set(tag, of.scale)), grid), tag, scaled + i);
    });
    if (nonfinite) {
        for (std::int64_t i = 0; i + lanes <= n; i += lanes)
            odd = hn::Add(odd, hn::Mul(hn::LoadU(d, x + i), hn::Zero(d)));
        if (n % lanes != 0 || !hn::AllFalse(d, hn::IsNaN(odd)))
            for (std::int64_t k = 0; k < height; ++k)
                for (std::int64_t c = 0; c < of.open(r + k); ++c)
                    *nonfinite += std::isfinite(x[k * columns + c]) ? 0 : 1;
    }
    std::fill_n(scaled + n, lanes, -infinity);
    for (std::int64_t k = 0; k < height; ++k) {
        const std::int64_t open = of.open(r + k);
        const float* const row = scaled + k * columns;
        const auto value = [&](std::int64_t i) HWY_ATTR {
            const auto v = hn::LoadU(d, row + i);
            return i + lanes <= open
                       ? v
                       : hn::IfThenElse(hn::FirstN(d, static_cast<std::size_t>(std::max<std::int64_t>(open - i, 0))), v,
                                        hn::Set(d, -infinity));
        };
        float maximum = 0;  // of what is not NaN: NaN makes the whole row NaN by its sum
        if (of.subtract) {
            auto largest = value(0);
            for (std::int64_t i = lanes; i < open; i += lanes) largest = hn::Max(largest, value(i));
            maximum = hn::GetLane(hn::MaxOfLanes(d, largest));
        }
        for (std::int64_t i = 0; i < columns; i += lanes)
            hn::StoreU(RoundTo(d, hn::Sub(value(i), hn::Set(d, maximum)), grid), d, powers + k * columns + i);
    }
    ForVectors(n, [&](auto tag, std::int64_t i) HWY_ATTR {
        const auto power = hn::LoadU(tag, powers + i);
        // exp(104) is infinity, which is right; beyond, exp's argument is kept in range
        const auto e = hn::Exp(tag, hn::Min(power, hn::Set(tag, 104.0f)));
        hn::StoreU(RoundTo(tag, hn::IfThenElse(hn::IsNaN(power), power, e), grid), tag, powers + i);
    });
    std::fill_n(powers + n, lanes, 0.0f);
    for (std::int64_t k = 0; k < height; ++k) {
        const std::int64_t open = of.open(r + k);
        const float* const row = powers + k * columns;
        float sum = 0;
        if (grid.identity) {
            auto total = hn::Zero(d);
            for (std::int64_t i = 0; i < open; i += lanes) {
                const auto v = hn::LoadU(d, row + i);
                total = hn::Add(total, i + lanes <= open
                                           ? v
                                           : hn::IfThenElseZero(hn::FirstN(d, static_cast<std::size_t>(open - i)), v));
            }
            sum = hn::GetLane(hn::SumOfLanes(d, total));
        } else {
            sum = NarrowSum(row, open, of.grid);
        }
        for (std::int64_t i = 0; i < columns; i += lanes)
            hn::StoreU(RoundTo(d, hn::Div(hn::LoadU(d, row + i), hn::Set(d, sum)), grid), d, scaled + k * columns + i);
        std::fill(scaled + k * columns + open, scaled + (k + 1) * columns, 0.0f);
    }
    std::copy_n(scaled, n, p);
}

/// dx = scale · (dy - sum(dy · p)) · p of `open` columns, zeros to `columns`; dx may be dy.
HWY_INLINE void SoftmaxGradientRow(const float* p, const float* dy, float* dx, std::int64_t open, std::int64_t columns,
                                   float scale, const RowGrid& grid, float* room) {
    const hn::ScalableTag<float> d;
    const hn::CappedTag<float, 1> d1;
    const std::int64_t lanes = LanesOf();
    const auto each = [&](const auto& f) HWY_ATTR {
        std::int64_t i = 0;
        for (; i + lanes <= open; i += lanes) f(d, i);
        for (; i < open; ++i) f(d1, i);
    };
    float sum = 0;
    if (grid.params.identity) {
        auto total = hn::Zero(d);
        std::int64_t i = 0;
        for (; i + lanes <= open; i += lanes)
            total = hn::Add(total, hn::Mul(hn::LoadU(d, p + i), hn::LoadU(d, dy + i)));
        sum = hn::GetLane(hn::SumOfLanes(d, total));
        for (; i < open; ++i) sum += p[i] * dy[i];
    } else {
        each([&](auto tag, std::int64_t i) HWY_ATTR {
            hn::StoreU(RoundTo(tag, hn::Mul(hn::LoadU(tag, p + i), hn::LoadU(tag, dy + i)), grid.params), tag,
                       room + i);
        });
        sum = NarrowSum(room, open, grid);
    }
    each([&](auto tag, std::int64_t i) HWY_ATTR {
        const auto difference = RoundTo(tag, hn::Sub(hn::LoadU(tag, dy + i), hn::Set(tag, sum)), grid.params);
        const auto product = RoundTo(tag, hn::Mul(difference, hn::LoadU(tag, p + i)), grid.params);
        hn::StoreU(hn::Mul(product, hn::Set(tag, scale)), tag, dx + i);
    });
    std::fill(dx + open, dx + columns, 0.0f);
}

/// Rows r to r + height, one after the other. `room`: for a row.
void SoftmaxGradientRows(const float* p, const float* dy, float* dx, std::int64_t r, std::int64_t height,
                         const RowSoftmax& given, float* room) {
    const RowSoftmax of = given;
    for (std::int64_t k = 0; k < height; ++k, p += of.columns, dy += of.columns, dx += of.columns)
        SoftmaxGradientRow(p, dy, dx, of.open(r + k), of.columns, of.scale, of.grid, room);
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mantissa {
HWY_EXPORT(SoftmaxRows);
HWY_EXPORT(SoftmaxGradientRows);

void CpuKernels::softmax_forward(const SoftmaxSettings& settings, const Tensor& x, const Tensor& y, const Cast& cast) {
    const RowSoftmax of(settings, x.shape);
    const std::int64_t columns = of.columns, room_size = row_room(columns);
    const Numbers from(x);
    Parts<std::uint64_t> nonfinite;
    cast_row_blocks(x.size() / columns, columns, Numbers(y), cast, scratch_, 3,
                    [&](std::int64_t r, std::int64_t height, float* to, float* room, int part) {
                        HWY_DYNAMIC_DISPATCH(SoftmaxRows)
                        (widened(from, r * columns, height * columns, room), to, r, height, of, room + room_size,
                         room_size, cast.nonfinite_arguments ? &nonfinite[part] : nullptr);
                    });
    if (cast.nonfinite_arguments && !scratch_.rehearsed()) nonfinite.add_to(*cast.nonfinite_arguments);
}

void CpuKernels::softmax_backward(const SoftmaxSettings& settings, const Tensor& y, const Tensor& dy, const Tensor& dx,
                                  const Cast& cast) {
    const RowSoftmax of(settings, y.shape);
    const std::int64_t columns = of.columns, room_size = row_room(columns);
    const Numbers probabilities(y), given(dy);
    cast_row_blocks(y.size() / columns, columns, Numbers(dx), cast, scratch_, 3,
                    [&](std::int64_t r, std::int64_t height, float* to, float* room, int) {
                        const std::int64_t first = r * columns, n = height * columns;
                        HWY_DYNAMIC_DISPATCH(SoftmaxGradientRows)
                        (widened(probabilities, first, n, room), widened(given, first, n, room + room_size), to, r,
                         height, of, room + 2 * room_size);
                    });
}

}  // namespace mantissa
#endif
