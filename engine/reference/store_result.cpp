// SPDX-License-Identifier: Apache-2.0
// Counting before the cast, and the cast.
#include "engine/reference/store_result.h"

#include <algorithm>
#include <cmath>

namespace mantissa {

void count_magnitude(float x, float rounded, const FloatFormat& format, MagnitudeHistogram& histogram) {
    ++histogram.elements;
    if (std::isnan(x)) {
        ++histogram.nan;
        return;
    }
    if (std::isinf(x)) {
        ++histogram.infinite;
        return;
    }
    if (x == 0) {
        ++histogram.zero;
        return;
    }
    const int bin = std::ilogb(x) - MagnitudeHistogram::first_bin;
    ++histogram.bins[static_cast<std::size_t>(std::clamp(bin, 0, MagnitudeHistogram::bin_count - 1))];
    const double square = static_cast<double>(x) * static_cast<double>(x);
    histogram.norm_squared += square;
    histogram.largest = std::max(histogram.largest, std::abs(x));
    if (rounded == 0) {
        ++histogram.flushed;
        histogram.lost_squared += square;
    } else if (std::isinf(rounded)) {
        ++histogram.overflow;
    } else if (std::abs(static_cast<double>(rounded)) < format.min_normal()) {
        ++histogram.subnormal;
    }
}

float store_result(float x, const Cast& cast, std::uint64_t index) {
    const std::uint32_t random = cast.rounding == Rounding::stochastic ? cast.random.bits(index) : 0;
    const float rounded = round_to(x, cast.format, cast.rounding, random);
    if (cast.counts && std::isfinite(x) && x != 0) {
        ++cast.counts->nonzero;
        if (rounded == 0) ++cast.counts->flushed;
    }
    if (cast.counts && !std::isfinite(rounded)) ++cast.counts->nonfinite;
    if (cast.histogram) count_magnitude(x, rounded, cast.format, *cast.histogram);
    return rounded;
}

}  // namespace mantissa
