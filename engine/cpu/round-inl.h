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
#if HWY_TARGET <= HWY_AVX2 && !defined(HWY_DISABLE_F16C)  // below, Highway converts by hand and not as IEEE 754 does
    if (p.half) {
        const hn::Rebind<hwy::float16_t, D> d16;
        return hn::IfThenElse(hn::IsNaN(x), x, hn::PromoteTo(d, hn::DemoteTo(d16, x)));
    }
#endif
    const hn::RebindToUnsigned<D> du;
    const auto bits = hn::BitCast(du, x);
    const auto half = hn::Set(du, (1u << p.shift) >> 1);
    const auto mask = hn::Set(du, ~((1u << p.shift) - 1));
    const auto unit = hn::Set(du, p.shift ? 1u : 0u);  // with 23 fraction bits nothing is dropped and nothing added
    const auto lowest_kept = hn::And(hn::ShiftRightSame(bits, p.shift), unit);
    const auto added = p.away ? half : hn::Add(hn::Sub(half, unit), lowest_kept);
    if (p.min_normal == 0) {  // what is carried out of the fraction reaches the exponent, never the sign
        const auto result = hn::BitCast(d, hn::And(hn::Add(bits, added), mask));
        return hn::IfThenElse(hn::IsNaN(x), x, result);
    }
    const auto sign = hn::And(bits, hn::Set(du, 0x80000000u));
    const auto magnitude = hn::AndNot(hn::Set(du, 0x80000000u), bits);
    auto rounded = hn::And(hn::Add(magnitude, added), mask);
    const auto magic = hn::Set(d, p.magic);
    const auto small = hn::Sub(hn::Add(hn::BitCast(d, magnitude), magic), magic);
    const auto is_small =
        hn::RebindMask(du, hn::Lt(hn::BitCast(d, magnitude), hn::BitCast(d, hn::Set(du, p.min_normal))));
    rounded = hn::IfThenElse(is_small, hn::BitCast(du, small), rounded);
    const auto too_large = hn::RebindMask(du, hn::Gt(hn::BitCast(d, rounded), hn::Set(d, p.max_finite)));
    rounded = hn::IfThenElse(too_large, hn::Set(du, 0x7F800000u), rounded);
    const auto result = hn::BitCast(d, hn::Or(rounded, sign));
    return hn::IfThenElse(hn::IsNaN(x), x, result);
}

/// RoundTo() of numbers that are finite before and after.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V RoundFinite(D d, V x, const RoundParams& p) {
#if HWY_TARGET <= HWY_AVX2 && !defined(HWY_DISABLE_F16C)
    if (p.half) {
        const hn::Rebind<hwy::float16_t, D> d16;
        return hn::PromoteTo(d, hn::DemoteTo(d16, x));
    }
#endif
    return RoundTo(d, x, p);
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#endif
