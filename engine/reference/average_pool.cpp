// SPDX-License-Identifier: Apache-2.0
// 2x2 average pooling, and means over all positions.
#include "engine/precision/rounding.h"
#include "engine/reference/reference_kernels.h"
#include "engine/reference/store_result.h"

namespace mantissa {

void ReferenceKernels::average_pool_forward(const PoolGeometry& g, const Tensor& x, const Tensor& y, const Cast& cast) {
    const std::int64_t rows = g.height / 2, columns = g.width / 2;
    for (std::int64_t i = 0; i < y.size(); ++i) {
        const std::int64_t c = i % g.channels, v = i / g.channels % columns, row = i / (g.channels * columns);
        const std::int64_t n = row / rows, h = row % rows;
        float sum = 0;
        for (std::int64_t k = 0; k < 4; ++k)
            sum += x.f32()[((n * g.height + 2 * h + k / 2) * g.width + 2 * v + k % 2) * g.channels + c];
        y.f32()[i] = store_result(sum / 4, cast, static_cast<std::uint64_t>(i));
    }
}

void ReferenceKernels::average_pool_backward(const PoolGeometry& g, const Tensor& dy, const Tensor& dx,
                                             const Cast& cast) {
    const std::int64_t rows = g.height / 2, columns = g.width / 2;
    for (std::int64_t i = 0; i < dx.size(); ++i) {
        const std::int64_t c = i % g.channels, w = i / g.channels % g.width, row = i / (g.channels * g.width);
        const std::int64_t n = row / g.height, h = row % g.height;
        const bool inside = h / 2 < rows && w / 2 < columns;
        const float value = inside ? dy.f32()[((n * rows + h / 2) * columns + w / 2) * g.channels + c] / 4 : 0.0f;
        dx.f32()[i] = store_result(value, cast, static_cast<std::uint64_t>(i));
    }
}

void ReferenceKernels::mean_forward(const Tensor& x, const Tensor& y, const ReductionPolicy& reduction,
                                    const Cast& cast) {
    const std::int64_t images = y.shape[0], channels = y.size() / images, positions = x.size() / y.size();
    for (std::int64_t i = 0; i < y.size(); ++i) {
        double wide = 0;
        float narrow = 0;
        for (std::int64_t p = 0; p < positions; ++p) {
            const float term = x.f32()[(i / channels * positions + p) * channels + i % channels];
            wide += static_cast<double>(term);
            narrow = round_to(narrow + term, reduction.format);
        }
        const float sum = reduction.format == fp32 ? static_cast<float>(wide) : narrow;
        y.f32()[i] = store_result(round_to(sum / static_cast<float>(positions), reduction.format), cast,
                                  static_cast<std::uint64_t>(i));
    }
}

void ReferenceKernels::mean_backward(const Tensor& dy, const Tensor& dx, const Cast& cast) {
    const std::int64_t images = dy.shape[0], channels = dy.size() / images, positions = dx.size() / dy.size();
    for (std::int64_t i = 0; i < dx.size(); ++i) {
        const float value = dy.f32()[i / (positions * channels) * channels + i % channels];
        dx.f32()[i] = store_result(value / static_cast<float>(positions), cast, static_cast<std::uint64_t>(i));
    }
}

}  // namespace mantissa
