// SPDX-License-Identifier: Apache-2.0
// 2x2 max-pooling over channels-last images: vectors run over channels.
#include <cstring>

#include "engine/cpu/cpu_kernels.h"
#include "engine/cpu/parallel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/cpu/pool.cpp"
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include "engine/cpu/numbers.h"

HWY_BEFORE_NAMESPACE();
namespace mantissa {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Calls f(tag, c) for vectors of channels, numbers of type T, then for shorter ones (a network of 16 or 24 channels
/// does not fill one of 32), then for single ones.
template <class T, class F>
HWY_INLINE void ForChannels(std::int64_t channels, const F& f) {
    const hn::ScalableTag<T> d;
    const hn::CappedTag<T, 8> short_d;
    const hn::CappedTag<T, 1> d1;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d)), few = static_cast<std::int64_t>(hn::Lanes(short_d));
    std::int64_t c = 0;
    for (; c + lanes <= channels; c += lanes) f(d, c);
    for (; few < lanes && c + few <= channels; c += few) f(short_d, c);
    for (; c < channels; ++c) f(d1, c);
}

/// One window: y[c] = the largest of the four, which[c] = its number, the first of equals; NaN wins. Those below zero
/// count as zero if `rectified`. Adds to `nonfinite`, if `watched`, how many are inf or NaN.
template <bool rectified, bool watched>
HWY_INLINE void PoolWindow(const float* const* window, float* y, std::uint8_t* which, std::int64_t channels,
                           std::uint64_t& nonfinite) {
    ForChannels<float>(channels, [&](auto d, std::int64_t c) HWY_ATTR {
        const hn::RebindToSigned<decltype(d)> di;
        const hn::Rebind<std::uint8_t, decltype(d)> d8;
        auto largest = hn::Zero(di);
        const auto load = [&](int k) HWY_ATTR {
            const auto value = hn::LoadU(d, window[k] + c);
            if constexpr (watched) largest = hn::Max(largest, hn::And(hn::BitCast(di, value), hn::Set(di, 0x7FFFFFFF)));
            if constexpr (rectified) return hn::IfThenZeroElse(hn::Lt(value, hn::Zero(d)), value);
            return value;
        };
        auto best = load(0);
        auto winner = hn::Zero(di);
        for (int k = 1; k < 4; ++k) {
            const auto value = load(k);
            const auto wins = hn::Or(hn::Gt(value, best), hn::And(hn::IsNaN(value), hn::Not(hn::IsNaN(best))));
            best = hn::IfThenElse(wins, value, best);
            winner = hn::IfThenElse(hn::RebindMask(di, wins), hn::Set(di, k), winner);
        }
        hn::StoreU(best, d, y + c);
        if (which) hn::StoreU(hn::DemoteTo(d8, winner), d8, which + c);
        if (watched && !hn::AllFalse(di, hn::Gt(largest, hn::Set(di, 0x7F7FFFFF))))  // rare: counted apart
            for (int k = 0; k < 4; ++k)
                nonfinite += hn::CountTrue(d, hn::Not(hn::IsFinite(hn::LoadU(d, window[k] + c))));
    });
}

/// The same for BF16, by integers that order as the numbers do: zeros are equal, NaN is above all and all NaN are
/// equal.
template <bool rectified, bool watched>
HWY_INLINE void PoolWindow(const std::uint16_t* const* window, std::uint16_t* y, std::uint8_t* which,
                           std::int64_t channels, std::uint64_t& nonfinite) {
    ForChannels<std::uint16_t>(channels, [&](auto d, std::int64_t c) HWY_ATTR {
        const hn::RebindToSigned<decltype(d)> di;
        const hn::Rebind<std::uint8_t, decltype(d)> d8;
        const auto magnitude = hn::Set(di, std::int16_t{0x7FFF}), infinity = hn::Set(di, std::int16_t{0x7F80}),
                   finite = hn::Set(di, std::int16_t{0x7F7F});
        const auto order = [&](auto bits) HWY_ATTR {
            const auto value = hn::BitCast(di, bits), size = hn::And(value, magnitude);
            const auto key = hn::IfThenElse(hn::Lt(value, hn::Zero(di)), hn::Neg(size), size);
            return hn::IfThenElse(hn::Gt(size, infinity), magnitude, key);
        };
        const auto load = [&](int k) HWY_ATTR {
            const auto value = hn::LoadU(d, window[k] + c);
            if constexpr (watched)
                nonfinite += hn::CountTrue(di, hn::Gt(hn::And(hn::BitCast(di, value), magnitude), finite));
            if constexpr (rectified)
                return hn::IfThenZeroElse(hn::RebindMask(d, hn::Lt(order(value), hn::Zero(di))), value);
            return value;
        };
        auto best = load(0);
        auto first = order(best);
        auto winner = hn::Zero(di);
        for (int k = 1; k < 4; ++k) {
            const auto value = load(k);
            const auto key = order(value);
            const auto wins = hn::Gt(key, first);
            first = hn::Max(key, first);
            best = hn::IfThenElse(hn::RebindMask(d, wins), value, best);
            winner = hn::IfThenElse(wins, hn::Set(di, static_cast<std::int16_t>(k)), winner);
        }
        hn::StoreU(best, d, y + c);
        if (which) hn::StoreU(hn::DemoteTo(d8, winner), d8, which + c);
    });
}

/// Back: the winner gets dy, the others nothing.
template <class T>
HWY_INLINE void UnpoolWindow(const T* dy, const std::uint8_t* which, T* const* window, std::int64_t channels) {
    ForChannels<T>(channels, [&](auto d, std::int64_t c) HWY_ATTR {
        const hn::RebindToSigned<decltype(d)> di;
        const hn::Rebind<std::uint8_t, decltype(d)> d8;
        const auto gradient = hn::LoadU(d, dy + c);
        const auto winner = hn::PromoteTo(di, hn::LoadU(d8, which + c));
        for (int k = 0; k < 4; ++k) {
            const auto number = hn::Set(di, static_cast<hn::TFromD<decltype(di)>>(k));
            hn::StoreU(hn::IfThenElseZero(hn::RebindMask(d, hn::Eq(winner, number)), gradient), d, window[k] + c);
        }
    });
}

/// Calls f(window, out) for the windows of rows `begin` to `end`, counted over all images: pointers to the channels of
/// its four pixels in the large tensor x, and where its channels begin in the pooled one.
template <class T, class F>
HWY_INLINE void ForWindows(const PoolGeometry& g, T* x, std::int64_t begin, std::int64_t end, const F& f) {
    const std::int64_t rows = g.height / 2, columns = g.width / 2, channels = g.channels;
    for (std::int64_t row = begin; row < end; ++row) {
        const std::int64_t n = row / rows, h = row % rows;
        for (std::int64_t v = 0; v < columns; ++v) {
            T* corner = x + ((n * g.height + 2 * h) * g.width + 2 * v) * channels;
            T* const window[4] = {corner, corner + channels, corner + g.width * channels,
                                  corner + (g.width + 1) * channels};
            f(window, (row * columns + v) * channels);
        }
    }
}

template <bool rectified, bool watched, class T>
std::uint64_t PoolAll(const PoolGeometry& g, T* x, T* y, std::uint8_t* which, std::int64_t begin, std::int64_t end) {
    std::uint64_t nonfinite = 0;
    ForWindows(g, x, begin, end, [&](T* const* window, std::int64_t out) HWY_ATTR {
        PoolWindow<rectified, watched>(window, y + out, which ? which + out : nullptr, g.channels, nonfinite);
    });
    return nonfinite;
}

/// x is the large tensor, y and which the pooled ones; x and y are stored the same way. Adds to `nonfinite`, which may
/// be null, how many in the windows are inf or NaN.
void Pool(const PoolGeometry& g, const Numbers& x, const Numbers& y, std::uint8_t* which, bool rectified,
          std::uint64_t* nonfinite, std::int64_t begin, std::int64_t end) {
    with_pointer(x, [&](auto* large) {
        auto* small = static_cast<decltype(large)>(y.data);
        if (nonfinite)
            *nonfinite += rectified ? PoolAll<true, true>(g, large, small, which, begin, end)
                                    : PoolAll<false, true>(g, large, small, which, begin, end);
        else if (rectified)
            PoolAll<true, false>(g, large, small, which, begin, end);
        else
            PoolAll<false, false>(g, large, small, which, begin, end);
    });
}

template <class T>
void UnpoolAll(const PoolGeometry& g, T* dx, const T* dy, const std::uint8_t* which, std::int64_t begin,
               std::int64_t end) {
    ForWindows(g, dx, begin, end, [&](T* const* window, std::int64_t out) HWY_ATTR {
        UnpoolWindow(dy + out, which + out, window, g.channels);
    });
}

void Unpool(const PoolGeometry& g, const Numbers& dx, const Numbers& dy, const std::uint8_t* which, std::int64_t begin,
            std::int64_t end) {
    with_pointer(dx,
                 [&](auto* large) { UnpoolAll(g, large, static_cast<decltype(large)>(dy.data), which, begin, end); });
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mantissa {
HWY_EXPORT(Pool);
HWY_EXPORT(Unpool);

void CpuKernels::maxpool_forward(const PoolGeometry& g, const Tensor& x, const Tensor& y, const Tensor& index,
                                 const PoolInput& input) {
    if (scratch_.rehearsed()) return;
    auto* which = static_cast<std::uint8_t*>(index.data);
    Parts<std::uint64_t> nonfinite;
    parallel_for(y.shape[0] * (g.height / 2), 1, 2, [&](std::int64_t begin, std::int64_t end, int part) {
        HWY_DYNAMIC_DISPATCH(Pool)
        (g, Numbers(x), Numbers(y), which, input.rectified, input.nonfinite ? &nonfinite[part] : nullptr, begin, end);
    });
    if (input.nonfinite) nonfinite.add_to(*input.nonfinite);
}

void CpuKernels::maxpool_backward(const PoolGeometry& g, const Tensor& dy, const Tensor& index, const Tensor& dx) {
    if (scratch_.rehearsed()) return;
    const auto* which = static_cast<const std::uint8_t*>(index.data);
    const bool odd = g.height % 2 != 0 || g.width % 2 != 0;
    if (odd) std::memset(dx.data, 0, dx.bytes());  // the rows and columns that no window covers
    parallel_for(dy.shape[0] * (g.height / 2), 1, 2, [&](std::int64_t begin, std::int64_t end, int) {
        HWY_DYNAMIC_DISPATCH(Unpool)(g, Numbers(dx), Numbers(dy), which, begin, end);
    });
}

}  // namespace mantissa
#endif
