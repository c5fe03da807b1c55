// SPDX-License-Identifier: Apache-2.0
// 2x2 max-pooling; the backward pass gathers, so that every element is written exactly once.
#include "engine/cuda/cuda_kernels.h"
#include "engine/cuda/numbers.h"

namespace mantissa::cuda {

void CudaKernels::maxpool_forward(const PoolGeometry& g, const Tensor& x, const Tensor& y, const Tensor& index,
                                  const PoolInput& input) {
    const Numbers from(x), to(y);
    auto* which = static_cast<std::uint8_t*>(index.data);
    std::uint64_t* nonfinite = input.nonfinite;
    const bool rectified = input.rectified;
    for_each(stream_, y.size(), [=] MANTISSA_KERNEL(std::int64_t i) {
        const Division channel = divide(i, g.channels), column = divide(channel.quotient, g.width / 2),
                       row = divide(column.quotient, g.height / 2);
        const std::int64_t first =
            ((row.quotient * g.height + 2 * row.remainder) * g.width + 2 * column.remainder) * g.channels +
            channel.remainder;
        float best = 0;
        int chosen = 0;
        std::uint32_t odd_ones = 0;
        for (int k = 0; k < 4; ++k) {
            float value = from.get(first + ((k / 2) * g.width + k % 2) * g.channels);
            if (!is_finite(value)) ++odd_ones;
            if (rectified && value < 0) value = 0;
            if (k == 0 || value > best || (is_nan(value) && !is_nan(best))) {
                best = value;
                chosen = k;
            }
        }
        if (nonfinite && odd_ones > 0) add_to(nonfinite, odd_ones);
        to.set(i, best);
        if (which) which[i] = static_cast<std::uint8_t>(chosen);
    });
}

void CudaKernels::maxpool_backward(const PoolGeometry& g, const Tensor& dy, const Tensor& index, const Tensor& dx) {
    const Numbers from(dy), to(dx);
    const auto* which = static_cast<const std::uint8_t*>(index.data);
    for_each(stream_, dx.size(), [=] MANTISSA_KERNEL(std::int64_t i) {
        const Division channel = divide(i, g.channels), column = divide(channel.quotient, g.width),
                       row = divide(column.quotient, g.height);
        const std::int64_t h = row.remainder, w = column.remainder;
        float value = 0;
        if (h / 2 < g.height / 2 && w / 2 < g.width / 2) {  // an odd last row or column has no window
            const std::int64_t out =
                ((row.quotient * (g.height / 2) + h / 2) * (g.width / 2) + w / 2) * g.channels + channel.remainder;
            if (which[out] == h % 2 * 2 + w % 2) value = from.get(out);
        }
        to.set(i, value);
    });
}

}  // namespace mantissa::cuda
