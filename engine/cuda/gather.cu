// SPDX-License-Identifier: Apache-2.0
// A batch from the data set, which stays on the card as bytes, and copies between formats and storages.
#include "engine/base/error.h"
#include "engine/cuda/cuda_kernels.h"
#include "engine/cuda/store_result.h"

namespace mantissa::cuda {
namespace {

/// Numbers as they are, as a source of store_packs.
struct Copies {
    Numbers from;

    bool is_packed() const noexcept { return from.is_packed(); }
    template <int V>
    MANTISSA_BOTH void get(std::int64_t i, float (&x)[V], Tally&) const {
        from.load(i, x);
    }
};

}  // namespace

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
    const std::int64_t each = out.size() / static_cast<std::int64_t>(indices.size());
    auto* to = static_cast<std::int32_t*>(out.data);
    for_each(stream_, out.size(), [=] MANTISSA_KERNEL(std::int64_t i) {
        const Division at = divide(i, each);
        to[i] = labels[std::int64_t{chosen[at.quotient]} * each + at.remainder];
    });
}

void CudaKernels::gather_values(const float* values, std::span<const std::uint32_t> indices, const Tensor& out,
                                const Cast& cast) {
    if (indices.empty()) return;
    const std::uint32_t* chosen = indices.data();
    const std::int64_t each = out.size() / static_cast<std::int64_t>(indices.size());
    store_each(stream_, scratch_, out.size(), Numbers(out), cast, [=] MANTISSA_KERNEL(std::int64_t i, Tally&) {
        const Division at = divide(i, each);
        return values[std::int64_t{chosen[at.quotient]} * each + at.remainder];
    });
}

void CudaKernels::round_copy(const Tensor& src, const Tensor& dst, const Cast& cast) {
    store_packs(stream_, scratch_, src.size(), Numbers(dst), src.dtype == dst.dtype ? as_stored(cast, dst.dtype) : cast,
                Copies{Numbers(src)});
}

}  // namespace mantissa::cuda
