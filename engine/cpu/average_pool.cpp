// SPDX-License-Identifier: Apache-2.0
// 2x2 average pooling, and means over all positions.
#include <algorithm>

#include "engine/cpu/cpu_kernels.h"
#include "engine/cpu/pixel_rows.h"

namespace mantissa {

void CpuKernels::average_pool_forward(const PoolGeometry& g, const Tensor& x, const Tensor& y, const Cast& cast) {
    if (scratch_.rehearsed()) return;
    const std::int64_t rows = g.height / 2, columns = g.width / 2;
    const Numbers from(x);
    cast_pixels(y.size() / g.channels, g.channels, Numbers(y), cast,
                [&](std::int64_t pixel, std::int64_t c, std::int64_t n, float* to) {
                    const std::int64_t row = pixel / columns, v = pixel % columns, image = row / rows, h = row % rows;
                    std::fill_n(to, n, 0.0f);
                    for (std::int64_t k = 0; k < 4; ++k) {
                        std::array<float, tally_block> wide;
                        const std::int64_t at =
                            ((image * g.height + 2 * h + k / 2) * g.width + 2 * v + k % 2) * g.channels + c;
                        const float* const values = widened(from, at, n, wide.data());
                        for (std::int64_t i = 0; i < n; ++i) to[i] += values[i];
                    }
                    for (std::int64_t i = 0; i < n; ++i) to[i] /= 4;
                });
}

void CpuKernels::average_pool_backward(const PoolGeometry& g, const Tensor& dy, const Tensor& dx, const Cast& cast) {
    if (scratch_.rehearsed()) return;
    const std::int64_t rows = g.height / 2, columns = g.width / 2;
    const Numbers given(dy);
    cast_pixels(dx.size() / g.channels, g.channels, Numbers(dx), cast,
                [&](std::int64_t pixel, std::int64_t c, std::int64_t n, float* to) {
                    const std::int64_t row = pixel / g.width, w = pixel % g.width;
                    const std::int64_t image = row / g.height, h = row % g.height;
                    if (h / 2 >= rows || w / 2 >= columns) {
                        std::fill_n(to, n, 0.0f);
                        return;
                    }
                    const std::int64_t at = ((image * rows + h / 2) * columns + w / 2) * g.channels + c;
                    const float* const values = widened(given, at, n, to);
                    for (std::int64_t i = 0; i < n; ++i) to[i] = values[i] / 4;
                });
}

void CpuKernels::mean_forward(const Tensor& x, const Tensor& y, const ReductionPolicy& reduction, const Cast& cast) {
    const std::int64_t images = y.shape[0], channels = y.size() / images, positions = x.size() / y.size();
    if (scratch_.rehearsed()) return;
    const Numbers from(x);
    const bool wide = reduction.format == fp32;
    cast_pixels(images, channels, Numbers(y), cast, [&](std::int64_t image, std::int64_t c, std::int64_t n, float* to) {
        std::array<float, tally_block> buffer, sums;
        std::fill_n(to, n, 0.0f);
        constexpr std::int64_t block = 64;  // positions, so that chains of additions are short
        for (std::int64_t begin = 0; begin < positions; begin += block) {
            std::fill_n(sums.data(), n, 0.0f);
            for (std::int64_t p = begin; p < std::min(positions, begin + block); ++p) {
                const float* const values = widened(from, (image * positions + p) * channels + c, n, buffer.data());
                for (std::int64_t i = 0; i < n; ++i)
                    if (wide)
                        sums[static_cast<std::size_t>(i)] += values[i];
                    else
                        to[i] = round_to(to[i] + values[i], reduction.format);
            }
            for (std::int64_t i = 0; wide && i < n; ++i) to[i] += sums[static_cast<std::size_t>(i)];
        }
        for (std::int64_t i = 0; i < n; ++i) to[i] = round_to(to[i] / static_cast<float>(positions), reduction.format);
    });
}

void CpuKernels::mean_backward(const Tensor& dy, const Tensor& dx, const Cast& cast) {
    if (scratch_.rehearsed()) return;
    const std::int64_t images = dy.shape[0], channels = dy.size() / images, positions = dx.size() / dy.size();
    const Numbers given(dy);
    cast_pixels(images * positions, channels, Numbers(dx), cast,
                [&](std::int64_t pixel, std::int64_t c, std::int64_t n, float* to) {
                    const float* const values = widened(given, pixel / positions * channels + c, n, to);
                    for (std::int64_t i = 0; i < n; ++i) to[i] = values[i] / static_cast<float>(positions);
                });
}

}  // namespace mantissa
