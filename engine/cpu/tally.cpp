// SPDX-License-Identifier: Apache-2.0
// Histograms of casts. Most of what is counted follows from the exponents of a block: only where some of them are at
// the ends of FP32 or of the format are the numbers themselves looked at again.
#define HWY_WANT_AVX3_DL  // it compresses vectors of bytes
#include "engine/cpu/tally.h"

#include <algorithm>
#include <bit>
#include <numeric>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/cpu/tally.cpp"
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include "engine/cpu/tally-inl.h"

#ifndef MANTISSA_CPU_TALLY_TYPES
#define MANTISSA_CPU_TALLY_TYPES
namespace mantissa {
namespace {

struct ResultCounts {
    std::uint64_t zero = 0, small = 0, infinite = 0;  ///< small: less than the smallest normal number, so zeros as well
};

}  // namespace
}  // namespace mantissa
#endif

HWY_BEFORE_NAMESPACE();
namespace mantissa {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Infinities, NaN and the largest finite magnitude of x.
void CountNonfinite(const float* x, std::int64_t n, Tally& tally) {
    const hn::ScalableTag<float> d;
    const hn::RebindToUnsigned<decltype(d)> du;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const auto magnitude = hn::Set(du, 0x7FFFFFFFu), infinity = hn::Set(du, 0x7F800000u), none = hn::Zero(du);
    auto infinite = none, nan = none, largest = none;
    for (std::int64_t i = 0; i < n; i += lanes) {
        const auto size = hn::And(hn::BitCast(du, hn::LoadU(d, x + i)), magnitude);
        infinite = PlusOneIf(du, infinite, hn::Eq(size, infinity));
        nan = PlusOneIf(du, nan, hn::Gt(size, infinity));
        largest = hn::Max(largest, hn::IfThenElseZero(hn::Lt(size, infinity), size));
    }
    tally.infinite += TotalOf(du, infinite);
    tally.nan += TotalOf(du, nan);
    tally.largest = std::max(tally.largest, hn::GetLane(hn::MaxOfLanes(du, largest)));
}

/// Adds what n results of a cast are; n a multiple of four vectors.
void CountResults(const float* after, std::int64_t n, float smallest_normal, ResultCounts& counts) {
    const hn::ScalableTag<float> d;
    const hn::RebindToUnsigned<decltype(d)> du;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const auto magnitude = hn::Set(du, 0x7FFFFFFFu), infinity = hn::Set(du, 0x7F800000u), none = hn::Zero(du);
    const auto normal = hn::BitCast(du, hn::Set(d, smallest_normal));
    auto zero = none, small = none, infinite = none;
    for (std::int64_t i = 0; i < n; i += lanes) {
        const auto size = hn::And(hn::BitCast(du, hn::LoadU(d, after + i)), magnitude);
        zero = PlusOneIf(du, zero, hn::Eq(size, none));
        small = PlusOneIf(du, small, hn::Lt(size, normal));
        infinite = PlusOneIf(du, infinite, hn::Eq(size, infinity));
    }
    counts.zero += TotalOf(du, zero);
    counts.small += TotalOf(du, small);
    counts.infinite += TotalOf(du, infinite);
}

/// Sum of the squares of n numbers that became zero; n a multiple of four vectors.
double LostSquares(const float* before, const float* after, std::int64_t n) {
    return SquaresOf(before, n, [&](auto df, std::int64_t i, auto v) HWY_ATTR {
        return hn::IfThenElseZero(hn::Eq(hn::LoadU(df, after + i), hn::Zero(df)), v);
    });
}

/// n is a multiple of four vectors; the last `padding` of them are zeros that are not counted.
bool CountMagnitudes(const float* before, std::int64_t n, std::int64_t padding, const RoundParams& rounding,
                     Tally& tally) {
    const hn::ScalableTag<float> d;
    std::uint8_t* const bytes = RoomFor(n, tally.exponents, tally.by_exponent.data());
    const Fields fields =
        StoreFields<true>(n, bytes, [&](std::int64_t i) HWY_ATTR { return hn::LoadU(d, before + i); });
    const std::uint32_t top = fields.largest >> 23;
    const std::uint32_t zeros = fields.subnormal ? ZerosOf(before, n) : fields.empty, subnormal = fields.empty - zeros;
    if (top == 255) {
        CountNonfinite(before, n, tally);
        tally.norm_squared += SquaresOf(
            before, n, [](auto, std::int64_t, auto v) HWY_ATTR { return hn::IfThenElseZero(hn::IsFinite(v), v); });
    } else {
        tally.largest = std::max(tally.largest, fields.largest);
        tally.norm_squared += fields.fits_squares() ? fields.squares : SquaresOf(before, n);
    }
    tally.elements += static_cast<std::uint64_t>(n - padding);
    tally.zero += zeros - static_cast<std::uint64_t>(padding);
    tally.by_exponent[0] += subnormal;
    Append(n, static_cast<std::uint32_t>(n) - fields.empty, top, tally.exponents);
    if (rounding.identity) {
        tally.subnormal += subnormal;
        return true;
    }
    // With FP32's exponents a cast makes zeros and subnormals of subnormals only, infinities of the largest only.
    return rounding.smallest_normal == 0x1p-126f && subnormal == 0 && top < 254;
}

void CountPending(PendingBytes& pending, std::uint32_t* table) {
    CountAll(pending, table);
    if (pending.scattered.size > 0) CountScattered(pending.scattered, table);
}

std::int64_t TallyGrain() {
    return vectors_at_once * static_cast<std::int64_t>(hn::Lanes(hn::ScalableTag<float>()));
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mantissa {
HWY_EXPORT(CountResults);
HWY_EXPORT(LostSquares);
HWY_EXPORT(CountMagnitudes);
HWY_EXPORT(CountPending);
HWY_EXPORT(TallyGrain);

void ByteWindow::settle(const std::uint32_t* table) {
    std::uint32_t sum = std::accumulate(table + 1, table + 17, 0u), most = sum;
    low = 1;
    for (std::int32_t first = 2; first + 15 < 255; ++first) {  // 255: infinities and NaN
        sum += table[first + 15] - table[first - 1];
        if (sum > most) {
            most = sum;
            low = first;
        }
    }
}

void count_pending(PendingBytes& pending, std::uint32_t* table) {
    if (pending.size + pending.scattered.size > 0) HWY_DYNAMIC_DISPATCH(CountPending)(pending, table);
}

void Tally::add_to(MagnitudeHistogram& histogram) {
    if (elements == 0) return;  // of a part that had nothing to do
    count_pending(exponents, by_exponent.data());
    constexpr std::size_t lowest = 127 + MagnitudeHistogram::first_bin;  // the field of the first bin
#pragma omp simd
    for (std::size_t bin = 0; bin < histogram.bins.size(); ++bin) histogram.bins[bin] += by_exponent[lowest + bin];
    for (std::size_t exponent = 0; exponent < lowest; ++exponent) histogram.bins.front() += by_exponent[exponent];
    for (std::size_t exponent = lowest + histogram.bins.size(); exponent < 255; ++exponent)  // 255: infinities and NaN
        histogram.bins.back() += by_exponent[exponent];
    histogram.elements += elements;
    histogram.zero += zero;
    histogram.flushed += flushed;
    histogram.subnormal += subnormal;
    histogram.overflow += overflow;
    histogram.infinite += infinite;
    histogram.nan += nan;
    histogram.norm_squared += norm_squared;
    histogram.lost_squared += std::min(lost_squared, norm_squared);  // which are rounded in different ways
    histogram.largest = std::max(histogram.largest, std::bit_cast<float>(largest));
}

namespace {

/// The elements that fill no four vectors, and zeros in place of those that are missing.
struct Rest {
    std::array<float, 256> values{};  // as many as the longest vectors that there are

    Rest(const float* from, std::int64_t n) { std::copy_n(from, n, values.begin()); }
};

}  // namespace

std::int64_t tally_grain() {
    return HWY_DYNAMIC_DISPATCH(TallyGrain)();
}

bool tally_magnitudes(const float* before, std::int64_t n, const RoundParams& rounding, Tally& tally) {
    const std::int64_t grain = tally_grain(), whole = n / grain * grain, rest = n - whole;
    bool complete = true;
    if (whole > 0) complete = HWY_DYNAMIC_DISPATCH(CountMagnitudes)(before, whole, 0, rounding, tally);
    if (rest == 0) return complete;
    const Rest last(before + whole, rest);
    return HWY_DYNAMIC_DISPATCH(CountMagnitudes)(last.values.data(), grain, grain - rest, rounding, tally) && complete;
}

void tally_cast(const float* before, const float* after, std::int64_t n, float smallest_normal, std::uint64_t zeros,
                std::uint64_t infinities, Tally& tally) {
    const std::int64_t grain = tally_grain(), whole = n / grain * grain, rest = n - whole;
    const std::int64_t padding = rest > 0 ? grain - rest : 0;
    ResultCounts counts;
    HWY_DYNAMIC_DISPATCH(CountResults)(after, whole, smallest_normal, counts);
    if (rest > 0)
        HWY_DYNAMIC_DISPATCH(CountResults)(Rest(after + whole, rest).values.data(), grain, smallest_normal, counts);
    tally.subnormal += counts.small - counts.zero;
    tally.overflow += counts.infinite - infinities;
    const std::uint64_t flushed = counts.zero - static_cast<std::uint64_t>(padding) - zeros;
    if (flushed == 0) return;
    tally.flushed += flushed;
    tally.lost_squared += HWY_DYNAMIC_DISPATCH(LostSquares)(before, after, whole);
    if (rest > 0)
        tally.lost_squared += HWY_DYNAMIC_DISPATCH(LostSquares)(Rest(before + whole, rest).values.data(),
                                                                Rest(after + whole, rest).values.data(), grain);
}

}  // namespace mantissa
#endif
