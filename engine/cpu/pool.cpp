// SPDX-License-Identifier: Apache-2.0
// 2x2 max-pooling over channels-last images: the inner loop runs over channels, which the compiler vectorises.
#include <cmath>
#include <cstring>

#include "engine/cpu/cpu_kernels.h"
#include "engine/cpu/parallel.h"

namespace mantissa {

void CpuKernels::maxpool_forward(const PoolGeometry& g, const Tensor& x, const Tensor& y, const Tensor& index) {
    const std::int64_t rows = g.height / 2, columns = g.width / 2, channels = g.channels;
    auto* which = static_cast<std::uint8_t*>(index.data);
    parallel_for(y.shape[0] * rows, 1, 2, [&](std::int64_t begin, std::int64_t end, int) {
        for (std::int64_t row = begin; row < end; ++row) {
            const std::int64_t n = row / rows, h = row % rows;
            for (std::int64_t v = 0; v < columns; ++v) {
                const float* corner = x.f32() + ((n * g.height + 2 * h) * g.width + 2 * v) * channels;
                const float* window[4] = {corner, corner + channels, corner + g.width * channels,
                                          corner + (g.width + 1) * channels};
                const std::int64_t out = (row * columns + v) * channels;
                for (std::int64_t c = 0; c < channels; ++c) {
                    float best = window[0][c];
                    int winner = 0;
                    for (int k = 1; k < 4; ++k) {
                        const float value = window[k][c];
                        const bool wins = value > best || (value != value && best == best);
                        best = wins ? value : best;
                        winner = wins ? k : winner;
                    }
                    y.f32()[out + c] = best;
                    if (which) which[out + c] = static_cast<std::uint8_t>(winner);
                }
            }
        }
    });
}

void CpuKernels::maxpool_backward(const PoolGeometry& g, const Tensor& dy, const Tensor& index, const Tensor& dx) {
    const std::int64_t rows = g.height / 2, columns = g.width / 2, channels = g.channels;
    const auto* which = static_cast<const std::uint8_t*>(index.data);
    const bool odd = g.height % 2 != 0 || g.width % 2 != 0;
    if (odd) std::memset(dx.data, 0, dx.bytes());  // the rows and columns that no window covers
    parallel_for(dy.shape[0] * rows, 1, 2, [&](std::int64_t begin, std::int64_t end, int) {
        for (std::int64_t row = begin; row < end; ++row) {
            const std::int64_t n = row / rows, h = row % rows;
            for (std::int64_t v = 0; v < columns; ++v) {
                float* corner = dx.f32() + ((n * g.height + 2 * h) * g.width + 2 * v) * channels;
                float* window[4] = {corner, corner + channels, corner + g.width * channels,
                                    corner + (g.width + 1) * channels};
                const std::int64_t out = (row * columns + v) * channels;
                for (int k = 0; k < 4; ++k)
                    for (std::int64_t c = 0; c < channels; ++c)
                        window[k][c] = which[out + c] == k ? dy.f32()[out + c] : 0.0f;
            }
        }
    });
}

}  // namespace mantissa
