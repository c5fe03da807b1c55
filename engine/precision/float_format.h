// SPDX-License-Identifier: Apache-2.0
// A floating-point format as a pair of bit counts, IEEE 754 style: one sign bit, a biased exponent whose top value
// means infinity or NaN, subnormals. Every limit is computed from the two counts; none is typed in.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

namespace mantissa {

/// 2^e as a double; e within the range of normal doubles.
constexpr double exp2_exact(int e) noexcept {
    return std::bit_cast<double>(static_cast<std::uint64_t>(1023 + e) << 52);
}

struct FloatFormat {
    int exponent_bits = 8;
    int fraction_bits = 23;
    /// TF32: only operands of products have this format, and they are stored as FP32. A format of the same bits without
    /// it is one like FP16: activations and gradients are kept in it.
    bool operands_only = false;

    constexpr bool operator==(const FloatFormat&) const = default;

    constexpr int bits() const noexcept { return 1 + exponent_bits + fraction_bits; }
    /// Bytes that one element takes in a device's memory: 4 for TF32, which is stored as FP32.
    constexpr int storage_bytes() const noexcept { return bits() <= 8 ? 1 : bits() <= 16 ? 2 : 4; }
    constexpr int bias() const noexcept { return (1 << (exponent_bits - 1)) - 1; }
    /// Exponent of the largest finite numbers.
    constexpr int max_exponent() const noexcept { return bias(); }
    /// Exponent of the smallest normal number (FP16: -14).
    constexpr int min_exponent() const noexcept { return 1 - bias(); }
    /// Exponent of the smallest subnormal number (FP16: -24).
    constexpr int min_subnormal_exponent() const noexcept { return min_exponent() - fraction_bits; }

    /// Largest finite number (FP16: 65504).
    constexpr double max_finite() const noexcept {
        return (2.0 - exp2_exact(-fraction_bits)) * exp2_exact(max_exponent());
    }
    constexpr double min_normal() const noexcept { return exp2_exact(min_exponent()); }
    constexpr double min_subnormal() const noexcept { return exp2_exact(min_subnormal_exponent()); }
    /// Distance from 1 to the next number.
    constexpr double epsilon() const noexcept { return exp2_exact(-fraction_bits); }
    /// From this magnitude on, round-to-nearest gives infinity (FP16: 65520).
    constexpr double overflow_threshold() const noexcept {
        return (2.0 - exp2_exact(-fraction_bits - 1)) * exp2_exact(max_exponent());
    }
    /// At or below this magnitude, round-to-nearest-even gives zero (FP16: 2^-25).
    constexpr double flush_threshold() const noexcept { return min_subnormal() / 2; }

    /// Whether every number of `other` is a number of this format too.
    constexpr bool contains(const FloatFormat& other) const noexcept {
        return max_exponent() >= other.max_exponent() && fraction_bits >= other.fraction_bits &&
               min_subnormal_exponent() <= other.min_subnormal_exponent();
    }
    /// Neither FP32 nor TF32, which is stored as FP32: activations and gradients are kept in such a format.
    constexpr bool is_narrow() const noexcept { return !operands_only && (exponent_bits != 8 || fraction_bits != 23); }
};

inline constexpr FloatFormat fp32{8, 23};
inline constexpr FloatFormat tf32{8, 10, true};
inline constexpr FloatFormat fp16{5, 10};
inline constexpr FloatFormat bf16{8, 7};

/// "FP32", "TF32", "FP16", "BF16", else "E5M2" and the like.
std::string name_of(const FloatFormat& format);

/// The format of a name, in any case ("fp16", "E4M3"). Throws Error(usage) where there is none: exponent bits 2 to 8
/// and fraction bits 1 to 23 can be emulated in FP32.
FloatFormat format_named(std::string_view name);

}  // namespace mantissa
