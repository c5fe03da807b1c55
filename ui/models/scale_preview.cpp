// SPDX-License-Identifier: GPL-3.0-or-later
// See scale_preview.h. Counts come from another program: nothing here divides by zero or indexes outside.
#include "ui/models/scale_preview.h"

#include <algorithm>
#include <cmath>

#include "ui/models/histogram_lookup.h"

namespace mantissa::ui {
namespace {

enum class Fate { flushed, kept, infinite };

/// Exponent of bin `index`. Those of a broken record end where 2^e is 0 or infinity, which have a fate as well.
int exponentOf(const ShadowBins& shadow, std::size_t index) {
    return static_cast<int>(
        std::clamp<std::int64_t>(std::int64_t{shadow.firstBin} + static_cast<std::int64_t>(index), -4000, 4000));
}

double middle(int exponent) {
    return std::ldexp(1.5, exponent);
}

Fate fateOf(double magnitude, const FloatFormat& format) {
    if (magnitude <= format.flush_threshold()) return Fate::flushed;
    return magnitude < format.overflow_threshold() ? Fate::kept : Fate::infinite;
}

}  // namespace

bool ShadowBins::empty() const {
    return std::all_of(counts.begin(), counts.end(), [](std::uint64_t count) { return count == 0; });
}

ShadowBins shadowBins(const run::Shadow& shadow) {
    return {shadow.first_bin(), {shadow.bins().begin(), shadow.bins().end()}};
}

ScalePreview previewScale(const ShadowBins& shadow, const FloatFormat& format, double scale, int k) {
    const double now = std::isfinite(scale) && scale > 0.0 ? scale : 1.0;
    const double then = std::ldexp(now, k);
    double elements = 0;
    double squares = 0;
    double kept = 0;
    double lost = 0;
    double rescued = 0;
    ScalePreview result;
    for (std::size_t i = 0; i < shadow.counts.size(); ++i) {
        if (shadow.counts[i] == 0) continue;
        const auto count = static_cast<double>(shadow.counts[i]);
        const double magnitude = middle(exponentOf(shadow, i));
        const double square = count * magnitude * magnitude;
        const Fate before = fateOf(magnitude * now, format);
        const Fate after = fateOf(magnitude * then, format);
        elements += count;
        squares += square;
        if (after == Fate::infinite) result.overflow += count;
        if (after == Fate::kept) kept += square;
        if (after == Fate::flushed) {
            lost += square;
            result.flushed += count;
            if (before == Fate::kept) result.given += count;
        }
        if (before == Fate::flushed && after == Fate::kept) {
            rescued += square;
            result.rescued += count;
        }
    }
    if (elements == 0) return {};
    for (double* share : {&result.flushed, &result.overflow, &result.rescued, &result.given}) *share /= elements;
    if (squares > 0 && std::isfinite(squares)) {
        result.normKept = std::sqrt(kept / squares);
        result.normLost = std::sqrt(lost / squares);
        result.normRescued = std::sqrt(rescued / squares);
    }
    return result;
}

std::optional<int> bestScaleExponent(const ShadowBins& shadow, const FloatFormat& format) {
    for (std::size_t i = shadow.counts.size(); i-- > 0;) {
        if (shadow.counts[i] == 0) continue;
        // The largest may be anywhere in its bin. Nearly all of a bin stays finite up to the format's highest exponent,
        // or one below in a format with so few fraction bits that a part of its last bin overflows (E5M2, E4M3).
        const int highest = exponentOf(shadow, i);
        const bool nearlyAll = format.overflow_threshold() >= std::ldexp(1.99, format.max_exponent());
        const int top = nearlyAll ? format.max_exponent() : format.max_exponent() - 1;
        return top - highest;
    }
    return std::nullopt;
}

void ScaleLimit::consider(const run::Histogram& histogram, const FloatFormat& format) {
    if (!histogram.has_shadow()) return;
    const auto best = bestScaleExponent(shadowBins(histogram.shadow()), format);
    if (!best || (exponent && *best > *exponent)) return;
    const double magnitude =
        histogram.has_largest() ? static_cast<double>(histogram.largest()) / scaleOf(histogram) : 0;
    if (exponent && *best == *exponent && !(magnitude > largest)) return;
    exponent = best;
    largest = magnitude;
    tensor = histogram.tensor();
    role = histogram.role();
}

}  // namespace mantissa::ui
