// SPDX-License-Identifier: Apache-2.0
// Vectors classify and find the bins, a scalar loop increments them.
#include "engine/cpu/tally.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/cpu/tally.cpp"
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include "engine/cpu/round-inl.h"

#ifndef MANTISSA_CPU_TALLY_TYPES
#define MANTISSA_CPU_TALLY_TYPES
namespace mantissa {
namespace {

constexpr std::uint32_t infinity_bits = 0x7F800000u;

/// What the vectors counted in a block.
struct BlockCounts {
    std::uint32_t zero = 0, flushed = 0, subnormal = 0, overflow = 0, infinite = 0, nan = 0, largest = 0;
    double norm_squared = 0, lost_squared = 0;
};

struct UpdateBlock {
    std::uint32_t zero = 0, infinite = 0, nan = 0, with_master = 0, without_master = 0, largest = 0;
    double norm_squared = 0;
};

}  // namespace
}  // namespace mantissa
#endif

HWY_BEFORE_NAMESPACE();
namespace mantissa {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Sum of the squares of the finite x, or (`after` given) of those of them that became zero; n a multiple of the lanes.
HWY_INLINE double SquaresOf(const float* x, const float* after, std::int64_t n) {
    const hn::ScalableTag<double> dd;
    const hn::Rebind<float, decltype(dd)> df;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(dd));
    auto even = hn::Zero(dd), odd = hn::Zero(dd);
    const auto add = [&](auto& sum, std::int64_t i) HWY_ATTR {
        const auto value = hn::LoadU(df, x + i);
        auto keep = hn::IsFinite(value);
        if (after) keep = hn::And(keep, hn::Eq(hn::LoadU(df, after + i), hn::Zero(df)));
        const auto wide = hn::PromoteTo(dd, hn::IfThenElseZero(keep, value));
        sum = hn::MulAdd(wide, wide, sum);
    };
    std::int64_t i = 0;
    for (; i + 2 * lanes <= n; i += 2 * lanes) {
        add(even, i);
        add(odd, i + lanes);
    }
    for (; i < n; i += lanes) add(even, i);
    return hn::GetLane(hn::SumOfLanes(dd, hn::Add(even, odd)));
}

template <class DU, class V, class M>
HWY_INLINE void CountIf(DU du, V& sum, M mask) {
    sum = hn::Sub(sum, hn::VecFromMask(du, mask));
}

template <class DU, class V>
HWY_INLINE std::uint32_t TotalOf(DU du, V sum) {
    return hn::GetLane(hn::SumOfLanes(du, sum));
}

/// Counts what is counted of every x, and calls more(i, v, size, is_zero, finite) for each vector v of them: the bits
/// of |v| and where it is zero, where neither an infinity nor NaN. n is a multiple of the lanes.
template <class Counts, class F>
HWY_INLINE void Classify(const float* x, std::int64_t n, Counts& counts, const F& more) {
    const hn::ScalableTag<float> d;
    const hn::RebindToUnsigned<decltype(d)> du;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const auto magnitude_mask = hn::Set(du, 0x7FFFFFFFu), infinity = hn::Set(du, infinity_bits), none = hn::Zero(du);
    auto zero = none, infinite = none, nan = none, largest = none;
    for (std::int64_t i = 0; i < n; i += lanes) {
        const auto v = hn::LoadU(d, x + i);
        const auto size = hn::And(hn::BitCast(du, v), magnitude_mask);
        const auto is_zero = hn::Eq(size, none), finite = hn::Lt(size, infinity);
        CountIf(du, zero, is_zero);
        CountIf(du, infinite, hn::Eq(size, infinity));
        CountIf(du, nan, hn::Gt(size, infinity));
        largest = hn::Max(largest, hn::IfThenElseZero(finite, size));
        more(i, v, size, is_zero, finite);
    }
    counts.zero = TotalOf(du, zero);
    counts.infinite = TotalOf(du, infinite);
    counts.nan = TotalOf(du, nan);
    counts.largest = hn::GetLane(hn::MaxOfLanes(du, largest));
    counts.norm_squared = SquaresOf(x, nullptr, n);
}

/// n is a multiple of the lanes. exponents[i]: the exponent field of before[i].
void ClassifyBlock(const float* before, const float* after, std::int64_t n, float smallest_normal,
                   std::uint8_t* exponents, BlockCounts& counts) {
    const hn::ScalableTag<float> d;
    const hn::RebindToUnsigned<decltype(d)> du;
    const hn::RebindToSigned<decltype(d)> di;
    const hn::Rebind<std::uint8_t, decltype(d)> d8;
    const auto magnitude_mask = hn::Set(du, 0x7FFFFFFFu), infinity = hn::Set(du, infinity_bits), none = hn::Zero(du);
    const auto normal = hn::BitCast(du, hn::Set(d, smallest_normal));
    auto flushed = none, subnormal = none, overflow = none;
    Classify(before, n, counts, [&](std::int64_t i, auto, auto size, auto is_zero, auto finite) HWY_ATTR {
        const auto rounded = hn::And(hn::BitCast(du, hn::LoadU(d, after + i)), magnitude_mask);
        hn::StoreU(hn::DemoteTo(d8, hn::BitCast(di, hn::ShiftRight<23>(size))), d8, exponents + i);
        CountIf(du, flushed, hn::AndNot(is_zero, hn::Eq(rounded, none)));
        CountIf(du, subnormal, hn::And(hn::Ne(rounded, none), hn::Lt(rounded, normal)));
        CountIf(du, overflow, hn::And(finite, hn::Eq(rounded, infinity)));
    });
    counts.flushed = TotalOf(du, flushed);
    counts.subnormal = TotalOf(du, subnormal);
    counts.overflow = TotalOf(du, overflow);
    if (counts.flushed > 0) counts.lost_squared = SquaresOf(before, after, n);
}

/// The same for updates: bins of |change| and of its ratio to half the gap at the weight; 255 where there is none.
void ClassifyUpdates(const float* weight, const float* change, std::int64_t n, const RoundParams& narrow,
                     int min_exponent, int max_exponent, int fraction_bits, std::uint8_t* magnitude_bins,
                     std::uint8_t* ratio_bins, UpdateBlock& counts) {
    const hn::ScalableTag<float> d;
    const hn::RebindToUnsigned<decltype(d)> du;
    const hn::RebindToSigned<decltype(d)> di;
    const hn::Rebind<std::uint8_t, decltype(d)> d8;
    const auto none = hn::Zero(du);
    const auto bias = hn::Set(di, 127), shift = hn::Set(di, -UpdateCounts::first_bin), least = hn::Zero(di);
    const auto most = hn::Set(di, UpdateCounts::bin_count - 1), nowhere = hn::Set(di, 255);
    auto with_master = none, without_master = none;
    Classify(change, n, counts, [&](std::int64_t i, auto c, auto size, auto is_zero, auto finite) HWY_ATTR {
        const auto w = hn::LoadU(d, weight + i);
        const auto counted = hn::AndNot(is_zero, finite);
        const auto stored = RoundTo(d, w, narrow);
        CountIf(du, with_master, hn::And(counted, hn::RebindMask(du, hn::Eq(hn::Sub(w, c), w))));
        CountIf(du, without_master,
                hn::And(counted, hn::RebindMask(du, hn::Eq(RoundTo(d, hn::Sub(stored, c), narrow), stored))));
        // a subnormal change is its bits times 2^-149: as a number, those bits have its exponent in their field
        const auto as_number = hn::BitCast(du, hn::ConvertTo(d, hn::BitCast(di, size)));
        const auto is_subnormal = hn::Lt(size, hn::Set(du, 0x00800000u));
        const auto exponent =
            hn::Sub(hn::BitCast(di, hn::ShiftRight<23>(hn::IfThenElse(is_subnormal, as_number, size))),
                    hn::IfThenElse(hn::RebindMask(di, is_subnormal), hn::Set(di, 127 + 149), bias));
        const auto stored_size = hn::And(hn::BitCast(du, stored), hn::Set(du, 0x7FFFFFFFu));
        const auto at_weight = hn::Sub(hn::BitCast(di, hn::ShiftRight<23>(stored_size)), bias);
        const auto half_ulp = hn::Sub(hn::Min(hn::Max(at_weight, hn::Set(di, min_exponent)), hn::Set(di, max_exponent)),
                                      hn::Set(di, fraction_bits + 1));
        const auto bin = [&](auto value) HWY_ATTR {
            const auto inside = hn::Min(hn::Max(hn::Add(value, shift), least), most);
            return hn::DemoteTo(d8, hn::IfThenElse(hn::RebindMask(di, counted), inside, nowhere));
        };
        hn::StoreU(bin(exponent), d8, magnitude_bins + i);
        hn::StoreU(bin(hn::Sub(exponent, half_ulp)), d8, ratio_bins + i);
    });
    counts.with_master = TotalOf(du, with_master);
    counts.without_master = TotalOf(du, without_master);
}

std::int64_t VectorLanes() {
    return static_cast<std::int64_t>(hn::Lanes(hn::ScalableTag<float>()));
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mantissa {
HWY_EXPORT(ClassifyBlock);
HWY_EXPORT(ClassifyUpdates);
HWY_EXPORT(VectorLanes);

namespace {

/// Counts n bytes in tables that take turns; eight are loaded at a time, since the loads would cost as much as the
/// rest.
void count_bytes(const std::uint8_t* bytes, std::int64_t n, std::array<std::array<std::uint32_t, 256>, 4>& tables) {
    std::int64_t i = 0;
    for (; i + 8 <= n; i += 8) {
        std::uint64_t eight;
        std::memcpy(&eight, bytes + i, sizeof eight);
        [&]<std::size_t... k>(std::index_sequence<k...>) {
            (++tables[k & 3][(eight >> (8 * k)) & 255], ...);
        }
        (std::make_index_sequence<8>());
    }
    for (; i < n; ++i) ++tables[static_cast<std::size_t>(i & 3)][bytes[i]];
}

}  // namespace

void Tally::add_to(MagnitudeHistogram& histogram) const {
    for (std::size_t exponent = 0; exponent < 255; ++exponent) {
        std::uint32_t count = 0;
        for (const auto& table : by_exponent) count += table[exponent];
        if (exponent == 0) count -= static_cast<std::uint32_t>(zero);  // zeros share the field of FP32's subnormals
        const int bin = static_cast<int>(exponent) - 127 - MagnitudeHistogram::first_bin;
        histogram.bins[static_cast<std::size_t>(std::clamp(bin, 0, MagnitudeHistogram::bin_count - 1))] += count;
    }
    histogram.elements += elements;
    histogram.zero += zero;
    histogram.flushed += flushed;
    histogram.subnormal += subnormal;
    histogram.overflow += overflow;
    histogram.infinite += infinite;
    histogram.nan += nan;
    histogram.norm_squared += norm_squared;
    histogram.lost_squared += lost_squared;
    histogram.largest = std::max(histogram.largest, std::bit_cast<float>(largest));
}

void tally_magnitudes(const float* before, const float* after, std::int64_t n, float smallest_normal, Tally& tally) {
    std::array<std::uint8_t, tally_block> exponents;
    const std::int64_t lanes = HWY_DYNAMIC_DISPATCH(VectorLanes)();
    const auto add = [&](const float* b, const float* a, std::int64_t count, std::int64_t elements) {
        BlockCounts counts;
        HWY_DYNAMIC_DISPATCH(ClassifyBlock)(b, a, count, smallest_normal, exponents.data(), counts);
        tally.elements += static_cast<std::uint64_t>(elements);
        tally.zero += counts.zero - static_cast<std::uint32_t>(count - elements);
        tally.flushed += counts.flushed;
        tally.subnormal += counts.subnormal;
        tally.overflow += counts.overflow;
        tally.infinite += counts.infinite;
        tally.nan += counts.nan;
        tally.largest = std::max(tally.largest, counts.largest);
        tally.norm_squared += counts.norm_squared;
        tally.lost_squared += counts.lost_squared;
        count_bytes(exponents.data(), elements, tally.by_exponent);
    };
    const std::int64_t whole = n / lanes * lanes;
    if (whole > 0) add(before, after, whole, whole);
    if (whole == n) return;
    std::array<float, 64> rest_before{}, rest_after{};  // filled up with zeros, which are not counted
    std::copy(before + whole, before + n, rest_before.begin());
    std::copy(after + whole, after + n, rest_after.begin());
    add(rest_before.data(), rest_after.data(), lanes, n - whole);
}

void UpdateTally::add_to(UpdateCounts& sum) const {
    sum += counts;
    for (std::size_t bin = 0; bin < UpdateCounts::bin_count; ++bin)
        for (std::size_t turn = 0; turn < by_ratio.size(); ++turn) {
            sum.magnitude.bins[bin] += by_magnitude[turn][bin];
            sum.ratio_bins[bin] += by_ratio[turn][bin];
        }
}

void tally_updates(const float* weight, const float* change, std::int64_t n, const FloatFormat& narrow,
                   UpdateTally& tally) {
    const std::int64_t lanes = HWY_DYNAMIC_DISPATCH(VectorLanes)(), whole = n / lanes * lanes;
    std::array<std::uint8_t, tally_block> magnitude_bins, ratio_bins;
    UpdateBlock block;
    HWY_DYNAMIC_DISPATCH(ClassifyUpdates)
    (weight, change, whole, RoundParams(narrow, Rounding::nearest_even), narrow.min_exponent(), narrow.max_exponent(),
     narrow.fraction_bits, magnitude_bins.data(), ratio_bins.data(), block);
    if (whole > 0) {
        UpdateCounts& counts = tally.counts;
        MagnitudeHistogram& m = counts.magnitude;
        m.elements += static_cast<std::uint64_t>(whole);
        m.zero += block.zero;
        m.infinite += block.infinite;
        m.nan += block.nan;
        m.norm_squared += block.norm_squared;
        m.largest = std::max(m.largest, std::bit_cast<float>(block.largest));
        counts.nonzero += static_cast<std::uint64_t>(whole) - block.zero - block.infinite - block.nan;
        counts.lost_with_master += block.with_master;
        counts.lost_without_master += block.without_master;
        count_bytes(magnitude_bins.data(), whole, tally.by_magnitude);
        count_bytes(ratio_bins.data(), whole, tally.by_ratio);
    }
    for (std::int64_t i = whole; i < n; ++i) count_update(weight[i], change[i], narrow, tally.counts);
}

}  // namespace mantissa
#endif
