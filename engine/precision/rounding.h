// SPDX-License-Identifier: Apache-2.0
// Rounding of an FP32 number onto the grid of another format, and that format's encoding as bits. This is the oracle:
// plain, scalar, exact. Devices have faster versions and are tested against it.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "engine/precision/float_format.h"

namespace mantissa {

enum class Rounding {
    nearest_even,  ///< ties to even: IEEE 754's default
    nearest_away,  ///< ties away from zero: what TF32 operands use here, on every device
    stochastic,    ///< up with probability equal to the discarded fraction
};

/// What becomes of a number that a format cannot hold.
enum class Overflow {
    special,    ///< infinity, where the format has one; NaN in E4M3FN; the largest number where it has neither
    saturates,  ///< the largest number, infinity as well
};

/// What `format` makes of a magnitude, with that sign, that is too large for it.
constexpr float overflowed(const FloatFormat& format, bool negative, Overflow overflow) noexcept {
    const auto largest = static_cast<float>(format.max_finite());
    float magnitude = largest;
    if (overflow == Overflow::special) switch (format.top) {
            case TopCodes::ieee:
                magnitude = std::numeric_limits<float>::infinity();
                break;
            case TopCodes::one_nan:
                magnitude = std::numeric_limits<float>::quiet_NaN();
                break;
            case TopCodes::all_numbers:
                break;
        }
    return negative ? -magnitude : magnitude;
}

/// The number of `format` that `x` rounds to, as an FP32 number. Subnormals are kept, NaN stays NaN (also where the
/// format has none: whoever stores it decides), the sign of zero is kept. `random`: 32 random bits, used by stochastic
/// rounding only, which compares the discarded fraction with them and never turns a finite number into infinity unless
/// nearest would. Requires exponent_bits <= 8 and fraction_bits <= 23.
constexpr float round_to(float x, const FloatFormat& format, Rounding rounding = Rounding::nearest_even,
                         std::uint32_t random = 0, Overflow overflow = Overflow::special) noexcept {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(x);
    const std::uint32_t sign = bits & 0x80000000u;
    std::uint32_t magnitude = bits & 0x7FFFFFFFu;
    if (magnitude > 0x7F800000u) return x;
    if (magnitude == 0x7F800000u) return overflowed(format, sign != 0, overflow);
    if (format == FloatFormat{} || magnitude == 0) return x;  // FP32; by its name a kernel cannot ask for it

    // Work on the integer significand: x = significand * 2^(exponent - 23).
    int exponent = static_cast<int>(magnitude >> 23) - 127;
    std::uint64_t significand = magnitude & 0x007FFFFFu;
    if (exponent == -127)
        exponent = -126;  // an FP32 subnormal has no hidden bit
    else
        significand |= 0x00800000u;
    // The grid's spacing is 2^(e - fraction_bits), e the exponent of x but not below the format's smallest.
    int value_exponent = exponent;  // floor(log2 |x|)
    if (significand < 0x00800000u) value_exponent = std::bit_width(significand) - 1 + exponent - 23;
    const int grid_exponent =
        (value_exponent < format.min_exponent() ? format.min_exponent() : value_exponent) - format.fraction_bits;
    const int shift = grid_exponent - (exponent - 23);  // bits that are discarded
    if (shift <= 0) {  // 23 fraction bits: nothing is discarded, but a narrower exponent may still overflow
        if (exponent <= format.max_exponent()) return x;
        return overflowed(format, sign != 0, overflow);
    }
    std::uint64_t kept = 0;
    if (shift <= 56) {  // beyond, the number is below 2^-32 of the spacing
        const std::uint64_t discarded = significand & ((std::uint64_t{1} << shift) - 1);
        const std::uint64_t half = std::uint64_t{1} << (shift - 1);
        kept = significand >> shift;
        bool up = false;
        switch (rounding) {
            case Rounding::nearest_even:
                up = discarded > half || (discarded == half && (kept & 1));
                break;
            case Rounding::nearest_away:
                up = discarded >= half;
                break;
            case Rounding::stochastic:
                // discarded / 2^shift against random / 2^32
                up = shift <= 32 ? (discarded << (32 - shift)) > random : (discarded >> (shift - 32)) > random;
                break;
        }
        kept += up ? 1 : 0;
    }
    // kept * 2^grid_exponent, exact in a double
    const double value = static_cast<double>(kept) * exp2_exact(grid_exponent);
    const double signed_value = sign ? -value : value;
    if (value > format.max_finite()) {
        if (rounding == Rounding::stochastic && std::bit_cast<float>(magnitude) < format.overflow_threshold())
            return static_cast<float>(sign ? -format.max_finite() : format.max_finite());
        return overflowed(format, sign != 0, overflow);
    }
    return static_cast<float>(signed_value);
}

/// The bits of `x` in `format` (which must hold x exactly; round first), in the low bits(); NaN becomes the quiet NaN,
/// or where the format has none the largest number, as CUDA's saturating conversions make of it.
constexpr std::uint32_t encode(float x, const FloatFormat& format) noexcept {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(x);
    const std::uint32_t sign = (bits >> 31) << (format.bits() - 1);
    const std::uint32_t magnitude = bits & 0x7FFFFFFFu;
    const std::uint32_t top = ((1u << format.exponent_bits) - 1) << format.fraction_bits;
    if (magnitude > 0x7F800000u) switch (format.top) {
            case TopCodes::ieee:
                return sign | top | (1u << (format.fraction_bits - 1));
            case TopCodes::one_nan:
                return sign | top | ((1u << format.fraction_bits) - 1);
            case TopCodes::all_numbers:
                return top | ((1u << format.fraction_bits) - 1);
        }
    if (magnitude == 0x7F800000u) return sign | top;
    const double value = static_cast<double>(std::bit_cast<float>(magnitude));
    if (value < format.min_normal())
        return sign | static_cast<std::uint32_t>(value * exp2_exact(-format.min_subnormal_exponent()));
    const std::uint64_t wide = std::bit_cast<std::uint64_t>(value);
    const int exponent = static_cast<int>(wide >> 52) - 1023;
    const std::uint64_t fraction = (wide & ((std::uint64_t{1} << 52) - 1)) >> (52 - format.fraction_bits);
    return sign | (static_cast<std::uint32_t>(exponent + format.bias()) << format.fraction_bits) |
           static_cast<std::uint32_t>(fraction);
}

/// The number that `bits` encode in `format`.
constexpr float decode(std::uint32_t bits, const FloatFormat& format) noexcept {
    const bool negative = (bits >> (format.bits() - 1)) & 1;
    const std::uint32_t exponent = (bits >> format.fraction_bits) & ((1u << format.exponent_bits) - 1);
    const std::uint32_t fraction = bits & ((1u << format.fraction_bits) - 1);
    if (exponent == (1u << format.exponent_bits) - 1) switch (format.top) {
            case TopCodes::ieee:
                if (fraction) return std::numeric_limits<float>::quiet_NaN();
                return negative ? -std::numeric_limits<float>::infinity() : std::numeric_limits<float>::infinity();
            case TopCodes::one_nan:
                if (fraction == (1u << format.fraction_bits) - 1) return std::numeric_limits<float>::quiet_NaN();
                break;
            case TopCodes::all_numbers:
                break;
        }
    const double value = exponent == 0 ? static_cast<double>(fraction) * format.min_subnormal()
                                       : (1.0 + static_cast<double>(fraction) * format.epsilon()) *
                                             exp2_exact(static_cast<int>(exponent) - format.bias());
    return static_cast<float>(negative ? -value : value);
}

/// Distance from |x| (on the format's grid, finite) to the next larger number: the unit in the last place.
constexpr double ulp(float x, const FloatFormat& format) noexcept {
    const double value = x < 0 ? -static_cast<double>(x) : static_cast<double>(x);
    if (value < format.min_normal()) return format.min_subnormal();
    return exp2_exact(static_cast<int>(std::bit_cast<std::uint64_t>(value) >> 52) - 1023 - format.fraction_bits);
}

/// The next larger number of `format` above `x` (on the grid). From the largest finite number: infinity, or where the
/// format has none the same number.
constexpr float next_up(float x, const FloatFormat& format) noexcept {
    if (x != x || x == std::numeric_limits<float>::infinity()) return x;
    if (x == 0) return static_cast<float>(format.min_subnormal());
    if (format.top != TopCodes::ieee && static_cast<double>(x) == format.max_finite()) return x;
    const std::uint32_t sign = 1u << (format.bits() - 1);
    const std::uint32_t bits = encode(x, format);
    return decode(bits & sign ? bits - 1 : bits + 1, format);
}

/// The next smaller number of `format` below `x` (on the grid).
constexpr float next_down(float x, const FloatFormat& format) noexcept {
    return -next_up(-x, format);
}

}  // namespace mantissa
