// SPDX-License-Identifier: Apache-2.0
// BatchNorm over all axes but the last: vectors run over channels.
#include <algorithm>
#include <array>

#include "engine/cpu/cast_rows.h"
#include "engine/cpu/cpu_kernels.h"
#include "engine/cpu/parallel.h"
#include "engine/cpu/policy_sums.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/cpu/batch_norm.cpp"
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include "engine/cpu/norm-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mantissa {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// totals[c], columns first to last: of x; of (x - mean)²; or of dy · x̂.
template <class X, class Y>
HWY_INLINE void ChannelSumsAll(Summed what, const X* x, const Y* dy, const ChannelMatrix& m, const float* mean,
                               const float* rstd, std::int64_t first, std::int64_t last, const NormGrid& given,
                               float* totals) {
    const NormGrid grid = given;
    const std::int64_t width = m.channels;
    const auto run = [&](const auto& term)
                         HWY_ATTR { SumColumns(m.rows, first, last, grid.params, grid.block, totals, term); };
    switch (what) {
        case Summed::values:
            run([&](auto d, std::int64_t r, std::int64_t c) HWY_ATTR { return LoadNumbers(d, x + r * width + c); });
            break;
        case Summed::squares:
            run([&](auto d, std::int64_t r, std::int64_t c) HWY_ATTR {
                const auto difference =
                    RoundTo(d, hn::Sub(LoadNumbers(d, x + r * width + c), hn::LoadU(d, mean + c)), grid.params);
                return RoundTo(d, hn::Mul(difference, difference), grid.params);
            });
            break;
        case Summed::products:
            run([&](auto d, std::int64_t r, std::int64_t c) HWY_ATTR {
                const auto unit = Normalised(d, LoadNumbers(d, x + r * width + c), hn::LoadU(d, mean + c),
                                             hn::LoadU(d, rstd + c), grid.params);
                return RoundTo(d, hn::Mul(LoadNumbers(d, dy + r * width + c), unit), grid.params);
            });
            break;
    }
}

void ChannelSums(Summed what, const ChannelMatrix& x, const Numbers& dy, const float* mean, const float* rstd,
                 std::int64_t first, std::int64_t last, const NormGrid& grid, float* totals) {
    with_pointer(x.numbers, [&](const auto* a) {
        with_pointer(dy, [&](const auto* b) { ChannelSumsAll(what, a, b, x, mean, rstd, first, last, grid, totals); });
    });
}

/// Of n neighbouring channels of one row: to = x̂ · gamma + beta.
void NormalChannels(const float* x, const float* mean, const float* rstd, const float* gamma, const float* beta,
                    float* to, std::int64_t n, const NormGrid& given) {
    const RoundParams grid = given.params;
    ForVectors(n, [&](auto d, std::int64_t i) HWY_ATTR {
        const auto unit = Normalised(d, hn::LoadU(d, x + i), hn::LoadU(d, mean + i), hn::LoadU(d, rstd + i), grid);
        hn::StoreU(hn::Add(hn::Mul(unit, hn::LoadU(d, gamma + i)), hn::LoadU(d, beta + i)), d, to + i);
    });
}

/// to = factor · (dy - shift - x̂ · slope).
void ChannelGradient(const float* x, const float* dy, const float* mean, const float* rstd, const float* factor,
                     const float* shift, const float* slope, float* to, std::int64_t n, const NormGrid& given) {
    const RoundParams grid = given.params;
    ForVectors(n, [&](auto d, std::int64_t i) HWY_ATTR {
        const auto unit = Normalised(d, hn::LoadU(d, x + i), hn::LoadU(d, mean + i), hn::LoadU(d, rstd + i), grid);
        const auto rest = hn::Sub(hn::LoadU(d, dy + i), hn::LoadU(d, shift + i));
        hn::StoreU(hn::Mul(hn::LoadU(d, factor + i), hn::Sub(rest, hn::Mul(unit, hn::LoadU(d, slope + i)))), d, to + i);
    });
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mantissa {
HWY_EXPORT(ChannelSums);
HWY_EXPORT(NormalChannels);
HWY_EXPORT(ChannelGradient);

namespace {

/// Numbers of each channel repeated for so many rows, so that one run of vectors covers short rows.
struct Repeated {
    float* data;
    void set(std::int64_t channels, std::int64_t times, const float* from) const {
        for (std::int64_t t = 0; t < times; ++t) std::copy_n(from, channels, data + t * channels);
    }
};

/// Rows that are worked on together: as many as fill a block of the cast.
std::int64_t rows_together(std::int64_t channels) {
    return std::max<std::int64_t>(1, tally_block / channels);
}

/// Casts rows of channels as make(x, i, n, c, to) makes them: n elements from the i-th on, the first of channel c where
/// rows are long, else whole rows.
template <class Make>
void cast_channels(std::int64_t rows, std::int64_t channels, const Numbers& y, const Cast& cast, const Make& make) {
    const std::int64_t together = rows_together(channels);
    PieceCast pieces(y, cast);
    parallel_for(rows, together, std::max<std::int64_t>(2, 16384 / channels),
                 [&](std::int64_t begin, std::int64_t end, int part) {
                     PieceCast::Part piece(pieces, part);
                     std::array<float, tally_block> buffer;
                     for (std::int64_t r = begin; r < end; r += together) {
                         const std::int64_t height = std::min(together, end - r);
                         for (std::int64_t c = 0; c < channels; c += tally_block) {
                             const std::int64_t n = height * std::min(tally_block, channels - c);
                             const std::int64_t i = r * channels + c;
                             float* const made = piece.room(i, buffer.data());
                             make(i, n, c, made);
                             piece.store(made, i, n);
                         }
                     }
                 });
    pieces.finish();
}

/// y = round(x̂ · gamma + beta).
void normalise(const NormGrid& grid, const Tensor& x, const float* mean, const float* rstd, const float* gamma,
               const float* beta, std::int64_t channels, const Tensor& y, const Cast& cast, Scratch& scratch) {
    const std::int64_t together = rows_together(channels), span = together * channels;
    float* const room = scratch.of<float>(ScratchUse::rows, 4 * span);
    if (scratch.rehearsed()) return;
    const Repeated means{room}, rstds{room + span}, gammas{room + 2 * span}, betas{room + 3 * span};
    means.set(channels, together, mean);
    rstds.set(channels, together, rstd);
    gammas.set(channels, together, gamma);
    betas.set(channels, together, beta);
    const Numbers from(x);
    cast_channels(x.size() / channels, channels, Numbers(y), cast,
                  [&](std::int64_t i, std::int64_t n, std::int64_t c, float* to) {
                      std::array<float, tally_block> wide;
                      HWY_DYNAMIC_DISPATCH(NormalChannels)
                      (widened(from, i, n, wide.data()), means.data + c, rstds.data + c, gammas.data + c,
                       betas.data + c, to, n, grid);
                  });
}

}  // namespace

void CpuKernels::batch_norm_forward(const BatchNormSettings& settings, const Tensor& x, const Tensor& gamma,
                                    const Tensor& beta, const Tensor& y, const NormStatistics& statistics,
                                    const RunningStatistics& running, const Cast& cast) {
    const std::int64_t channels = gamma.size(), rows = x.size() / channels;
    const NormGrid grid(settings.policy);
    float *const mean = statistics.mean.f32(), *const rstd = statistics.rstd.f32();
    const float* const scale = staging_.as_f32(gamma, ScratchUse::operand_a);
    const float* const shift = staging_.as_f32(beta, ScratchUse::operand_b);
    const auto sum = [&](Summed what, float* totals) {
        policy_sums(rows, channels, grid, scratch_, totals,
                    [&](std::int64_t begin, std::int64_t end, std::int64_t first, std::int64_t last, float* to) {
                        HWY_DYNAMIC_DISPATCH(ChannelSums)
                        (what, {Numbers(x).from(begin * channels), end - begin, channels}, Numbers(x), mean, rstd,
                         first, last, grid, to);
                    });
    };
    const auto each = [&](const auto& f) {
        for (std::int64_t c = 0; c < channels && !scratch_.rehearsed(); ++c) f(c);
    };
    const auto momentum = static_cast<float>(settings.momentum), rest = static_cast<float>(1 - settings.momentum);
    const auto move = [&](const Tensor& to, std::int64_t c, float batch) {
        if (to) to.f32()[c] = round_to(momentum * batch + rest * to.f32()[c], settings.running);
    };
    sum(Summed::values, mean);
    each([&](std::int64_t c) { mean[c] = grid.mean(mean[c], rows); });
    sum(Summed::squares, rstd);
    each([&](std::int64_t c) {
        move(running.mean, c, mean[c]);
        move(running.variance, c, grid.mean(rstd[c], rows - 1));
        rstd[c] = grid.rstd(grid.mean(rstd[c], rows));
    });
    normalise(grid, x, mean, rstd, scale, shift, channels, y, cast, scratch_);
}

void CpuKernels::batch_norm_inference(const BatchNormSettings& settings, const Tensor& x, const Tensor& gamma,
                                      const Tensor& beta, const Tensor& y, const RunningStatistics& running,
                                      const Cast& cast) {
    const std::int64_t channels = gamma.size();
    const NormGrid grid(settings.policy);
    const float* const scale = staging_.as_f32(gamma, ScratchUse::operand_a);
    const float* const shift = staging_.as_f32(beta, ScratchUse::operand_b);
    float* const rstd = scratch_.of<float>(ScratchUse::partials, channels);
    for (std::int64_t c = 0; c < channels && !scratch_.rehearsed(); ++c) rstd[c] = grid.rstd(running.variance.f32()[c]);
    normalise(grid, x, running.mean.f32(), rstd, scale, shift, channels, y, cast, scratch_);
}

void CpuKernels::batch_norm_backward(const BatchNormSettings& settings, const Tensor& x, const Tensor& gamma,
                                     const NormStatistics& statistics, const Tensor& dy, const Tensor& dx,
                                     const Tensor& dgamma, const Tensor& dbeta, const Cast& dx_cast,
                                     const Cast& dgamma_cast, const Cast& dbeta_cast) {
    const std::int64_t channels = gamma.size(), rows = x.size() / channels;
    const NormGrid grid(settings.policy);
    const float *const mean = statistics.mean.f32(), *const rstd = statistics.rstd.f32();
    const float* const scale = staging_.as_f32(gamma, ScratchUse::operand_a);
    const std::int64_t together = rows_together(channels), span = together * channels;
    float* const all = scratch_.of<float>(ScratchUse::sums, 2 * channels);
    float* const products = all + channels;
    const auto sum = [&](Summed what, const Tensor& of, float* totals) {
        policy_sums(rows, channels, grid, scratch_, totals,
                    [&](std::int64_t begin, std::int64_t end, std::int64_t first, std::int64_t last, float* to) {
                        HWY_DYNAMIC_DISPATCH(ChannelSums)
                        (what, {Numbers(of).from(begin * channels), end - begin, channels},
                         Numbers(dy).from(begin * channels), mean, rstd, first, last, grid, to);
                    });
    };
    sum(Summed::values, dy, all);
    sum(Summed::products, x, products);
    store_rows(all, nullptr, Numbers(dbeta), 1, channels, dbeta_cast);
    store_rows(products, nullptr, Numbers(dgamma), 1, channels, dgamma_cast);
    float* const room = scratch_.of<float>(ScratchUse::rows, 5 * span);
    if (scratch_.rehearsed() || !dx) return;
    const Repeated means{room}, rstds{room + span}, factors{room + 2 * span}, shifts{room + 3 * span},
        slopes{room + 4 * span};
    means.set(channels, together, mean);
    rstds.set(channels, together, rstd);
    for (std::int64_t c = 0; c < channels; ++c) {
        factors.data[c] = scale[c] * rstd[c];
        shifts.data[c] = grid.mean(all[c], rows);
        slopes.data[c] = grid.mean(products[c], rows);
    }
    for (const Repeated& numbers : {factors, shifts, slopes})
        for (std::int64_t t = 1; t < together; ++t) std::copy_n(numbers.data, channels, numbers.data + t * channels);
    const Numbers from(x), given(dy);
    cast_channels(rows, channels, Numbers(dx), dx_cast, [&](std::int64_t i, std::int64_t n, std::int64_t c, float* to) {
        std::array<float, tally_block> wide_x, wide_dy;
        HWY_DYNAMIC_DISPATCH(ChannelGradient)
        (widened(from, i, n, wide_x.data()), widened(given, i, n, wide_dy.data()), means.data + c, rstds.data + c,
         factors.data + c, shifts.data + c, slopes.data + c, to, n, grid);
    });
}

}  // namespace mantissa
#endif
