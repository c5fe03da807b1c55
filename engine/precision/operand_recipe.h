// SPDX-License-Identifier: Apache-2.0
// How operands of products and convolutions are kept in eight or fewer bits, as a value: a format for each kind of
// operand, where its scale comes from, and the rounding. Accumulation and master weights are FP32 in all of them,
// everything else as in BF16.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/precision/block_format.h"
#include "engine/precision/tensor_scale.h"

namespace mantissa {

enum class ScaleSource {
    none,            ///< the numbers as they are
    current_tensor,  ///< current_scale()
    delayed_tensor,  ///< DelayedScale
    mx_block,        ///< e8m0_scale() of blocks of 32 along the dimension that is summed over
    nvfp4_block,     ///< nvfp4_block_scale() of blocks of 16, and nvfp4_tensor_scale()
};

/// One of the three operands of a layer's three products.
struct OperandFormat {
    FloatFormat format = bf16;
    Rounding rounding = Rounding::nearest_even;
    bool square_blocks = false;  ///< NVFP4: blocks of 16x16 instead of 1x16, so that a weight and its transpose agree
    bool hadamard = false;       ///< hadamard16() along the summed dimension, in the product of the weight gradient
    constexpr bool operator==(const OperandFormat&) const = default;
};

struct OperandRecipe {
    std::string_view name;    ///< "fp8-delayed"
    std::string_view title;   ///< "FP8, delayed scaling"
    std::string_view source;  ///< where it is defined
    ScaleSource scale = ScaleSource::none;
    PowerRule power = PowerRule::up;          ///< MX
    Overflow overflow = Overflow::saturates;  ///< of scales that are none, current or delayed
    int margin = 0;                           ///< delayed
    OperandFormat input, weight, gradient;

    /// Numbers that share a scale; 0: all of a tensor.
    constexpr int block() const noexcept {
        switch (scale) {
            case ScaleSource::none:
            case ScaleSource::current_tensor:
            case ScaleSource::delayed_tensor:
                return 0;
            case ScaleSource::mx_block:
                return 32;
            case ScaleSource::nvfp4_block:
                return 16;
        }
        return 0;
    }
    /// Bits that a number of `operand` takes, its share of the block's scale included; scales of whole tensors not.
    constexpr double bits_each(const OperandFormat& operand) const noexcept {
        const int numbers = operand.square_blocks ? block() * block() : block();
        return operand.format.bits() + (numbers > 0 ? 8.0 / numbers : 0.0);
    }
};

/// Signs of the random Hadamard transform, a bit set where they are negative: those of Transformer Engine's
/// get_wgrad_sign_vector().
inline constexpr std::uint32_t hadamard_signs = 0xD7E8;

/// FP8 without a scale (in E4M3 and E5M2, and in E5M2 alone), current and delayed scaling, MXFP8, MXFP6 (both), MXFP4
/// with either rule of powers, NVFP4.
std::span<const OperandRecipe> operand_recipes();

/// The one of that name; null where there is none.
const OperandRecipe* operand_recipe_named(std::string_view name);

}  // namespace mantissa
