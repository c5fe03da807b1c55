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
    Rounder(const FloatFormat& format, Rounding rounding) : format_(format), rounding_(rounding) {
        if (format == fp32) return;
        // FP32's subnormals have the same exponent field: nothing is special
        const bool same_exponents = format.exponent_bits == fp32.exponent_bits && rounding != Rounding::stochastic;
        if (format.top != TopCodes::ieee || (!same_exponents && rounding != Rounding::nearest_even)) {
            way_ = Way::general;
            return;
        }
        way_ = Way::nearest;
        max_finite_ = std::bit_cast<std::uint32_t>(static_cast<float>(format.max_finite()));
        shift_ = 23 - format.fraction_bits;
        if (shift_ > 0) {
            const std::uint32_t half = 1u << (shift_ - 1);
            to_even_ = rounding == Rounding::nearest_even ? 1 : 0;
            half_ = half - to_even_;
            kept_ = ~((1u << shift_) - 1);
        }
        if (same_exponents) return;
        // 2^(23 + smallest exponent of the grid) has the grid's spacing as its ulp, so that adding it in FP32 rounds a
        // number below the smallest normal one to nearest even
        min_normal_ = std::bit_cast<std::uint32_t>(static_cast<float>(format.min_normal()));
        spacer_ = static_cast<float>(exp2_exact(23 + format.min_subnormal_exponent()));
    }

    /// Whether operator() draws random bits.
    MANTISSA_BOTH bool is_random() const noexcept { return way_ == Way::general && rounding_ == Rounding::stochastic; }

    /// `random`: 32 bits for stochastic rounding.
    MANTISSA_BOTH float operator()(float x, std::uint32_t random = 0) const noexcept {
        if (way_ == Way::none) return x;
        if (way_ == Way::general) return round_to(x, format_, rounding_, random);
        // all cases are computed and one is taken: a card's threads do not part
        const std::uint32_t bits = std::bit_cast<std::uint32_t>(x), sign = bits & 0x80000000u,
                            size = bits & 0x7FFFFFFFu;
        std::uint32_t rounded = (size + half_ + ((size >> shift_) & to_even_)) & kept_;
        rounded = rounded > max_finite_ ? 0x7F800000u : rounded;
        const float small = (std::bit_cast<float>(size) + spacer_) - spacer_;
        rounded = size < min_normal_ ? std::bit_cast<std::uint32_t>(small) : rounded;
        rounded = size >= 0x7F800000u ? size : rounded;
        return std::bit_cast<float>(sign | rounded);
    }

  private:
    enum class Way { none, nearest, general };

    Way way_ = Way::none;
    FloatFormat format_ = fp32;
    Rounding rounding_ = Rounding::nearest_even;
    int shift_ = 0;                                      ///< fraction bits that are dropped
    std::uint32_t half_ = 0, to_even_ = 0, kept_ = ~0u;  ///< what is added before they are, to odd numbers, a mask
    std::uint32_t max_finite_ = 0x7F7FFFFFu;             ///< as bits
    std::uint32_t min_normal_ = 0;                       ///< as bits; 0: none is special
    float spacer_ = 0;
};

}  // namespace mantissa::cuda
