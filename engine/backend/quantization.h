// SPDX-License-Identifier: Apache-2.0
// An operand of a product in eight or fewer bits, as its recipe quantises it, read back as FP32: what a product that is
// emulated in FP32 multiplies. One rule for every device whose memory is the host's; they differ in how they divide the
// work.
#pragma once

#include <cstdint>
#include <mutex>

#include "engine/backend/tensor.h"
#include "engine/base/rng.h"
#include "engine/precision/operand_recipe.h"

namespace mantissa {

/// A tensor as rows x spatial x columns: what a linear operation reads (rows of features), an image's pixels (rows of
/// channels), weights (filters x window x channels).
struct OperandLayout {
    std::int64_t rows = 0, spatial = 1, columns = 0;
    constexpr std::int64_t size() const noexcept { return rows * spatial * columns; }
};

/// The dimension that the product sums over, along which blocks lie.
enum class Along { columns, rows };

/// How an operand of one product is quantised.
struct Quantization {
    const OperandRecipe* recipe = nullptr;
    OperandFormat operand;  ///< the recipe's for this operand
    OperandLayout layout;
    Along along = Along::columns;
    bool transformed = false;  ///< by hadamard16() along the rows; those beyond the last whole 16 are not
    RandomKey random;          ///< of stochastic rounding
};

/// What quantising did. Kernels add to it; amax and scale are set.
struct OperandCounts {
    std::uint64_t elements = 0;
    std::uint64_t nonzero = 0;         ///< finite and nonzero before
    std::uint64_t flushed = 0;         ///< of those, zero after
    std::uint64_t clipped = 0;         ///< of those, too large for the format at their scale
    std::uint64_t nonfinite = 0;       ///< infinite or NaN after
    std::uint64_t blocks = 0;          ///< that share a scale; 0: all do
    std::uint64_t blocks_clipped = 0;  ///< with a clipped number
    std::uint64_t blocks_flushed = 0;
    float amax = 0;   ///< largest magnitude before, after a Hadamard transform; NaN where one is
    float scale = 0;  ///< the tensor's own factor; 0: none

    /// Of another part of the tensor.
    OperandCounts& operator+=(const OperandCounts& other) noexcept;
};

/// Numbers of the state that delayed scaling keeps of an operand, as FP32: the scale (0 before the first step, for 1),
/// steps recorded, and the history of the largest magnitudes.
inline constexpr std::int64_t delayed_scale_numbers = 2 + DelayedScale::history;
DelayedScale read_delayed_scale(const float* state) noexcept;
void write_delayed_scale(const DelayedScale& scale, float* state) noexcept;

namespace quantization {

/// Independent parts of the work: numbers, lines of columns, or groups of rows.
std::int64_t parts(const Quantization& how) noexcept;
/// y = x, transformed, groups of 16 rows `begin` to `end`.
void transform(const Quantization& how, const float* x, float* y, std::int64_t begin, std::int64_t end) noexcept;
/// Parts `begin` to `end` of y; y may be x. `scale`: the tensor's.
void quantize(const Quantization& how, const float* x, float* y, float scale, std::int64_t begin, std::int64_t end,
              OperandCounts* counts) noexcept;
/// The tensor's own factor, from its largest magnitude or from delayed scaling's state; 1: none.
float tensor_scale_of(const Quantization& how, float amax, const float* delayed) noexcept;
/// Whether that, or the counts, need the largest magnitude.
bool needs_amax(const Quantization& how, const OperandCounts* counts) noexcept;

}  // namespace quantization

/// The whole of it. `each(count, f)` calls f(begin, end) for ranges that make up 0 to count, in any order and at once.
template <class Each>
float amax_of_tensor(const float* x, std::int64_t count, const Each& each) {
    std::mutex mutex;
    std::uint32_t largest = 0;  // magnitudes' bits are ordered as they are, NaN above all
    each(count, [&](std::int64_t begin, std::int64_t end) {
        const std::uint32_t here = std::bit_cast<std::uint32_t>(amax_of(x + begin, end - begin));
        const std::lock_guard lock(mutex);
        largest = largest < here ? here : largest;
    });
    return std::bit_cast<float>(largest);
}

template <class Each>
void quantize_operand(const Quantization& how, const float* x, float* y, const float* delayed, OperandCounts* counts,
                      const Each& each) {
    if (how.transformed) {
        each((how.layout.rows + 15) / 16,
             [&](std::int64_t begin, std::int64_t end) { quantization::transform(how, x, y, begin, end); });
        x = y;
    }
    const float amax = quantization::needs_amax(how, counts) ? amax_of_tensor(x, how.layout.size(), each) : 0.0f;
    const float scale = quantization::tensor_scale_of(how, amax, delayed);
    std::mutex mutex;
    OperandCounts sum;
    each(quantization::parts(how), [&](std::int64_t begin, std::int64_t end) {
        OperandCounts here;
        quantization::quantize(how, x, y, scale, begin, end, counts ? &here : nullptr);
        if (!counts) return;
        const std::lock_guard lock(mutex);
        sum += here;
    });
    if (!counts) return;
    *counts += sum;
    counts->amax = amax;
    switch (how.recipe->scale) {
        case ScaleSource::current_tensor:
        case ScaleSource::delayed_tensor:
            counts->scale = scale;
            break;
        case ScaleSource::nvfp4_block:
            counts->scale = 1.0f / scale;
            break;
        case ScaleSource::none:
        case ScaleSource::mx_block:
            break;
    }
}

}  // namespace mantissa
