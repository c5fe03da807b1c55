// SPDX-License-Identifier: Apache-2.0
// What follows the product of a dense layer with an activation function, in one pass over pieces that stay in cache:
// the product's cast, the function or its derivative, and the cast of that.
#pragma once

#include <cstdint>

#include "engine/backend/kernels.h"
#include "engine/cpu/numbers.h"

namespace mantissa {

/// y[r, c] = round'(f(round(sums[r, c] + bias[c]))); sums may be y, bias may be null.
void activate_rows(const float* sums, const float* bias, const Numbers& y, std::int64_t rows, std::int64_t columns,
                   const Cast& cast, const Activated& after);

/// dx[i] = round'(round(sums[i]) · f') with f' from f's output x[i]; sums may be dx.
void activate_gradient(const float* sums, const Numbers& x, const Numbers& dx, std::int64_t count, const Cast& cast,
                       const Activated& before);

}  // namespace mantissa
