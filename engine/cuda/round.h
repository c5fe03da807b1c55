// SPDX-License-Identifier: Apache-2.0
// Rounding onto a format's grid inside a kernel: by a few integer operations to nearest in any format, else by the
// oracle's own round_to, which compiles for the card as well.
#pragma once

#include "engine/base/rng.h"
#include "engine/cuda/numbers.h"
#include "engine/precision/rounding.h"

namespace mantissa::cuda {

/// A format and a rounding, prepared on the host; plain data.
class Rounder {
  public:
    Rounder() = default;
    Rounder(const FloatFormat& format, Rounding rounding)
        : format_(format), rounding_(rounding), shift_(23 - format.fraction_bits) {
        max_finite_ = std::bit_cast<std::uint32_t>(static_cast<float>(format.max_finite()));
        if (format == fp32)
            way_ = Way::none;
        else if (format.top != TopCodes::ieee)
            way_ = Way::general;
        else if (format.exponent_bits == fp32.exponent_bits && rounding != Rounding::stochastic)
            way_ = Way::same_exponents;  // FP32's subnormals have the same exponent field: nothing is special
        else if (rounding == Rounding::nearest_even) {
            way_ = Way::fewer_exponents;
            // 2^(23 + smallest exponent of the grid) has the grid's spacing as its ulp, so that adding it in FP32
            // rounds a number below the smallest normal one to nearest even
            min_normal_ = std::bit_cast<std::uint32_t>(static_cast<float>(format.min_normal()));
            spacer_ = static_cast<float>(exp2_exact(23 + format.min_subnormal_exponent()));
        } else {
            way_ = Way::general;
        }
    }

    /// Whether operator() draws random bits.
    MANTISSA_BOTH bool is_random() const noexcept { return way_ == Way::general && rounding_ == Rounding::stochastic; }

    /// `random`: 32 bits for stochastic rounding.
    MANTISSA_BOTH float operator()(float x, std::uint32_t random = 0) const noexcept {
        if (way_ == Way::none) return x;
        if (way_ == Way::general) return round_to(x, format_, rounding_, random);
        const std::uint32_t bits = std::bit_cast<std::uint32_t>(x), sign = bits & 0x80000000u,
                            size = bits & 0x7FFFFFFFu;
        if (size >= 0x7F800000u) return x;
        if (way_ == Way::fewer_exponents && size < min_normal_) {
            const float sum = std::bit_cast<float>(size) + spacer_;
            return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(sum - spacer_));
        }
        const std::uint32_t spacing = 1u << shift_;
        std::uint32_t kept = size;
        if (shift_ > 0) {
            const std::uint32_t half = spacing >> 1;
            kept += rounding_ == Rounding::nearest_away ? half : half - 1 + ((size >> shift_) & 1u);
            kept &= ~(spacing - 1);
        }
        if (kept > max_finite_) kept = 0x7F800000u;
        return std::bit_cast<float>(sign | kept);
    }

  private:
    enum class Way { none, same_exponents, fewer_exponents, general };

    Way way_ = Way::none;
    FloatFormat format_ = fp32;
    Rounding rounding_ = Rounding::nearest_even;
    int shift_ = 0;                 ///< fraction bits that are dropped
    std::uint32_t max_finite_ = 0;  ///< as bits
    std::uint32_t min_normal_ = 0;  ///< as bits
    float spacer_ = 0;
};

}  // namespace mantissa::cuda
