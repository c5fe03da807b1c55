// SPDX-License-Identifier: Apache-2.0
// The one place where the reference rounds and counts a result.
#pragma once

#include <cstdint>

#include "engine/backend/cast.h"

namespace mantissa {

/// Counts `x` as `cast` asks and returns it rounded; `index` is the element's, for stochastic rounding.
float store_result(float x, const Cast& cast, std::uint64_t index);

/// Adds one element to a histogram: `x` before the cast, `rounded` after it.
void count_magnitude(float x, float rounded, const FloatFormat& format, MagnitudeHistogram& histogram);

}  // namespace mantissa
