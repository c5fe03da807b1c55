// SPDX-License-Identifier: Apache-2.0
// A sum of products with rounded partial sums: FP16 accumulation, where the order of the terms is the phenomenon and
// therefore the same on every device. One thread adds the terms of one result.
#pragma once

#include "engine/cuda/round.h"
#include "engine/precision/policy.h"

namespace mantissa::cuda {

/// Each block of so many terms is summed in FP32 in order and added to the running sum in FP32, and the result rounded
/// to the accumulator's format.
class BlockedSum {
  public:
    /// `round`: to the accumulator's format, nearest even.
    MANTISSA_BOTH BlockedSum(const Rounder& round, int block) : round_(round), block_(block) {}

    MANTISSA_BOTH void add(float a, float b) {
        block_sum_ = block_sum_ + a * b;
        if (++terms_ == block_) close_block();
    }
    MANTISSA_BOTH float total() {
        if (terms_ > 0) close_block();
        return sum_;
    }

  private:
    MANTISSA_BOTH void close_block() {
        sum_ = round_(sum_ + block_sum_);
        block_sum_ = 0;
        terms_ = 0;
    }

    const Rounder& round_;
    int block_;
    float block_sum_ = 0, sum_ = 0;
    int terms_ = 0;
};

}  // namespace mantissa::cuda
