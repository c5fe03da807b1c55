// SPDX-License-Identifier: Apache-2.0
// In which format the frameworks' recipes of mixed precision compute each class of operation, as read in their lists: a
// table, for whoever builds policies of it or shows it.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace mantissa {

/// Classes that the lists tell apart.
enum class OperationClass {
    product,  ///< linear layers, convolutions, batched products
    batch_norm,
    layer_norm,  ///< and group norm
    softmax,     ///< as a layer of the network
    loss,
    exponential,  ///< exp, pow and logarithms, as operations of their own
    sum,          ///< sums over a dimension
    activation,   ///< ReLU, sigmoid, tanh
    addition,     ///< of two tensors: a residual connection
    max_pool,
    upsampling,  ///< by interpolation or by repeating
    optimizer,   ///< the arithmetic of the update
};
inline constexpr std::size_t operation_class_count = 12;

/// What a recipe does with an operation's inputs.
enum class CastRule {
    half,     ///< cast to 16 bits
    full,     ///< cast to FP32
    inside,   ///< taken and given in 16 bits, computed in FP32
    widest,   ///< cast to the widest of its inputs
    as_given  ///< no cast: it computes in what it is given
};

/// What a graph's neighbours decide in TensorFlow's rewriting; CastRule::as_given in recipes without one.
enum class GraphList {
    none,
    allow,  ///< always in 16 bits
    infer,  ///< in 16 bits where nothing before it is in the deny list
    deny,   ///< never, nor what follows of the infer list
    clear,  ///< in 16 bits where that saves casts
};

struct CastChoice {
    CastRule rule = CastRule::as_given;
    GraphList list = GraphList::none;
    constexpr bool operator==(const CastChoice&) const = default;
};

struct CastRecipe {
    std::string_view name;    ///< "apex-o1"
    std::string_view title;   ///< "Apex O1"
    std::string_view source;  ///< the file that it was read in
    std::array<CastChoice, operation_class_count> choices;
    bool master_weights = true;  ///< FP32 weights are kept, whatever the operations compute in
    bool scales_loss = true;     ///< with a dynamic loss scale

    constexpr const CastChoice& of(OperationClass operation) const noexcept {
        return choices[static_cast<std::size_t>(operation)];
    }
};

/// Whether the two give the operation's result another format: one FP32 and the other not. What takes its input's
/// format has 16 bits after a product; a sum of two tensors without a cast has the wider format of theirs.
bool differs(OperationClass operation, const CastChoice& a, const CastChoice& b) noexcept;

/// Apex O0 to O3, torch.amp, TF-AMP, Keras mixed_float16, .half().
std::span<const CastRecipe> cast_recipes();

}  // namespace mantissa
