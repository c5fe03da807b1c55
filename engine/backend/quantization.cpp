// SPDX-License-Identifier: Apache-2.0
// Blocks along either dimension, in squares, or none.
#include "engine/backend/quantization.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/precision/quick_round.h"

namespace mantissa {

OperandCounts& OperandCounts::operator+=(const OperandCounts& other) noexcept {
    elements += other.elements;
    nonzero += other.nonzero;
    flushed += other.flushed;
    clipped += other.clipped;
    nonfinite += other.nonfinite;
    blocks += other.blocks;
    blocks_clipped += other.blocks_clipped;
    blocks_flushed += other.blocks_flushed;
    return *this;
}

DelayedScale read_delayed_scale(const float* state) noexcept {
    DelayedScale scale;
    scale.scale = state[0] == 0 ? 1.0f : state[0];
    scale.recorded = static_cast<std::uint32_t>(state[1]);
    std::copy_n(state + 2, DelayedScale::history, scale.amax.begin());
    return scale;
}

void write_delayed_scale(const DelayedScale& scale, float* state) noexcept {
    state[0] = scale.scale;
    state[1] = static_cast<float>(scale.recorded);
    std::copy(scale.amax.begin(), scale.amax.end(), state + 2);
}

namespace quantization {
namespace {

/// Numbers that share a scale, as a rectangle in memory.
struct Block {
    std::int64_t first = 0;  ///< offset of its first number
    std::int64_t down = 1, down_stride = 0, across = 1, across_stride = 1;
};

/// The scales of one block: x is multiplied by `multiply`, rounded, and multiplied by `back`.
struct Scales {
    float multiply = 1, back = 1;
};

class Rounder {
  public:
    explicit Rounder(const Quantization& how)
        : how_(how), overflow_(overflow_of(how)), quick_(how.operand.format, overflow_) {}

    /// The numbers of a block, by these scales.
    void block(const float* x, float* y, const Block& block, const Scales& scales, OperandCounts* counts) const {
        OperandCounts here;
        for (std::int64_t d = 0; d < block.down; ++d)
            for (std::int64_t a = 0; a < block.across; ++a) {
                const std::int64_t at = block.first + d * block.down_stride + a * block.across_stride;
                const float scaled = x[at] * scales.multiply;
                const float rounded = how_.operand.rounding == Rounding::nearest_even
                                          ? quick_round(scaled, quick_)
                                          : round_to(scaled, how_.operand.format, how_.operand.rounding,
                                                     how_.random.bits(static_cast<std::uint64_t>(at)), overflow_);
                const float before = x[at];
                y[at] = rounded * scales.back;
                if (counts) count(before, scaled, y[at], here);
            }
        if (!counts) return;
        here.elements = static_cast<std::uint64_t>(block.down * block.across);
        if (how_.recipe->block() > 0) {
            here.blocks = 1;
            here.blocks_clipped = here.clipped > 0 ? 1 : 0;
            here.blocks_flushed = here.flushed > 0 ? 1 : 0;
        }
        *counts += here;
    }

    /// The scales of a block of MX or NVFP4.
    Scales scales_of(const float* x, const Block& block, float tensor_scale) const {
        std::uint32_t largest = 0;
        for (std::int64_t d = 0; d < block.down; ++d)
            largest = std::max(largest, std::bit_cast<std::uint32_t>(amax_of(x + block.first + d * block.down_stride,
                                                                             block.across, block.across_stride)));
        const float amax = std::bit_cast<float>(largest);
        if (how_.recipe->scale == ScaleSource::mx_block) {
            const std::uint8_t scale = e8m0_scale(amax, how_.operand.format, how_.recipe->power);
            if (scale == e8m0_nan) return {e8m0_value(e8m0_nan), 1.0f};
            return {e8m0_value(static_cast<std::uint8_t>(254 - scale)), e8m0_value(scale)};
        }
        const float own = nvfp4_block_scale(amax, tensor_scale);
        return {1.0f / tensor_scale / own, own * tensor_scale};
    }

  private:
    static Overflow overflow_of(const Quantization& how) {
        return how.recipe->block() > 0 ? Overflow::saturates : how.recipe->overflow;
    }

    void count(float before, float scaled, float after, OperandCounts& counts) const {
        if (!std::isfinite(after)) ++counts.nonfinite;
        if (!std::isfinite(before) || before == 0) return;
        ++counts.nonzero;
        if (after == 0) ++counts.flushed;
        if (std::abs(scaled) > quick_.largest) ++counts.clipped;
    }

    const Quantization& how_;
    Overflow overflow_;
    QuickRound quick_;
};

/// Calls f(block) for those of parts `begin` to `end`.
template <class F>
void for_blocks(const Quantization& how, std::int64_t begin, std::int64_t end, const F& f) {
    const OperandLayout& layout = how.layout;
    const std::int64_t length = how.recipe->block(), line = layout.spatial * layout.columns;
    if (how.along == Along::columns && !how.operand.square_blocks) {
        for (std::int64_t part = begin; part < end; ++part)
            for (std::int64_t c = 0; c < layout.columns; c += length)
                f(Block{.first = part * layout.columns + c, .across = std::min(length, layout.columns - c)});
        return;
    }
    const std::int64_t width = how.operand.square_blocks ? length : 1;
    for (std::int64_t part = begin; part < end; ++part) {
        const std::int64_t row = part * length;
        for (std::int64_t s = 0; s < layout.spatial; ++s)
            for (std::int64_t c = 0; c < layout.columns; c += width)
                f(Block{.first = row * line + s * layout.columns + c,
                        .down = std::min(length, layout.rows - row),
                        .down_stride = line,
                        .across = std::min(width, layout.columns - c)});
    }
}

}  // namespace

std::int64_t parts(const Quantization& how) noexcept {
    const std::int64_t length = how.recipe->block();
    if (length == 0) return how.layout.size();
    if (how.along == Along::columns && !how.operand.square_blocks) return how.layout.rows * how.layout.spatial;
    return (how.layout.rows + length - 1) / length;
}

void transform(const Quantization& how, const float* x, float* y, std::int64_t begin, std::int64_t end) noexcept {
    const std::int64_t line = how.layout.spatial * how.layout.columns;
    for (std::int64_t group = begin; group < end; ++group) {
        const std::int64_t first = group * 16, rows = std::min<std::int64_t>(16, how.layout.rows - first);
        if (x != y) std::copy_n(x + first * line, rows * line, y + first * line);
        if (rows < 16) continue;
        for (std::int64_t i = 0; i < line; ++i) hadamard16(y + first * line + i, line, hadamard_signs);
    }
}

void quantize(const Quantization& how, const float* x, float* y, float scale, std::int64_t begin, std::int64_t end,
              OperandCounts* counts) noexcept {
    const Rounder rounder(how);
    if (how.recipe->block() == 0) {
        const Block all{.first = begin, .across = end - begin};
        rounder.block(x, y, all, {scale, 1.0f / scale}, counts);
        return;
    }
    for_blocks(how, begin, end,
               [&](const Block& block) { rounder.block(x, y, block, rounder.scales_of(x, block, scale), counts); });
}

float tensor_scale_of(const Quantization& how, float amax, const float* delayed) noexcept {
    switch (how.recipe->scale) {
        case ScaleSource::none:
        case ScaleSource::mx_block:
            return 1.0f;
        case ScaleSource::current_tensor:
            return current_scale(amax, how.operand.format);
        case ScaleSource::delayed_tensor:
            return delayed[0] == 0 ? 1.0f : delayed[0];
        case ScaleSource::nvfp4_block:
            return nvfp4_tensor_scale(amax);
    }
    return 1.0f;
}

bool needs_amax(const Quantization& how, const OperandCounts* counts) noexcept {
    return counts || how.recipe->scale == ScaleSource::current_tensor || how.recipe->scale == ScaleSource::nvfp4_block;
}

}  // namespace quantization
}  // namespace mantissa
