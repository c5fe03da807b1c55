// SPDX-License-Identifier: Apache-2.0
// Images whose results are made pixel by pixel, channels being neighbours.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/cpu/cast_rows.h"
#include "engine/cpu/parallel.h"

namespace mantissa {

/// Four neighbouring pixels: where the channels of the first lie, and how far on the next column and row.
struct FourPixels {
    std::int64_t first, right, down;
};

/// to[c] = factor · (the four numbers from `from` on, row by row, added to 0) of n channels.
void sum_of_four(const Numbers& from, const FourPixels& at, float factor, float* to, std::int64_t n);

/// Makes `pixels` pixels of y and casts them, several together where they have few channels: make(pixel, c, n, to)
/// writes n channels from the c-th on to `to`. `terms`: numbers that each of these reads.
template <class Make>
void cast_pixels(std::int64_t pixels, std::int64_t channels, const Numbers& y, const Cast& cast, const Make& make,
                 std::int64_t terms = 1) {
    const bool as_made = cast.is_plain() && !y.narrow;
    const std::int64_t together = std::max<std::int64_t>(1, tally_block / channels);
    PieceCast pieces(y, cast);
    parallel_for(pixels, terms > 1 ? 1 : together, std::max<std::int64_t>(2, 16384 / (channels * terms)),
                 [&](std::int64_t begin, std::int64_t end, int part) {
                     PieceCast::Part piece(pieces, part);
                     std::array<float, tally_block> buffer;
                     for (std::int64_t p = begin; p < end; p += together) {
                         const std::int64_t height = std::min(together, end - p);
                         for (std::int64_t c = 0; c < channels; c += tally_block) {
                             const std::int64_t n = std::min(tally_block, channels - c), i = p * channels + c;
                             float* const made = piece.room(i, buffer.data());
                             for (std::int64_t k = 0; k < height; ++k) make(p + k, c, n, made + k * n);
                             if (!as_made) piece.store(made, i, height * n);
                         }
                     }
                 });
    pieces.finish();
}

}  // namespace mantissa
