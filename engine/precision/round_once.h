// SPDX-License-Identifier: Apache-2.0
// A real number, as FP64 has it, rounded once into another format: not to FP32 first and then again, which would round
// some numbers near a tie twice.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "engine/precision/rounding.h"

namespace mantissa {

/// How a format's numbers are rounded to the nearest: ties to even, TF32's away from zero.
constexpr Rounding rounding_of(const FloatFormat& format) noexcept {
    return format == tf32 ? Rounding::nearest_away : Rounding::nearest_even;
}

/// The number of `format` nearest to `x`, ties by rounding_of(); where it is too large what round_to() makes of it, NaN
/// for NaN.
inline float round_once(double x, const FloatFormat& format, Overflow overflow = Overflow::special) noexcept {
    if (std::isnan(x)) return std::numeric_limits<float>::quiet_NaN();
    const double magnitude = std::abs(x);
    const float sign = std::signbit(x) ? -1.0f : 1.0f;
    if (magnitude >= fp32.overflow_threshold()) return overflowed(format, std::signbit(x), overflow);
    float single = static_cast<float>(magnitude);
    if (format == fp32) return sign * single;
    // To odd first: of the two FP32 neighbours the one whose last bit is set. It lies on the same side of every tie of
    // a narrower format as x does, so rounding it again is as good as rounding x.
    if (static_cast<double>(single) != magnitude) {
        if (static_cast<double>(single) > magnitude) single = std::nextafter(single, 0.0f);
        if ((std::bit_cast<std::uint32_t>(single) & 1u) == 0)
            single = std::nextafter(single, std::numeric_limits<float>::infinity());
    }
    return round_to(sign * single, format, rounding_of(format), 0, overflow);
}

}  // namespace mantissa
