// SPDX-License-Identifier: Apache-2.0
// What one optimizer update did to one weight: counted by every backend with the same few lines.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "engine/backend/cast.h"
#include "engine/precision/float_format.h"
#include "engine/precision/rounding.h"

namespace mantissa {

/// Updates of one tensor during one monitored step. Kernels add to it.
struct UpdateCounts {
    static constexpr int first_bin = -64;
    static constexpr int bin_count = 96;  ///< -64 to 31, the ends taking the tails

    MagnitudeHistogram magnitude;                       ///< of the computed update; nothing is cast, so nothing flushes
    std::array<std::uint32_t, bin_count> ratio_bins{};  ///< floor(log2(|update| / (half ulp of the weight)))
    std::uint64_t nonzero = 0;
    std::uint64_t lost_with_master = 0;     ///< FP32 weight - update == FP32 weight
    std::uint64_t lost_without_master = 0;  ///< the same for the weight rounded to `narrow`

    UpdateCounts& operator+=(const UpdateCounts& other) noexcept {
        magnitude += other.magnitude;
        for (std::size_t i = 0; i < ratio_bins.size(); ++i) ratio_bins[i] += other.ratio_bins[i];
        nonzero += other.nonzero;
        lost_with_master += other.lost_with_master;
        lost_without_master += other.lost_without_master;
        return *this;
    }
};

/// Exponent of half the distance from |weight| to the next larger number of `format`; at a power of two the distance
/// below is half of it, which the counts of lost updates know and the ratio does not.
inline int half_ulp_exponent(float weight, const FloatFormat& format) noexcept {
    // clamped: ilogb of an infinite weight (a master above the narrow format's largest) is no exponent
    const int exponent = weight == 0 ? format.min_exponent()
                                     : std::clamp(std::ilogb(weight), format.min_exponent(), format.max_exponent());
    return exponent - format.fraction_bits - 1;
}

/// Counts the update `weight - change`. `narrow`: the format in which the layer multiplies its weights.
inline void count_update(float weight, float change, const FloatFormat& narrow, UpdateCounts& counts) noexcept {
    MagnitudeHistogram& m = counts.magnitude;
    ++m.elements;
    if (std::isnan(change)) {
        ++m.nan;
        return;
    }
    if (std::isinf(change)) {
        ++m.infinite;
        return;
    }
    if (change == 0) {
        ++m.zero;
        return;
    }
    const int exponent = std::ilogb(change);
    const auto bin = [](int value) {
        return static_cast<std::size_t>(std::clamp(value - UpdateCounts::first_bin, 0, UpdateCounts::bin_count - 1));
    };
    ++m.bins[bin(exponent)];
    m.norm_squared += static_cast<double>(change) * static_cast<double>(change);
    m.largest = std::max(m.largest, std::abs(change));
    ++counts.nonzero;
    const float stored = round_to(weight, narrow);
    ++counts.ratio_bins[bin(exponent - half_ulp_exponent(stored, narrow))];
    if (weight - change == weight) ++counts.lost_with_master;
    if (round_to(stored - change, narrow) == stored) ++counts.lost_without_master;
}

}  // namespace mantissa
