// SPDX-License-Identifier: Apache-2.0
// FP32 numbers on which a rounding can go wrong, and a second, independent definition of rounding to nearest: scale the
// grid's spacing to 1 and let the C library round. Exact, because a double holds every quotient.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "engine/precision/float_format.h"

namespace mantissa {

inline float float_of(std::uint32_t bits) {
    return std::bit_cast<float>(bits);
}
inline std::uint32_t bits_of(float x) {
    return std::bit_cast<std::uint32_t>(x);
}

/// `x` rounded to nearest on `format`'s grid, ties to even or away; not NaN.
inline float nearest_by_library(float x, const FloatFormat& format, bool away) {
    if (x == 0 || std::isinf(x)) return x;
    const double wide = x;
    const int exponent = std::max(std::ilogb(wide), format.min_exponent());
    const double quantum = std::ldexp(1.0, exponent - format.fraction_bits);
    const double steps = away ? std::round(wide / quantum) : std::nearbyint(wide / quantum);
    const double value = steps * quantum;
    if (std::abs(value) >= std::ldexp(1.0, format.max_exponent() + 1))
        return std::copysign(std::numeric_limits<float>::infinity(), x);
    return static_cast<float>(std::copysign(value, wide));
}

/// Positive bit patterns around every place where rounding to `format` changes its behaviour: each binade's first
/// numbers, and the smallest and largest numbers, subnormals and thresholds, all ±2 FP32 ulp.
inline std::vector<std::uint32_t> boundary_patterns(const FloatFormat& format) {
    std::vector<double> places = {0,
                                  format.min_subnormal(),
                                  format.min_subnormal() / 2,
                                  format.min_subnormal() * 1.5,
                                  format.min_subnormal() * 2.5,
                                  format.min_normal(),
                                  format.min_normal() - format.min_subnormal() / 2,
                                  format.max_finite(),
                                  format.overflow_threshold(),
                                  std::ldexp(1.0, format.max_exponent() + 1)};
    for (int e = -149; e <= 127; ++e)
        for (const double fraction : {1.0, 1 + format.epsilon() / 2, 1 + format.epsilon(), 1 + format.epsilon() * 1.5,
                                      2 - format.epsilon() / 2, 2 - format.epsilon()})
            places.push_back(std::ldexp(fraction, e));
    std::vector<std::uint32_t> patterns;
    for (const double place : places) {
        const std::uint32_t middle = bits_of(static_cast<float>(place)) & 0x7FFFFFFFu;
        for (int step = -2; step <= 2; ++step) {
            const std::int64_t pattern = std::int64_t{middle} + step;
            if (pattern >= 0 && pattern <= 0x7F800000) patterns.push_back(static_cast<std::uint32_t>(pattern));
        }
    }
    std::sort(patterns.begin(), patterns.end());
    patterns.erase(std::unique(patterns.begin(), patterns.end()), patterns.end());
    return patterns;
}

/// Every FP16 midpoint and grid point (all places where a neighbouring float rounds differently) ±2 ulp.
inline std::vector<std::uint32_t> all_boundaries_16(const FloatFormat& format, double (*value_of)(std::uint32_t)) {
    std::vector<std::uint32_t> patterns;
    const std::uint32_t infinity = ((1u << format.exponent_bits) - 1) << format.fraction_bits;
    for (std::uint32_t code = 0; code < infinity; ++code) {
        const double value = value_of(code);
        const double above = code + 1 < infinity ? value_of(code + 1) : std::ldexp(1.0, format.max_exponent() + 1);
        for (const double place : {value, (value + above) / 2}) {
            const std::int64_t middle = bits_of(static_cast<float>(place));
            for (std::int64_t pattern = middle - 2; pattern <= middle + 2; ++pattern)
                if (pattern >= 0 && pattern <= 0x7F800000) patterns.push_back(static_cast<std::uint32_t>(pattern));
        }
    }
    return patterns;
}

}  // namespace mantissa
