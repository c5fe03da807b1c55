// SPDX-License-Identifier: Apache-2.0
// Nearest neighbours: each pixel four times.
#include "engine/reference/reference_kernels.h"
#include "engine/reference/store_result.h"

namespace mantissa {

void ReferenceKernels::upsample_forward(const PoolGeometry& g, const Tensor& x, const Tensor& y, const Cast& cast) {
    for (std::int64_t i = 0; i < y.size(); ++i) {
        const std::int64_t c = i % g.channels, w = i / g.channels % (2 * g.width),
                           row = i / (g.channels * 2 * g.width);  // of all images
        y.f32()[i] =
            store_result(x.f32()[((row / 2) * g.width + w / 2) * g.channels + c], cast, static_cast<std::uint64_t>(i));
    }
}

void ReferenceKernels::upsample_backward(const PoolGeometry& g, const Tensor& dy, const Tensor& dx, const Cast& cast) {
    for (std::int64_t i = 0; i < dx.size(); ++i) {
        const std::int64_t c = i % g.channels, w = i / g.channels % g.width, row = i / (g.channels * g.width);
        float sum = 0;
        for (std::int64_t k = 0; k < 4; ++k)
            sum += dy.f32()[((2 * row + k / 2) * 2 * g.width + 2 * w + k % 2) * g.channels + c];
        dx.f32()[i] = store_result(sum, cast, static_cast<std::uint64_t>(i));
    }
}

}  // namespace mantissa
