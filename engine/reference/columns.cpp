// SPDX-License-Identifier: Apache-2.0
// Copies of some columns of a matrix, and of the patches of images.
#include "engine/reference/reference_kernels.h"
#include "engine/reference/store_result.h"

namespace mantissa {

void ReferenceKernels::copy_columns(std::int64_t rows, std::int64_t columns, const Columns& from, const Columns& to,
                                    const Cast& cast) {
    for (std::int64_t r = 0; r < rows; ++r)
        for (std::int64_t c = 0; c < columns; ++c) {
            const std::int64_t at = to.begin + r * to.stride + c;
            const float value = from.tensor ? from.tensor.f32()[from.begin + r * from.stride + c] : 0.0f;
            to.tensor.f32()[at] = store_result(value, cast, static_cast<std::uint64_t>(at));
        }
}

void ReferenceKernels::image_patches(const PatchGeometry& g, const Tensor& x, const Tensor& y) {
    const std::int64_t images = x.size() / (g.height * g.width * g.channels);
    float* to = y.f32();
    for (std::int64_t n = 0; n < images; ++n)
        for (std::int64_t patch = 0; patch < g.rows() * g.columns(); ++patch)
            for (std::int64_t pixel = 0; pixel < g.size * g.size; ++pixel) {
                const std::int64_t h = patch / g.columns() * g.stride - g.padding + pixel / g.size;
                const std::int64_t w = patch % g.columns() * g.stride - g.padding + pixel % g.size;
                const bool inside = h >= 0 && h < g.height && w >= 0 && w < g.width;
                for (std::int64_t c = 0; c < g.channels; ++c)
                    *to++ = inside ? x.f32()[((n * g.height + h) * g.width + w) * g.channels + c] : 0.0f;
            }
}

}  // namespace mantissa
