// SPDX-License-Identifier: Apache-2.0
// What the operations of a graph are told beside their tensors: geometry and arithmetic of normalisations, attention,
// losses, and copies. Plain data; Kernels says what each operation does.
#pragma once

#include <cstdint>

#include "engine/backend/tensor.h"
#include "engine/base/rng.h"
#include "engine/precision/norm_policy.h"
#include "engine/precision/policy.h"

namespace mantissa {

enum class ActivationKind {
    relu,
    sigmoid,
    tanh,
    gelu,       ///< x / 2 · (1 + erf(x / √2))
    gelu_tanh,  ///< x / 2 · (1 + tanh(√(2/π) · (x + 0.044715 x³))): torch's GELU(approximate="tanh")
    silu        ///< x / (1 + exp(-x))
};

/// Whether activation_backward() of this kind needs the function's argument x; the others need its result y.
constexpr bool derivative_needs_argument(ActivationKind kind) noexcept {
    return kind == ActivationKind::gelu || kind == ActivationKind::gelu_tanh || kind == ActivationKind::silu;
}

/// Dropout: a number stays with probability 1 - `probability` and is then divided by that; else it becomes 0. Which
/// stay is a function of the key and the element's index alone (it stays where uniform(index) >= probability), so the
/// gradient's mask is the same without being stored.
struct Dropout {
    double probability = 0;
    RandomKey random;  ///< RandomUse::dropout
    /// Device memory. Where not null, it holds the step that takes the place of `random.step`: the calls of a step then
    /// have the same arguments in every step and may be replayed (Device::replay).
    const std::uint32_t* step = nullptr;
};

/// Some columns of the rows of a matrix: element (r, c) is number begin + r * stride + c of `tensor`.
struct Columns {
    Tensor tensor;            ///< its shape is not looked at; to read: empty means zeros
    std::int64_t begin = 0;   ///< elements before the first one
    std::int64_t stride = 0;  ///< elements from a row to the next; to read: 0 repeats one row
};

/// Normalises each row of x, along its last axis, for itself.
struct NormSettings {
    enum class Kind {
        layer,  ///< (x - mean) · rstd, rstd = 1 / sqrt(biased variance + epsilon)
        rms     ///< x · rstd, rstd = 1 / sqrt(mean of the squares + epsilon)
    } kind = Kind::layer;
    NormPolicy policy;
    constexpr bool operator==(const NormSettings&) const = default;
};

/// Over all axes but the last, whose channels are normalised each for itself: images [n, h, w, c] and rows [n, c].
struct BatchNormSettings {
    NormPolicy policy;
    double momentum = 0.1;       ///< running = momentum · batch + (1 - momentum) · running, as PyTorch computes it
    FloatFormat running = fp32;  ///< in which they are held
    constexpr bool operator==(const BatchNormSettings&) const = default;
};

/// What a normalisation's forward pass leaves for its backward pass: FP32 numbers, on the grid of the policy.
struct NormStatistics {
    Tensor mean;  ///< of each row, or of each channel; empty for RMSNorm
    Tensor rstd;  ///< 1 / sqrt(variance + epsilon)
};

/// The running statistics of BatchNorm, FP32, one number a channel. Empty: not kept.
struct RunningStatistics {
    Tensor mean;
    Tensor variance;  ///< unbiased
};

/// One operand or result of a batch of matrix products: the matrix of (i, j), i < outer and j < inner, begins at
/// element offset + i * outer_stride + j * inner_stride, and its rows follow each other by row_stride elements; columns
/// are neighbours. So queries, keys and values are read where they lie in [n, tokens, 3, heads, dim].
struct MatrixBatch {
    Tensor tensor;  ///< its shape is not looked at
    std::int64_t offset = 0, outer_stride = 0, inner_stride = 0, row_stride = 0;
    bool transposed = false;  ///< the matrix is used transposed; of operands only
};

/// outer * inner products of [m, k] by [k, n].
struct BatchedSize {
    std::int64_t outer = 1, inner = 1, m = 0, n = 0, k = 0;
    constexpr bool operator==(const BatchedSize&) const = default;
};

/// Softmax over the last axis of x [..., rows, columns].
struct SoftmaxSettings {
    ReductionPolicy reduction;
    float scale = 1;      ///< multiplies x first (its gradient too)
    bool causal = false;  ///< of column c in row r only c <= r counts; the others are 0 and nobody reads them
    constexpr bool operator==(const SoftmaxSettings&) const = default;
};

/// Cross-entropy over rows of logits, averaged over those that are not ignored, as torch.nn.CrossEntropyLoss.
struct CrossEntropySettings {
    ReductionPolicy reduction;
    double label_smoothing = 0;       ///< so much of the target is spread over all classes evenly
    std::int32_t ignored_label = -1;  ///< rows with this label have neither loss nor gradient
    constexpr bool operator==(const CrossEntropySettings&) const = default;
};

/// Square patches of images: x [n, height, width, channels] to y [n, rows(), columns(), size, size, channels], one
/// every `stride` pixels, with `padding` zeros around each image. torch.nn.functional.unfold with channels last.
struct PatchGeometry {
    std::int64_t height = 0, width = 0, channels = 0, size = 0, stride = size, padding = 0;
    constexpr bool operator==(const PatchGeometry&) const = default;

    constexpr std::int64_t rows() const noexcept { return (height + 2 * padding - size) / stride + 1; }
    constexpr std::int64_t columns() const noexcept { return (width + 2 * padding - size) / stride + 1; }
    /// Numbers of a patch.
    constexpr std::int64_t numbers() const noexcept { return size * size * channels; }
};

}  // namespace mantissa
