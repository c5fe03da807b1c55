// SPDX-License-Identifier: Apache-2.0
// Rounding and counting over rows. Counts are of integers, so the order of threads cannot change them; the norms of a
// histogram are summed by part and then in the order of the parts. Which algorithm makes a row:
//
//   cast asks for            target format, rounding            from, to          algorithm
//   -----------------------  ---------------------------------  ----------------  -------------------------------------
//   nothing, no bias         FP32                               dst is src        none: cast_rows() returns at once
//   a histogram              any                                any               cast_and_tally(): tallies a block
//   no histogram             none that vectors serve            any               (cpu/tally.h), then rounds it
//   flush counts             BF16 to nearest even               FP32 to FP32      CastToUpperHalf<true>, reads twice
//   flush counts or none     BF16 to nearest even               FP32 to BF16      CastToUpperHalf, halves of pairs
//   flush counts             FP16 to nearest even               any to FP32       CastFinite: first looks for overflow
//   all else                 any that vectors serve             any               CastRow: rounds and counts at once
//
// CastToUpperHalf and CastFinite leave to CastRow what does not fill their vectors, and blocks with numbers at the ends
// of the format. Vectors do not serve stochastic rounding, formats without infinity, and ties away from zero to formats
// with fewer exponents than FP32 (RoundParams::serves()): those are rounded number by number. cast_rows() is for whole
// arrays; PieceCast does the same with pieces as threads produce them.
#include "engine/cpu/cast_rows.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <type_traits>

#include "engine/base/error.h"
#include "engine/cpu/parallel.h"
#include "engine/cpu/round_params.h"
#include "engine/cpu/tally.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/cpu/cast_rows.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "engine/cpu/round-inl.h"
#include "engine/cpu/storage-inl.h"
#include "engine/cpu/tally-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mantissa {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// One row; adds to `counts` where `counted`. Counts are kept in vectors: taking the number of true lanes at each step
/// would cost more than the rounding.
template <bool counted, class From, class To>
HWY_INLINE void CastRow(const From* src, const float* bias, To* dst, std::int64_t columns, const RoundParams& given,
                        FlushCounts& counts) {
    const RoundParams params = given;  // a copy stays in registers; for all the compiler knows dst may be its memory
    const hn::ScalableTag<float> d;
    const hn::CappedTag<float, 1> d1;
    const auto run = [&](auto tag, std::int64_t begin, std::int64_t step, std::int64_t steps) HWY_ATTR {
        const hn::RebindToUnsigned<decltype(tag)> du;
        auto zero = hn::Zero(du), infinite = zero, zero_after = zero, infinite_after = zero;  // infinite: or NaN
        const auto add = [&](auto& sum, auto mask) HWY_ATTR { sum = PlusOneIf(du, sum, hn::RebindMask(du, mask)); };
        for (std::int64_t n = 0, i = begin; n < steps; ++n, i += step) {
            auto x = LoadNumbers(tag, src + i);
            if (bias) x = hn::Add(x, hn::LoadU(tag, bias + i));
            const auto rounded = RoundTo(tag, x, params);
            if constexpr (counted) {
                add(zero, hn::Eq(x, hn::Zero(tag)));
                add(infinite, hn::Not(hn::IsFinite(x)));
                add(zero_after, hn::Eq(rounded, hn::Zero(tag)));
                add(infinite_after, hn::Not(hn::IsFinite(rounded)));
            }
            StoreNumbers(tag, rounded, dst + i);
        }
        if constexpr (counted) {
            const std::uint32_t zeros = TotalOf(du, zero);
            counts.nonzero += static_cast<std::uint64_t>(steps * step) - zeros - TotalOf(du, infinite);
            counts.flushed += TotalOf(du, zero_after) - zeros;
            counts.nonfinite += TotalOf(du, infinite_after);
        }
    };
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const std::int64_t vectors = columns / lanes, rest = vectors * lanes;
    if (vectors > 0) run(d, 0, lanes, vectors);
    if (rest < columns) run(d1, rest, 1, columns - rest);
}

/// The first numbers of a row as BF16 (or as FP32 on its grid, where dst may be src), as many as fill pairs of vectors;
/// returns how many. A block that has numbers at the ends of the format, which round to zero, infinity or NaN, is left
/// to CastRow.
template <bool counted, class To>
HWY_INLINE std::int64_t CastToUpperHalf(const float* src, const float* bias, To* dst, std::int64_t columns,
                                        const RoundParams& params, FlushCounts& counts) {
    constexpr bool halves = std::is_same_v<To, std::uint16_t>;
    const hn::ScalableTag<float> d;
    const hn::RebindToUnsigned<decltype(d)> du;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d)), pair = 2 * lanes;
    const auto magnitude = hn::Set(du, 0x7FFFFFFFu), one = hn::Set(du, 1u);
    const std::int64_t whole = columns / pair * pair;
    constexpr std::int64_t block = 2048;
    for (std::int64_t begin = 0; begin < whole; begin += block) {
        const std::int64_t end = std::min(whole, begin + block);
        auto zero = hn::Zero(du), largest = hn::Zero(du), least = magnitude;  // least: of what is not 0, less 1
        const auto value = [&](std::int64_t i) HWY_ATTR {
            auto x = hn::LoadU(d, src + i);
            if (bias) x = hn::Add(x, hn::LoadU(d, bias + i));
            return hn::BitCast(du, x);
        };
        const auto seen = [&](auto bits) HWY_ATTR {
            const auto size = hn::And(bits, magnitude);
            if constexpr (counted) {
                zero = PlusOneIf(du, zero, hn::Eq(size, hn::Zero(du)));
                least = hn::Min(least, hn::Sub(size, one));
            }
            largest = hn::Max(largest, size);
            return bits;
        };
        for (std::int64_t i = begin; i < end; i += pair) {
            const auto first = seen(value(i)), second = seen(value(i + lanes));
            if constexpr (halves) StoreUpperHalves(du, RoundUpperHalf(du, first), RoundUpperHalf(du, second), dst + i);
        }
        // 0x7F7F8000 and more is rounded to infinity; 0x8000 and less to 0
        const bool at_ends = hn::GetLane(hn::MaxOfLanes(du, largest)) >= 0x7F7F8000u ||
                             (counted && hn::GetLane(hn::MinOfLanes(du, least)) < 0x8000u);
        if (at_ends) {
            CastRow<counted>(src + begin, bias ? bias + begin : nullptr, dst + begin, end - begin, params, counts);
            continue;
        }
        if constexpr (!halves)  // only now, since the block may have been where it goes
            for (std::int64_t i = begin; i < end; i += lanes)
                hn::StoreU(hn::BitCast(d, hn::And(RoundUpperHalf(du, value(i)), hn::Set(du, 0xFFFF0000u))), d, dst + i);
        if constexpr (counted) counts.nonzero += static_cast<std::uint64_t>(end - begin) - TotalOf(du, zero);
    }
    return whole;
}

/// A row, block by block: first it is looked for numbers that are cast to infinity or NaN, and a block that may have
/// one is left to CastRow. In the others only zeros are left to count. Returns how many numbers were cast: as many as
/// fill vectors.
template <class From, class To>
HWY_INLINE std::int64_t CastFinite(const From* src, const float* bias, To* dst, std::int64_t columns,
                                   const RoundParams& given, FlushCounts& counts) {
    const RoundParams params = given;  // as in CastRow
    const hn::ScalableTag<float> d;
    const hn::RebindToUnsigned<decltype(d)> du;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const auto magnitude = hn::Set(du, 0x7FFFFFFFu);
    const std::uint32_t largest_cast = std::bit_cast<std::uint32_t>(params.max_finite);
    const std::int64_t whole = columns / lanes * lanes;
    constexpr std::int64_t block = 1024;  // 4 KiB: it stays in the cache for the second look
    for (std::int64_t begin = 0; begin < whole; begin += block) {
        const std::int64_t end = std::min(whole, begin + block);
        const auto value = [&](std::int64_t i) HWY_ATTR {
            const auto x = LoadNumbers(d, src + i);
            return bias ? hn::Add(x, hn::LoadU(d, bias + i)) : x;
        };
        auto largest = hn::Zero(du);
        for (std::int64_t i = begin; i < end; i += lanes)
            largest = hn::Max(largest, hn::And(hn::BitCast(du, value(i)), magnitude));
        if (hn::GetLane(hn::MaxOfLanes(du, largest)) > largest_cast) {
            CastRow<true>(src + begin, bias ? bias + begin : nullptr, dst + begin, end - begin, params, counts);
            continue;
        }
        auto zero = hn::Zero(du), zero_after = zero;
        for (std::int64_t i = begin; i < end; i += lanes) {
            const auto x = value(i);
            const auto rounded = RoundFinite(d, x, params);
            zero = PlusOneIf(du, zero, hn::RebindMask(du, hn::Eq(x, hn::Zero(d))));
            zero_after = PlusOneIf(du, zero_after, hn::RebindMask(du, hn::Eq(rounded, hn::Zero(d))));
            StoreNumbers(d, rounded, dst + i);
        }
        const std::uint32_t zeros = TotalOf(du, zero);
        counts.nonzero += static_cast<std::uint64_t>(end - begin) - zeros;
        counts.flushed += TotalOf(du, zero_after) - zeros;
    }
    return whole;
}

/// One row by the way that suits it.
template <bool counted, class From, class To>
HWY_INLINE void CastWholeRow(const From* src, const float* bias, To* dst, std::int64_t columns,
                             const RoundParams& params, FlushCounts& counts) {
    std::int64_t done = 0;
    // FP32 stored as FP32 is read twice, which pays where the numbers are counted
    if constexpr (std::is_same_v<From, float> && (counted || std::is_same_v<To, std::uint16_t>))
        if (params.upper_half()) done = CastToUpperHalf<counted>(src, bias, dst, columns, params, counts);
    if constexpr (counted && std::is_same_v<To, float>)
        if (params.half) done = CastFinite(src, bias, dst, columns, params, counts);
    if (done < columns)
        CastRow<counted>(src + done, bias ? bias + done : nullptr, dst + done, columns - done, params, counts);
}

template <class From, class To>
void CastAll(const From* src, const float* bias, To* dst, std::int64_t rows, std::int64_t columns,
             const RoundParams& params, bool counted, FlushCounts& counts) {
    for (std::int64_t r = 0; r < rows; ++r, src += columns, dst += columns) {
        if (counted)
            CastWholeRow<true>(src, bias, dst, columns, params, counts);
        else
            CastWholeRow<false>(src, bias, dst, columns, params, counts);
    }
}

void CastChunk(const Numbers& src, const float* bias, const Numbers& dst, std::int64_t rows, std::int64_t columns,
               const RoundParams& params, bool counted, FlushCounts& counts) {
    with_pointer(src, [&](const auto* from) {
        with_pointer(dst, [&](auto* to) { CastAll(from, bias, to, rows, columns, params, counted, counts); });
    });
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mantissa {
HWY_EXPORT(CastChunk);

namespace {

void copy(const Numbers& from, const Numbers& to, std::int64_t n) {
    FlushCounts unused;
    HWY_DYNAMIC_DISPATCH(CastChunk)(from, nullptr, to, 1, n, RoundParams{}, false, unused);
}

}  // namespace

PieceCast::PieceCast(const Numbers& dst, const Cast& cast)
    : dst_(dst),
      cast_(cast),
      params_(cast.format, cast.rounding),
      vector_rounding_(RoundParams::serves(cast.format, cast.rounding)),
      tallied_(cast.histogram || !vector_rounding_) {
    if (dst.narrow && !bf16.contains(cast.format))
        throw Error(ErrorCode::failed, say("numbers of %1 cannot be stored as BF16", {name_of(cast.format)}), "cast");
    if (cast.histogram) histograms_.resize(static_cast<std::size_t>(max_parts()));
}

PieceCast::Part::Part(PieceCast& all, int part)
    : all_(all),
      histogram_(all.histograms_.empty() ? nullptr : &all.histograms_[static_cast<std::size_t>(part)]),
      counts_(all.counts_[part]) {
    if (all.tallied_) tally_.emplace();
}

PieceCast::Part::~Part() {
    if (!tally_) return;
    if (histogram_) tally_->add_to(*histogram_);
    counts_.nonzero += tally_->elements - tally_->zero - tally_->infinite - tally_->nan;
    counts_.flushed += tally_->flushed;
    counts_.nonfinite += tally_->infinite + tally_->nan + tally_->overflow;
}

float* PieceCast::Part::room(std::int64_t i, float* buffer) const {
    return all_.vector_rounding_ && all_.params_.identity && !all_.dst_.narrow ? all_.dst_.f32() + i : buffer;
}

void PieceCast::Part::store(const float* before, std::int64_t i, std::int64_t n) {
    const Numbers to = all_.dst_.from(i);
    const RoundParams& params = all_.params_;
    if (!tally_) {
        HWY_DYNAMIC_DISPATCH(CastChunk)(before, nullptr, to, 1, n, params, all_.cast_.counts != nullptr, counts_);
        return;
    }
    const Found found = look_at(before, n);
    if (all_.vector_rounding_ && found.complete) {
        if (!(params.identity && to == Numbers(before))) round(before, i, n, to);
        return;
    }
    std::array<float, tally_block> after;
    round(before, i, n, after.data());
    if (!found.complete) tally_results(before, after.data(), n, found);
    copy(after.data(), to, n);
}

void PieceCast::Part::store_rows(const float* sums, const float* bias, std::int64_t i, std::int64_t rows,
                                 std::int64_t columns) {
    if (!tally_) {
        HWY_DYNAMIC_DISPATCH(CastChunk)
        (sums, bias, all_.dst_.from(i), rows, columns, all_.params_, all_.cast_.counts != nullptr, counts_);
        return;
    }
    std::array<float, tally_block> wide;
    FlushCounts unused;
    HWY_DYNAMIC_DISPATCH(CastChunk)(sums, bias, wide.data(), rows, columns, RoundParams{}, false, unused);
    store(wide.data(), i, rows * columns);
}

void PieceCast::Part::store_columns(const float* before, std::int64_t i, std::int64_t rows, std::int64_t columns,
                                    std::int64_t stride) {
    if (stride == columns) {
        store(before, i, rows * columns);
        return;
    }
    if (rows == 1 || !all_.vector_rounding_) {  // stochastic rounding needs to know each number's place
        for (std::int64_t r = 0; r < rows; ++r) store(before + r * columns, i + r * stride, columns);
        return;
    }
    const std::int64_t n = rows * columns;
    const bool narrow = all_.dst_.narrow;
    std::array<float, tally_block> buffer, after;
    Numbers made(buffer.data());
    made.narrow = narrow;
    if (!tally_) {
        HWY_DYNAMIC_DISPATCH(CastChunk)
        (before, nullptr, made, 1, n, all_.params_, all_.cast_.counts != nullptr, counts_);
    } else {
        const Found found = look_at(before, n);
        float* const rounded = narrow ? after.data() : buffer.data();
        round(before, i, n, rounded);
        if (!found.complete) tally_results(before, rounded, n, found);
        if (narrow) copy(rounded, made, n);
    }
    const std::int64_t size = narrow ? 2 : 4;
    copy_rows(made.data, columns * size, all_.dst_.from(i).data, stride * size, rows, columns * size);
}

void PieceCast::Part::count(const float* before, std::int64_t i, std::int64_t n) {
    assert(tally_);
    const Found found = look_at(before, n);
    if (found.complete) return;
    std::array<float, tally_block> after;
    round(before, i, n, after.data());
    tally_results(before, after.data(), n, found);
}

PieceCast::Part::Found PieceCast::Part::look_at(const float* before, std::int64_t n) {
    const std::uint64_t zeros = tally_->zero, infinities = tally_->infinite;
    const bool complete = tally_magnitudes(before, n, all_.params_, *tally_);
    return {complete, tally_->zero - zeros, tally_->infinite - infinities};
}

void PieceCast::Part::tally_results(const float* before, const float* after, std::int64_t n, const Found& found) {
    tally_cast(before, after, n, all_.params_.smallest_normal, found.zeros, found.infinities, *tally_);
}

void PieceCast::Part::round(const float* before, std::int64_t i, std::int64_t n, const Numbers& to) const {
    if (all_.vector_rounding_) {
        FlushCounts unused;
        HWY_DYNAMIC_DISPATCH(CastChunk)(before, nullptr, to, 1, n, all_.params_, false, unused);
        return;
    }
    const Cast& cast = all_.cast_;
    for (std::int64_t j = 0; j < n; ++j)
        to.set(j, round_to(before[j], cast.format, cast.rounding, cast.random.bits(static_cast<std::uint64_t>(i + j))));
}

void PieceCast::finish() {
    for (const MagnitudeHistogram& part : histograms_) *cast_.histogram += part;
    if (cast_.counts) counts_.add_to(*cast_.counts);
}

namespace {

/// The pass of monitored steps (and of stochastic rounding, say): scalar rounding where the vector code has none.
void cast_and_tally(const Numbers& src, const float* bias, const Numbers& dst, std::int64_t rows, std::int64_t columns,
                    const Cast& cast) {
    PieceCast pieces(dst, cast);
    if (!bias) {
        parallel_for(rows * columns, tally_block, 8192, [&](std::int64_t begin, std::int64_t end, int part) {
            PieceCast::Part piece(pieces, part);
            std::array<float, tally_block> wide;
            for (std::int64_t i = begin; i < end; i += tally_block) {
                const std::int64_t n = std::min(tally_block, end - i);
                if (src.narrow) copy(src.from(i), wide.data(), n);
                piece.store(src.narrow ? wide.data() : src.f32() + i, i, n);
            }
        });
    } else {
        const std::int64_t together = std::max<std::int64_t>(1, tally_block / columns);  // rows in one block
        const std::int64_t worth = std::max<std::int64_t>(2, 8192 / columns);
        parallel_for(rows, together, worth, [&](std::int64_t begin, std::int64_t end, int part) {
            PieceCast::Part piece(pieces, part);
            std::array<float, tally_block> buffer;
            FlushCounts unused;
            for (std::int64_t r = begin; r < end; r += together) {
                const std::int64_t height = std::min(together, end - r);
                for (std::int64_t c = 0; c < columns; c += tally_block) {
                    const std::int64_t width = std::min(tally_block, columns - c);
                    // more than one row only where whole rows fit
                    const std::int64_t at = r * columns + c;
                    float* const sums = piece.room(at, buffer.data());
                    HWY_DYNAMIC_DISPATCH(CastChunk)
                    (src.from(at), bias + c, sums, height, width, RoundParams{}, false, unused);
                    piece.store(sums, at, height * width);
                }
            }
        });
    }
    pieces.finish();
}

}  // namespace

void cast_rows(const Numbers& src, const float* bias, const Numbers& dst, std::int64_t rows, std::int64_t columns,
               const Cast& cast) {
    if (dst.narrow && !(bf16.contains(cast.format) || (src.narrow && !bias && cast.format.contains(bf16))))
        throw Error(ErrorCode::failed, say("numbers of %1 cannot be stored as BF16", {name_of(cast.format)}), "cast");
    if (cast.is_plain() && !bias && src == dst) return;
    if (!bias) {  // a flat array is better divided
        columns = rows * columns;
        rows = 1;
    }
    const RoundParams params(cast.format, cast.rounding);
    if (cast.histogram || !RoundParams::serves(cast.format, cast.rounding)) {
        cast_and_tally(src, bias, dst, rows, columns, cast);
        return;
    }
    Parts<FlushCounts> counts;
    const bool counted = cast.counts != nullptr;
    const auto chunk = [&](std::int64_t row, std::int64_t n, std::int64_t offset, std::int64_t width, int part) {
        HWY_DYNAMIC_DISPATCH(CastChunk)
        (src.from(row * columns + offset), bias ? bias + offset : nullptr, dst.from(row * columns + offset), n, width,
         params, counted, counts[part]);
    };
    if (rows == 1)
        parallel_for(columns, 64, 16384,
                     [&](std::int64_t begin, std::int64_t end, int part) { chunk(0, 1, begin, end - begin, part); });
    else
        parallel_for(
            rows, 1, std::max<std::int64_t>(2, 16384 / columns),
            [&](std::int64_t begin, std::int64_t end, int part) { chunk(begin, end - begin, 0, columns, part); });
    if (counted) counts.add_to(*cast.counts);
}

void copy_rows(const void* from, std::int64_t from_apart, void* to, std::int64_t to_apart, std::int64_t rows,
               std::int64_t bytes) {
    const auto* source = static_cast<const std::byte*>(from);
    auto* target = static_cast<std::byte*>(to);
    constexpr std::int64_t unit = 32;  // rows are often short: of this size a copy is two loads, else a call
    for (std::int64_t r = 0; r < rows; ++r, source += from_apart, target += to_apart) {
        std::int64_t at = 0;
        if (bytes <= 16 * unit)
            for (; at + unit <= bytes; at += unit) std::memcpy(target + at, source + at, unit);
        if (at < bytes) std::memcpy(target + at, source + at, static_cast<std::size_t>(bytes - at));
    }
}

const float* widened(const Numbers& from, std::int64_t i, std::int64_t n, float* buffer) {
    if (!from.narrow) return from.f32() + i;
    copy(from.from(i), buffer, n);
    return buffer;
}

}  // namespace mantissa
#endif
