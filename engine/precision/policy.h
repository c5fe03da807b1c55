// SPDX-License-Identifier: Apache-2.0
// What precision means for a run: a format per role. The four modes are names for such policies (README.md: PyTorch's
// autocast for these layers); each choice is a switch of its own as well.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "engine/precision/float_format.h"
#include "engine/precision/norm_policy.h"
#include "engine/precision/operand_recipe.h"
#include "engine/precision/rounding.h"

namespace mantissa {

/// How partial sums of a matrix product or convolution are kept.
struct Accumulation {
    FloatFormat format = fp32;  ///< partial sums are rounded to it after each block
    int block = 0;              ///< terms per block, in the order of k; 0: the device's own order, FP32 throughout
    constexpr bool operator==(const Accumulation&) const = default;
};

/// How softmax, loss and bias sums are computed.
struct ReductionPolicy {
    FloatFormat format = fp32;     ///< every intermediate result is rounded to it
    bool subtract_maximum = true;  ///< false: exp(logit) itself, which overflows FP16 from 11.09
    FloatFormat loss = fp32;       ///< log-probabilities of a loss that is computed in FP32 are rounded to it
    constexpr bool operator==(const ReductionPolicy&) const = default;
};

/// Formats of one layer.
struct LayerPolicy {
    FloatFormat operand = fp32;                          ///< of products and convolutions
    Rounding operand_rounding = Rounding::nearest_even;  ///< ties away for TF32
    /// Of operands in eight or fewer bits, one of operand_recipes(): linear operations and convolutions quantise them
    /// and read them back in FP32; null: they multiply in `operand`.
    const OperandRecipe* operands = nullptr;
    Accumulation accumulation;
    FloatFormat activation = fp32;           ///< stored activations
    FloatFormat activation_gradient = fp32;  ///< gradients of activations
    FloatFormat weight_gradient = fp32;      ///< weight gradients are rounded to it before unscaling
    // What is no product, by class of operation; the defaults are those of PyTorch's autocast.
    FloatFormat norm = fp32;          ///< results of normalisations over features, and their gradients
    NormPolicy norm_statistics;       ///< how mean and variance are computed
    FloatFormat norm_running = fp32;  ///< in which BatchNorm holds its running statistics
    FloatFormat softmax = fp32;       ///< attention's probabilities
    ReductionPolicy softmax_arithmetic;
    std::optional<FloatFormat> sum;  ///< of two tensors; nothing: the wider one of theirs
    bool wide_pointwise = false;     ///< activation functions give FP32; false: their argument's format
    constexpr bool operator==(const LayerPolicy&) const = default;
};

/// Formats of a run. A value: comparing two policies compares every role.
struct PrecisionPolicy {
    LayerPolicy layer;                             ///< matrix-product layers
    LayerPolicy convolution;                       ///< convolutions (differs from `layer` in PyTorch's default only)
    std::map<std::string, LayerPolicy> overrides;  ///< by the layer's name
    FloatFormat weight = fp32;                     ///< of the stored (master) weights
    Rounding weight_rounding = Rounding::nearest_even;  ///< of the working copy, or of the weights without master
    FloatFormat optimizer_state = fp32;
    FloatFormat optimizer = fp32;  ///< every intermediate result of an update is rounded to it
    ReductionPolicy reduction;
    /// Whether formats that a device has as its own are stored and multiplied as such; false: as FP32 numbers on their
    /// grid, as everywhere else.
    bool native = true;
    /// The sigmoid's derivative in the gradients' format, every intermediate rounded to it, as PyTorch's FP16 kernel on
    /// a processor; false: computed in FP32 and rounded once, as its others.
    bool stepwise_derivatives = false;
    bool converters_8bit = false;  ///< phase-change devices: what enters and leaves them has 8 bits
    bool operator==(const PrecisionPolicy&) const = default;

    /// The formats of layer `name`.
    const LayerPolicy& of(const std::string& name, bool is_convolution) const {
        const auto found = overrides.find(name);
        return found != overrides.end() ? found->second : is_convolution ? convolution : layer;
    }
    /// Whether any layer has operands in eight or fewer bits.
    bool quantises() const {
        bool any = layer.operands || convolution.operands;
        for (const auto& [name, own] : overrides) any = any || own.operands;
        return any;
    }
};

/// The layer formats of a 16-bit or 32-bit mode by its operand format: FP32, TF32 (only the operands are rounded) or a
/// narrower format (operands, activations, their gradients and weight gradients).
LayerPolicy layer_policy(const FloatFormat& operand);

/// One of the four modes: the same layer policy everywhere, FP32 weights and optimizer state.
PrecisionPolicy mode_policy(const FloatFormat& operand);

/// TF32 convolutions, FP32 matrix products: what PyTorch does on a card that has TF32, unasked.
PrecisionPolicy pytorch_default_policy();

}  // namespace mantissa
