// SPDX-License-Identifier: Apache-2.0
// The pass after a product: bias, counting, rounding.
#pragma once

#include "engine/backend/cast.h"
#include "engine/backend/tensor.h"
#include "engine/cuda/launch.h"
#include "engine/cuda/numbers.h"
#include "engine/cuda/scratch.h"

namespace mantissa::cuda {

/// The sums of a product and the bias of their column; an empty bias adds nothing.
struct BiasedSums {
    const float* sums;
    Numbers bias;
    std::int64_t columns;

    BiasedSums(const Tensor& of, const Tensor& add, std::int64_t width)
        : sums(static_cast<const float*>(of.data)), bias(add), columns(width) {}
    MANTISSA_BOTH float operator()(std::int64_t i) const {
        return bias.data ? sums[i] + bias.get(divide(i, columns).remainder) : sums[i];
    }
};

/// c = round(sums + bias), `columns` of them in a row; `sums` are FP32 and may be c; an empty bias adds nothing.
/// `first`: the place of element 0 in the whole tensor.
void store_sums(Stream stream, Scratch& scratch, const Tensor& sums, const Tensor& bias, const Tensor& c,
                std::int64_t columns, const Cast& cast, std::int64_t first);

}  // namespace mantissa::cuda
