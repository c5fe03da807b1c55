// SPDX-License-Identifier: GPL-3.0-or-later
// See tensor_stats.h. Counts come from another program: nothing here may divide by zero or index outside, whatever
// they say.
#include "ui/models/tensor_stats.h"

#include <algorithm>
#include <cmath>

namespace mantissa::ui {
namespace {

double part(std::uint64_t count, std::uint64_t of) {
    return of == 0 ? 0.0 : static_cast<double>(count) / static_cast<double>(of);
}

/// All elements of the tensor; without counts, those in the bins.
std::uint64_t elementsOf(const run::Histogram& histogram) {
    if (histogram.counts().elements() > 0) return histogram.counts().elements();
    std::uint64_t total = 0;
    for (const std::uint32_t bin : histogram.bins()) total += bin;
    return total;
}

}  // namespace

ZoneShares zoneShares(const run::CastCounts& counts) {
    const std::uint64_t elements = counts.elements();
    const std::uint64_t special =
        counts.zero() + counts.flushed() + counts.subnormal() + counts.overflow() + counts.infinite() + counts.nan();
    ZoneShares shares;
    shares.elements = elements;
    const std::uint64_t all = std::max(elements, special);  // counts that contradict each other still add up to 1
    shares.zero = part(counts.zero(), all);
    shares.flushed = part(counts.flushed(), all);
    shares.subnormal = part(counts.subnormal(), all);
    shares.overflow = part(counts.overflow(), all);
    shares.infinite = part(counts.infinite(), all);
    shares.nan = part(counts.nan(), all);
    shares.normal = part(all - special, all);
    return shares;
}

double BinShares::at(int exponent) const {
    const std::int64_t index = std::int64_t{exponent} - firstBin;
    if (index < 0 || index >= static_cast<std::int64_t>(shares.size())) return 0.0;
    return shares[static_cast<std::size_t>(index)];
}

BinShares binShares(const run::Histogram& histogram) {
    BinShares result;
    result.firstBin = histogram.first_bin();
    const std::uint64_t elements = elementsOf(histogram);
    result.shares.reserve(static_cast<std::size_t>(histogram.bins_size()));
    for (const std::uint32_t bin : histogram.bins()) result.shares.push_back(part(bin, elements));
    return result;
}

BinShares unscaledBinShares(const run::Histogram& histogram) {
    BinShares result = binShares(histogram);
    const double scale = static_cast<double>(histogram.scale());
    if (histogram.has_scale() && std::isfinite(scale) && scale > 0.0) {
        result.firstBin -= static_cast<int>(std::lround(std::log2(scale)));
    }
    return result;
}

double flushedShare(const run::CastCounts& counts) {
    const std::uint64_t elements = std::max(counts.elements(), counts.zero());
    return std::min(1.0, part(counts.flushed(), elements - counts.zero()));
}

double normLostShare(const run::Histogram& histogram) {
    const double share = histogram.norm_lost() / histogram.norm();
    return std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0.0;
}

std::optional<int> highestBin(const run::Histogram& histogram) {
    for (int i = histogram.bins_size() - 1; i >= 0; --i) {
        if (histogram.bins(i) > 0) return histogram.first_bin() + i;
    }
    return std::nullopt;
}

std::optional<int> lowestBin(const run::Histogram& histogram) {
    for (int i = 0; i < histogram.bins_size(); ++i) {
        if (histogram.bins(i) > 0) return histogram.first_bin() + i;
    }
    return std::nullopt;
}

run::CastCounts sum(const std::vector<run::CastCounts>& counts) {
    run::CastCounts total;
    for (const run::CastCounts& one : counts) {
        total.set_elements(total.elements() + one.elements());
        total.set_zero(total.zero() + one.zero());
        total.set_flushed(total.flushed() + one.flushed());
        total.set_subnormal(total.subnormal() + one.subnormal());
        total.set_overflow(total.overflow() + one.overflow());
        total.set_infinite(total.infinite() + one.infinite());
        total.set_nan(total.nan() + one.nan());
    }
    return total;
}

}  // namespace mantissa::ui
