// SPDX-License-Identifier: Apache-2.0
// LayerNorm and RMSNorm over the last axis: a row at a time while it is in cache.
#include <algorithm>
#include <array>
#include <cmath>

#include "engine/cpu/cast_rows.h"
#include "engine/cpu/cpu_kernels.h"
#include "engine/cpu/made_rows.h"
#include "engine/cpu/parallel.h"
#include "engine/cpu/policy_sums.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/cpu/norm.cpp"
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include "engine/cpu/norm-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mantissa {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The sum of n terms as `grid` wants it; term(tag, i) gives a vector of them. `terms`: room for n numbers.
template <class Term>
HWY_INLINE float SumRow(std::int64_t n, const NormGrid& grid, float* terms, const Term& term) {
    if (grid.block > 0) {
        ForVectors(n, [&](auto d, std::int64_t i) HWY_ATTR { hn::StoreU(term(d, i), d, terms + i); });
        float sum = 0;
        for (std::int64_t begin = 0; begin < n; begin += grid.block) {
            float some = 0;
            const std::int64_t end = std::min<std::int64_t>(n, begin + grid.block);
            for (std::int64_t i = begin; i < end; ++i) some += terms[i];
            sum = grid.on_grid(sum + grid.on_grid(some));
        }
        return sum;
    }
    const hn::ScalableTag<float> d;
    const hn::CappedTag<float, 1> d1;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    auto s0 = hn::Zero(d), s1 = hn::Zero(d);
    std::int64_t i = 0;
    for (; i + 2 * lanes <= n; i += 2 * lanes) {
        s0 = hn::Add(s0, term(d, i));
        s1 = hn::Add(s1, term(d, i + lanes));
    }
    if (i + lanes <= n) {
        s0 = hn::Add(s0, term(d, i));
        i += lanes;
    }
    float sum = hn::GetLane(hn::SumOfLanes(d, hn::Add(s0, s1)));
    for (; i < n; ++i) sum += hn::GetLane(term(d1, i));
    return grid.on_grid(sum);
}

RowStatistics StatisticsOf(const float* x, std::int64_t width, bool centred, const NormGrid& grid, float* terms) {
    float mean = 0;
    if (centred)
        mean = grid.mean(
            SumRow(width, grid, terms, [&](auto d, std::int64_t i) HWY_ATTR { return hn::LoadU(d, x + i); }), width);
    const float squares = SumRow(width, grid, terms, [&](auto d, std::int64_t i) HWY_ATTR {
        const auto difference = RoundTo(d, hn::Sub(hn::LoadU(d, x + i), hn::Set(d, mean)), grid.params);
        return RoundTo(d, hn::Mul(difference, difference), grid.params);
    });
    return {mean, grid.rstd(grid.mean(squares, width))};
}

/// to = normalised x · gamma + beta; gamma and beta may be null.
HWY_INLINE void NormalRow(const float* x, const float* gamma, const float* beta, float* to, std::int64_t width,
                          RowStatistics s, const RoundParams& grid) {
    ForVectors(width, [&](auto d, std::int64_t i) HWY_ATTR {
        auto value = Normalised(d, hn::LoadU(d, x + i), hn::Set(d, s.mean), hn::Set(d, s.rstd), grid);
        if (gamma) value = hn::Mul(value, hn::LoadU(d, gamma + i));
        if (beta) value = hn::Add(value, hn::LoadU(d, beta + i));
        hn::StoreU(value, d, to + i);
    });
}

/// sums[k] = sum of term(tag, k, i) over n terms, for R rows at once: the sum of one waits for its own additions. Added
/// as SumRow() adds without a grid.
template <int R, class Term>
HWY_INLINE void SumRows(std::int64_t n, float* sums, const Term& term) {
    const hn::ScalableTag<float> d;
    const hn::CappedTag<float, 1> d1;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    hn::Vec<decltype(d)> s0[R], s1[R];
    for (int k = 0; k < R; ++k) s0[k] = s1[k] = hn::Zero(d);
    std::int64_t i = 0;
    for (; i + 2 * lanes <= n; i += 2 * lanes)
        for (int k = 0; k < R; ++k) {
            s0[k] = hn::Add(s0[k], term(d, k, i));
            s1[k] = hn::Add(s1[k], term(d, k, i + lanes));
        }
    if (i + lanes <= n) {
        for (int k = 0; k < R; ++k) s0[k] = hn::Add(s0[k], term(d, k, i));
        i += lanes;
    }
    for (int k = 0; k < R; ++k) {
        sums[k] = hn::GetLane(hn::SumOfLanes(d, hn::Add(s0[k], s1[k])));
        for (std::int64_t rest = i; rest < n; ++rest) sums[k] += hn::GetLane(term(d1, k, rest));
    }
}

/// R rows in FP32, with statistics[k] of each.
template <int R>
HWY_INLINE void NormPlainRows(const float* x, const float* gamma, const float* beta, float* to, std::int64_t width,
                              bool centred, float epsilon, RowStatistics* statistics) {
    const auto count = static_cast<float>(width);
    float mean[R] = {}, squares[R];
    if (centred) {
        SumRows<R>(width, mean,
                   [&](auto d, int k, std::int64_t i) HWY_ATTR { return hn::LoadU(d, x + k * width + i); });
        for (float& m : mean) m /= count;
    }
    SumRows<R>(width, squares, [&](auto d, int k, std::int64_t i) HWY_ATTR {
        const auto difference = hn::Sub(hn::LoadU(d, x + k * width + i), hn::Set(d, mean[k]));
        return hn::Mul(difference, difference);
    });
    for (int k = 0; k < R; ++k) statistics[k] = {mean[k], 1.0f / std::sqrt(squares[k] / count + epsilon)};
    for (int k = 0; k < R; ++k)
        NormalRow(x + k * width, gamma, beta, to + k * width, width, statistics[k], RoundParams());
}

/// `rows` rows, one after the other, with statistics[k] of each. `terms`: room for a row.
void NormRows(const float* x, const float* gamma, const float* beta, float* to, std::int64_t rows, std::int64_t width,
              bool centred, const NormGrid& given, RowStatistics* statistics, float* terms) {
    const NormGrid grid = given;
    std::int64_t k = 0;
    if (grid.params.identity) {
        for (; k + 4 <= rows; k += 4)
            NormPlainRows<4>(x + k * width, gamma, beta, to + k * width, width, centred, grid.epsilon, statistics + k);
        for (; k < rows; ++k)
            NormPlainRows<1>(x + k * width, gamma, beta, to + k * width, width, centred, grid.epsilon, statistics + k);
    }
    for (; k < rows; ++k) {
        statistics[k] = StatisticsOf(x + k * width, width, centred, grid, terms);
        NormalRow(x + k * width, gamma, beta, to + k * width, width, statistics[k], grid.params);
    }
}

/// One row whose sums are rounded; `to` may be dy. `room`: for three rows.
void GradientRow(const float* x, const float* gamma, const float* dy, float* to, std::int64_t width, RowStatistics s,
                 bool centred, const NormGrid& grid, float* room) {
    float *const units = room, *const scaled = room + width, *const terms = room + 2 * width;
    ForVectors(width, [&](auto d, std::int64_t i) HWY_ATTR {
        auto g = hn::LoadU(d, dy + i);
        if (gamma) g = hn::Mul(g, hn::LoadU(d, gamma + i));
        hn::StoreU(g, d, scaled + i);
        hn::StoreU(Normalised(d, hn::LoadU(d, x + i), hn::Set(d, s.mean), hn::Set(d, s.rstd), grid.params), d,
                   units + i);
    });
    const float shift = !centred ? 0
                                 : grid.mean(SumRow(width, grid, terms,
                                                    [&](auto d, std::int64_t i) HWY_ATTR {
                                                        return RoundTo(d, hn::LoadU(d, scaled + i), grid.params);
                                                    }),
                                             width);
    const float slope =
        grid.mean(SumRow(width, grid, terms,
                         [&](auto d, std::int64_t i) HWY_ATTR {
                             return RoundTo(d, hn::Mul(hn::LoadU(d, scaled + i), hn::LoadU(d, units + i)), grid.params);
                         }),
                  width);
    ForVectors(width, [&](auto d, std::int64_t i) HWY_ATTR {
        const auto rest = hn::Sub(hn::LoadU(d, scaled + i), hn::Set(d, shift));
        const auto along = hn::Mul(hn::LoadU(d, units + i), hn::Set(d, slope));
        hn::StoreU(hn::Mul(hn::Set(d, s.rstd), hn::Sub(rest, along)), d, to + i);
    });
}

/// R rows in FP32; `to` may be dy.
template <int R>
HWY_INLINE void GradientPlainRows(const float* x, const float* gamma, const float* dy, float* to, std::int64_t width,
                                  const RowStatistics* s, bool centred) {
    const auto count = static_cast<float>(width);
    const auto scaled = [&](auto d, int k, std::int64_t i) HWY_ATTR {
        const auto g = hn::LoadU(d, dy + k * width + i);
        return gamma ? hn::Mul(g, hn::LoadU(d, gamma + i)) : g;
    };
    const auto unit = [&](auto d, int k, std::int64_t i) HWY_ATTR {
        const auto difference = hn::Sub(hn::LoadU(d, x + k * width + i), hn::Set(d, s[k].mean));
        return hn::Mul(difference, hn::Set(d, s[k].rstd));
    };
    float shift[R] = {}, slope[R];
    if (centred) {
        SumRows<R>(width, shift, scaled);
        for (float& m : shift) m /= count;
    }
    SumRows<R>(width, slope,
               [&](auto d, int k, std::int64_t i) HWY_ATTR { return hn::Mul(scaled(d, k, i), unit(d, k, i)); });
    for (int k = 0; k < R; ++k)
        ForVectors(width, [&](auto d, std::int64_t i) HWY_ATTR {
            const auto rest = hn::Sub(scaled(d, k, i), hn::Set(d, shift[k]));
            const auto along = hn::Mul(unit(d, k, i), hn::Set(d, slope[k] / count));
            hn::StoreU(hn::Mul(hn::Set(d, s[k].rstd), hn::Sub(rest, along)), d, to + k * width + i);
        });
}

/// `rows` rows, one after the other; `to` may be dy. `room`: for three rows.
void GradientRows(const float* x, const float* gamma, const float* dy, float* to, std::int64_t rows, std::int64_t width,
                  const RowStatistics* s, bool centred, const NormGrid& given, float* room) {
    const NormGrid grid = given;
    std::int64_t k = 0;
    if (grid.params.identity) {
        for (; k + 4 <= rows; k += 4)
            GradientPlainRows<4>(x + k * width, gamma, dy + k * width, to + k * width, width, s + k, centred);
        for (; k < rows; ++k)
            GradientPlainRows<1>(x + k * width, gamma, dy + k * width, to + k * width, width, s + k, centred);
    }
    for (; k < rows; ++k)
        GradientRow(x + k * width, gamma, dy + k * width, to + k * width, width, s[k], centred, grid, room);
}

/// totals[c] = sum of dy · x̂ over rows, columns first to last; both matrices begin with the first row.
template <class X, class Y>
void GammaColumnsAll(const X* x, const Y* dy, const float* mean, const float* rstd, std::int64_t rows,
                     std::int64_t width, std::int64_t first, std::int64_t last, const NormGrid& given, float* totals) {
    const NormGrid grid = given;
    SumColumns(rows, first, last, grid.params, grid.block, totals,
               [&](auto d, std::int64_t r, std::int64_t c) HWY_ATTR {
                   const auto unit = Normalised(d, LoadNumbers(d, x + r * width + c), hn::Set(d, mean ? mean[r] : 0.0f),
                                                hn::Set(d, rstd[r]), grid.params);
                   return RoundTo(d, hn::Mul(LoadNumbers(d, dy + r * width + c), unit), grid.params);
               });
}

void GammaColumns(const Numbers& x, const Numbers& dy, const float* mean, const float* rstd, std::int64_t rows,
                  std::int64_t width, std::int64_t first, std::int64_t last, const NormGrid& grid, float* totals) {
    with_pointer(x, [&](const auto* a) {
        with_pointer(dy,
                     [&](const auto* b) { GammaColumnsAll(a, b, mean, rstd, rows, width, first, last, grid, totals); });
    });
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mantissa {
HWY_EXPORT(NormRows);
HWY_EXPORT(GradientRows);
HWY_EXPORT(GammaColumns);

namespace {

std::int64_t width_of(const Tensor& x) {
    return x.shape[x.shape.rank - 1];
}

}  // namespace

void CpuKernels::norm_forward(const NormSettings& settings, const Tensor& x, const Tensor& gamma, const Tensor& beta,
                              const Tensor& y, const NormStatistics& statistics, const Cast& cast) {
    const std::int64_t width = width_of(x), rows = x.size() / width;
    const NormGrid grid(settings.policy);
    const bool centred = settings.kind == NormSettings::Kind::layer;
    const Numbers from(x);
    const float* const scale = gamma ? staging_.as_f32(gamma, ScratchUse::operand_a) : nullptr;
    const float* const shift = beta ? staging_.as_f32(beta, ScratchUse::operand_b) : nullptr;
    const std::int64_t size = row_room(width);
    cast_row_blocks(rows, width, Numbers(y), cast, scratch_, 2,
                    [&](std::int64_t r, std::int64_t height, float* to, float* room, int) {
                        std::array<RowStatistics, tally_block> found;  // a block has no more rows
                        HWY_DYNAMIC_DISPATCH(NormRows)
                        (widened(from, r * width, height * width, room), scale, shift, to, height, width, centred, grid,
                         found.data(), room + size);
                        for (std::int64_t k = 0; k < height; ++k) {
                            const RowStatistics& s = found[static_cast<std::size_t>(k)];
                            if (statistics.mean) statistics.mean.f32()[r + k] = s.mean;
                            if (statistics.rstd) statistics.rstd.f32()[r + k] = s.rstd;
                        }
                    });
}

void CpuKernels::norm_backward_data(const NormSettings& settings, const Tensor& x, const Tensor& gamma,
                                    const NormStatistics& statistics, const Tensor& dy, const Tensor& dx,
                                    const Cast& cast) {
    const std::int64_t width = width_of(x), rows = x.size() / width;
    const NormGrid grid(settings.policy);
    const bool centred = settings.kind == NormSettings::Kind::layer;
    const Numbers from(x), given(dy);
    const float* const scale = gamma ? staging_.as_f32(gamma, ScratchUse::operand_a) : nullptr;
    const std::int64_t size = row_room(width);
    cast_row_blocks(rows, width, Numbers(dx), cast, scratch_, 5,
                    [&](std::int64_t r, std::int64_t height, float* to, float* room, int) {
                        std::array<RowStatistics, tally_block> found;
                        for (std::int64_t k = 0; k < height; ++k)
                            found[static_cast<std::size_t>(k)] = {centred ? statistics.mean.f32()[r + k] : 0.0f,
                                                                  statistics.rstd.f32()[r + k]};
                        HWY_DYNAMIC_DISPATCH(GradientRows)
                        (widened(from, r * width, height * width, room), scale,
                         widened(given, r * width, height * width, room + size), to, height, width, found.data(),
                         centred, grid, room + 2 * size);
                    });
}

void CpuKernels::norm_backward_gamma(const NormSettings& settings, const Tensor& x, const NormStatistics& statistics,
                                     const Tensor& dy, const Tensor& dgamma, const Cast& cast) {
    const std::int64_t width = width_of(x), rows = x.size() / width;
    const NormGrid grid(settings.policy);
    const float* const mean = settings.kind == NormSettings::Kind::layer ? statistics.mean.f32() : nullptr;
    const float* const rstd = statistics.rstd.f32();
    float* const sums = staging_.sums_for(Numbers(dgamma), width);
    policy_sums(rows, width, grid, scratch_, sums,
                [&](std::int64_t begin, std::int64_t end, std::int64_t first, std::int64_t last, float* totals) {
                    HWY_DYNAMIC_DISPATCH(GammaColumns)
                    (Numbers(x).from(begin * width), Numbers(dy).from(begin * width), mean ? mean + begin : nullptr,
                     rstd + begin, end - begin, width, first, last, grid, totals);
                });
    store_rows(sums, nullptr, Numbers(dgamma), 1, width, cast);
}

}  // namespace mantissa
#endif
