// SPDX-License-Identifier: Apache-2.0
// round_to() to nearest for formats of eight or fewer bits, in a few instructions: adding a number whose last place is
// the grid's makes FP32's own rounding do it.
#pragma once

#include <bit>
#include <cstdint>

#include "engine/precision/rounding.h"

namespace mantissa {

/// What quick_round() needs of a format, computed once.
struct QuickRound {
    float largest, above;        ///< largest number; from `above` on no number of FP32 is on a grid below infinity
    std::int32_t least = 0;      ///< biased FP32 exponent of the smallest normal number
    std::uint32_t to_magic = 0;  ///< added to a biased exponent: that of the number to add
    float negative_excess = 0, positive_excess = 0;  ///< what too large a number becomes

    constexpr QuickRound(const FloatFormat& format, Overflow overflow) noexcept
        : largest(static_cast<float>(format.max_finite())),
          above(static_cast<float>(exp2_exact(format.max_exponent() + 1))),
          least(127 + format.min_exponent()),
          to_magic(static_cast<std::uint32_t>(23 - format.fraction_bits)),
          negative_excess(overflowed(format, true, overflow)),
          positive_excess(overflowed(format, false, overflow)) {}
};

/// round_to(x, format) with ties to even, to the bit and to the sign of zero; NaN stays.
constexpr float quick_round(float x, const QuickRound& format) noexcept {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(x), magnitude = bits & 0x7FFFFFFFu;
    const float absolute = std::bit_cast<float>(magnitude);
    if (!(absolute < format.above)) return x != x ? x : x < 0 ? format.negative_excess : format.positive_excess;
    std::int32_t exponent = static_cast<std::int32_t>(magnitude >> 23);
    exponent = exponent < format.least ? format.least : exponent;
    // 1.5 · 2^(exponent + 23 - fraction bits): its last place is the grid's
    const float magic =
        std::bit_cast<float>(((static_cast<std::uint32_t>(exponent) + format.to_magic) << 23) | 0x00400000u);
    const float rounded = (absolute + magic) - magic;
    if (rounded > format.largest) return x < 0 ? format.negative_excess : format.positive_excess;
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(rounded) | (bits & 0x80000000u));
}

}  // namespace mantissa
