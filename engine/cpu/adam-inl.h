// SPDX-License-Identifier: Apache-2.0
// Adam's arithmetic, and the same to the bit without arithmetic on subnormal numbers where first moments are subnormal:
// a processor takes many times as long for it. A moment whose gradients are all zero decays until it is subnormal and,
// rounded to nearest, stays a few units of 2^-149 for ever. Compiled once per instruction set by Highway (hence no
// ordinary include guard).
#if defined(MANTISSA_CPU_ADAM_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef MANTISSA_CPU_ADAM_INL_H
#undef MANTISSA_CPU_ADAM_INL_H
#else
#define MANTISSA_CPU_ADAM_INL_H
#endif

#include <hwy/highway.h>

#include <cstdint>

#include "engine/cpu/update.h"

HWY_BEFORE_NAMESPACE();
namespace mantissa {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Adam's second moment after a gradient.
template <class D, class V>
HWY_INLINE V SecondMoment(D d, V v, V g, const UpdateScalars& s) {
    return hn::Add(hn::Mul(v, hn::Set(d, s.beta2)), hn::Mul(hn::Mul(g, g), hn::Set(d, s.one_minus_beta2)));
}

/// What Adam divides the first moment by.
template <class D, class V>
HWY_INLINE V Denominator(D d, V v, const UpdateScalars& s) {
    return hn::Add(hn::Div(hn::Sqrt(v), hn::Set(d, s.root_correction)), hn::Set(d, s.epsilon));
}

/// The lanes whose `units`, magnitudes as bits, are subnormal and not zero.
template <class DI, class V>
HWY_INLINE hn::Mask<DI> IsSubnormal(DI di, V units) {
    return hn::And(hn::Lt(units, hn::Set(di, 0x00800000)), hn::Gt(units, hn::Zero(di)));
}

/// Whether any of n numbers, a multiple of the lanes, is subnormal, judged by one vector in each 64: rows of weights of
/// a unit that is dead are longer than that, and to look at all numbers takes 7 % of an update.
template <class D>
HWY_INLINE bool SeemsSubnormal(D d, const float* numbers, std::int64_t n) {
    const hn::RebindToUnsigned<D> du;
    const auto magnitude = hn::Set(du, 0x7FFFFFFFu), one = hn::Set(du, 1u);
    auto least = magnitude;  // of what is not 0, less 1
    for (std::int64_t i = 0; i < n; i += 64)
        least = hn::Min(least, hn::Sub(hn::And(hn::BitCast(du, hn::LoadU(d, numbers + i)), magnitude), one));
    return hn::GetLane(hn::MinOfLanes(du, least)) < 0x007FFFFFu;
}

/// k · c, rounded to integers, ties to even, for 0 <= k < 2^23: FP64 holds the product.
template <class D, class VI>
HWY_INLINE VI RoundedProduct(D /*d*/, VI k, float c) {
#if HWY_TARGET != HWY_SCALAR  // which has no halves
    const hn::RebindToSigned<D> di;
    const hn::Half<decltype(di)> half;
    const hn::Repartition<double, D> wide;
    const auto factor = hn::Set(wide, static_cast<double>(c));
    const auto rounded = [&](auto part) HWY_ATTR {
        return hn::DemoteTo(half, hn::Round(hn::Mul(hn::PromoteTo(wide, part), factor)));
    };
    return hn::Combine(di, rounded(hn::UpperHalf(half, k)), rounded(hn::LowerHalf(half, k)));
#else
    HWY_ABORT("vectors of one lane do not come here: %d times %g", static_cast<int>(hn::GetLane(k)),
              static_cast<double>(c));
#endif
}

/// What a step makes of the lanes that have subnormal first moments; the others are 0.
template <class D>
struct SubnormalStep {
    hn::Mask<D> lanes;      ///< which they are
    hn::Vec<D> first;       ///< their new first moment
    hn::Vec<D> step_units;  ///< step size times that, in units of 2^-149
};

/// Lanes of `first` that are subnormal, after a step whose gradient is 0 there: m + (0 - m) · c. Those of at most
/// s.still_units of 2^-149 stay as they are. False where there are no such lanes.
template <class D>
HWY_INLINE bool DecaySubnormal(D d, hn::Vec<D> first, const UpdateScalars& s, SubnormalStep<D>& step) {
    const hn::RebindToSigned<D> di;
    const auto bits = hn::BitCast(di, first);
    const auto units = hn::And(bits, hn::Set(di, 0x7FFFFFFF));
    const auto lanes = IsSubnormal(di, units);
    if (hn::AllFalse(di, lanes)) return false;
    const auto before = hn::IfThenElseZero(lanes, units);
    auto after = before;
    if (!hn::AllFalse(di, hn::Gt(before, hn::Set(di, s.still_units))))
        after = hn::Sub(before, RoundedProduct(d, before, s.one_minus_beta1));
    const auto sign = hn::AndNot(hn::Set(di, 0x7FFFFFFF), bits);
    step.lanes = hn::RebindMask(d, lanes);
    step.first = hn::BitCast(d, hn::IfThenElseZero(hn::Gt(after, hn::Zero(di)), hn::Or(after, sign)));  // m - m is +0
    step.step_units = hn::Mul(hn::ConvertTo(d, after), hn::Set(d, s.step_size));
    return true;
}

/// ChangeOf() of Adam for vectors in which some lanes have subnormal first moments. Such a change is much too small for
/// the lane's weight: it is given as 0, and `lost` says where it was not 0. Returns false, with nothing done, where no
/// lane is such, or a lane's change might matter.
template <class D, class V>
HWY_INLINE bool SubnormalChangeOf(D d, std::int64_t i, V unscaled, V before, const UpdateArrays& at,
                                  const UpdateScalars& s, V& m, V& v, V& change, hn::Mask<D>& lost) {
    const auto first = hn::LoadU(d, at.first + i);
    SubnormalStep<D> step;
    if (!DecaySubnormal(d, first, s, step)) return false;
    const bool all = hn::AllTrue(d, step.lanes);
    const auto g = hn::Mul(unscaled, hn::Set(d, s.clip));
    const auto second = SecondMoment(d, hn::LoadU(d, at.second + i), g, s);
    // A division takes long, and where nothing is divided this will do.
    const auto denominator =
        all ? hn::MulAdd(hn::Sqrt(second), hn::Set(d, s.inverse_root_correction), hn::Set(d, s.epsilon))
            : Denominator(d, second, s);
    // Whether the change is 0: in units of 2^-149 the quotient is rounded by half a unit at most, times a step size of
    // at most 0.5: what is 1.01 becomes 0.76 at least, and 1; what is 0.2 becomes 0.45 at most, and 0. No change
    // exceeds 2^52 units, since epsilon is not below 2^-30; half a unit of a weight of 2^-60, or of its neighbour
    // below, has 2^64.
    const auto is_one = hn::Ge(step.step_units, hn::Mul(denominator, hn::Set(d, 1.01f)));
    const auto is_none = hn::Le(step.step_units, hn::Mul(denominator, hn::Set(d, 0.2f)));
    const auto plain = hn::And(hn::And(hn::Eq(g, hn::Zero(d)), hn::Ge(hn::Abs(before), hn::Set(d, 0x1p-60f))),
                               hn::Or(is_one, is_none));
    if (!hn::AllTrue(d, hn::Or(plain, hn::Not(step.lanes)))) return false;
    lost = hn::And(step.lanes, is_one);
    m = step.first;
    v = second;
    if (all) return true;
    const auto others = hn::IfThenZeroElse(step.lanes, first);
    const auto moved = hn::Add(others, hn::Mul(hn::Sub(g, others), hn::Set(d, s.one_minus_beta1)));
    change = hn::Mul(hn::Set(d, s.step_size), hn::Div(moved, denominator));
    m = hn::IfThenElse(step.lanes, m, moved);
    return true;
}

template <bool adam, class D>
inline constexpr bool can_meet_subnormal = adam && (hn::MaxLanes(D()) > 1);

/// Whether SubnormalChangeOf() holds for this update, which it does for usual settings, and is worth a look.
template <bool adam, class D>
HWY_INLINE bool MeetsSubnormal(D d, const UpdateArrays& at, std::int64_t i, std::int64_t n, const UpdateScalars& s,
                               const UpdateGrids& to) {
    if constexpr (can_meet_subnormal<adam, D>)
        return !at.change && s.l2 == 0 && to.state.identity && to.weight.identity && s.epsilon >= 0x1p-30f &&
               s.step_size > 0 && s.step_size <= 0.5f && SeemsSubnormal(d, at.first + i, n);
    return false;
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#endif
