// SPDX-License-Identifier: Apache-2.0
// Counting bytes and exponents by vectors, compiled once per instruction set by Highway (hence no ordinary include
// guard). A histogram without a store for each element: the numbers of a tensor lie within a few powers of two, so
// sixteen neighbouring exponents are counted at once. Two table lookups make of each one of sixteen bits, and vectors
// of bits are added by carry-save adders into bit planes (Harley and Seal; Muła, Kurz, Lemire: Faster Population Counts
// Using AVX2 Instructions, 2018); the few outside are gathered, those of many blocks, and then counted alike.
#if defined(MANTISSA_CPU_TALLY_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef MANTISSA_CPU_TALLY_INL_H
#undef MANTISSA_CPU_TALLY_INL_H
#else
#define MANTISSA_CPU_TALLY_INL_H
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstdint>

#include "engine/cpu/kept_places.h"

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
    bool subnormal = false;     ///< whether one of them is no zero
    double squares = 0;         ///< their sum, as far as fits_squares() says

    /// Whether FP32 held the squares: none infinite, and what is lost of those below 2^-126 (of numbers below 2^-63) is
    /// nothing beside that of the largest number, at least 2^-80.
    bool fits_squares() const { return largest >= (127u - 40u) << 23 && largest < (127u + 58u) << 23; }
};

#if HWY_TARGET == HWY_SCALAR  // no vectors of bytes

/// Exponent fields of the n floats that value(i) gives a vector of to bytes, their order mixed; n a multiple of four
/// vectors, at most tally_block.
template <bool squared, class F>
HWY_INLINE Fields StoreFields(std::int64_t n, std::uint8_t* bytes, const F& value) {
    Fields fields;
    const hn::ScalableTag<float> d;
    const hn::RebindToUnsigned<decltype(d)> du;
    for (std::int64_t i = 0; i < n; ++i) {
        const float x = hn::GetLane(value(i));
        if constexpr (squared) fields.squares += static_cast<double>(x) * static_cast<double>(x);
        const std::uint32_t size = hn::GetLane(hn::BitCast(du, value(i))) & 0x7FFFFFFFu;
        bytes[i] = static_cast<std::uint8_t>(size >> 23);
        fields.largest = std::max(fields.largest, size);
        fields.subnormal = fields.subnormal || (bytes[i] == 0 && size != 0);
        fields.empty += bytes[i] == 0 ? 1 : 0;
    }
    return fields;
}

/// A byte for each of n numbers, a multiple of four vectors, in the order of StoreFields(): 0 for zeros, else 1 to 24,
/// as the fields of subnormal numbers times 2^24 are. Returns how many are zero.
HWY_INLINE std::uint32_t StoreNonzero(const float* x, std::int64_t n, std::uint8_t* bytes) {
    const hn::ScalableTag<float> d;
    const hn::RebindToUnsigned<decltype(d)> du;
    std::uint32_t zero = 0;
    for (std::int64_t i = 0; i < n; ++i) {
        bytes[i] = hn::GetLane(hn::BitCast(du, hn::LoadU(d, x + i))) << 1 == 0 ? 0 : 1;
        zero += bytes[i] == 0 ? 1 : 0;
    }
    return zero;
}

/// table[b] += how many of the pending bytes are b, for every b but 0, or keeps them as scattered ones.
HWY_INLINE void CountBytes(PendingBytes& pending, std::uint32_t* table) {
    for (std::int64_t i = 0; i < pending.size; ++i) table[pending.bytes[i]] += pending.bytes[i] == 0 ? 0 : 1;
}

/// The same for the scattered bytes; there are none here.
HWY_INLINE void CountScattered(ScatteredBytes&, std::uint32_t*) {}

/// The largest of a vector's bytes.
template <class D8, class V>
HWY_INLINE std::uint32_t LargestByte(D8, V bytes) {
    return hn::GetLane(bytes);
}

#else

alignas(16) inline constexpr std::uint8_t bit_of_lower[16] = {1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0};
alignas(16) inline constexpr std::uint8_t bit_of_upper[16] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128};

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

/// The sum of a vector's lanes in FP64.
template <class D, class V>
HWY_INLINE double WideTotalOf(D d, V sum) {
    const hn::Half<D> dh;
    const hn::RepartitionToWide<D> dd;
    return hn::GetLane(hn::SumOfLanes(
        dd, hn::Add(hn::PromoteTo(dd, hn::LowerHalf(dh, sum)), hn::PromoteTo(dd, hn::UpperHalf(dh, sum)))));
}

template <bool squared, class F>
HWY_INLINE Fields StoreFields(std::int64_t n, std::uint8_t* bytes, const F& value) {
    const hn::ScalableTag<float> d;
    const hn::RebindToUnsigned<decltype(d)> du;
    const hn::Repartition<std::uint8_t, decltype(d)> d8;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const auto magnitude = hn::Set(du, 0x7FFFFFFFu), one = hn::Set(du, 1u);
    auto largest = hn::Zero(du), more = hn::Zero(du);
    auto least = magnitude, lesser = magnitude;  // of magnitudes less one, where zeros are the largest
    auto empty = hn::Zero(d8);
    auto s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0;  // a sum waits for the one before it
    for (std::int64_t i = 0; i < n; i += vectors_at_once * lanes) {
        const auto w = value(i), x = value(i + lanes), y = value(i + 2 * lanes), z = value(i + 3 * lanes);
        if constexpr (squared) {
            s0 = hn::MulAdd(w, w, s0);
            s1 = hn::MulAdd(x, x, s1);
            s2 = hn::MulAdd(y, y, s2);
            s3 = hn::MulAdd(z, z, s3);
        }
        const auto a = hn::And(hn::BitCast(du, w), magnitude);
        const auto b = hn::And(hn::BitCast(du, x), magnitude);
        const auto c = hn::And(hn::BitCast(du, y), magnitude);
        const auto e = hn::And(hn::BitCast(du, z), magnitude);
        largest = hn::Max(largest, hn::Max(a, b));
        more = hn::Max(more, hn::Max(c, e));
        least = hn::Min(least, hn::Min(hn::Sub(a, one), hn::Sub(b, one)));
        lesser = hn::Min(lesser, hn::Min(hn::Sub(c, one), hn::Sub(e, one)));
        const auto fields = ExponentBytes(du, a, b, c, e);
        empty = PlusOneIf(d8, empty, hn::Eq(fields, hn::Zero(d8)));
        hn::StoreU(fields, d8, bytes + i);
    }
    Fields found;
    found.largest = hn::GetLane(hn::MaxOfLanes(du, hn::Max(largest, more)));
    found.empty = TotalOfBytes(d8, empty);
    found.subnormal = hn::GetLane(hn::MinOfLanes(du, hn::Min(least, lesser))) < (1u << 23) - 1;
    if constexpr (squared) found.squares = WideTotalOf(d, hn::Add(hn::Add(s0, s1), hn::Add(s2, s3)));
    return found;
}

HWY_INLINE std::uint32_t StoreNonzero(const float* x, std::int64_t n, std::uint8_t* bytes) {
    const hn::ScalableTag<float> d;
    const hn::RebindToUnsigned<decltype(d)> du;
    const hn::ScalableTag<std::uint8_t> d8;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const auto most = hn::Set(du, 24u);
    auto zero = hn::Zero(d8);
    // by their bits, as in ZerosOf()
    const auto byte = [&](std::int64_t i)
                          HWY_ATTR { return hn::Min(hn::ShiftLeft<1>(hn::BitCast(du, hn::LoadU(d, x + i))), most); };
    for (std::int64_t i = 0; i < n; i += vectors_at_once * lanes) {
        const auto low = hn::Or(byte(i), hn::ShiftLeft<8>(byte(i + lanes)));
        const auto high = hn::Or(hn::ShiftLeft<16>(byte(i + 2 * lanes)), hn::ShiftLeft<24>(byte(i + 3 * lanes)));
        const auto four = hn::BitCast(d8, hn::Or(low, high));
        zero = PlusOneIf(d8, zero, hn::Eq(four, hn::Zero(d8)));
        hn::StoreU(four, d8, bytes + i);
    }
    return TotalOfBytes(d8, zero);
}

template <class D8, class V>
HWY_INLINE std::uint32_t LargestByte(D8 d8, V bytes) {
    const hn::Repartition<std::uint16_t, D8> d16;
    const auto pairs = hn::BitCast(d16, bytes);
    return hn::GetLane(
        hn::MaxOfLanes(d16, hn::Max(hn::ShiftRight<8>(pairs), hn::And(pairs, hn::Set(d16, std::uint16_t{0xFF})))));
}

/// Eight counters in each byte's place, one a bit: plane pK has the bit of value K of each.
template <class V>
struct BitPlanes {
    V p1, p2, p4, p8, p16, p32, p64;
};

/// sum + x + y: the lower bit to `sum`, returns the upper one.
template <class V>
HWY_INLINE V Carry(V& sum, V x, V y) {
    const V differ = hn::Xor(sum, x);
#if HWY_TARGET <= HWY_AVX3
    const V carry = hn::IfVecThenElse(differ, y, x);  // by bits; below by bytes
#else
    const V carry = hn::Or(hn::And(differ, y), hn::AndNot(differ, x));
#endif
    sum = hn::Xor3(sum, x, y);
    return carry;
}

/// The same for sum + x.
template <class V>
HWY_INLINE V Carry(V& sum, V x) {
    const V carry = hn::And(sum, x);
    sum = hn::Xor(sum, x);
    return carry;
}

/// Adds eight to the counters where `eight`.
template <class V>
HWY_INLINE void AddEight(BitPlanes<V>& sum, V eight) {
    sum.p64 = hn::Xor(sum.p64, Carry(sum.p32, Carry(sum.p16, Carry(sum.p8, eight))));
}

/// counts[k] += how many of n bytes are low + k, for k in [0, 16), modulo 256; n a multiple of the lanes.
// Not inlined: twice in one function, its adders became calls (weights counted in 36 us instead of 27).
inline HWY_NOINLINE void CountSixteen(const std::uint8_t* bytes, std::int64_t n, std::int32_t low,
                                      std::uint32_t* counts) {
    const hn::ScalableTag<std::uint8_t> d8;
    using V = hn::Vec<decltype(d8)>;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d8));
    const V lower_bit = hn::LoadDup128(d8, bit_of_lower), upper_bit = hn::LoadDup128(d8, bit_of_upper);
    const V minus_low = hn::Set(d8, static_cast<std::uint8_t>(-low));
    const V outside = hn::Set(d8, std::uint8_t{0x70}), index = hn::Set(d8, std::uint8_t{0x8F});
    const V none = hn::Zero(d8);
    constexpr std::int64_t at_once = 120;  // vectors: the planes count to 127
    for (std::int64_t begin = 0; begin < n; begin += at_once * lanes) {
        const std::int64_t end = std::min(n, begin + at_once * lanes);
        BitPlanes<V> lower{none, none, none, none, none, none, none}, upper = lower;
        const auto place = [&](std::int64_t i) HWY_ATTR {  // in the tables; outside of the sixteen with the upper bit
            return hn::And(hn::SaturatedAdd(hn::Add(hn::LoadU(d8, bytes + i), minus_low), outside), index);
        };
        std::int64_t i = begin;
        for (; i + 8 * lanes <= end; i += 8 * lanes) {
            const V a = place(i), b = place(i + lanes), c = place(i + 2 * lanes), d = place(i + 3 * lanes);
            const V e = place(i + 4 * lanes), f = place(i + 5 * lanes), g = place(i + 6 * lanes),
                    h = place(i + 7 * lanes);
            const auto add = [&](BitPlanes<V>& sum, V bit) HWY_ATTR {
                const auto of = [&](V at) HWY_ATTR { return hn::TableLookupBytesOr0(bit, at); };
                const V two = Carry(sum.p1, of(a), of(b)), two_more = Carry(sum.p1, of(c), of(d));
                const V four = Carry(sum.p2, two, two_more);
                const V two_again = Carry(sum.p1, of(e), of(f)), last_two = Carry(sum.p1, of(g), of(h));
                AddEight(sum, Carry(sum.p4, four, Carry(sum.p2, two_again, last_two)));
            };
            add(lower, lower_bit);
            add(upper, upper_bit);
        }
        for (; i < end; i += lanes) {
            const V at = place(i);
            const auto add = [&](BitPlanes<V>& sum, V bit) HWY_ATTR {
                const V one = hn::TableLookupBytesOr0(bit, at);
                AddEight(sum, Carry(sum.p4, Carry(sum.p2, Carry(sum.p1, one))));
            };
            add(lower, lower_bit);
            add(upper, upper_bit);
        }
        const bool many = end - begin > 31 * lanes;
        HWY_UNROLL(8)
        for (std::uint32_t k = 0; k < 8; ++k) {
            const V bit = hn::Set(d8, static_cast<std::uint8_t>(1u << k));
            const auto total = [&](const BitPlanes<V>& sum) HWY_ATTR {
                const auto ones = [&](V plane) HWY_ATTR {
                    return static_cast<std::uint32_t>(hn::CountTrue(d8, hn::TestBit(plane, bit)));
                };
                const std::uint32_t few =
                    ones(sum.p1) + 2 * ones(sum.p2) + 4 * ones(sum.p4) + 8 * ones(sum.p8) + 16 * ones(sum.p16);
                return many ? few + 32 * ones(sum.p32) + 64 * ones(sum.p64) : few;
            };
            counts[k] += total(lower);
            counts[k + 8] += total(upper);
        }
    }
}

/// Adds what CountSixteen() gives to table[low .. low + 15], of it [1, 255]; returns how many.
HWY_INLINE std::uint32_t AddSixteen(const std::uint8_t* bytes, std::int64_t n, std::int32_t low, std::uint32_t* table) {
    std::uint32_t counts[16] = {}, sum = 0;
    CountSixteen(bytes, n, low, counts);
    for (std::int32_t k = 0; k < 16; ++k) {
        if (low + k < 1 || low + k > 255) continue;
        table[low + k] += counts[k];
        sum += counts[k];
    }
    return sum;
}

/// Counts the scattered bytes, in windows of sixteen from the top down.
HWY_INLINE void CountScattered(ScatteredBytes& scattered, std::uint32_t* table) {
    const hn::ScalableTag<std::uint8_t> d8;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d8));
    const std::int64_t n = (scattered.size + lanes - 1) / lanes * lanes;
    std::fill(scattered.bytes.begin() + scattered.size, scattered.bytes.begin() + n, std::uint8_t{0});
    auto left = static_cast<std::uint32_t>(scattered.size);
    for (auto low = static_cast<std::int32_t>(scattered.top) - 15; left > 0 && low > -15; low -= 16)
        left -= AddSixteen(scattered.bytes.data(), n, low, table);
    scattered.size = scattered.top = 0;
}

/// Appends those of n bytes that are not 0 and not in [low, low + 16), `outside` of them, to the scattered ones, where
/// there is room.
HWY_INLINE void Scatter(const std::uint8_t* bytes, std::int64_t n, std::int32_t low, std::uint32_t outside,
                        ScatteredBytes& scattered) {
    const hn::ScalableTag<std::uint8_t> d8;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d8));
    const auto first = hn::Set(d8, static_cast<std::uint8_t>(low)), none = hn::Zero(d8);
    const auto fifteen = hn::Set(d8, std::uint8_t{15});
    std::uint8_t* to = scattered.bytes.data() + scattered.size;
    const auto each = [&](const auto& append) HWY_ATTR {
        for (std::int64_t i = 0; i < n; i += lanes) {
            const auto v = hn::LoadU(d8, bytes + i);
            append(i, v, hn::And(hn::Gt(hn::Sub(v, first), fifteen), hn::Ne(v, none)));
        }
    };
    if (outside > n / 64)
#if HWY_TARGET <= HWY_AVX3_DL
        each([&](std::int64_t, auto v, auto mask) HWY_ATTR {
            hn::StoreU(hn::Compress(v, mask), d8, to);
            to += hn::CountTrue(d8, mask);
        });
#else  // no instruction for bytes: eight at a time, by a table
        each([&](std::int64_t i, auto, auto mask) HWY_ATTR {
            const hn::CappedTag<std::uint8_t, 8> eight;
            std::uint8_t bits[HWY_MAX_BYTES / 8 + 8];  // StoreMaskBits may write eight
            hn::StoreMaskBits(d8, mask, bits);
            for (std::int64_t k = 0; k < lanes / 8; ++k) {
                const auto places = hn::LoadU(eight, kept_places[bits[k]].data());
                hn::StoreU(hn::TableLookupBytes(hn::LoadU(eight, bytes + i + 8 * k), places), eight, to);
                to += std::popcount(bits[k]);
            }
        });
#endif
    else
        each([&](std::int64_t i, auto, auto mask) HWY_ATTR {
            std::uint64_t words[HWY_MAX_BYTES / 64 + 1] = {};
            hn::StoreMaskBits(d8, mask, reinterpret_cast<std::uint8_t*>(words));
            for (std::int64_t w = 0; w * 64 < lanes; ++w)
                for (std::uint64_t bits = words[w]; bits != 0; bits &= bits - 1)
                    *to++ = bytes[i + 64 * w + __builtin_ctzll(bits)];
        });
    scattered.size = to - scattered.bytes.data();
}

HWY_INLINE void CountBytes(PendingBytes& pending, std::uint32_t* table) {
    if (pending.left == 0) return;
    ByteWindow& window = pending.window;
    if (window.low == 0) {
        window.low = pending.top > 15 ? static_cast<std::int32_t>(pending.top) - 15 : 1;
    } else if (window.missed) {
        CountScattered(pending.scattered, table);
        window.settle(table);
    }
    const std::uint32_t outside = pending.left - AddSixteen(pending.bytes.data(), pending.size, window.low, table);
    if (outside > 0) {
        ScatteredBytes& scattered = pending.scattered;
        if (scattered.size + outside > ScatteredBytes::room) CountScattered(scattered, table);
        Scatter(pending.bytes.data(), pending.size, window.low, outside, scattered);
        scattered.top = std::max(scattered.top, pending.top);
    }
    ++window.blocks;
    window.missed = outside > pending.size / 128 && (window.blocks & (window.blocks - 1)) == 0;
}

#endif

/// Counts all that is pending into `table`.
HWY_INLINE void CountAll(PendingBytes& pending, std::uint32_t* table) {
    CountBytes(pending, table);
    pending.size = 0;
    pending.left = pending.top = 0;
}

/// Where the next n bytes go, at most tally_block; then Append() them.
HWY_INLINE std::uint8_t* RoomFor(std::int64_t n, PendingBytes& pending, std::uint32_t* table) {
    if (pending.size + n > PendingBytes::room) CountAll(pending, table);
    return pending.bytes.data() + pending.size;
}

/// `left` of the n bytes are not 0, and none is larger than `top`.
HWY_INLINE void Append(std::int64_t n, std::uint32_t left, std::uint32_t top, PendingBytes& pending) {
    if (left == 0) return;
    pending.size += n;
    pending.left += left;
    pending.top = std::max(pending.top, top);
}

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
