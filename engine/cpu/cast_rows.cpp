// SPDX-License-Identifier: Apache-2.0
// Rounding and counting over rows. The plain path is one vector loop; counts are of integers, so the order of threads
// cannot change them; the norms of a histogram are summed by part and then in the order of the parts.
#include "engine/cpu/cast_rows.h"

#include <array>
#include <bit>
#include <cmath>
#include <vector>

#include "engine/cpu/parallel.h"
#include "engine/cpu/round_params.h"
#include "engine/cpu/tally.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/cpu/cast_rows.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "engine/cpu/round-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mantissa {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// One row; adds to `counts` where `counted`. Counts are kept in vectors: taking the number of true lanes at each step
/// would cost more than the rounding.
template <bool counted>
HWY_INLINE void CastRow(const float* src, const float* bias, float* dst, std::int64_t columns,
                        const RoundParams& params, FlushCounts& counts) {
    const hn::ScalableTag<float> d;
    const hn::CappedTag<float, 1> d1;
    const auto run = [&](auto tag, std::int64_t begin, std::int64_t step, std::int64_t steps) HWY_ATTR {
        const hn::RebindToUnsigned<decltype(tag)> du;
        auto nonzero = hn::Zero(du), flushed = hn::Zero(du), nonfinite = hn::Zero(du);
        const auto add = [&](auto& sum, auto mask)
                             HWY_ATTR { sum = hn::Sub(sum, hn::VecFromMask(du, hn::RebindMask(du, mask))); };
        for (std::int64_t n = 0, i = begin; n < steps; ++n, i += step) {
            auto x = hn::LoadU(tag, src + i);
            if (bias) x = hn::Add(x, hn::LoadU(tag, bias + i));
            const auto rounded = RoundTo(tag, x, params);
            if constexpr (counted) {
                const auto zero = hn::Zero(tag);
                const auto before = hn::And(hn::IsFinite(x), hn::Ne(x, zero));
                add(nonzero, before);
                add(flushed, hn::And(before, hn::Eq(rounded, zero)));
                add(nonfinite, hn::Not(hn::IsFinite(rounded)));
            }
            hn::StoreU(rounded, tag, dst + i);
        }
        if constexpr (counted) {
            counts.nonzero += hn::GetLane(hn::SumOfLanes(du, nonzero));
            counts.flushed += hn::GetLane(hn::SumOfLanes(du, flushed));
            counts.nonfinite += hn::GetLane(hn::SumOfLanes(du, nonfinite));
        }
    };
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const std::int64_t vectors = columns / lanes, rest = vectors * lanes;
    if (vectors > 0) run(d, 0, lanes, vectors);
    if (rest < columns) run(d1, rest, 1, columns - rest);
}

void CastChunk(const float* src, const float* bias, float* dst, std::int64_t rows, std::int64_t columns,
               const RoundParams& params, bool counted, FlushCounts& counts) {
    for (std::int64_t r = 0; r < rows; ++r, src += columns, dst += columns) {
        if (counted)
            CastRow<true>(src, bias, dst, columns, params, counts);
        else
            CastRow<false>(src, bias, dst, columns, params, counts);
    }
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mantissa {
HWY_EXPORT(CastChunk);

namespace {

/// The pass of monitored steps (and of stochastic rounding, say): scalar rounding where the vector code has none.
void cast_and_tally(const float* src, const float* bias, float* dst, std::int64_t rows, std::int64_t columns,
                    const Cast& cast, const RoundParams& params) {
    std::vector<Tally> tallies(static_cast<std::size_t>(max_parts()));
    std::vector<FlushCounts> counts(tallies.size());
    const bool vector_rounding = RoundParams::serves(cast.format, cast.rounding);
    parallel_for(rows, 1, rows * columns < 8192 ? rows + 1 : 1, [&](std::int64_t begin, std::int64_t end, int part) {
        Tally& tally = tallies[static_cast<std::size_t>(part)];
        FlushCounts& flush = counts[static_cast<std::size_t>(part)];
        std::array<float, tally_block> sum, after;
        for (std::int64_t i = begin * columns; i < end * columns;) {
            const std::int64_t column = i % columns;
            const std::int64_t n = std::min({tally_block, columns - column, end * columns - i});
            const float* before = src + i;
            if (bias) {
                for (std::int64_t j = 0; j < n; ++j) sum[static_cast<std::size_t>(j)] = src[i + j] + bias[column + j];
                before = sum.data();
            }
            if (vector_rounding) {
                HWY_DYNAMIC_DISPATCH(CastChunk)(before, nullptr, after.data(), 1, n, params, true, flush);
            } else {
                for (std::int64_t j = 0; j < n; ++j) {
                    const float x = before[j];
                    const float y =
                        round_to(x, cast.format, cast.rounding, cast.random.bits(static_cast<std::uint64_t>(i + j)));
                    after[static_cast<std::size_t>(j)] = y;
                    flush.nonzero += std::isfinite(x) && x != 0 ? 1 : 0;
                    flush.flushed += std::isfinite(x) && x != 0 && y == 0 ? 1 : 0;
                    flush.nonfinite += std::isfinite(y) ? 0 : 1;
                }
            }
            if (cast.histogram) tally_magnitudes(before, after.data(), n, params.smallest_normal, tally);
            std::copy_n(after.begin(), n, dst + i);
            i += n;
        }
    });
    for (std::size_t part = 0; part < tallies.size(); ++part) {
        if (cast.histogram) tallies[part].add_to(*cast.histogram);
        if (cast.counts) {
            cast.counts->nonzero += counts[part].nonzero;
            cast.counts->flushed += counts[part].flushed;
            cast.counts->nonfinite += counts[part].nonfinite;
        }
    }
    if (cast.histogram) cast.histogram->elements += static_cast<std::uint64_t>(rows * columns);
}

}  // namespace

void cast_rows(const float* src, const float* bias, float* dst, std::int64_t rows, std::int64_t columns,
               const Cast& cast) {
    if (cast.is_plain() && !bias && src == dst) return;
    if (!bias) {  // a flat array is better divided
        columns = rows * columns;
        rows = 1;
        constexpr std::int64_t chunk = 4096;
        if (columns % chunk == 0) {
            rows = columns / chunk;
            columns = chunk;
        }
    }
    const RoundParams params(cast.format, cast.rounding);
    if (cast.histogram || !RoundParams::serves(cast.format, cast.rounding)) {
        cast_and_tally(src, bias, dst, rows, columns, cast, params);
        return;
    }
    constexpr int most = 256;
    std::array<FlushCounts, most> counts{};
    const bool counted = cast.counts != nullptr;
    const auto chunk = [&](std::int64_t row, std::int64_t n, std::int64_t offset, std::int64_t width, int part) {
        HWY_DYNAMIC_DISPATCH(CastChunk)
        (src + row * columns + offset, bias ? bias + offset : nullptr, dst + row * columns + offset, n, width, params,
         counted, counts[static_cast<std::size_t>(part % most)]);
    };
    if (rows == 1)
        parallel_for(columns, 64, 16384,
                     [&](std::int64_t begin, std::int64_t end, int part) { chunk(0, 1, begin, end - begin, part); });
    else
        parallel_for(
            rows, 1, std::max<std::int64_t>(2, 16384 / columns),
            [&](std::int64_t begin, std::int64_t end, int part) { chunk(begin, end - begin, 0, columns, part); });
    if (counted)
        for (const FlushCounts& part : counts) {
            cast.counts->nonzero += part.nonzero;
            cast.counts->flushed += part.flushed;
            cast.counts->nonfinite += part.nonfinite;
        }
}

}  // namespace mantissa
#endif
