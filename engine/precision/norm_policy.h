// SPDX-License-Identifier: Apache-2.0
// How a normalisation computes its statistics.
#pragma once

#include "engine/precision/float_format.h"
#include "engine/precision/rounding.h"

namespace mantissa {

/// Mean, variance and their gradients' sums of LayerNorm, RMSNorm and BatchNorm. With a format other than FP32 each of
/// these is rounded to its grid, to nearest even: x - mean, its square, each sum (as `block` says), the mean, the
/// variance, 1 / sqrt(variance + epsilon), the normalised number before gamma; and backward each product that is
/// summed, and each sum. So FP16 squares overflow from 256 on, and 1 / sqrt(infinity) = 0 silences a row.
struct NormPolicy {
    FloatFormat format = fp32;
    /// Terms of a block: they are summed in FP32, in order; the block's sum is rounded, added to the running sum and
    /// rounded again: sum = round(sum + round(block)). 0: an FP32 sum in the device's own order, rounded once, as
    /// PyTorch sums 16-bit numbers. In FP32 there is nothing to round and `block` says nothing.
    int block = 0;
    double epsilon = 1e-5;         ///< added to the variance
    bool epsilon_on_grid = false;  ///< epsilon is rounded to `format` first: 1e-8 is 0 in FP16
    constexpr bool operator==(const NormPolicy&) const = default;

    /// Epsilon as it is added.
    constexpr float held_epsilon() const noexcept {
        const auto wide = static_cast<float>(epsilon);
        return epsilon_on_grid ? round_to(wide, format) : wide;
    }
};

}  // namespace mantissa
