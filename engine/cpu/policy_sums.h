// SPDX-License-Identifier: Apache-2.0
// Sums over the rows of a matrix as a NormPolicy wants them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "engine/cpu/numbers.h"
#include "engine/cpu/parallel.h"
#include "engine/cpu/round_params.h"
#include "engine/cpu/scratch.h"
#include "engine/precision/norm_policy.h"

namespace mantissa {

/// The policy as the vector code takes it.
struct NormGrid {
    explicit NormGrid(const NormPolicy& policy)
        : params(policy.format, Rounding::nearest_even),
          format(policy.format),
          block(policy.format == fp32 ? 0 : policy.block),
          epsilon(policy.held_epsilon()) {}

    /// total / count on the grid.
    float mean(float total, std::int64_t count) const { return round_to(total / static_cast<float>(count), format); }
    /// 1 / sqrt(variance + epsilon) on the grid.
    float rstd(float variance) const { return round_to(1.0f / std::sqrt(variance + epsilon), format); }
    float on_grid(float x) const { return round_to(x, format); }

    RoundParams params;
    FloatFormat format;
    int block;
    float epsilon;
};

/// Of a row of LayerNorm or RMSNorm.
struct RowStatistics {
    float mean, rstd;
};

/// A matrix of channels, or some of its rows.
struct ChannelMatrix {
    Numbers numbers;
    std::int64_t rows, channels;
};

/// What BatchNorm sums over rows: x, (x - mean)², or dy · x̂.
enum class Summed { values, squares, products };

/// sums[c] of a matrix of `rows` rows: add(begin, end, first, last, totals) stores the sums of the columns first to
/// last over the rows from `begin` to `end`. Strips of rows are
/// added in order, and their number does not depend on that of the threads; with a block of terms there is one strip,
/// and threads share the columns.
template <class Add>
void policy_sums(std::int64_t rows, std::int64_t columns, const NormGrid& grid, Scratch& scratch, float* sums,
                 const Add& add) {
    constexpr std::int64_t most_strips = 64;
    const std::int64_t strips = grid.block > 0 ? 1 : std::clamp<std::int64_t>(rows / 16, 1, most_strips);
    const std::int64_t width = (columns + 31) / 16 * 16;  // a line of its own for each strip
    float* const partials = scratch.of<float>(ScratchUse::partials, strips * width);
    if (scratch.rehearsed()) return;
    if (strips == 1) {
        parallel_for(columns, 16, std::max<std::int64_t>(2, 16384 / rows),
                     [&](std::int64_t begin, std::int64_t end, int) { add(std::int64_t{0}, rows, begin, end, sums); });
    } else {
        parallel_for(
            strips, 1, rows * columns < 16384 ? strips + 1 : 2, [&](std::int64_t begin, std::int64_t end, int) {
                for (std::int64_t s = begin; s < end; ++s)
                    add(rows * s / strips, rows * (s + 1) / strips, std::int64_t{0}, columns, partials + s * width);
            });
        std::copy_n(partials, columns, sums);
        for (std::int64_t s = 1; s < strips; ++s)
            for (std::int64_t c = 0; c < columns; ++c) sums[c] += partials[s * width + c];
    }
    if (grid.block == 0)
        for (std::int64_t c = 0; c < columns; ++c) sums[c] = grid.on_grid(sums[c]);
}

}  // namespace mantissa
