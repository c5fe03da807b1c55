// SPDX-License-Identifier: Apache-2.0
// Formats whose numbers share a scale: MXFP8, MXFP6 and MXFP4 (OCP Microscaling Formats 1.0: blocks of 32, a power of
// two as E8M0) and NVFP4 (arXiv 2509.25149: blocks of 16, an E4M3 scale times an FP32 scale of the whole tensor).
// Functions of one block or less, the same on every device. What they give are the numbers that such an operand stands
// for, as FP32.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "engine/base/both.h"
#include "engine/precision/rounding.h"

namespace mantissa {

/// E8M0: eight bits that mean 2^(bits - 127); no sign, no zero, no infinity.
inline constexpr std::uint8_t e8m0_nan = 255;

/// 2^-127 to 2^127, or NaN.
MANTISSA_BOTH constexpr float e8m0_value(std::uint8_t bits) noexcept {
    if (bits == e8m0_nan) return std::numeric_limits<float>::quiet_NaN();
    return static_cast<float>(exp2_exact(static_cast<int>(bits) - 127));
}

/// How a block's scale becomes a power of two.
enum class PowerRule {
    up,     ///< the least that lets no element exceed the largest number: nothing clips (cuBLAS, Transformer Engine)
    floor,  ///< of the exponent of the block's largest magnitude: what lies beyond the format's largest number clips
            ///< (OCP)
};

/// The E8M0 scale of a block whose largest magnitude is `amax`, as torchao has it: NaN for NaN, a large one for
/// infinity, which clips.
MANTISSA_BOTH constexpr std::uint8_t e8m0_scale(float amax, const FloatFormat& element, PowerRule rule) noexcept {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(amax) & 0x7FFFFFFFu;
    if (bits > 0x7F800000u) return e8m0_nan;
    switch (rule) {
        case PowerRule::up: {
            const float ratio = amax / static_cast<float>(element.max_finite());
            const std::uint32_t r = std::bit_cast<std::uint32_t>(ratio);
            if (r >= 0x7F000000u) return 254;
            const std::uint32_t exponent = r >> 23, fraction = r & 0x007FFFFFu;
            if (exponent > 0) return static_cast<std::uint8_t>(exponent + (fraction != 0 ? 1 : 0));
            return fraction > 0x00400000u ? 1 : 0;  // 2^-127 is subnormal in FP32
        }
        case PowerRule::floor: {
            const int exponent = static_cast<int>(bits >> 23) - element.max_exponent();
            return static_cast<std::uint8_t>(exponent < 0 ? 0 : exponent);
        }
    }
    return e8m0_nan;
}

/// The largest magnitude of `count` numbers, `stride` apart; NaN where one of them is.
MANTISSA_BOTH constexpr float amax_of(const float* numbers, std::int64_t count, std::int64_t stride = 1) noexcept {
    std::uint32_t largest = 0;  // magnitudes' bits are ordered as they are, NaN above all
    for (std::int64_t i = 0; i < count; ++i) {
        const std::uint32_t bits = std::bit_cast<std::uint32_t>(numbers[i * stride]) & 0x7FFFFFFFu;
        if (bits > largest) largest = bits;
    }
    return std::bit_cast<float>(largest);
}

/// What rounding one number of a block did.
enum class BlockFate { kept, flushed, clipped };

/// A number of a block in its element format, before it is multiplied with the block's scale again.
struct BlockElement {
    float value = 0;
    BlockFate fate = BlockFate::kept;
};

/// `scaled` (the number divided by the scale) on the element's grid; what is too large for it becomes its largest
/// number.
MANTISSA_BOTH constexpr BlockElement block_element(float scaled, const FloatFormat& element, Rounding rounding,
                                                   std::uint32_t random = 0) noexcept {
    const float value = round_to(scaled, element, rounding, random, Overflow::saturates);
    const float magnitude = scaled < 0 ? -scaled : scaled;
    const BlockFate fate = static_cast<double>(magnitude) > element.max_finite() ? BlockFate::clipped
                           : value == 0 && scaled != 0                           ? BlockFate::flushed
                                                                                 : BlockFate::kept;
    return {value, fate};
}

/// What MX makes of `x` in a block with this scale. A number times a power of two is exact in FP64.
MANTISSA_BOTH constexpr BlockElement mx_element(float x, std::uint8_t scale, const FloatFormat& element,
                                                Rounding rounding = Rounding::nearest_even,
                                                std::uint32_t random = 0) noexcept {
    if (scale == e8m0_nan) return {std::numeric_limits<float>::quiet_NaN(), BlockFate::kept};
    const float scaled = static_cast<float>(static_cast<double>(x) * exp2_exact(127 - static_cast<int>(scale)));
    return block_element(scaled, element, rounding, random);
}

/// The FP32 scale of a tensor in NVFP4: its largest magnitude becomes 6 (E2M1's largest number) times 448 (E4M3's). 1
/// where all is zero.
MANTISSA_BOTH constexpr float nvfp4_tensor_scale(float amax) noexcept {
    if (amax == 0) return 1.0f;
    return amax / static_cast<float>(e4m3fn.max_finite() * e2m1fn.max_finite());
}

/// The E4M3 scale of a block in NVFP4, as a number; not below E4M3's smallest normal one, as torchao has it, so never
/// 0.
MANTISSA_BOTH constexpr float nvfp4_block_scale(float amax, float tensor_scale) noexcept {
    const float wanted = amax / static_cast<float>(e2m1fn.max_finite()) / tensor_scale;
    const auto least = static_cast<float>(e4m3fn.min_normal());
    return round_to(wanted < least ? least : wanted, e4m3fn, Rounding::nearest_even, 0, Overflow::saturates);
}

/// What NVFP4 makes of `x` in a block with these scales.
MANTISSA_BOTH constexpr BlockElement nvfp4_element(float x, float block_scale, float tensor_scale,
                                                   Rounding rounding = Rounding::nearest_even,
                                                   std::uint32_t random = 0) noexcept {
    const float reciprocal = 1.0f / tensor_scale / block_scale;
    return block_element(x * reciprocal, e2m1fn, rounding, random);
}

/// Multiplies 16 numbers, `stride` apart, with the orthonormal 16x16 Hadamard matrix (entries ±1/4), their signs
/// flipped before where a bit of `flipped` is set: a random Hadamard transform, which spreads an outlier over its
/// block. Applied to both operands along the dimension that a product sums over, it leaves the product as it is, but
/// for rounding.
MANTISSA_BOTH constexpr void hadamard16(float* numbers, std::int64_t stride, std::uint32_t flipped = 0) noexcept {
    for (int i = 0; i < 16; ++i)
        if ((flipped >> i) & 1u) numbers[i * stride] = -numbers[i * stride];
    for (int half = 1; half < 16; half *= 2)
        for (int i = 0; i < 16; ++i) {
            if (i & half) continue;
            const float a = numbers[i * stride], b = numbers[(i + half) * stride];
            numbers[i * stride] = a + b;
            numbers[(i + half) * stride] = a - b;
        }
    for (int i = 0; i < 16; ++i) numbers[i * stride] *= 0.25f;
}

}  // namespace mantissa
