// SPDX-License-Identifier: Apache-2.0
// Sums and multiples of tensors, element by element.
#include <algorithm>

#include "engine/cpu/cast_pieces.h"
#include "engine/cpu/cpu_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/cpu/sum.cpp"
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include "engine/cpu/storage-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mantissa {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Calls f(tag, i) for vectors of n elements, then for single ones.
template <class F>
HWY_INLINE void ForEach(std::int64_t n, const F& f) {
    const hn::ScalableTag<float> d;
    const hn::CappedTag<float, 1> d1;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    std::int64_t i = 0;
    for (; i + lanes <= n; i += lanes) f(d, i);
    for (; i < n; ++i) f(d1, i);
}

void Add(const Numbers& a, const Numbers& b, float* to, std::int64_t n) {
    with_pointer(a, [&](const auto* first) {
        with_pointer(b, [&](const auto* second) {
            ForEach(n, [&](auto d, std::int64_t i) HWY_ATTR {
                hn::StoreU(hn::Add(LoadNumbers(d, first + i), LoadNumbers(d, second + i)), d, to + i);
            });
        });
    });
}

void Scale(const Numbers& x, float factor, float* to, std::int64_t n) {
    with_pointer(x, [&](const auto* from) {
        ForEach(n, [&](auto d, std::int64_t i)
                       HWY_ATTR { hn::StoreU(hn::Mul(LoadNumbers(d, from + i), hn::Set(d, factor)), d, to + i); });
    });
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mantissa {
HWY_EXPORT(Add);
HWY_EXPORT(Scale);

namespace {

constexpr std::int64_t worth = 16384;  ///< elements, as of a cast

}  // namespace

void CpuKernels::add(const Tensor& a, const Tensor& b, const Tensor& y, const Cast& cast) {
    if (scratch_.rehearsed()) return;
    const Numbers first(a), second(b);
    const std::int64_t period = b.size();
    cast_pieces(a.size(), worth, Numbers(y), cast, [&](std::int64_t i, std::int64_t n, float* to, int) {
        for (std::int64_t done = 0, some = 0; done < n; done += some) {
            const std::int64_t at = (i + done) % period;
            some = std::min(n - done, period - at);
            HWY_DYNAMIC_DISPATCH(Add)(first.from(i + done), second.from(at), to + done, some);
        }
    });
}

void CpuKernels::scale(const Tensor& x, float factor, const Tensor& y, const Cast& cast) {
    if (scratch_.rehearsed()) return;
    const Numbers from(x);
    cast_pieces(x.size(), worth, Numbers(y), cast, [&](std::int64_t i, std::int64_t n, float* to, int) {
        HWY_DYNAMIC_DISPATCH(Scale)(from.from(i), factor, to, n);
    });
}

}  // namespace mantissa
#endif
