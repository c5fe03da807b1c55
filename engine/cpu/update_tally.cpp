// SPDX-License-Identifier: Apache-2.0
// Histograms of updates: their magnitudes, their ratio to half the gap between numbers at the weight, and those that
// are lost. The ratio's bin is a difference of exponents and is taken in bytes, 64 at a time with AVX-512.
#define HWY_WANT_AVX3_DL  // it compresses vectors of bytes
#include <algorithm>
#include <bit>

#include "engine/cpu/tally.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/cpu/update_tally.cpp"
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include "engine/cpu/round-inl.h"
#include "engine/cpu/storage-inl.h"
#include "engine/cpu/tally-inl.h"

#ifndef MANTISSA_CPU_UPDATE_TALLY_TYPES
#define MANTISSA_CPU_UPDATE_TALLY_TYPES
namespace mantissa {
namespace {

/// The format in which weights are multiplied, as the counting needs it.
struct NarrowFormat {
    RoundParams rounding;
    std::uint8_t lowest = 0, highest = 0;  ///< exponent fields, of FP32, of its normal numbers
    std::uint8_t zero_ratio = 0;           ///< bin of a ratio for which both exponents are equal

    explicit NarrowFormat(const FloatFormat& format)
        : rounding(format, Rounding::nearest_even),
          lowest(static_cast<std::uint8_t>(format.min_exponent() + 127)),
          highest(static_cast<std::uint8_t>(format.max_exponent() + 127)),
          zero_ratio(static_cast<std::uint8_t>(format.fraction_bits + 1 - UpdateCounts::first_bin)) {}
};

}  // namespace
}  // namespace mantissa
#endif

HWY_BEFORE_NAMESPACE();
namespace mantissa {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Calls f(round) where round(d, x) is RoundTo(d, x, rounding); but BF16 may make any number of NaN.
template <class F>
HWY_INLINE void WithRounding(const RoundParams& rounding, const F& f) {
    if (rounding.identity) return f([](auto, auto x) HWY_ATTR { return x; });
    if (!rounding.upper_half()) return f([&](auto d, auto x) HWY_ATTR { return RoundTo(d, x, rounding); });
    f([](auto d, auto x) HWY_ATTR {
        const hn::RebindToUnsigned<decltype(d)> du;
        return hn::BitCast(d, hn::And(RoundUpperHalf(du, hn::BitCast(du, x)), hn::Set(du, 0xFFFF0000u)));
    });
}

/// How many changes that are not 0 leave the weights as they are, both rounded to a format. The changes are finite.
std::uint32_t LostIn(const float* weight, const float* change, std::int64_t n, const RoundParams& given) {
    const hn::ScalableTag<float> d;
    const hn::RebindToUnsigned<decltype(d)> du;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const RoundParams rounding = given;
    auto lost = hn::Zero(du);
    WithRounding(rounding, [&](const auto& round) HWY_ATTR {
        for (std::int64_t i = 0; i < n; i += lanes) {
            const auto w = hn::LoadU(d, weight + i), c = hn::LoadU(d, change + i), stored = round(d, w);
            const auto same = hn::And(hn::Eq(round(d, hn::Sub(stored, c)), stored), hn::Eq(w, w));  // NaN changes
            lost = PlusOneIf(du, lost, hn::RebindMask(du, hn::And(hn::Ne(c, hn::Zero(d)), same)));
        }
    });
    return TotalOf(du, lost);
}

/// n is a multiple of four vectors. False, and nothing counted, where a change is infinite or NaN.
bool TallyUpdateBlock(const float* weight, const float* change, std::int64_t n, const NarrowFormat& narrow,
                      UpdateTally& tally) {
    const hn::ScalableTag<float> d;
    const hn::ScalableTag<std::uint8_t> d8;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d8));
    HWY_ALIGN std::uint8_t at_weight[tally_block], scaled[tally_block];
    Tally& magnitude = tally.magnitude;
    std::uint8_t* const exponents = RoomFor(n, magnitude.exponents, magnitude.by_exponent.data());
    std::uint8_t* const bins = RoomFor(n, tally.ratios, tally.by_ratio.data());
    const Fields fields =
        StoreFields<true>(n, exponents, [&](std::int64_t i) HWY_ATTR { return hn::LoadU(d, change + i); });
    const std::uint32_t top = fields.largest >> 23;
    if (top == 255) return false;
    const RoundParams rounding = narrow.rounding;
    WithRounding(rounding, [&](const auto& round) HWY_ATTR {
        StoreFields<false>(n, at_weight, [&](std::int64_t i) HWY_ATTR { return round(d, hn::LoadU(d, weight + i)); });
    });
    const auto lowest = hn::Set(d8, narrow.lowest), highest = hn::Set(d8, narrow.highest);
    const auto zero_ratio = hn::Set(d8, narrow.zero_ratio), none = hn::Zero(d8), one = hn::Set(d8, std::uint8_t{1});
    const auto last = hn::Set(d8, static_cast<std::uint8_t>(UpdateCounts::bin_count - 1));
    const auto gap_at = [&](std::int64_t i)
                            HWY_ATTR { return hn::Min(hn::Max(hn::LoadU(d8, at_weight + i), lowest), highest); };
    std::uint32_t zeros = fields.empty;
    if (fields.subnormal) {
        zeros = StoreNonzero(change, n, scaled);
        // Most weights are so large that every subnormal change has a ratio in the first bin.
        auto near = none;
        for (std::int64_t i = 0; i < n; i += lanes) near = hn::Max(near, hn::SaturatedSub(zero_ratio, gap_at(i)));
        // The exponent of a subnormal change is that of 2^24 times it, less 24: a field of 0 or below.
        if (LargestByte(d8, near) > 0)
            StoreFields<false>(n, scaled, [&](std::int64_t i) HWY_ATTR {
                const auto c = hn::LoadU(d, change + i);
                const auto up = hn::Mul(c, hn::Set(d, 0x1p24f));
                return hn::IfThenElseZero(hn::Lt(hn::Abs(c), hn::Set(d, 0x1p-126f)), up);
            });
    }
    auto largest = none;
    for (std::int64_t i = 0; i < n; i += lanes) {
        const auto exponent = hn::LoadU(d8, exponents + i);
        const auto gap = gap_at(i);
        auto above = hn::SaturatedSub(exponent, gap), below = hn::SaturatedSub(gap, exponent);  // one of them is 0
        auto is_zero = hn::Eq(exponent, none);
        if (fields.subnormal) {
            const auto field = hn::LoadU(d8, scaled + i);
            const auto deficit = hn::Sub(hn::Set(d8, std::uint8_t{24}), field);
            below = hn::IfThenElse(is_zero, hn::SaturatedAdd(below, deficit), below);
            is_zero = hn::And(is_zero, hn::Eq(field, none));
        }
        const auto bin = hn::Min(hn::SaturatedSub(hn::SaturatedAdd(above, zero_ratio), below), last);
        const auto moved = hn::IfThenZeroElse(is_zero, hn::Add(bin, one));
        largest = hn::Max(largest, moved);
        hn::StoreU(moved, d8, bins + i);
    }
    const auto count = static_cast<std::uint32_t>(n);
    magnitude.elements += count;
    magnitude.zero += zeros;
    magnitude.largest = std::max(magnitude.largest, fields.largest);
    magnitude.norm_squared += fields.fits_squares() ? fields.squares : SquaresOf(change, n);
    magnitude.by_exponent[0] += fields.empty - zeros;
    Append(n, count - fields.empty, top, magnitude.exponents);
    tally.counts.nonzero += count - zeros;
    Append(n, count - zeros, LargestByte(d8, largest), tally.ratios);
    return true;
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mantissa {
HWY_EXPORT(LostIn);
HWY_EXPORT(TallyUpdateBlock);

void UpdateTally::add_to(UpdateCounts& sum) {
    count_pending(ratios, by_ratio.data());
    sum += counts;
    magnitude.add_to(sum.magnitude);
#pragma omp simd
    for (std::size_t bin = 0; bin < UpdateCounts::bin_count; ++bin) sum.ratio_bins[bin] += by_ratio[bin + 1];
}

void tally_updates(const float* weight, const float* change, std::int64_t n, const FloatFormat& narrow,
                   const FloatFormat& stored, std::optional<std::uint64_t> lost, UpdateTally& tally) {
    const std::int64_t grain = tally_grain();
    const NarrowFormat format(narrow);
    std::int64_t done = n / grain * grain;
    if (done > 0 && !HWY_DYNAMIC_DISPATCH(TallyUpdateBlock)(weight, change, done, format, tally)) done = 0;
    if (done > 0) {
        const auto lost_in = [&](const RoundParams& rounding, bool known) -> std::uint64_t {
            return known && lost ? *lost : HWY_DYNAMIC_DISPATCH(LostIn)(weight, change, done, rounding);
        };
        const std::uint64_t with_master = lost_in({}, stored == fp32 && done == n);
        tally.counts.lost_with_master += with_master;
        tally.counts.lost_without_master +=
            narrow == fp32 ? with_master : lost_in(format.rounding, stored == narrow && done == n);
    }
    for (std::int64_t i = done; i < n; ++i) count_update(weight[i], change[i], narrow, tally.counts);
}

}  // namespace mantissa
#endif
