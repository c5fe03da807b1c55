// SPDX-License-Identifier: Apache-2.0
// Sums of floating-point numbers that are the same in every run: each thread sums its own strided elements in order
// into a buffer, and two more passes add those partial sums in a fixed order. How many threads there are depends on the
// number of elements alone, never on the card.
#pragma once

#include <algorithm>

#include "engine/cuda/launch.h"
#include "engine/cuda/scratch.h"

namespace mantissa::cuda {

/// Threads that share `n` elements where each leaves partial sums; a multiple of a warp, so that no warp is shared by
/// two tensors.
inline std::int64_t summing_lanes(std::int64_t n) noexcept {
    return std::min<std::int64_t>((n + 31) / 32 * 32, std::int64_t{1} << 16);
}

/// Where the partial sums of one column lie.
struct Segment {
    std::int64_t begin = 0, count = 0;
};

/// Sums each of `columns` columns of `partials`; finish(column, sum) stores it. Both are called in kernels; sums of
/// different columns are finished at the same time.
template <class SegmentOf, class Finish>
void fold(Stream stream, Scratch& scratch, const double* partials, std::int64_t columns, SegmentOf segment_of,
          Finish finish) {
    constexpr std::int64_t strips = 256;
    double* folded = scratch.of<double>(ScratchUse::folded, static_cast<std::size_t>(columns * strips));
    for_each(stream, columns * strips, [=] MANTISSA_KERNEL(std::int64_t i) {
        const Segment segment = segment_of(i / strips);
        double sum = 0;
        for (std::int64_t k = i % strips; k < segment.count; k += strips) sum += partials[segment.begin + k];
        folded[i] = sum;
    });
    for_each(stream, columns, [=] MANTISSA_KERNEL(std::int64_t column) {
        double sum = 0;
        for (std::int64_t k = 0; k < strips; ++k) sum += folded[column * strips + k];
        finish(column, sum);
    });
}

}  // namespace mantissa::cuda
