// SPDX-License-Identifier: Apache-2.0
// Results that are made piece by piece and cast while a piece is in cache.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/cpu/cast_rows.h"
#include "engine/cpu/parallel.h"

namespace mantissa {

inline constexpr std::int64_t piece_grain = 1024;
static_assert(piece_grain % tally_block == 0);

/// Calls f(i, n, to, part) for pieces of `count` elements: f writes n results of FP32 to `to`, which are then cast to
/// dst[i ...]; `part` and `worth` are parallel_for's. Where nothing is cast `to` is their place.
template <class F>
void cast_pieces(std::int64_t count, std::int64_t worth, const Numbers& dst, const Cast& cast, const F& f) {
    if (cast.is_plain() && !dst.narrow) {
        parallel_for(count, piece_grain, worth, [&](std::int64_t begin, std::int64_t end, int part) {
            f(begin, end - begin, dst.f32() + begin, part);
        });
        return;
    }
    PieceCast pieces(dst, cast);
    parallel_for(count, piece_grain, worth, [&](std::int64_t begin, std::int64_t end, int part) {
        PieceCast::Part piece(pieces, part);
        std::array<float, tally_block> results;
        for (std::int64_t i = begin; i < end; i += tally_block) {
            const std::int64_t n = std::min(tally_block, end - i);
            float* const made = piece.room(i, results.data());
            f(i, n, made, part);
            piece.store(made, i, n);
        }
    });
    pieces.finish();
}

}  // namespace mantissa
