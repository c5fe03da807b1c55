// SPDX-License-Identifier: Apache-2.0
// What one optimizer update did to a weight, counted as engine/backend/update_counts.h does: in a thread's registers,
// the bins in memory.
#pragma once

#include "engine/backend/update_counts.h"
#include "engine/cuda/store_result.h"

namespace mantissa::cuda {

class UpdateTally {
  public:
    /// Counts `weight - change`. `round`: to `narrow`, in which the layer multiplies its weights.
    MANTISSA_BOTH void count(float weight, float change, const FloatFormat& narrow, const Rounder& round,
                             UpdateCounts& counts) {
        ++elements_;
        if (is_nan(change)) {
            ++nan_;
            return;
        }
        if (!is_finite(change)) {
            ++infinite_;
            return;
        }
        if (change == 0) {
            ++zero_;
            return;
        }
        const int exponent = exponent_of(change);
        add_to(reinterpret_cast<std::uint32_t*>(&counts.magnitude.bins) + clamped_bin(exponent), 1);
        norm_squared_ += static_cast<double>(change) * static_cast<double>(change);
        if (magnitude(change) > largest_) largest_ = magnitude(change);
        ++nonzero_;
        const float stored = round(weight);
        add_to(reinterpret_cast<std::uint32_t*>(&counts.ratio_bins) +
                   clamped_bin(exponent - half_ulp_exponent_of(stored, narrow)),
               1);
        if (weight - change == weight) ++lost_with_master_;
        if (round(stored - change) == stored) ++lost_without_master_;
    }

    /// Adds a thread's counts; returns the sum of squares, which is folded.
    MANTISSA_BOTH double close(UpdateCounts& counts) const {
        add_to(&counts.magnitude.elements, elements_);
        add_to(&counts.magnitude.nan, nan_);
        add_to(&counts.magnitude.infinite, infinite_);
        add_to(&counts.magnitude.zero, zero_);
        raise_to(&counts.magnitude.largest, largest_);
        add_to(&counts.nonzero, nonzero_);
        add_to(&counts.lost_with_master, lost_with_master_);
        add_to(&counts.lost_without_master, lost_without_master_);
        return norm_squared_;
    }

  private:
    /// half_ulp_exponent(); an infinite weight has the largest exponent, NaN the smallest.
    MANTISSA_BOTH static int half_ulp_exponent_of(float weight, const FloatFormat& format) {
        const int least = format.min_exponent(), most = format.max_exponent();
        int exponent = least;
        if (!is_nan(weight) && weight != 0) exponent = is_finite(weight) ? exponent_of(weight) : most;
        exponent = exponent < least ? least : exponent > most ? most : exponent;
        return exponent - format.fraction_bits - 1;
    }

    std::uint32_t elements_ = 0, nan_ = 0, infinite_ = 0, zero_ = 0;
    std::uint32_t nonzero_ = 0, lost_with_master_ = 0, lost_without_master_ = 0;
    double norm_squared_ = 0;
    float largest_ = 0;
};

}  // namespace mantissa::cuda
