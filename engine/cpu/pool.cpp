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

/// One window: y[c] = the largest of the four, which[c] = its number, the first of equals; NaN wins.
HWY_INLINE void PoolWindow(const float* const* window, float* y, std::uint8_t* which, std::int64_t channels) {
    ForChannels<float>(channels, [&](auto d, std::int64_t c) HWY_ATTR {
        const hn::RebindToSigned<decltype(d)> di;
        const hn::Rebind<std::uint8_t, decltype(d)> d8;
        auto best = hn::LoadU(d, window[0] + c);
        auto winner = hn::Zero(di);
        for (int k = 1; k < 4; ++k) {
            const auto value = hn::LoadU(d, window[k] + c);
            const auto wins = hn::Or(hn::Gt(value, best), hn::And(hn::IsNaN(value), hn::Not(hn::IsNaN(best))));
            best = hn::IfThenElse(wins, value, best);
            winner = hn::IfThenElse(hn::RebindMask(di, wins), hn::Set(di, k), winner);
        }
        hn::StoreU(best, d, y + c);
        if (which) hn::StoreU(hn::DemoteTo(d8, winner), d8, which + c);
    });
}

/// The same for BF16, by integers that order as the numbers do: zeros are equal, NaN is above all and all NaN are
/// equal.
HWY_INLINE void PoolWindow(const std::uint16_t* const* window, std::uint16_t* y, std::uint8_t* which,
                           std::int64_t channels) {
    ForChannels<std::uint16_t>(channels, [&](auto d, std::int64_t c) HWY_ATTR {
        const hn::RebindToSigned<decltype(d)> di;
        const hn::Rebind<std::uint8_t, decltype(d)> d8;
        const auto magnitude = hn::Set(di, std::int16_t{0x7FFF}), infinity = hn::Set(di, std::int16_t{0x7F80});
        const auto order = [&](auto bits) HWY_ATTR {
            const auto value = hn::BitCast(di, bits), size = hn::And(value, magnitude);
            const auto key = hn::IfThenElse(hn::Lt(value, hn::Zero(di)), hn::Neg(size), size);
            return hn::IfThenElse(hn::Gt(size, infinity), magnitude, key);
        };
        auto best = hn::LoadU(d, window[0] + c);
        auto first = order(best);
        auto winner = hn::Zero(di);
        for (int k = 1; k < 4; ++k) {
            const auto value = hn::LoadU(d, window[k] + c);
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

/// Rows of windows `begin` to `end`, counted over all images; x is the large tensor, y and which the pooled ones.
template <bool forward, class T>
void PoolAll(const PoolGeometry& g, T* x, T* y, std::uint8_t* which, std::int64_t begin, std::int64_t end) {
    const std::int64_t rows = g.height / 2, columns = g.width / 2, channels = g.channels;
    for (std::int64_t row = begin; row < end; ++row) {
        const std::int64_t n = row / rows, h = row % rows;
        for (std::int64_t v = 0; v < columns; ++v) {
            T* corner = x + ((n * g.height + 2 * h) * g.width + 2 * v) * channels;
            T* const window[4] = {corner, corner + channels, corner + g.width * channels,
                                  corner + (g.width + 1) * channels};
            const std::int64_t out = (row * columns + v) * channels;
            if constexpr (forward)
                PoolWindow(window, y + out, which ? which + out : nullptr, channels);
            else
                UnpoolWindow<T>(y + out, which + out, window, channels);
        }
    }
}

/// Both tensors are stored the same way.
void Pool(bool forward, const PoolGeometry& g, const Numbers& x, const Numbers& y, std::uint8_t* which,
          std::int64_t begin, std::int64_t end) {
    with_pointer(x, [&](auto* large) {
        auto* small = static_cast<decltype(large)>(y.data);
        if (forward)
            PoolAll<true>(g, large, small, which, begin, end);
        else
            PoolAll<false>(g, large, small, which, begin, end);
    });
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mantissa {
HWY_EXPORT(Pool);

void CpuKernels::maxpool_forward(const PoolGeometry& g, const Tensor& x, const Tensor& y, const Tensor& index) {
    auto* which = static_cast<std::uint8_t*>(index.data);
    parallel_for(y.shape[0] * (g.height / 2), 1, 2, [&](std::int64_t begin, std::int64_t end, int) {
        HWY_DYNAMIC_DISPATCH(Pool)(true, g, Numbers(x), Numbers(y), which, begin, end);
    });
}

void CpuKernels::maxpool_backward(const PoolGeometry& g, const Tensor& dy, const Tensor& index, const Tensor& dx) {
    auto* which = static_cast<std::uint8_t*>(index.data);
    const bool odd = g.height % 2 != 0 || g.width % 2 != 0;
    if (odd) std::memset(dx.data, 0, dx.bytes());  // the rows and columns that no window covers
    parallel_for(dy.shape[0] * (g.height / 2), 1, 2, [&](std::int64_t begin, std::int64_t end, int) {
        HWY_DYNAMIC_DISPATCH(Pool)(false, g, Numbers(dx), Numbers(dy), which, begin, end);
    });
}

}  // namespace mantissa
#endif
