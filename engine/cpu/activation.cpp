// SPDX-License-Identifier: Apache-2.0
// Activation functions with Highway's exp and tanh, then the cast in the same pass over a block that is still in cache.
#include "engine/cpu/cast_rows.h"
#include "engine/cpu/cpu_kernels.h"
#include "engine/cpu/parallel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/cpu/activation.cpp"
// foreach_target.h must come first.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include <hwy/contrib/math/math-inl.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace mantissa {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class F>
HWY_INLINE void ForEach(std::int64_t n, const F& f) {
    const hn::ScalableTag<float> d;
    const hn::CappedTag<float, 1> d1;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    std::int64_t i = 0;
    for (; i + lanes <= n; i += lanes) f(d, i);
    for (; i < n; ++i) f(d1, i);
}

template <class D, class V>
HWY_INLINE V KeepNaN(D, V x, V y) {
    return hn::IfThenElse(hn::IsNaN(x), x, y);
}

void Forward(ActivationKind kind, const float* x, float* y, std::int64_t n) {
    switch (kind) {
        case ActivationKind::relu:
            ForEach(n, [&](auto d, std::int64_t i) HWY_ATTR {
                const auto v = hn::LoadU(d, x + i);
                hn::StoreU(hn::IfThenElseZero(hn::Not(hn::Lt(v, hn::Zero(d))), v), d, y + i);
            });
            break;
        case ActivationKind::sigmoid:
            ForEach(n, [&](auto d, std::int64_t i) HWY_ATTR {
                const auto v = hn::LoadU(d, x + i);
                const auto one = hn::Set(d, 1.0f);
                // exp(104) overflows to infinity and 1/inf is the right 0; beyond, keep exp's argument in range
                const auto e = hn::Exp(d, hn::Min(hn::Neg(v), hn::Set(d, 104.0f)));
                hn::StoreU(KeepNaN(d, v, hn::Div(one, hn::Add(one, e))), d, y + i);
            });
            break;
        case ActivationKind::tanh:
            ForEach(n, [&](auto d, std::int64_t i) HWY_ATTR {
                const auto v = hn::LoadU(d, x + i);
                hn::StoreU(KeepNaN(d, v, hn::Tanh(d, v)), d, y + i);
            });
            break;
    }
}

void Backward(ActivationKind kind, const float* y, const float* dy, float* dx, std::int64_t n) {
    switch (kind) {
        case ActivationKind::relu:
            ForEach(n, [&](auto d, std::int64_t i) HWY_ATTR {
                const auto positive = hn::Gt(hn::LoadU(d, y + i), hn::Zero(d));
                hn::StoreU(hn::IfThenElseZero(positive, hn::LoadU(d, dy + i)), d, dx + i);
            });
            break;
        case ActivationKind::sigmoid:
            ForEach(n, [&](auto d, std::int64_t i) HWY_ATTR {
                const auto out = hn::LoadU(d, y + i);
                const auto rest = hn::Sub(hn::Set(d, 1.0f), out);
                hn::StoreU(hn::Mul(hn::Mul(hn::LoadU(d, dy + i), rest), out), d, dx + i);
            });
            break;
        case ActivationKind::tanh:
            ForEach(n, [&](auto d, std::int64_t i) HWY_ATTR {
                const auto out = hn::LoadU(d, y + i);
                const auto slope = hn::Sub(hn::Set(d, 1.0f), hn::Mul(out, out));
                hn::StoreU(hn::Mul(hn::LoadU(d, dy + i), slope), d, dx + i);
            });
            break;
    }
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mantissa {
HWY_EXPORT(Forward);
HWY_EXPORT(Backward);

namespace {
constexpr std::int64_t grain = 4096, worth = 16384;
}

void CpuKernels::activation_forward(ActivationKind kind, const Tensor& x, const Tensor& y, const Cast& cast) {
    parallel_for(x.size(), grain, worth, [&](std::int64_t begin, std::int64_t end, int) {
        HWY_DYNAMIC_DISPATCH(Forward)(kind, x.f32() + begin, y.f32() + begin, end - begin);
    });
    // ReLU's result is on the grid of its argument: nothing to round, only perhaps to count.
    if (kind != ActivationKind::relu || cast.histogram || cast.counts)
        cast_rows(y.f32(), nullptr, y.f32(), 1, y.size(), cast);
}

void CpuKernels::activation_backward(ActivationKind kind, const Tensor& y, const Tensor& dy, const Tensor& dx,
                                     const Cast& cast) {
    parallel_for(dy.size(), grain, worth, [&](std::int64_t begin, std::int64_t end, int) {
        HWY_DYNAMIC_DISPATCH(Backward)(kind, y.f32() + begin, dy.f32() + begin, dx.f32() + begin, end - begin);
    });
    cast_rows(dx.f32(), nullptr, dx.f32(), 1, dx.size(), cast);
}

}  // namespace mantissa
#endif
