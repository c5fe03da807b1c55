// SPDX-License-Identifier: Apache-2.0
// A sum of products as the policy wants it accumulated. Shared by the reference's products and convolutions.
#pragma once

#include <cstdint>

#include "engine/precision/policy.h"
#include "engine/precision/rounding.h"

namespace mantissa {

/// Adds products one at a time, in order. FP32 accumulation: summed in double, rounded to FP32 once by total(). Blocked
/// accumulation: each block of `block` terms is summed in FP32 in order, added to the running sum in FP32, and the
/// result rounded to the accumulator's format: sum = round(sum + block).
class Dot {
  public:
    explicit Dot(const Accumulation& accumulation) : accumulation_(accumulation) {}

    void add(float a, float b) {
        if (accumulation_.block == 0) {
            wide_ += static_cast<double>(a) * static_cast<double>(b);
            return;
        }
        const float product = a * b;
        block_sum_ = block_sum_ + product;
        if (++terms_ == accumulation_.block) close_block();
    }

    float total() {
        if (accumulation_.block == 0) return static_cast<float>(wide_);
        if (terms_ > 0) close_block();
        return sum_;
    }

  private:
    void close_block() {
        sum_ = round_to(sum_ + block_sum_, accumulation_.format);
        block_sum_ = 0;
        terms_ = 0;
    }

    Accumulation accumulation_;
    double wide_ = 0;
    float block_sum_ = 0;
    float sum_ = 0;
    int terms_ = 0;
};

}  // namespace mantissa
