// SPDX-License-Identifier: Apache-2.0
// Rows that are made one by one, each with room of its thread's own, and cast.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/cpu/cast_rows.h"
#include "engine/cpu/parallel.h"
#include "engine/cpu/round_params.h"
#include "engine/cpu/scratch.h"

namespace mantissa {

/// A format as vector and scalar code take it.
struct RowGrid {
    explicit RowGrid(const FloatFormat& of) : params(of, Rounding::nearest_even), format(of) {}
    RoundParams params;
    FloatFormat format;
};

/// Makes rows of y one by one and casts them, several together where they are short: make(r, to, room, part) writes row
/// r to `to`. `room` is for `rooms` rows and two vectors more, and a thread's own.
template <class Make>
void cast_made_rows(std::int64_t rows, std::int64_t width, const Numbers& y, const Cast& cast, Scratch& scratch,
                    std::int64_t rooms, const Make& make) {
    const std::int64_t together = std::max<std::int64_t>(1, tally_block / width);
    const std::int64_t results = (std::max(width, tally_block) + 15) / 16 * 16;
    const std::int64_t each = results + (rooms * width + 63) / 16 * 16;
    float* const all = scratch.of<float>(ScratchUse::rows, max_parts() * each);
    if (scratch.rehearsed()) return;
    const bool as_made = cast.is_plain() && !y.narrow;
    PieceCast pieces(y, cast);
    parallel_for(rows, together, std::max<std::int64_t>(2, 8192 / width),
                 [&](std::int64_t begin, std::int64_t end, int part) {
                     PieceCast::Part piece(pieces, part);
                     float *const buffer = all + part * each, *const room = buffer + results;
                     for (std::int64_t r = begin; r < end; r += together) {
                         const std::int64_t height = std::min(together, end - r), n = height * width;
                         float* const made = piece.room(r * width, buffer);
                         for (std::int64_t i = 0; i < height; ++i) make(r + i, made + i * width, room, part);
                         for (std::int64_t c = 0; !as_made && c < n; c += tally_block)
                             piece.store(made + c, r * width + c, std::min(tally_block, n - c));
                     }
                 });
    pieces.finish();
}

}  // namespace mantissa
