// SPDX-License-Identifier: Apache-2.0
// Vectors of FP32 from and to memory that holds FP32 or BF16, compiled once per instruction set by Highway (hence no
// ordinary include guard).
#if defined(MANTISSA_CPU_STORAGE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef MANTISSA_CPU_STORAGE_INL_H
#undef MANTISSA_CPU_STORAGE_INL_H
#else
#define MANTISSA_CPU_STORAGE_INL_H
#endif

#include <hwy/highway.h>

#include "engine/cpu/numbers.h"

HWY_BEFORE_NAMESPACE();
namespace mantissa {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class D>
HWY_INLINE hn::Vec<D> LoadNumbers(D d, const float* p) {
    return hn::LoadU(d, p);
}

template <class D>
HWY_INLINE hn::Vec<D> LoadNumbers(D d, const std::uint16_t* p) {
    const hn::RebindToUnsigned<D> du;
    const hn::Rebind<std::uint16_t, D> d16;
    return hn::BitCast(d, hn::ShiftLeft<16>(hn::PromoteTo(du, hn::LoadU(d16, p))));
}

template <class D, class V>
HWY_INLINE void StoreNumbers(D d, V v, float* p) {
    hn::StoreU(v, d, p);
}

/// v is on BF16's grid, so its lower half is empty; a NaN is made quiet lest its payload be cut to that of infinity.
template <class D, class V>
HWY_INLINE void StoreNumbers(D /*d*/, V v, std::uint16_t* p) {
    const hn::RebindToUnsigned<D> du;
    const hn::Rebind<std::uint16_t, D> d16;
    const auto bits = hn::BitCast(du, v);
    const auto quiet = hn::Or(bits, hn::Set(du, 0x00400000u));
    const auto kept = hn::IfThenElse(hn::RebindMask(du, hn::IsNaN(v)), quiet, bits);
    hn::StoreU(hn::TruncateTo(d16, hn::ShiftRight<16>(kept)), d16, p);
}

/// FP32's bits so that their upper half is the number rounded to BF16, to nearest even; no NaN may be among them.
template <class DU, class V>
HWY_INLINE V RoundUpperHalf(DU du, V bits) {
    const auto lowest_kept = hn::And(hn::ShiftRight<16>(bits), hn::Set(du, 1u));
    return hn::Add(hn::Add(bits, hn::Set(du, 0x7FFFu)), lowest_kept);
}

/// The upper halves of two neighbouring vectors to p.
template <class DU, class V>
HWY_INLINE void StoreUpperHalves(DU /*du*/, V first, V second, std::uint16_t* p) {
#if HWY_TARGET == HWY_SCALAR
    p[0] = static_cast<std::uint16_t>(hn::GetLane(first) >> 16);
    p[1] = static_cast<std::uint16_t>(hn::GetLane(second) >> 16);
#else
    const hn::Repartition<std::uint16_t, DU> d16;
    hn::StoreU(hn::ConcatOdd(d16, hn::BitCast(d16, second), hn::BitCast(d16, first)), d16, p);
#endif
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#endif
