// SPDX-License-Identifier: Apache-2.0
// Activation functions with Highway's exp and tanh, then the cast in the same pass over a block that is still in cache.
#include <array>

#include "engine/cpu/cast_pieces.h"
#include "engine/cpu/cpu_kernels.h"
#include "engine/cpu/parallel.h"
#include "engine/cpu/round_params.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/cpu/activation.cpp"
// foreach_target.h must come first.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include <hwy/contrib/math/math-inl.h>
// clang-format on

#include "engine/cpu/round-inl.h"
#include "engine/cpu/storage-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mantissa {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Calls f(tag, v, i) with x[i ...] in v; returns how many of all n are inf or NaN, if `watched`. f may write over x.
template <bool watched, class From, class F>
HWY_INLINE std::uint64_t ForArguments(const From* x, std::int64_t n, const F& f) {
    const hn::ScalableTag<float> d;
    const hn::CappedTag<float, 1> d1;
    const hn::RebindToUnsigned<decltype(d)> du;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const auto exponent = hn::Set(du, 0x7F800000u), least = hn::Set(du, 0x00800000u);  // their sum: the sign bit
    auto nonfinite = hn::Zero(du);
    std::uint64_t rest = 0;
    std::int64_t i = 0;
    for (; i + lanes <= n; i += lanes) {
        const auto v = LoadNumbers(d, x + i);
        if constexpr (watched)
            nonfinite = hn::Add(nonfinite, hn::ShiftRight<31>(hn::Add(hn::And(hn::BitCast(du, v), exponent), least)));
        f(d, v, i);
    }
    for (; i < n; ++i) {
        const auto v = LoadNumbers(d1, x + i);
        if constexpr (watched) rest += hn::AllTrue(d1, hn::IsFinite(v)) ? 0 : 1;
        f(d1, v, i);
    }
    return rest + (watched ? hn::GetLane(hn::SumOfLanes(du, nonfinite)) : 0);
}

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

/// exp(-x) where its result may be as large as infinity.
template <class D, class V>
HWY_INLINE V ExpOfNegative(D d, V x) {
    // exp(104) overflows to infinity, as it shall; beyond, exp's argument is kept in range
    return hn::Exp(d, hn::Min(hn::Neg(x), hn::Set(d, 104.0f)));
}

/// exp(-x²/2), and the probability that a standard normal variable is below x by it.
template <class V>
struct Normal {
    V bell, below;
};

/// From exp(z²/2) · (1 - Φ(z)) = t · P(t) with t = 1 / (1 + 0.3 z), z = |x| up to 14: a Chebyshev interpolation whose
/// relative error is 0.3 · 2^-24. So the tail below zero keeps its relative precision.
template <class D, class V>
HWY_INLINE Normal<V> NormalOf(D d, V x) {
    const auto one = hn::Set(d, 1.0f), z = hn::Min(hn::Abs(x), hn::Set(d, 14.5f));
    const auto bell = hn::Exp(d, hn::Mul(hn::Mul(z, z), hn::Set(d, -0.5f)));
    const auto t = hn::Div(one, hn::MulAdd(z, hn::Set(d, 0.3f), one));
    auto p = hn::Set(d, -0.020914359018206596f);
    p = hn::MulAdd(p, t, hn::Set(d, 0.11404025554656982f));
    p = hn::MulAdd(p, t, hn::Set(d, -0.23203840851783752f));
    p = hn::MulAdd(p, t, hn::Set(d, 0.1969405561685562f));
    p = hn::MulAdd(p, t, hn::Set(d, -0.08374246954917908f));
    p = hn::MulAdd(p, t, hn::Set(d, 0.0984806939959526f));
    p = hn::MulAdd(p, t, hn::Set(d, 0.07758907973766327f));
    p = hn::MulAdd(p, t, hn::Set(d, 0.11040518432855606f));
    p = hn::MulAdd(p, t, hn::Set(d, 0.11955177038908005f));
    p = hn::MulAdd(p, t, hn::Set(d, 0.11968769878149033f));
    const auto tail = hn::Mul(bell, hn::Mul(p, t));
    return {bell, hn::IfThenElse(hn::Lt(x, hn::Zero(d)), tail, hn::Sub(one, tail))};
}

/// What GELU's approximation takes the tangent of, and that: of numbers where the tangent is not ±1 already.
template <class D, class V>
HWY_INLINE V GeluTangent(D d, V x) {
    const auto some = hn::Max(hn::Min(x, hn::Set(d, 16.0f)), hn::Set(d, -16.0f));
    const auto cubic = hn::MulAdd(hn::Mul(hn::Set(d, 0.044715f), hn::Mul(some, some)), some, some);
    return hn::Tanh(d, hn::Mul(hn::Set(d, 0.7978845608028654f), cubic));
}

template <class D, class V>
HWY_INLINE V Gelu(D d, V x) {
    const auto below = NormalOf(d, x).below;
    // -inf · 0 is NaN, as in PyTorch; a finite number has a product above zero until its tail is flushed
    return hn::Mul(x, hn::IfThenZeroElse(hn::Lt(x, hn::Set(d, -14.5f)), below));
}

template <class D, class V>
HWY_INLINE V GeluSlope(D d, V x) {
    const auto normal = NormalOf(d, x);
    const auto far = hn::Gt(hn::Abs(x), hn::Set(d, 14.5f));
    const auto bell = hn::IfThenZeroElse(far, normal.bell);
    return hn::MulAdd(x, hn::Mul(bell, hn::Set(d, 0.3989422804014327f)),
                      hn::IfThenZeroElse(hn::And(far, hn::Lt(x, hn::Zero(d))), normal.below));
}

template <class D, class V>
HWY_INLINE V GeluTanhSlope(D d, V x) {
    const auto one = hn::Set(d, 1.0f), half = hn::Set(d, 0.5f), bent = GeluTangent(d, x);
    const auto some = hn::Max(hn::Min(x, hn::Set(d, 16.0f)), hn::Set(d, -16.0f));
    const auto inner =
        hn::Mul(hn::Set(d, 0.7978845608028654f), hn::MulAdd(hn::Set(d, 0.134145f), hn::Mul(some, some), one));
    const auto right = hn::Mul(hn::Mul(hn::Sub(one, bent), hn::Add(one, bent)), inner);
    return hn::MulAdd(hn::Mul(half, x), right, hn::Mul(half, hn::Add(one, bent)));
}

template <class D, class V>
HWY_INLINE V SiluSlope(D d, V x) {
    const auto one = hn::Set(d, 1.0f);
    const auto e = ExpOfNegative(d, x), sigmoid = hn::Div(one, hn::Add(one, e));
    // 1 - sigmoid without cancellation, where e is finite
    const auto rest = hn::IfThenElse(hn::IsFinite(e), hn::Mul(e, sigmoid), one);
    return hn::Mul(sigmoid, hn::MulAdd(x, rest, one));
}

template <bool watched, class From, class To>
std::uint64_t ForwardAll(ActivationKind kind, const From* x, To* y, std::int64_t n) {
    switch (kind) {
        case ActivationKind::relu:
            return ForArguments<watched>(x, n, [&](auto d, auto v, std::int64_t i) HWY_ATTR {
                StoreNumbers(d, hn::IfThenElseZero(hn::Not(hn::Lt(v, hn::Zero(d))), v), y + i);
            });
        case ActivationKind::sigmoid:
            return ForArguments<watched>(x, n, [&](auto d, auto v, std::int64_t i) HWY_ATTR {
                const auto one = hn::Set(d, 1.0f);
                StoreNumbers(d, KeepNaN(d, v, hn::Div(one, hn::Add(one, ExpOfNegative(d, v)))), y + i);
            });
        case ActivationKind::tanh:
            return ForArguments<watched>(x, n, [&](auto d, auto v, std::int64_t i) HWY_ATTR {
                StoreNumbers(d, KeepNaN(d, v, hn::Tanh(d, v)), y + i);
            });
        case ActivationKind::gelu:
            return ForArguments<watched>(x, n, [&](auto d, auto v, std::int64_t i) HWY_ATTR {
                StoreNumbers(d, KeepNaN(d, v, Gelu(d, v)), y + i);
            });
        case ActivationKind::gelu_tanh:
            return ForArguments<watched>(x, n, [&](auto d, auto v, std::int64_t i) HWY_ATTR {
                const auto right = hn::Add(hn::Set(d, 1.0f), GeluTangent(d, v));
                StoreNumbers(d, KeepNaN(d, v, hn::Mul(hn::Mul(v, hn::Set(d, 0.5f)), right)), y + i);
            });
        case ActivationKind::silu:
            return ForArguments<watched>(x, n, [&](auto d, auto v, std::int64_t i) HWY_ATTR {
                const auto below = hn::Add(hn::Set(d, 1.0f), ExpOfNegative(d, v));
                StoreNumbers(d, KeepNaN(d, v, hn::Div(v, below)), y + i);
            });
    }
    return 0;
}

/// dx = dy · slope(x).
template <class Value, class Gradient, class Slope>
HWY_INLINE void ByArgument(const Value* x, const Gradient* dy, float* dx, std::int64_t n, const Slope& slope) {
    ForEach(n, [&](auto d, std::int64_t i) HWY_ATTR {
        const auto argument = LoadNumbers(d, x + i);
        hn::StoreU(hn::Mul(LoadNumbers(d, dy + i), KeepNaN(d, argument, slope(d, argument))), d, dx + i);
    });
}

/// `step`: what intermediates of the sigmoid's are rounded to.
template <class Value, class Gradient>
void BackwardAll(ActivationKind kind, const Value* y, const Gradient* dy, float* dx, std::int64_t n,
                 const RoundParams& step) {
    switch (kind) {
        case ActivationKind::relu:
            ForEach(n, [&](auto d, std::int64_t i) HWY_ATTR {
                const auto none = hn::Le(LoadNumbers(d, y + i), hn::Zero(d));  // false for a NaN, as in PyTorch
                hn::StoreU(hn::IfThenZeroElse(none, LoadNumbers(d, dy + i)), d, dx + i);
            });
            break;
        case ActivationKind::sigmoid:
            ForEach(n, [&](auto d, std::int64_t i) HWY_ATTR {
                const auto out = LoadNumbers(d, y + i);
                const auto rest = RoundTo(d, hn::Sub(hn::Set(d, 1.0f), out), step);
                const auto product = RoundTo(d, hn::Mul(LoadNumbers(d, dy + i), rest), step);
                hn::StoreU(hn::Mul(product, out), d, dx + i);
            });
            break;
        case ActivationKind::tanh:
            ForEach(n, [&](auto d, std::int64_t i) HWY_ATTR {
                const auto out = LoadNumbers(d, y + i);
                const auto slope = hn::Sub(hn::Set(d, 1.0f), hn::Mul(out, out));
                hn::StoreU(hn::Mul(LoadNumbers(d, dy + i), slope), d, dx + i);
            });
            break;
        case ActivationKind::gelu:
            ByArgument(y, dy, dx, n, [](auto d, auto x) HWY_ATTR { return GeluSlope(d, x); });
            break;
        case ActivationKind::gelu_tanh:
            ByArgument(y, dy, dx, n, [](auto d, auto x) HWY_ATTR { return GeluTanhSlope(d, x); });
            break;
        case ActivationKind::silu:
            ByArgument(y, dy, dx, n, [](auto d, auto x) HWY_ATTR { return SiluSlope(d, x); });
            break;
    }
}

/// dx = 0 where y <= 0, else dy (of a NaN as well), all stored as BF16; counts the result as a cast to BF16 does, which
/// changes none of it.
void ReluBackward16(const std::uint16_t* y, const std::uint16_t* dy, std::uint16_t* dx, std::int64_t n,
                    FlushCounts& counts) {
    const hn::ScalableTag<std::uint16_t> d;
    const hn::CappedTag<std::uint16_t, 1> d1;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    std::uint64_t zeros = 0, nonfinite = 0;
    const auto one = [&](auto tag, std::int64_t i) HWY_ATTR {
        const hn::RebindToSigned<decltype(tag)> di;
        const auto infinity = hn::Set(tag, std::uint16_t{0x7F80});
        const auto value = hn::BitCast(di, hn::LoadU(tag, y + i));  // as integers, those without a sign are in order
        const auto nan = hn::Gt(hn::And(value, hn::Set(di, std::int16_t{0x7FFF})), hn::Set(di, std::int16_t{0x7F80}));
        const auto passes = hn::Or(hn::Gt(value, hn::Zero(di)), nan);
        const auto result = hn::IfThenElseZero(hn::RebindMask(tag, passes), hn::LoadU(tag, dy + i));
        hn::StoreU(result, tag, dx + i);
        zeros += hn::CountTrue(tag, hn::Eq(hn::Add(result, result), hn::Zero(tag)));
        nonfinite += hn::CountTrue(tag, hn::Eq(hn::And(result, infinity), infinity));
    };
    std::int64_t i = 0;
    for (; i + lanes <= n; i += lanes) one(d, i);
    for (; i < n; ++i) one(d1, i);
    counts.nonzero += static_cast<std::uint64_t>(n) - zeros - nonfinite;
    counts.nonfinite += nonfinite;
}

/// y may be x where both are stored the same way; BF16 only for a result on its grid. Adds to `nonfinite`, which may be
/// null, how many of x are inf or NaN.
void Forward(ActivationKind kind, const Numbers& x, const Numbers& y, std::int64_t n, std::uint64_t* nonfinite) {
    with_pointer(x, [&](const auto* from) {
        with_pointer(y, [&](auto* to) {
            if (nonfinite)
                *nonfinite += ForwardAll<true>(kind, from, to, n);
            else
                ForwardAll<false>(kind, from, to, n);
        });
    });
}

void Backward(ActivationKind kind, const Numbers& y, const Numbers& dy, float* dx, std::int64_t n,
              const RoundParams& step) {
    with_pointer(y, [&](const auto* value) {
        with_pointer(dy, [&](const auto* gradient) { BackwardAll(kind, value, gradient, dx, n, step); });
    });
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mantissa {
HWY_EXPORT(Forward);
HWY_EXPORT(Backward);
HWY_EXPORT(ReluBackward16);

namespace {

constexpr std::int64_t grain = piece_grain;

/// From how many elements on two threads gain more than the second takes to begin, as measured. `dear`: the function is
/// a sigmoid, say.
std::int64_t worth_of(const Cast& cast, bool dear) {
    return dear || cast.histogram ? 4096 : 16384;
}

/// What a derivative's intermediates are rounded to.
RoundParams step_of(const Cast& cast) {
    return {cast.stepwise ? cast.format : fp32, Rounding::nearest_even};
}

}  // namespace

void CpuKernels::activation_forward(ActivationKind kind, const Tensor& x, const Tensor& y, const Cast& cast) {
    if (scratch_.rehearsed()) return;
    const Numbers from(x), to(y);
    const std::int64_t worth = worth_of(cast, kind != ActivationKind::relu);
    Parts<std::uint64_t> nonfinite;
    const auto forward = [&](std::int64_t i, std::int64_t n, const Numbers& results, int part) {
        HWY_DYNAMIC_DISPATCH(Forward)
        (kind, from.from(i), results, n, cast.nonfinite_arguments ? &nonfinite[part] : nullptr);
    };
    // ReLU's result is on the grid of its argument: nothing to round, only perhaps to count.
    if (kind == ActivationKind::relu && !cast.histogram && !cast.counts && from.narrow == to.narrow) {
        parallel_for(x.size(), grain, worth, [&](std::int64_t begin, std::int64_t end, int part) {
            forward(begin, end - begin, to.from(begin), part);
        });
    } else {
        cast_pieces(x.size(), worth, to, cast, forward);
    }
    if (cast.nonfinite_arguments) nonfinite.add_to(*cast.nonfinite_arguments);
}

void CpuKernels::activation_backward(ActivationKind kind, const Tensor& y, const Tensor& dy, const Tensor& dx,
                                     const Cast& cast) {
    if (scratch_.rehearsed()) return;
    const Numbers value(y), gradient(dy), to(dx);
    // What is passed on is on BF16's grid already.
    if (kind == ActivationKind::relu && value.narrow && gradient.narrow && to.narrow && cast.format == bf16 &&
        !cast.histogram) {
        Parts<FlushCounts> counts;
        parallel_for(dy.size(), grain, worth_of(cast, false), [&](std::int64_t begin, std::int64_t end, int part) {
            HWY_DYNAMIC_DISPATCH(ReluBackward16)
            (value.bf16() + begin, gradient.bf16() + begin, to.bf16() + begin, end - begin, counts[part]);
        });
        if (cast.counts) counts.add_to(*cast.counts);
        return;
    }
    const RoundParams step = step_of(cast);
    cast_pieces(dy.size(), worth_of(cast, false), Numbers(dx), cast,
                [&](std::int64_t i, std::int64_t n, float* results, int) {
                    HWY_DYNAMIC_DISPATCH(Backward)(kind, value.from(i), gradient.from(i), results, n, step);
                });
}

}  // namespace mantissa
#endif
