// SPDX-License-Identifier: Apache-2.0
// A batch from the data set, and copies between formats.
#include <hwy/cache_control.h>

#include <algorithm>
#include <array>
#include <type_traits>

#include "engine/cpu/cast_rows.h"
#include "engine/cpu/cpu_kernels.h"
#include "engine/cpu/parallel.h"
#include "engine/cpu/round_params.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/cpu/gather.cpp"
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include "engine/cpu/round-inl.h"
#include "engine/cpu/storage-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mantissa {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class To>
void PixelsAll(const std::uint8_t* from, To* to, std::int64_t n, const RoundParams& given) {
    const RoundParams params = given;  // a copy stays in registers
    const hn::ScalableTag<float> d;
    const hn::CappedTag<float, 1> d1;
    const auto one = [&](auto tag, std::int64_t i) HWY_ATTR {
        const hn::RebindToSigned<decltype(tag)> di;
        const hn::Rebind<std::uint8_t, decltype(tag)> d8;
        const auto pixel = hn::ConvertTo(tag, hn::PromoteTo(di, hn::LoadU(d8, from + i)));
        StoreNumbers(tag, RoundTo(tag, hn::Div(pixel, hn::Set(tag, 255.0f)), params), to + i);
    };
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    std::int64_t i = 0;
    if constexpr (std::is_same_v<To, std::uint16_t>) {
        const hn::RebindToUnsigned<decltype(d)> du;
        const hn::RebindToSigned<decltype(d)> di;
        const hn::Rebind<std::uint8_t, decltype(d)> d8;
        const auto rounded = [&](std::int64_t at) HWY_ATTR {
            const auto pixel = hn::ConvertTo(d, hn::PromoteTo(di, hn::LoadU(d8, from + at)));
            return RoundUpperHalf(du, hn::BitCast(du, hn::Div(pixel, hn::Set(d, 255.0f))));
        };
        if (params.upper_half())
            for (; i + 2 * lanes <= n; i += 2 * lanes) StoreUpperHalves(du, rounded(i), rounded(i + lanes), to + i);
    }
    for (; i + lanes <= n; i += lanes) one(d, i);
    for (; i < n; ++i) one(d1, i);
}

/// to[i] = round(from[i] / 255).
void Pixels(const std::uint8_t* from, const Numbers& to, std::int64_t n, const RoundParams& params) {
    with_pointer(to, [&](auto* pointer) { PixelsAll(from, pointer, n, params); });
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mantissa {
HWY_EXPORT(Pixels);

namespace {

constexpr std::int64_t ahead = 3;  ///< images

}  // namespace

void CpuKernels::gather_images(const std::uint8_t* images, std::span<const std::uint32_t> indices, const Tensor& out,
                               const Cast& cast) {
    if (scratch_.rehearsed()) return;
    const auto count = static_cast<std::int64_t>(indices.size());
    const std::int64_t pixels = out.size() / count;
    const bool vectors = RoundParams::serves(cast.format, cast.rounding);
    const RoundParams params(cast.format, cast.rounding);
    const Numbers target(out);
    std::array<float, 256> value{};  // the roundings that the vector code has not
    if (!vectors)
        for (std::size_t i = 0; i < value.size(); ++i)
            value[i] = round_to(static_cast<float>(i) / 255.0f, cast.format, cast.rounding);
    parallel_for(count, 1, 32, [&](std::int64_t begin, std::int64_t end, int) {
        const auto image = [&](std::int64_t i) {
            return images + static_cast<std::int64_t>(indices[static_cast<std::size_t>(i)]) * pixels;
        };
        for (std::int64_t i = begin; i < end; ++i) {
            const std::uint8_t* from = image(i);
            if (i + ahead < end)  // a shuffled order: no processor guesses which image is next
                for (std::int64_t j = 0; j < pixels; j += 64) hwy::Prefetch(image(i + ahead) + j);
            const Numbers to = target.from(i * pixels);
            if (vectors)
                HWY_DYNAMIC_DISPATCH(Pixels)(from, to, pixels, params);
            else
                for (std::int64_t j = 0; j < pixels; ++j) to.set(j, value[from[j]]);
        }
    });
}

void CpuKernels::gather_labels(const std::uint8_t* labels, std::span<const std::uint32_t> indices, const Tensor& out) {
    if (scratch_.rehearsed()) return;
    const std::size_t each = static_cast<std::size_t>(out.size()) / indices.size();
    auto* to = static_cast<std::int32_t*>(out.data);
    for (std::size_t i = 0; i < indices.size(); ++i)
        for (std::size_t j = 0; j < each; ++j) *to++ = labels[indices[i] * each + j];
}

void CpuKernels::gather_values(const float* values, std::span<const std::uint32_t> indices, const Tensor& out,
                               const Cast& cast) {
    const auto count = static_cast<std::int64_t>(indices.size());
    const std::int64_t each = out.size() / count;
    float* const sums = staging_.sums_for(Numbers(out), out.size());
    if (scratch_.rehearsed()) return;
    for (std::int64_t i = 0; i < count; ++i)
        std::copy_n(values + std::int64_t{indices[static_cast<std::size_t>(i)]} * each, each, sums + i * each);
    store_rows(sums, nullptr, Numbers(out), count, each, cast);
}

void CpuKernels::round_copy(const Tensor& src, const Tensor& dst, const Cast& cast) {
    store_rows(Numbers(src), nullptr, Numbers(dst), 1, src.size(), cast);
}

}  // namespace mantissa
#endif
