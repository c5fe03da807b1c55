// SPDX-License-Identifier: Apache-2.0
// A softmax over rows as the vector code takes it.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/backend/operations.h"
#include "engine/cpu/made_rows.h"

namespace mantissa {

/// Plain data.
struct RowSoftmax {
    RowSoftmax(const SoftmaxSettings& settings, const Shape& shape)
        : grid(settings.reduction.format),
          columns(shape[shape.rank - 1]),
          height(settings.causal ? shape[shape.rank - 2] : 0),
          scale(settings.scale),
          subtract(settings.reduction.subtract_maximum) {}

    /// Columns that count in row r of all.
    std::int64_t open(std::int64_t r) const { return height == 0 ? columns : std::min(columns, r % height + 1); }

    RowGrid grid;
    std::int64_t columns, height;  ///< height: of a matrix; 0 where all columns count
    float scale;
    bool subtract;
};

}  // namespace mantissa
