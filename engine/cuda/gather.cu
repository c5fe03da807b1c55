// SPDX-License-Identifier: Apache-2.0
// A batch from the data set, which stays on the card as bytes, and copies between formats and storages.
#include "engine/base/error.h"
#include "engine/cuda/cuda_kernels.h"
#include "engine/cuda/store_result.h"

namespace mantissa::cuda {

void check_storage(DType storage, const FloatFormat& format) {
    const bool fits = storage == DType::float16    ? fp16.contains(format)
                      : storage == DType::bfloat16 ? bf16.contains(format)
                      : storage == DType::tfloat32 ? tf32.contains(format)
                                                   : true;
    if (!fits)
        throw Error(ErrorCode::device,
                    say("%1 numbers were to be stored in a format that cannot hold them", {name_of(format)}), "cast");
}

void CudaKernels::gather_images(const std::uint8_t* images, std::span<const std::uint32_t> indices, const Tensor& out,
                                const Cast& cast) {
    if (indices.empty()) return;
    const std::uint32_t* chosen = indices.data();
    const std::int64_t pixels = out.size() / static_cast<std::int64_t>(indices.size());
    store_each(stream_, scratch_, out.size(), Numbers(out), cast, [=] MANTISSA_KERNEL(std::int64_t i, Tally&) {
        const Division at = divide(i, pixels);
        return static_cast<float>(images[std::int64_t{chosen[at.quotient]} * pixels + at.remainder]) / 255.0f;
    });
}

void CudaKernels::gather_labels(const std::uint8_t* labels, std::span<const std::uint32_t> indices, const Tensor& out) {
    if (indices.empty()) return;
    const std::uint32_t* chosen = indices.data();
    auto* to = static_cast<std::int32_t*>(out.data);
    for_each(stream_, static_cast<std::int64_t>(indices.size()),
             [=] MANTISSA_KERNEL(std::int64_t i) { to[i] = labels[chosen[i]]; });
}

void CudaKernels::round_copy(const Tensor& src, const Tensor& dst, const Cast& cast) {
    const Numbers from(src);
    Cast to = cast;
    if (src.dtype == dst.dtype && cast.format == fp32) {  // as they are: on the grid of that storage already
        if (src.dtype == DType::float16) to.format = fp16;
        if (src.dtype == DType::bfloat16) to.format = bf16;
        if (src.dtype == DType::tfloat32) to.format = tf32;
    }
    store_each(stream_, scratch_, src.size(), Numbers(dst), to,
               [=] MANTISSA_KERNEL(std::int64_t i, Tally&) { return from.get(i); });
}

}  // namespace mantissa::cuda
