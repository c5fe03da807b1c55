// SPDX-License-Identifier: Apache-2.0
// One FP32 scale for a tensor that is stored in FP8: the tensor is multiplied by it before the cast, so that its
// largest magnitude meets the format's, and divided by it after. The rules are Transformer Engine's
// (transformer_engine/common/recipe: Float8CurrentScaling, DelayedScaling).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/base/both.h"
#include "engine/precision/rounding.h"

namespace mantissa {

namespace tensor_scale {

/// format's largest number / amax / 2^margin, at most FP32's largest number; `otherwise` where amax is 0, infinite or
/// NaN.
MANTISSA_BOTH constexpr float from_amax(float amax, const FloatFormat& format, int margin, float otherwise) noexcept {
    constexpr auto largest = static_cast<float>(fp32.max_finite());
    if (!(amax > 0 && amax <= largest)) return otherwise;
    // divided by 2^margin in FP32, as there: exact, but where it falls below FP32's normal numbers
    const float scale = static_cast<float>(format.max_finite()) / amax / static_cast<float>(exp2_exact(margin));
    return scale <= largest ? scale : largest;
}

}  // namespace tensor_scale

/// Current scaling: the scale of the very tensor whose largest magnitude is `amax`; 1 where that is 0, infinite or NaN.
MANTISSA_BOTH constexpr float current_scale(float amax, const FloatFormat& format) noexcept {
    return tensor_scale::from_amax(amax, format, 0, 1.0f);
}

/// Delayed scaling: a tensor's scale comes from the largest magnitude of its last `history` steps, so a step needs no
/// look at its own tensor first, and a jump overflows until the next step. Plain data, so that it can live in device
/// memory.
struct DelayedScale {
    static constexpr std::uint32_t history = 1024;

    float scale = 1.0f;          ///< of the coming step
    std::uint32_t recorded = 0;  ///< steps so far; where the next amax goes
    std::array<float, history> amax{};

    /// Ends a step whose tensor had this largest magnitude: the next one's scale. A history whose largest is 0,
    /// infinite or NaN keeps the old scale; an infinity therefore holds it until it has left the history.
    MANTISSA_BOTH constexpr void record(float largest, const FloatFormat& format, int margin = 0) noexcept {
        amax[recorded % history] = largest;
        if (++recorded == 2 * history) recorded = history;  // the place stays the same
        float most = 0;
        for (const float one : amax) {
            if (one != one) return;
            if (one > most) most = one;
        }
        scale = tensor_scale::from_amax(most, format, margin, scale);
    }

    /// `x` as the format holds it at this scale: what the tensor's numbers become.
    MANTISSA_BOTH constexpr float cast(float x, const FloatFormat& format, Overflow overflow) const noexcept {
        return round_to(x * scale, format, Rounding::nearest_even, 0, overflow);
    }
};

}  // namespace mantissa
