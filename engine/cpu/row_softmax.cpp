// SPDX-License-Identifier: Apache-2.0
// Softmax over the last axis as attention needs it: a row at a time, in FP32 with Highway's exp.
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

#include "engine/cpu/round-inl.h"

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
    float sum = 0;
    for (std::int64_t i = 0; i < n; ++i) sum = round_to(sum + terms[i], grid.format);
    return sum;
}

/// `open` probabilities of x into p, zeros to `columns`; `room`: for the columns and a vector more. Adds to
/// `nonfinite`, where not null, how many of the open x are not finite.
void SoftmaxRow(const float* x, float* p, std::int64_t open, std::int64_t columns, float scale, bool subtract,
                const RowGrid& given, float* room, std::uint64_t* nonfinite) {
    const RowGrid grid = given;
    const hn::ScalableTag<float> d;
    const std::int64_t lanes = LanesOf(), whole = (open + lanes - 1) / lanes * lanes;
    const float infinity = std::numeric_limits<float>::infinity();
    std::copy_n(x, open, room);
    std::fill(room + open, room + whole, x[0]);
    auto largest = hn::Set(d, -infinity);
    auto odd = hn::Zero(d);  // NaN where a number is
    for (std::int64_t i = 0; i < whole; i += lanes) {
        const auto raw = hn::LoadU(d, room + i);
        const auto value = RoundTo(d, hn::Mul(raw, hn::Set(d, scale)), grid.params);
        hn::StoreU(value, d, room + i);
        largest = hn::Max(largest, value);
        odd = hn::Add(odd, hn::IfThenElseZero(hn::IsNaN(value), value));
    }
    if (nonfinite)
        for (std::int64_t i = 0; i < open; ++i) *nonfinite += std::isfinite(x[i]) ? 0 : 1;
    std::fill(room + open, room + whole, -infinity);  // exp of it adds nothing
    float maximum = 0;
    if (subtract) {
        maximum = hn::GetLane(hn::MaxOfLanes(d, largest));
        // NaN is larger than all; infinity minus itself is NaN: so is the whole row then
        if (!hn::AllFalse(d, hn::IsNaN(odd)) || std::isinf(maximum)) {
            std::fill_n(p, open, std::numeric_limits<float>::quiet_NaN());
            std::fill(p + open, p + columns, 0.0f);
            return;
        }
    }
    auto total = hn::Zero(d);
    for (std::int64_t i = 0; i < whole; i += lanes) {
        const auto x_i = hn::LoadU(d, room + i);
        const auto difference = RoundTo(d, hn::Sub(x_i, hn::Set(d, maximum)), grid.params);
        // exp(104) is infinity, which is right; beyond, exp's argument is kept in range
        auto e = hn::Exp(d, hn::Min(difference, hn::Set(d, 104.0f)));
        e = RoundTo(d, hn::IfThenElse(hn::IsNaN(difference), difference, e), grid.params);
        hn::StoreU(e, d, room + i);
        total = hn::Add(total, e);
    }
    const float sum = grid.params.identity ? hn::GetLane(hn::SumOfLanes(d, total)) : NarrowSum(room, open, grid);
    std::int64_t i = 0;
    for (; i + lanes <= open; i += lanes)
        hn::StoreU(RoundTo(d, hn::Div(hn::LoadU(d, room + i), hn::Set(d, sum)), grid.params), d, p + i);
    if (i < open) {
        const auto last = RoundTo(d, hn::Div(hn::LoadU(d, room + i), hn::Set(d, sum)), grid.params);
        hn::StoreU(last, d, room + i);
        std::copy(room + i, room + open, p + i);
    }
    std::fill(p + open, p + columns, 0.0f);
}

/// dx = scale · (dy - sum(dy · p)) · p of `open` columns, zeros to `columns`; dx may be dy.
void SoftmaxGradientRow(const float* p, const float* dy, float* dx, std::int64_t open, std::int64_t columns,
                        float scale, const RowGrid& given, float* room) {
    const RowGrid grid = given;
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

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mantissa {
HWY_EXPORT(SoftmaxRow);
HWY_EXPORT(SoftmaxGradientRow);

namespace {

/// Columns that count in row r of all.
std::int64_t open_columns(const SoftmaxSettings& settings, const Shape& shape, std::int64_t r) {
    const std::int64_t columns = shape[shape.rank - 1];
    return settings.causal ? std::min(columns, r % shape[shape.rank - 2] + 1) : columns;
}

}  // namespace

void CpuKernels::softmax_forward(const SoftmaxSettings& settings, const Tensor& x, const Tensor& y, const Cast& cast) {
    const std::int64_t columns = x.shape[x.shape.rank - 1], rows = x.size() / columns;
    const RowGrid grid(settings.reduction.format);
    const Numbers from(x);
    Parts<std::uint64_t> nonfinite;
    cast_made_rows(rows, columns, Numbers(y), cast, scratch_, 2, [&](std::int64_t r, float* to, float* room, int part) {
        HWY_DYNAMIC_DISPATCH(SoftmaxRow)
        (widened(from, r * columns, columns, room), to, open_columns(settings, x.shape, r), columns, settings.scale,
         settings.reduction.subtract_maximum, grid, room + columns,
         cast.nonfinite_arguments ? &nonfinite[part] : nullptr);
    });
    if (cast.nonfinite_arguments && !scratch_.rehearsed()) nonfinite.add_to(*cast.nonfinite_arguments);
}

void CpuKernels::softmax_backward(const SoftmaxSettings& settings, const Tensor& y, const Tensor& dy, const Tensor& dx,
                                  const Cast& cast) {
    const std::int64_t columns = y.shape[y.shape.rank - 1], rows = y.size() / columns;
    const RowGrid grid(settings.reduction.format);
    const Numbers probabilities(y), given(dy);
    cast_made_rows(rows, columns, Numbers(dx), cast, scratch_, 3, [&](std::int64_t r, float* to, float* room, int) {
        HWY_DYNAMIC_DISPATCH(SoftmaxGradientRow)
        (widened(probabilities, r * columns, columns, room), widened(given, r * columns, columns, room + columns), to,
         open_columns(settings, y.shape, r), columns, settings.scale, grid, room + 2 * columns);
    });
}

}  // namespace mantissa
#endif
