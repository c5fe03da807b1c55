// SPDX-License-Identifier: Apache-2.0
// Counting bytes and exponents by vectors, compiled once per instruction set by Highway (hence no ordinary include
// guard). A histogram without a store for each element: the numbers of a tensor lie within a few powers of two, so
// sixteen neighbouring exponents are counted at once in nibbles that a table lookup gives; the few outside one by one.
#if defined(MANTISSA_CPU_TALLY_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef MANTISSA_CPU_TALLY_INL_H
#undef MANTISSA_CPU_TALLY_INL_H
#else
#define MANTISSA_CPU_TALLY_INL_H
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace mantissa {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Adds 1 where `mask`: by a masked addition where masks are registers of their own, else by subtracting the mask, -1.
template <class D, class V, class M>
HWY_INLINE V PlusOneIf(D d, V sum, M mask) {
#if HWY_TARGET <= HWY_AVX3
    return hn::IfThenElse(mask, hn::Add(sum, hn::Set(d, 1)), sum);
#else
    return hn::Sub(sum, hn::VecFromMask(d, mask));
#endif
}

template <class D, class V>
HWY_INLINE std::uint32_t TotalOf(D d, V sum) {
    return hn::GetLane(hn::SumOfLanes(d, sum));
}

/// Vectors of floats whose exponents make one vector of bytes.
inline constexpr std::int64_t vectors_at_once = 4;

/// What a pass over numbers found beside their exponents.
struct Fields {
    std::uint32_t largest = 0;  ///< bits of the largest magnitude; infinities and NaN are larger than all numbers
    std::uint32_t empty = 0;    ///< how many exponent fields are 0: zeros and subnormals
};

#if HWY_TARGET == HWY_SCALAR  // no vectors of bytes

/// Exponent fields of the n floats that value(i) gives a vector of to bytes, their order mixed; n a multiple of four
/// vectors, at most tally_block.
template <class F>
HWY_INLINE Fields StoreFields(std::int64_t n, std::uint8_t* bytes, const F& value) {
    Fields fields;
    const hn::ScalableTag<float> d;
    const hn::RebindToUnsigned<decltype(d)> du;
    for (std::int64_t i = 0; i < n; ++i) {
        const std::uint32_t size = hn::GetLane(hn::BitCast(du, value(i))) & 0x7FFFFFFFu;
        bytes[i] = static_cast<std::uint8_t>(size >> 23);
        fields.largest = std::max(fields.largest, size);
        fields.empty += bytes[i] == 0 ? 1 : 0;
    }
    return fields;
}

/// The largest of n bytes; n a multiple of the lanes.
HWY_INLINE std::uint32_t LargestByte(const std::uint8_t* bytes, std::int64_t n) {
    return *std::max_element(bytes, bytes + n);
}

/// table[b] += how many of n bytes are b, for every b in [1, top]; bytes that are 0 are not counted. `left`: how many
/// are not 0; `top`: none is larger; n a multiple of the lanes, at most tally_block.
HWY_INLINE void CountBytes(const std::uint8_t* bytes, std::int64_t n, std::uint32_t, std::uint32_t,
                           std::uint32_t* table) {
    for (std::int64_t i = 0; i < n; ++i) table[bytes[i]] += bytes[i] == 0 ? 0 : 1;
}

#else

/// Eight tables of sixteen bytes: table t has 1 at 2t and 16 at 2t + 1.
alignas(16) inline constexpr std::uint8_t nibble_of_pair[8 * 16] = {
    1, 16, 0, 0,  0, 0,  0, 0,  0, 0,  0, 0,  0, 0,  0, 0,  //
    0, 0,  1, 16, 0, 0,  0, 0,  0, 0,  0, 0,  0, 0,  0, 0,  //
    0, 0,  0, 0,  1, 16, 0, 0,  0, 0,  0, 0,  0, 0,  0, 0,  //
    0, 0,  0, 0,  0, 0,  1, 16, 0, 0,  0, 0,  0, 0,  0, 0,  //
    0, 0,  0, 0,  0, 0,  0, 0,  1, 16, 0, 0,  0, 0,  0, 0,  //
    0, 0,  0, 0,  0, 0,  0, 0,  0, 0,  1, 16, 0, 0,  0, 0,  //
    0, 0,  0, 0,  0, 0,  0, 0,  0, 0,  0, 0,  1, 16, 0, 0,  //
    0, 0,  0, 0,  0, 0,  0, 0,  0, 0,  0, 0,  0, 0,  1, 16,
};

/// The exponent fields of four vectors of floats' bits as bytes, their order mixed.
template <class DU, class V>
HWY_INLINE auto ExponentBytes(DU du, V a, V b, V c, V e) {
    const hn::Repartition<std::uint8_t, DU> d8;
    const auto low = hn::Or(hn::And(hn::ShiftRight<23>(a), hn::Set(du, 0xFFu)),
                            hn::And(hn::ShiftRight<15>(b), hn::Set(du, 0xFF00u)));
    const auto high = hn::Or(hn::And(hn::ShiftRight<7>(c), hn::Set(du, 0xFF0000u)),
                             hn::And(hn::ShiftLeft<1>(e), hn::Set(du, 0xFF000000u)));
    return hn::BitCast(d8, hn::Or(low, high));
}

/// The sum of n bytes that are counters of at most 255 vectors each.
template <class D8, class V>
HWY_INLINE std::uint32_t TotalOfBytes(D8 d8, V sum) {
    const hn::Repartition<std::uint64_t, D8> d64;
    return static_cast<std::uint32_t>(hn::GetLane(hn::SumOfLanes(d64, hn::SumsOf8(sum))));
}

template <class F>
HWY_INLINE Fields StoreFields(std::int64_t n, std::uint8_t* bytes, const F& value) {
    const hn::ScalableTag<float> d;
    const hn::RebindToUnsigned<decltype(d)> du;
    const hn::Repartition<std::uint8_t, decltype(d)> d8;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const auto magnitude = hn::Set(du, 0x7FFFFFFFu);
    auto largest = hn::Zero(du), more = hn::Zero(du);
    auto empty = hn::Zero(d8);
    for (std::int64_t i = 0; i < n; i += vectors_at_once * lanes) {
        const auto a = hn::And(hn::BitCast(du, value(i)), magnitude);
        const auto b = hn::And(hn::BitCast(du, value(i + lanes)), magnitude);
        const auto c = hn::And(hn::BitCast(du, value(i + 2 * lanes)), magnitude);
        const auto e = hn::And(hn::BitCast(du, value(i + 3 * lanes)), magnitude);
        largest = hn::Max(largest, hn::Max(a, b));
        more = hn::Max(more, hn::Max(c, e));
        const auto fields = ExponentBytes(du, a, b, c, e);
        empty = PlusOneIf(d8, empty, hn::Eq(fields, hn::Zero(d8)));
        hn::StoreU(fields, d8, bytes + i);
    }
    return {hn::GetLane(hn::MaxOfLanes(du, hn::Max(largest, more))), TotalOfBytes(d8, empty)};
}

HWY_INLINE std::uint32_t LargestByte(const std::uint8_t* bytes, std::int64_t n) {
    const hn::ScalableTag<std::uint8_t> d8;
    const hn::Repartition<std::uint16_t, decltype(d8)> d16;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d8));
    auto largest = hn::Zero(d8);
    for (std::int64_t i = 0; i < n; i += lanes) largest = hn::Max(largest, hn::LoadU(d8, bytes + i));
    const auto pairs = hn::BitCast(d16, largest);
    return hn::GetLane(
        hn::MaxOfLanes(d16, hn::Max(hn::ShiftRight<8>(pairs), hn::And(pairs, hn::Set(d16, std::uint16_t{0xFF})))));
}

HWY_INLINE void CountBytes(const std::uint8_t* bytes, std::int64_t n, std::uint32_t left, std::uint32_t top,
                           std::uint32_t* table) {
    const hn::ScalableTag<std::uint8_t> d8;
    const hn::Repartition<std::uint64_t, decltype(d8)> d64;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d8));
    const auto nibble = hn::Set(d8, std::uint8_t{0x0F});
    const auto pair = [&](std::size_t t) HWY_ATTR {  // one of 1 for the byte 2t, one of 16 for 2t + 1
        return hn::LoadDup128(d8, nibble_of_pair + 16 * t);
    };
    const auto t0 = pair(0), t1 = pair(1), t2 = pair(2), t3 = pair(3), t4 = pair(4), t5 = pair(5), t6 = pair(6),
               t7 = pair(7);
    while (left > static_cast<std::uint32_t>(n / 64)) {
        const std::uint32_t low = top > 15 ? top - 15 : 1;
        const auto first = hn::Set(d8, static_cast<std::uint8_t>(low));
        auto p0 = hn::Zero(d64), p1 = p0, p2 = p0, p3 = p0;  // four sums in each number: none reaches 2^16
        for (std::int64_t begin = 0; begin < n; begin += 8 * lanes) {
            const std::int64_t end = std::min(n, begin + 8 * lanes);  // a nibble counts to 8
            auto s0 = hn::Zero(d8), s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;
            for (std::int64_t i = begin; i < end; i += lanes) {
                // what is outside of the sixteen gets the upper bit, for which the table gives 0
                const auto place = hn::Sub(hn::LoadU(d8, bytes + i), first);
                const auto at =
                    hn::And(hn::SaturatedAdd(place, hn::Set(d8, std::uint8_t{0x70})), hn::Set(d8, std::uint8_t{0x8F}));
                s0 = hn::Add(s0, hn::TableLookupBytesOr0(t0, at));
                s1 = hn::Add(s1, hn::TableLookupBytesOr0(t1, at));
                s2 = hn::Add(s2, hn::TableLookupBytesOr0(t2, at));
                s3 = hn::Add(s3, hn::TableLookupBytesOr0(t3, at));
                s4 = hn::Add(s4, hn::TableLookupBytesOr0(t4, at));
                s5 = hn::Add(s5, hn::TableLookupBytesOr0(t5, at));
                s6 = hn::Add(s6, hn::TableLookupBytesOr0(t6, at));
                s7 = hn::Add(s7, hn::TableLookupBytesOr0(t7, at));
            }
            const auto two = [&](auto s) HWY_ATTR {
                return hn::Or(hn::SumsOf8(hn::And(s, nibble)),
                              hn::ShiftLeft<16>(hn::SumsOf8(hn::And(hn::ShiftRight<4>(s), nibble))));
            };
            p0 = hn::Add(p0, hn::Or(two(s0), hn::ShiftLeft<32>(two(s1))));
            p1 = hn::Add(p1, hn::Or(two(s2), hn::ShiftLeft<32>(two(s3))));
            p2 = hn::Add(p2, hn::Or(two(s4), hn::ShiftLeft<32>(two(s5))));
            p3 = hn::Add(p3, hn::Or(two(s6), hn::ShiftLeft<32>(two(s7))));
        }
        const auto total = [&](auto p) HWY_ATTR { return hn::GetLane(hn::SumOfLanes(d64, p)); };
        const std::uint64_t sums[4] = {total(p0), total(p1), total(p2), total(p3)};
        for (std::uint32_t k = 0; k < 16 && low + k <= top; ++k) {
            const auto count = static_cast<std::uint32_t>(sums[k / 4] >> (16 * (k % 4)) & 0xFFFFu);
            table[low + k] += count;
            left -= count;
        }
        if (low == 1) return;
        top = low - 1;
    }
    if (left == 0) return;
    const auto limit = hn::Set(d8, static_cast<std::uint8_t>(top)), none = hn::Zero(d8);
    for (std::int64_t i = 0; i < n; i += lanes) {
        const auto v = hn::LoadU(d8, bytes + i);
        const auto outside = hn::And(hn::Eq(hn::Min(v, limit), v), hn::Not(hn::Eq(v, none)));
        std::uint64_t words[HWY_MAX_BYTES / 64 + 1] = {};
        hn::StoreMaskBits(d8, outside, reinterpret_cast<std::uint8_t*>(words));
        for (std::int64_t w = 0; w * 64 < lanes; ++w)
            for (std::uint64_t rest = words[w]; rest != 0; rest &= rest - 1)
                ++table[bytes[i + 64 * w + __builtin_ctzll(rest)]];
    }
}

#endif

/// Sum of squares of what keep(d, i, v) gives for the vectors v of n floats; n a multiple of four vectors of floats.
template <class F>
HWY_INLINE double SquaresOf(const float* x, std::int64_t n, const F& keep) {
    const hn::ScalableTag<double> dd;
    const hn::Rebind<float, decltype(dd)> df;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(dd));
    auto s0 = hn::Zero(dd), s1 = s0, s2 = s0, s3 = s0;  // a sum waits for the one before it
    const auto add = [&](std::int64_t i, auto& sum) HWY_ATTR {
        const auto v = hn::PromoteTo(dd, keep(df, i, hn::LoadU(df, x + i)));
        sum = hn::MulAdd(v, v, sum);
    };
    for (std::int64_t i = 0; i < n; i += 4 * lanes) {
        add(i, s0);
        add(i + lanes, s1);
        add(i + 2 * lanes, s2);
        add(i + 3 * lanes, s3);
    }
    return hn::GetLane(hn::SumOfLanes(dd, hn::Add(hn::Add(s0, s1), hn::Add(s2, s3))));
}

/// Sum of the squares of n finite floats.
HWY_INLINE double SquaresOf(const float* x, std::int64_t n) {
    return SquaresOf(x, n, [](auto, std::int64_t, auto v) HWY_ATTR { return v; });
}

/// How many of n floats are zero.
HWY_INLINE std::uint32_t ZerosOf(const float* x, std::int64_t n) {
    const hn::ScalableTag<float> d;
    const hn::RebindToUnsigned<decltype(d)> du;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    auto zero = hn::Zero(du);
    // by their bits: a processor that takes subnormals for zeros would count those as well
    for (std::int64_t i = 0; i < n; i += lanes)
        zero = PlusOneIf(du, zero, hn::Eq(hn::ShiftLeft<1>(hn::BitCast(du, hn::LoadU(d, x + i))), hn::Zero(du)));
    return TotalOf(du, zero);
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#endif
