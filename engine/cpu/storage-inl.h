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

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#endif
