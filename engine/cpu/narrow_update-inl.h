// SPDX-License-Identifier: Apache-2.0
// The update in narrow arithmetic, as narrow_change_of() of engine/backend/optimizer_rule.h has it. Compiled once per
// instruction set by Highway (hence no ordinary include guard).
#if defined(MANTISSA_CPU_NARROW_UPDATE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef MANTISSA_CPU_NARROW_UPDATE_INL_H
#undef MANTISSA_CPU_NARROW_UPDATE_INL_H
#else
#define MANTISSA_CPU_NARROW_UPDATE_INL_H
#endif

#include <hwy/highway.h>

#include <cstdint>

#include "engine/cpu/round-inl.h"
#include "engine/cpu/update.h"

HWY_BEFORE_NAMESPACE();
namespace mantissa {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// What is subtracted from a weight, and the new moments in `m` and `v` (a momentum buffer in `m`).
template <bool adam, bool buffer, class D, class V>
HWY_INLINE V NarrowChangeOf(D d, std::int64_t i, V unscaled, const UpdateArrays& at, const UpdateScalars& s,
                            const RoundParams& to, V& m, V& v) {
    const auto grid = [&](V x) HWY_ATTR { return RoundTo(d, x, to); };
    const auto times = [&](V x, float factor) HWY_ATTR { return hn::Mul(x, hn::Set(d, factor)); };
    const auto g = grid(times(grid(unscaled), s.clip));
    if constexpr (adam) {
        m = hn::LoadU(d, at.first + i);
        m = grid(hn::Add(m, times(hn::Sub(g, m), s.one_minus_beta1)));
        v = grid(times(hn::LoadU(d, at.second + i), s.beta2));
        v = grid(hn::Add(v, hn::Mul(times(g, s.one_minus_beta2), g)));
        const auto root = grid(hn::Div(grid(hn::Sqrt(v)), hn::Set(d, s.root_correction)));
        return hn::Div(times(m, s.step_size), grid(hn::Add(root, hn::Set(d, s.epsilon))));
    } else if constexpr (buffer) {
        m = grid(hn::Add(grid(times(hn::LoadU(d, at.first + i), s.momentum)), g));
        return grid(times(m, s.lr));
    } else {
        return grid(times(g, s.lr));
    }
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#endif
