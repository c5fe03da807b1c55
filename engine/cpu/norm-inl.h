// SPDX-License-Identifier: Apache-2.0
// What the normalisations share, compiled once per instruction set by Highway (hence no ordinary include guard): the
// normalised number, and sums over columns of rows as a NormPolicy wants them.
#if defined(MANTISSA_CPU_NORM_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef MANTISSA_CPU_NORM_INL_H
#undef MANTISSA_CPU_NORM_INL_H
#else
#define MANTISSA_CPU_NORM_INL_H
#endif

#include <hwy/highway.h>

#include "engine/cpu/round-inl.h"
#include "engine/cpu/storage-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mantissa {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Calls f(tag, i) for vectors of n elements, then for single ones.
template <class F>
HWY_INLINE void ForVectors(std::int64_t n, const F& f) {
    const hn::ScalableTag<float> d;
    const hn::CappedTag<float, 1> d1;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    std::int64_t i = 0;
    for (; i + lanes <= n; i += lanes) f(d, i);
    for (; i < n; ++i) f(d1, i);
}

/// round(round(x - mean) · rstd).
template <class D, class V>
HWY_INLINE V Normalised(D d, V x, V mean, V rstd, const RoundParams& grid) {
    return RoundTo(d, hn::Mul(RoundTo(d, hn::Sub(x, mean), grid), rstd), grid);
}

/// totals[c] = sum of term(tag, row, c) over the rows, for the columns from `begin` to `end`: in order, rounded after
/// each block of so many terms (0: not rounded here). Four vectors at a time: additions of one chain wait for each
/// other.
template <class Term>
HWY_INLINE void SumColumns(std::int64_t rows, std::int64_t begin, std::int64_t end, const RoundParams& grid, int block,
                           float* totals, const Term& term) {
    const hn::ScalableTag<float> d;
    const hn::CappedTag<float, 1> d1;
    const auto one = [&](auto tag, std::int64_t c) HWY_ATTR {
        auto sum = hn::Zero(tag), some = hn::Zero(tag);
        int terms = 0;
        for (std::int64_t r = 0; r < rows; ++r) {
            some = hn::Add(some, term(tag, r, c));
            if (++terms != block) continue;
            sum = RoundTo(tag, hn::Add(sum, RoundTo(tag, some, grid)), grid);
            some = hn::Zero(tag);
            terms = 0;
        }
        if (terms > 0) sum = block == 0 ? some : RoundTo(tag, hn::Add(sum, RoundTo(tag, some, grid)), grid);
        hn::StoreU(sum, tag, totals + c);
    };
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    std::int64_t c = begin;
    if (block == 0)
        for (; c + 4 * lanes <= end; c += 4 * lanes) {
            auto s0 = hn::Zero(d), s1 = hn::Zero(d), s2 = hn::Zero(d), s3 = hn::Zero(d);
            for (std::int64_t r = 0; r < rows; ++r) {
                s0 = hn::Add(s0, term(d, r, c));
                s1 = hn::Add(s1, term(d, r, c + lanes));
                s2 = hn::Add(s2, term(d, r, c + 2 * lanes));
                s3 = hn::Add(s3, term(d, r, c + 3 * lanes));
            }
            hn::StoreU(s0, d, totals + c);
            hn::StoreU(s1, d, totals + c + lanes);
            hn::StoreU(s2, d, totals + c + 2 * lanes);
            hn::StoreU(s3, d, totals + c + 3 * lanes);
        }
    for (; c + lanes <= end; c += lanes) one(d, c);
    for (; c < end; ++c) one(d1, c);
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#endif
