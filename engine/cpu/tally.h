// SPDX-License-Identifier: Apache-2.0
// Counting magnitudes by vectors: histograms of casts and of updates. Bit for bit the counts of the reference; only the
// sums of squares are added in another order.
#pragma once

#include <array>
#include <cstdint>

#include "engine/backend/update_counts.h"
#include "engine/cpu/round_params.h"

namespace mantissa {

/// Counts of one thread's part. Elements are counted by the FP32 exponent field, floor(log2 |x|) + 127, in four tables
/// that take turns: the same bin twice in a row would wait for itself.
struct Tally {
    std::array<std::array<std::uint32_t, 256>, 4> by_exponent{};
    std::uint64_t elements = 0, zero = 0, flushed = 0, subnormal = 0, overflow = 0, infinite = 0, nan = 0;
    double norm_squared = 0, lost_squared = 0;
    std::uint32_t largest = 0;  ///< bits of the largest finite magnitude, which order as magnitudes do

    void add_to(MagnitudeHistogram& histogram) const;
};

/// At most so many elements in one call of the functions below.
inline constexpr std::int64_t tally_block = 1024;

/// Adds n elements before and after their cast.
void tally_magnitudes(const float* before, const float* after, std::int64_t n, float smallest_normal, Tally& tally);

/// The same for updates: bins (255: none) of magnitudes and of ratios in tables that take turns, all else in `counts`.
struct UpdateTally {
    std::array<std::array<std::uint32_t, 256>, 4> by_magnitude{}, by_ratio{};
    UpdateCounts counts;

    void add_to(UpdateCounts& sum) const;
};

/// Adds the updates weight[i] - change[i], as count_update() does.
void tally_updates(const float* weight, const float* change, std::int64_t n, const FloatFormat& narrow,
                   UpdateTally& tally);

}  // namespace mantissa
