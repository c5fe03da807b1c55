// SPDX-License-Identifier: Apache-2.0
// 2x2 max-pooling.
#include <cmath>

#include "engine/reference/reference_kernels.h"

namespace mantissa {

void ReferenceKernels::maxpool_forward(const PoolGeometry& g, const Tensor& x, const Tensor& y, const Tensor& index,
                                       const PoolInput& input) {
    const std::int64_t rows = g.height / 2, columns = g.width / 2;
    auto* which = static_cast<std::uint8_t*>(index.data);
    std::int64_t out = 0;
    for (std::int64_t n = 0; n < y.shape[0]; ++n)
        for (std::int64_t h = 0; h < rows; ++h)
            for (std::int64_t v = 0; v < columns; ++v)
                for (std::int64_t c = 0; c < g.channels; ++c, ++out) {
                    float best = 0;
                    for (int k = 0; k < 4; ++k) {
                        float value =
                            x.f32()[((n * g.height + 2 * h + k / 2) * g.width + 2 * v + k % 2) * g.channels + c];
                        if (input.nonfinite && !std::isfinite(value)) ++*input.nonfinite;
                        if (input.rectified && value < 0) value = 0;
                        if (k == 0 || value > best || (std::isnan(value) && !std::isnan(best))) {
                            best = value;
                            if (which) which[out] = static_cast<std::uint8_t>(k);
                        }
                    }
                    y.f32()[out] = best;
                }
}

void ReferenceKernels::maxpool_backward(const PoolGeometry& g, const Tensor& dy, const Tensor& index,
                                        const Tensor& dx) {
    const std::int64_t rows = g.height / 2, columns = g.width / 2;
    const auto* which = static_cast<const std::uint8_t*>(index.data);
    for (std::int64_t i = 0; i < dx.size(); ++i) dx.f32()[i] = 0;
    std::int64_t out = 0;
    for (std::int64_t n = 0; n < dy.shape[0]; ++n)
        for (std::int64_t h = 0; h < rows; ++h)
            for (std::int64_t v = 0; v < columns; ++v)
                for (std::int64_t c = 0; c < g.channels; ++c, ++out) {
                    const int k = which[out];
                    dx.f32()[((n * g.height + 2 * h + k / 2) * g.width + 2 * v + k % 2) * g.channels + c] =
                        dy.f32()[out];
                }
}

}  // namespace mantissa
