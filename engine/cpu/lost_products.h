// SPDX-License-Identifier: Apache-2.0
// What BF16 products lose: the processor's instructions take numbers below 2^-126 for zero, operands as well as
// results. On monitored steps a gradient's product is computed once more in FP32 wherever that can have happened, and
// compared.
#pragma once

#include <cstdint>

#include "engine/cpu/numbers.h"

namespace mantissa {

/// Whether a product of numbers of a and b (BF16), or one of these, can lie below 2^-126 without being zero.
bool can_lose(const Numbers& a, std::int64_t a_count, const Numbers& b, std::int64_t b_count);

/// How many of n results are zero natively and not zero in FP32.
std::uint64_t count_lost(const float* native, const float* emulated, std::int64_t n);

}  // namespace mantissa
