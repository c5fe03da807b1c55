// SPDX-License-Identifier: Apache-2.0
// What one optimizer update did to a weight, counted as engine/backend/update_counts.h does: in a thread's registers,
// the bins in its block's shared memory.
#pragma once

#include "engine/backend/update_counts.h"
#include "engine/cuda/store_result.h"

namespace mantissa::cuda {

/// Counters that the threads of a block share: SharedCounts of the updates, and behind them these.
struct SharedUpdates {
    enum : int {
        ratio_bins = SharedCounts::count,
        nonzero = ratio_bins + UpdateCounts::bin_count,
        lost_with_master,
        lost_without_master,
    };
    static constexpr int count = lost_without_master + 1;

    /// Adds what a block has counted.
    MANTISSA_BOTH static void drain(UpdateCounts& to, int i, std::uint32_t value) {
        if (i < SharedCounts::count)
            SharedCounts::drain(to.magnitude, i, value);
        else if (i < nonzero)
            add_to(reinterpret_cast<std::uint32_t*>(&to.ratio_bins) + (i - ratio_bins), value);
        if (i == nonzero) add_to(&to.nonzero, value);
        if (i == lost_with_master) add_to(&to.lost_with_master, value);
        if (i == lost_without_master) add_to(&to.lost_without_master, value);
    }
};

class UpdateTally {
  public:
    /// Counts `weight - change`. `round`: to `narrow`, in which the layer multiplies its weights. `shared`: the block's
    /// SharedUpdates.
    MANTISSA_BOTH void count(float weight, float change, const FloatFormat& narrow, const Rounder& round,
                             std::uint32_t* shared) {
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
        add_shared(shared + clamped_bin(exponent), 1);
        norm_squared_ += static_cast<double>(change) * static_cast<double>(change);
        if (magnitude(change) > largest_) largest_ = magnitude(change);
        ++nonzero_;
        const float stored = round(weight);
        add_shared(shared + SharedUpdates::ratio_bins + clamped_bin(exponent - half_ulp_exponent_of(stored, narrow)),
                   1);
        if (weight - change == weight) ++lost_with_master_;
        if (round(stored - change) == stored) ++lost_without_master_;
    }

    /// Adds a thread's counts; returns the sum of squares, which is summed elsewhere.
    MANTISSA_BOTH double close(std::uint32_t* shared) const {
        add_shared(shared + SharedCounts::elements, elements_);
        add_shared(shared + SharedCounts::nan, nan_);
        add_shared(shared + SharedCounts::infinite, infinite_);
        add_shared(shared + SharedCounts::zero, zero_);
        SharedCounts::raise(shared + SharedCounts::largest, largest_);
        add_shared(shared + SharedUpdates::nonzero, nonzero_);
        add_shared(shared + SharedUpdates::lost_with_master, lost_with_master_);
        add_shared(shared + SharedUpdates::lost_without_master, lost_without_master_);
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
