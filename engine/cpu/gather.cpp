// SPDX-License-Identifier: Apache-2.0
// A batch from the data set, and copies between formats. A pixel has 256 values, so its quotient by 255 is looked up.
#include <array>

#include "engine/cpu/cast_rows.h"
#include "engine/cpu/cpu_kernels.h"
#include "engine/cpu/parallel.h"

namespace mantissa {

void CpuKernels::gather_images(const std::uint8_t* images, std::span<const std::uint32_t> indices, const Tensor& out,
                               const Cast& cast) {
    const auto count = static_cast<std::int64_t>(indices.size());
    const std::int64_t pixels = out.size() / count;
    std::array<float, 256> value{};
    for (std::size_t i = 0; i < value.size(); ++i)
        value[i] = round_to(static_cast<float>(i) / 255.0f, cast.format, cast.rounding);
    parallel_for(count, 1, 16, [&](std::int64_t begin, std::int64_t end, int) {
        for (std::int64_t i = begin; i < end; ++i) {
            const std::uint8_t* from =
                images + static_cast<std::int64_t>(indices[static_cast<std::size_t>(i)]) * pixels;
            float* to = out.f32() + i * pixels;
            for (std::int64_t j = 0; j < pixels; ++j) to[j] = value[from[j]];
        }
    });
}

void CpuKernels::gather_labels(const std::uint8_t* labels, std::span<const std::uint32_t> indices, const Tensor& out) {
    for (std::size_t i = 0; i < indices.size(); ++i) static_cast<std::int32_t*>(out.data)[i] = labels[indices[i]];
}

void CpuKernels::round_copy(const Tensor& src, const Tensor& dst, const Cast& cast) {
    cast_rows(src.f32(), nullptr, dst.f32(), 1, src.size(), cast);
}

}  // namespace mantissa
