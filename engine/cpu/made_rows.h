// SPDX-License-Identifier: Apache-2.0
// Rows that are made and cast while they are in cache, with room of a thread's own.
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

/// Makes blocks of rows of y, several rows together where they are short, and casts them: make(r, height, to, room,
/// part) writes rows r to r + height to `to`. `room` is a thread's own: `rooms` times row_room(width) numbers; each
/// room holds such a block and two vectors more.
inline std::int64_t row_room(std::int64_t width) {
    return (std::max(width, tally_block) + 47) / 16 * 16;
}
template <class Make>
void cast_row_blocks(std::int64_t rows, std::int64_t width, const Numbers& y, const Cast& cast, Scratch& scratch,
                     std::int64_t rooms, const Make& make) {
    const std::int64_t together = std::max<std::int64_t>(1, tally_block / width), room = row_room(width);
    float* const all = scratch.of<float>(ScratchUse::rows, max_parts() * (rooms + 1) * room);
    if (scratch.rehearsed()) return;
    const bool as_made = cast.is_plain() && !y.narrow;
    PieceCast pieces(y, cast);
    parallel_for(rows, together, std::max<std::int64_t>(2, 8192 / width),
                 [&](std::int64_t begin, std::int64_t end, int part) {
                     PieceCast::Part piece(pieces, part);
                     float* const buffer = all + part * (rooms + 1) * room;
                     for (std::int64_t r = begin; r < end; r += together) {
                         const std::int64_t height = std::min(together, end - r), n = height * width;
                         float* const made = piece.room(r * width, buffer);
                         make(r, height, made, buffer + room, part);
                         for (std::int64_t c = 0; !as_made && c < n; c += tally_block)
                             piece.store(made + c, r * width + c, std::min(tally_block, n - c));
                     }
                 });
    pieces.finish();
}

}  // namespace mantissa
