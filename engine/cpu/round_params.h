// SPDX-License-Identifier: Apache-2.0
// A format as the numbers that the vector code rounds with. Plain data, the same for every instruction set.
#pragma once

#include <cstdint>

#include "engine/precision/float_format.h"
#include "engine/precision/rounding.h"

namespace mantissa {

struct RoundParams {
    bool identity = true;          ///< FP32: nothing to do
    bool away = false;             ///< ties away from zero instead of to even
    bool half = false;             ///< FP16 to nearest even, which x86 converts to and from in one instruction each
    int shift = 0;                 ///< fraction bits that are dropped
    std::uint32_t min_normal = 0;  ///< bits of the smallest normal number where subnormals need a path of their own
    float magic = 0;               ///< adding and subtracting it rounds a subnormal to the grid
    float max_finite = 0;
    float smallest_normal = 0;  ///< for counting subnormal results

    RoundParams() = default;
    /// BF16 to nearest even: the upper half of FP32.
    bool upper_half() const { return !identity && shift == 16 && min_normal == 0 && !away; }
    /// Whether the vector code has this rounding: nearest, to formats with infinity, and ties away only for formats
    /// with FP32's exponents.
    static bool serves(const FloatFormat& format, Rounding rounding) {
        if (format.top != TopCodes::ieee) return false;
        return rounding == Rounding::nearest_even || (rounding == Rounding::nearest_away && format.exponent_bits == 8);
    }

    /// A format with FP32's exponents needs no subnormal path: FP32's own subnormals have the
    /// same exponent field. For others, 2^(23 + smallest exponent of the grid) has the grid's spacing as its ulp, so an
    /// FP32 addition to it rounds to nearest even.
    RoundParams(const FloatFormat& format, Rounding rounding)
        : identity(format == fp32),
          away(rounding == Rounding::nearest_away),
          half(format == fp16 && rounding == Rounding::nearest_even),
          shift(23 - format.fraction_bits),
          max_finite(static_cast<float>(format.max_finite())),
          smallest_normal(static_cast<float>(format.min_normal())) {
        if (format.exponent_bits < 8) {
            min_normal = std::bit_cast<std::uint32_t>(static_cast<float>(format.min_normal()));
            magic = static_cast<float>(exp2_exact(23 + format.min_subnormal_exponent()));
        }
    }
};

}  // namespace mantissa
