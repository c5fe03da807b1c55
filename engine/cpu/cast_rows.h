// SPDX-License-Identifier: Apache-2.0
// The pass that ends every operation: add a bias, count, round, store.
#pragma once

#include <cstdint>

#include "engine/backend/cast.h"

namespace mantissa {

/// dst[r, c] = round(src[r, c] + bias[c]) with the counting that `cast` asks for; bias may be null, dst may be src.
/// Nothing is done where there is nothing to do (plain cast, no bias, dst == src).
void cast_rows(const float* src, const float* bias, float* dst, std::int64_t rows, std::int64_t columns,
               const Cast& cast);

}  // namespace mantissa
