// SPDX-License-Identifier: Apache-2.0
// Vector rounding, compiled once per instruction set by Highway (hence no ordinary include guard). Bit for bit what
// round_to() of engine/precision gives; tests hold it to that.
#if defined(MANTISSA_CPU_ROUND_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef MANTISSA_CPU_ROUND_INL_H
#undef MANTISSA_CPU_ROUND_INL_H
#else
#define MANTISSA_CPU_ROUND_INL_H
#endif

#include <hwy/highway.h>

#include "engine/cpu/round_params.h"

HWY_BEFORE_NAMESPACE();
namespace mantissa {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class D, class V = hn::Vec<D>>
HWY_INLINE V RoundTo(D d, V x, const RoundParams& p) {
    if (p.identity) return x;
    const hn::RebindToUnsigned<D> du;
    const auto bits = hn::BitCast(du, x);
    const auto sign = hn::And(bits, hn::Set(du, 0x80000000u));
    const auto magnitude = hn::AndNot(hn::Set(du, 0x80000000u), bits);
    const auto half = hn::Set(du, (1u << p.shift) >> 1);
    const auto mask = hn::Set(du, ~((1u << p.shift) - 1));
    const auto lowest_kept = hn::ShiftRightSame(magnitude, p.shift);
    const auto unit = hn::Set(du, p.shift ? 1u : 0u);  // with 23 fraction bits nothing is dropped and nothing added
    const auto tie_even = hn::Add(hn::Sub(half, unit), hn::And(lowest_kept, unit));
    auto rounded = hn::And(hn::Add(magnitude, p.away ? half : tie_even), mask);
    if (p.min_normal != 0) {
        const auto magic = hn::Set(d, p.magic);
        const auto small = hn::Sub(hn::Add(hn::BitCast(d, magnitude), magic), magic);
        const auto is_small =
            hn::RebindMask(du, hn::Lt(hn::BitCast(d, magnitude), hn::BitCast(d, hn::Set(du, p.min_normal))));
        rounded = hn::IfThenElse(is_small, hn::BitCast(du, small), rounded);
        const auto too_large = hn::RebindMask(du, hn::Gt(hn::BitCast(d, rounded), hn::Set(d, p.max_finite)));
        rounded = hn::IfThenElse(too_large, hn::Set(du, 0x7F800000u), rounded);
    }
    const auto result = hn::BitCast(d, hn::Or(rounded, sign));
    return hn::IfThenElse(hn::IsNaN(x), x, result);
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#endif
