// SPDX-License-Identifier: Apache-2.0
// A floating-point format as a pair of bit counts and a rule for its top codes: one sign bit, a biased exponent,
// subnormals. Every limit is computed from these; none is typed in.
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

/// What the codes with the largest exponent mean. Each holds what those after it hold.
enum class TopCodes {
    ieee,     ///< infinity and NaN, as IEEE 754
    one_nan,  ///< numbers, but for the code of all ones, which is NaN; no infinity: E4M3FN (OCP OFP8, arXiv 2209.05433)
    all_numbers,  ///< numbers: neither NaN nor infinity, so what is too large saturates: the OCP MX E2M1, E3M2, E2M3
};

struct FloatFormat {
    int exponent_bits = 8;
    int fraction_bits = 23;
    /// TF32: only operands of products have this format, and they are stored as FP32. A format of the same bits without
    /// it is one like FP16: activations and gradients are kept in it.
    bool operands_only = false;
    TopCodes top = TopCodes::ieee;

    constexpr bool operator==(const FloatFormat&) const = default;

    constexpr int bits() const noexcept { return 1 + exponent_bits + fraction_bits; }
    /// Bytes that one element takes in a device's memory: 4 for TF32, which is stored as FP32.
    constexpr int storage_bytes() const noexcept { return bits() <= 8 ? 1 : bits() <= 16 ? 2 : 4; }
    constexpr int bias() const noexcept { return (1 << (exponent_bits - 1)) - 1; }
    /// Exponent of the largest finite numbers.
    constexpr int max_exponent() const noexcept { return top == TopCodes::ieee ? bias() : bias() + 1; }
    /// Exponent of the smallest normal number (FP16: -14).
    constexpr int min_exponent() const noexcept { return 1 - bias(); }
    /// Exponent of the smallest subnormal number (FP16: -24).
    constexpr int min_subnormal_exponent() const noexcept { return min_exponent() - fraction_bits; }

    /// Largest finite number (FP16: 65504, E4M3FN: 448, E2M1FN: 6).
    constexpr double max_finite() const noexcept {
        return (2.0 - exp2_exact(top == TopCodes::one_nan ? 1 - fraction_bits : -fraction_bits)) *
               exp2_exact(max_exponent());
    }
    constexpr double min_normal() const noexcept { return exp2_exact(min_exponent()); }
    constexpr double min_subnormal() const noexcept { return exp2_exact(min_subnormal_exponent()); }
    /// Distance from 1 to the next number.
    constexpr double epsilon() const noexcept { return exp2_exact(-fraction_bits); }
    /// From this magnitude on, round-to-nearest gives infinity (FP16: 65520). E4M3FN: beyond it, which is a tie to the
    /// largest number, NaN.
    constexpr double overflow_threshold() const noexcept {
        return max_finite() + exp2_exact(max_exponent() - fraction_bits - 1);
    }
    /// At or below this magnitude, round-to-nearest-even gives zero (FP16: 2^-25).
    constexpr double flush_threshold() const noexcept { return min_subnormal() / 2; }

    /// Whether every number of `other`, infinity and NaN included, is a number of this format too.
    constexpr bool contains(const FloatFormat& other) const noexcept {
        return max_finite() >= other.max_finite() && top <= other.top && fraction_bits >= other.fraction_bits &&
               min_subnormal_exponent() <= other.min_subnormal_exponent();
    }
    /// Neither FP32 nor TF32, which is stored as FP32: activations and gradients are kept in such a format.
    constexpr bool is_narrow() const noexcept { return !operands_only && (exponent_bits != 8 || fraction_bits != 23); }
};

inline constexpr FloatFormat fp32{8, 23};
inline constexpr FloatFormat tf32{8, 10, true};
inline constexpr FloatFormat fp16{5, 10};
inline constexpr FloatFormat bf16{8, 7};
inline constexpr FloatFormat e4m3fn{4, 3, false, TopCodes::one_nan};
inline constexpr FloatFormat e5m2{5, 2};
inline constexpr FloatFormat e3m2fn{3, 2, false, TopCodes::all_numbers};
inline constexpr FloatFormat e2m3fn{2, 3, false, TopCodes::all_numbers};
inline constexpr FloatFormat e2m1fn{2, 1, false, TopCodes::all_numbers};

/// "FP32", "TF32", "FP16", "BF16", else "E5M2" and the like; "FN" follows where there is no infinity ("E4M3FN",
/// "E2M1FN"), as PyTorch and ml_dtypes name them.
std::string name_of(const FloatFormat& format);

/// The format of a name, in any case ("fp16", "E4M3", "E4M3FN"). Throws Error(usage) where there is none: exponent bits
/// 2 to 8 and fraction bits 1 to 23 can be emulated in FP32; those without infinity are E4M3FN, E3M2FN, E2M3FN and
/// E2M1FN.
FloatFormat format_named(std::string_view name);

}  // namespace mantissa
