// SPDX-License-Identifier: Apache-2.0
// exp() of vectors, compiled once per instruction set by Highway (hence no ordinary include guard). It is the C
// library's (glibc's expf) number for number, so that a result does not depend on who computes it: 2^(k/32) from a
// table times a polynomial, in double (where both or neither multiply and add in one; else one number in a billion
// differs). The algorithm and its coefficients are those of Arm's optimized-routines (expf.c, MIT licence).
#if defined(MANTISSA_CPU_EXP_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef MANTISSA_CPU_EXP_INL_H
#undef MANTISSA_CPU_EXP_INL_H
#else
#define MANTISSA_CPU_EXP_INL_H
#endif

#include <hwy/highway.h>

#include "engine/cpu/exp_table.h"

HWY_BEFORE_NAMESPACE();
namespace mantissa {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// exp(x), |x| at most 700.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V ExpOfDoubles(D d, V x) {
    const hn::RebindToSigned<D> di;
    const auto parts = hn::Set(d, 0x1.71547652b82fep+5);  // 32 / ln 2
    const auto shift = hn::Set(d, 0x1.8p52);              // adding it rounds to a whole number, in the lowest bits
    const auto shifted = hn::MulAdd(parts, x, shift);
    const auto k = hn::BitCast(di, shifted);
    const auto r = hn::MulSub(parts, x, hn::Sub(shifted, shift));  // x = (k + r) ln 2 / 32
    const auto from_table = hn::GatherIndex(di, exp_table.data(), hn::And(k, hn::Set(di, 31)));
    const auto power = hn::BitCast(d, hn::Add(from_table, hn::ShiftLeft<47>(k)));  // 2^(k/32)
    const auto high = hn::MulAdd(hn::Set(d, 0x1.c6af84b912394p-20), r, hn::Set(d, 0x1.ebfce50fac4f3p-13));
    const auto low = hn::MulAdd(hn::Set(d, 0x1.62e42ff0c52d6p-6), r, hn::Set(d, 1.0));
    return hn::Mul(hn::MulAdd(high, hn::Mul(r, r), low), power);
}

/// exp(x) as FP32; infinity, NaN and what is too large or small as std::exp().
template <class V>
HWY_INLINE V ExpAsLibrary(hn::ScalableTag<float> d, V x) {
    const hn::ScalableTag<double> wide;
    const auto kept = hn::Min(hn::Max(x, hn::Set(d, -150.0f)), hn::Set(d, 150.0f));  // beyond, FP32 has 0 or infinity
#if HWY_TARGET == HWY_SCALAR
    const auto e = hn::DemoteTo(d, ExpOfDoubles(wide, hn::PromoteTo(wide, kept)));
#else
    const hn::Half<decltype(d)> half;
    const auto low = hn::DemoteTo(half, ExpOfDoubles(wide, hn::PromoteTo(wide, hn::LowerHalf(half, kept))));
    const auto high = hn::DemoteTo(half, ExpOfDoubles(wide, hn::PromoteTo(wide, hn::UpperHalf(half, kept))));
    const auto e = hn::Combine(d, high, low);
#endif
    return hn::IfThenElse(hn::IsNaN(x), x, e);
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#endif
