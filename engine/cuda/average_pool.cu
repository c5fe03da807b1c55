// SPDX-License-Identifier: Apache-2.0
// 2x2 average pooling, and means over all positions.
#include "engine/cuda/cuda_kernels.h"
#include "engine/cuda/store_result.h"

namespace mantissa::cuda {

void CudaKernels::average_pool_forward(const PoolGeometry& g, const Tensor& x, const Tensor& y, const Cast& cast) {
    const Numbers from(x);
    store_each(stream_, scratch_, y.size(), Numbers(y), cast, [=] MANTISSA_KERNEL(std::int64_t i, Tally&) {
        const Division channel = divide(i, g.channels), column = divide(channel.quotient, g.width / 2),
                       row = divide(column.quotient, g.height / 2);
        float sum = 0;
        for (std::int64_t k = 0; k < 4; ++k)
            sum += from.get(
                ((row.quotient * g.height + 2 * row.remainder + k / 2) * g.width + 2 * column.remainder + k % 2) *
                    g.channels +
                channel.remainder);
        return sum / 4;
    });
}

void CudaKernels::average_pool_backward(const PoolGeometry& g, const Tensor& dy, const Tensor& dx, const Cast& cast) {
    const Numbers given(dy);
    store_each(stream_, scratch_, dx.size(), Numbers(dx), cast, [=] MANTISSA_KERNEL(std::int64_t i, Tally&) {
        const Division channel = divide(i, g.channels), column = divide(channel.quotient, g.width),
                       row = divide(column.quotient, g.height);
        const std::int64_t h = row.remainder / 2, w = column.remainder / 2, rows = g.height / 2, columns = g.width / 2;
        if (h >= rows || w >= columns) return 0.0f;  // an odd last row or column has no window
        return given.get(((row.quotient * rows + h) * columns + w) * g.channels + channel.remainder) / 4;
    });
}

void CudaKernels::mean_forward(const Tensor& x, const Tensor& y, const ReductionPolicy& reduction, const Cast& cast) {
    const std::int64_t images = y.shape[0], channels = y.size() / images, positions = x.size() / y.size();
    const Numbers from(x);
    const bool wide = reduction.format == fp32;
    const Rounder round(reduction.format, Rounding::nearest_even);
    store_each(stream_, scratch_, y.size(), Numbers(y), cast, [=] MANTISSA_KERNEL(std::int64_t i, Tally&) {
        const Division at = divide(i, channels);
        double sum = 0;
        float narrow = 0;
        for (std::int64_t p = 0; p < positions; ++p) {
            const float term = from.get((at.quotient * positions + p) * channels + at.remainder);
            if (wide)
                sum += static_cast<double>(term);
            else
                narrow = round(narrow + term);
        }
        return round((wide ? static_cast<float>(sum) : narrow) / static_cast<float>(positions));
    });
}

void CudaKernels::mean_backward(const Tensor& dy, const Tensor& dx, const Cast& cast) {
    const std::int64_t images = dy.shape[0], channels = dy.size() / images, positions = dx.size() / dy.size();
    const Numbers given(dy);
    store_each(stream_, scratch_, dx.size(), Numbers(dx), cast, [=] MANTISSA_KERNEL(std::int64_t i, Tally&) {
        const Division at = divide(i, channels);
        return given.get(divide(at.quotient, positions).quotient * channels + at.remainder) /
               static_cast<float>(positions);
    });
}

}  // namespace mantissa::cuda
