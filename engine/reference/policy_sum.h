// SPDX-License-Identifier: Apache-2.0
// The sums of a normalisation as its policy wants them. Shared by the reference's norms.
#pragma once

#include "engine/precision/norm_policy.h"

namespace mantissa {

/// Adds terms one at a time, in order. FP32, and narrow sums that are rounded once: in double. By blocks: each summed
/// in FP32, then sum = round(sum + round(block)).
class PolicySum {
  public:
    explicit PolicySum(const NormPolicy& policy) : policy_(policy) {}

    void add(double term) {
        wide_ += term;
        if (policy_.block == 0) return;
        block_sum_ = block_sum_ + static_cast<float>(term);
        if (++terms_ == policy_.block) close_block();
    }

    /// In double for FP32; else on the grid.
    double total() {
        if (policy_.format == fp32) return wide_;
        if (policy_.block == 0) return static_cast<double>(round_to(static_cast<float>(wide_), policy_.format));
        if (terms_ > 0) close_block();
        return static_cast<double>(sum_);
    }

  private:
    void close_block() {
        sum_ = round_to(sum_ + round_to(block_sum_, policy_.format), policy_.format);
        block_sum_ = 0;
        terms_ = 0;
    }

    const NormPolicy& policy_;
    double wide_ = 0;
    float block_sum_ = 0, sum_ = 0;
    int terms_ = 0;
};

/// A number on the policy's grid.
inline float on_grid(float x, const NormPolicy& policy) {
    return round_to(x, policy.format);
}

/// total / count, rounded to FP32 and then to the grid.
inline float mean_of(double total, std::int64_t count, const NormPolicy& policy) {
    return on_grid(static_cast<float>(total / static_cast<double>(count)), policy);
}

/// A number minus the mean times rstd, each step on the grid.
inline float normalised(float x, float mean, float rstd, const NormPolicy& policy) {
    return on_grid(on_grid(x - mean, policy) * rstd, policy);
}

}  // namespace mantissa
