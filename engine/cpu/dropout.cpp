// SPDX-License-Identifier: Apache-2.0
// Dropout by counter-based random numbers: Philox (engine/base/rng.h) for a vector of counters at a time.
#include <array>
#include <cmath>

#include "engine/cpu/cast_pieces.h"
#include "engine/cpu/cpu_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/cpu/dropout.cpp"
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include "engine/cpu/storage-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mantissa {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// bits[j] = random.bits(first + j) for j < n; first is a multiple of 4.
void Bits(const RandomKey& random, std::uint64_t first, std::uint32_t* bits, std::int64_t n) {
    std::int64_t done = 0;
#if HWY_TARGET != HWY_SCALAR
    // A word in the lower half of each 64-bit lane, where the products of two words are made; upper halves are ignored.
    const hn::ScalableTag<std::uint64_t> d;
    const hn::Repartition<std::uint32_t, decltype(d)> d32;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const auto low_half = hn::Set(d, 0xFFFFFFFFu);
    const auto product = [&](auto word, std::uint32_t by)
                             HWY_ATTR { return hn::MulEven(hn::BitCast(d32, word), hn::Set(d32, by)); };
    const std::uint32_t use = static_cast<std::uint32_t>(random.use) << 24;
    for (; done + 4 * lanes <= n; done += 4 * lanes) {
        const std::uint64_t counter = (first + static_cast<std::uint64_t>(done)) >> 2;
        auto c0 = hn::Iota(d, counter);  // the key's other words change only where 2^32 counters have passed
        auto c1 = hn::Set(d, std::uint64_t{static_cast<std::uint32_t>(counter >> 32) | use});
        if ((counter >> 32) != ((counter + static_cast<std::uint64_t>(lanes)) >> 32)) break;
        auto c2 = hn::Set(d, std::uint64_t{random.step}), c3 = hn::Set(d, std::uint64_t{random.tensor});
        auto k0 = static_cast<std::uint32_t>(random.seed), k1 = static_cast<std::uint32_t>(random.seed >> 32);
        for (int round = 0; round < 10; ++round) {
            const auto a = product(c0, 0xD2511F53u), b = product(c2, 0xCD9E8D57u);
            c0 = hn::Xor(hn::Xor(hn::ShiftRight<32>(b), c1), hn::Set(d, std::uint64_t{k0}));
            c1 = b;
            c2 = hn::Xor(hn::Xor(hn::ShiftRight<32>(a), c3), hn::Set(d, std::uint64_t{k1}));
            c3 = a;
            k0 += 0x9E3779B9u;
            k1 += 0xBB67AE85u;
        }
        const auto pair = [&](auto low, auto high)
                              HWY_ATTR { return hn::Or(hn::And(low, low_half), hn::ShiftLeft<32>(high)); };
        hn::StoreInterleaved2(pair(c0, c1), pair(c2, c3), d, reinterpret_cast<std::uint64_t*>(bits + done));
    }
#endif
    for (; done < n; ++done) bits[done] = random.bits(first + static_cast<std::uint64_t>(done));
}

/// to[j] = x[j] · factor where bits[j] >> 8 is not below `least`, else 0.
void Drop(const Numbers& x, const std::uint32_t* bits, std::uint32_t least, float factor, float* to, std::int64_t n) {
    const auto run = [&](auto d, const auto* from, std::int64_t i) HWY_ATTR {
        const hn::RebindToSigned<decltype(d)> di;
        const hn::RebindToUnsigned<decltype(d)> du;
        const auto drawn = hn::BitCast(di, hn::ShiftRight<8>(hn::LoadU(du, bits + i)));  // below 2^24
        const auto goes = hn::RebindMask(d, hn::Lt(drawn, hn::Set(di, static_cast<std::int32_t>(least))));
        hn::StoreU(hn::IfThenZeroElse(goes, hn::Mul(LoadNumbers(d, from + i), hn::Set(d, factor))), d, to + i);
    };
    with_pointer(x, [&](const auto* from) {
        const hn::ScalableTag<float> d;
        const hn::CappedTag<float, 1> d1;
        const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
        std::int64_t i = 0;
        for (; i + lanes <= n; i += lanes) run(d, from, i);
        for (; i < n; ++i) run(d1, from, i);
    });
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mantissa {
HWY_EXPORT(Bits);
HWY_EXPORT(Drop);

void CpuKernels::dropout(const Dropout& settings, const Tensor& x, const Tensor& y, const Cast& cast) {
    if (scratch_.rehearsed()) return;
    RandomKey random = settings.random;
    if (settings.step) random.step = *settings.step;
    const auto factor = static_cast<float>(1 / (1 - settings.probability));
    // uniform(i) = k · 2^-24 is below the probability where k is below this
    const auto least = static_cast<std::uint32_t>(std::ceil(static_cast<float>(settings.probability) * 0x1p24f));
    const Numbers from(x);
    cast_pieces(x.size(), 4096, Numbers(y), cast, [&](std::int64_t i, std::int64_t n, float* to, int) {
        std::array<std::uint32_t, piece_grain> bits;
        for (std::int64_t done = 0; done < n; done += piece_grain) {
            const std::int64_t some = std::min(n - done, piece_grain);
            HWY_DYNAMIC_DISPATCH(Bits)(random, static_cast<std::uint64_t>(i + done), bits.data(), some);
            HWY_DYNAMIC_DISPATCH(Drop)(from.from(i + done), bits.data(), least, factor, to + done, some);
        }
    });
}

}  // namespace mantissa
#endif
