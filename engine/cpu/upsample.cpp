// SPDX-License-Identifier: Apache-2.0
// Nearest neighbours: each pixel four times.
#include <algorithm>

#include "engine/cpu/cpu_kernels.h"
#include "engine/cpu/pixel_rows.h"

namespace mantissa {

void CpuKernels::upsample_forward(const PoolGeometry& g, const Tensor& x, const Tensor& y, const Cast& cast) {
    if (scratch_.rehearsed()) return;
    const Numbers from(x);
    cast_pixels(y.size() / g.channels, g.channels, Numbers(y), cast,
                [&](std::int64_t pixel, std::int64_t c, std::int64_t n, float* to) {
                    const std::int64_t row = pixel / (2 * g.width), w = pixel % (2 * g.width);
                    const std::int64_t at = (row / 2 * g.width + w / 2) * g.channels + c;
                    const float* const values = widened(from, at, n, to);
                    if (values != to) std::copy_n(values, n, to);
                });
}

void CpuKernels::upsample_backward(const PoolGeometry& g, const Tensor& dy, const Tensor& dx, const Cast& cast) {
    if (scratch_.rehearsed()) return;
    const Numbers given(dy);
    cast_pixels(dx.size() / g.channels, g.channels, Numbers(dx), cast,
                [&](std::int64_t pixel, std::int64_t c, std::int64_t n, float* to) {
                    const std::int64_t row = pixel / g.width, w = pixel % g.width;
                    const std::int64_t at = (2 * row * 2 * g.width + 2 * w) * g.channels + c;
                    sum_of_four(given, {at, g.channels, 2 * g.width * g.channels}, 1.0f, to, n);
                });
}

}  // namespace mantissa
