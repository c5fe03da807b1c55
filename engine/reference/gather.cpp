// SPDX-License-Identifier: Apache-2.0
// A batch from the data set, and copies between formats.
#include "engine/reference/reference_kernels.h"
#include "engine/reference/store_result.h"

namespace mantissa {

void ReferenceKernels::gather_images(const std::uint8_t* images, std::span<const std::uint32_t> indices,
                                     const Tensor& out, const Cast& cast) {
    const std::size_t pixels = static_cast<std::size_t>(out.size()) / indices.size();
    for (std::size_t i = 0; i < indices.size(); ++i)
        for (std::size_t j = 0; j < pixels; ++j)
            out.f32()[i * pixels + j] =
                store_result(static_cast<float>(images[indices[i] * pixels + j]) / 255.0f, cast, i * pixels + j);
}

void ReferenceKernels::gather_labels(const std::uint8_t* labels, std::span<const std::uint32_t> indices,
                                     const Tensor& out) {
    const std::size_t each = static_cast<std::size_t>(out.size()) / indices.size();
    for (std::size_t i = 0; i < indices.size(); ++i)
        for (std::size_t j = 0; j < each; ++j)
            static_cast<std::int32_t*>(out.data)[i * each + j] = labels[indices[i] * each + j];
}

void ReferenceKernels::gather_values(const float* values, std::span<const std::uint32_t> indices, const Tensor& out,
                                     const Cast& cast) {
    const std::size_t each = static_cast<std::size_t>(out.size()) / indices.size();
    for (std::size_t i = 0; i < indices.size(); ++i)
        for (std::size_t j = 0; j < each; ++j)
            out.f32()[i * each + j] = store_result(values[indices[i] * each + j], cast, i * each + j);
}

void ReferenceKernels::round_copy(const Tensor& src, const Tensor& dst, const Cast& cast) {
    for (std::int64_t i = 0; i < src.size(); ++i)
        dst.f32()[i] = store_result(src.f32()[i], cast, static_cast<std::uint64_t>(i));
}

}  // namespace mantissa
