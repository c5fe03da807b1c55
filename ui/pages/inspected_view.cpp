// SPDX-License-Identifier: GPL-3.0-or-later
// See inspected_view.h.
#include "ui/pages/inspected_view.h"

#include <algorithm>
#include <cmath>

#include "ui/charts/format_text.h"
#include "ui/words/tr.h"

namespace mantissa::ui {

namespace {

constexpr int kFirstDrawn = -160, kLastDrawn = 140;  // a little more than FP32; what FP64 has beyond stands at the ends
constexpr double kNearlyAll = 0.95;                  // of the norm: nothing is to be seen further left
constexpr int kBeyondWalls = 3;                      // powers of two shown beyond the walls

double shareOf(std::uint64_t part, const Magnitudes& magnitudes) {
    return magnitudes.nonzero > 0 ? static_cast<double>(part) / static_cast<double>(magnitudes.nonzero) : 0;
}

/// The largest scale at which nothing overflows; lowest_scale where even that is too large.
int largestScale(const Magnitudes& magnitudes, const FloatFormat& format) {
    int k = highest_scale;
    while (k > lowest_scale && cast_figures(magnitudes, format, k).overflow > 0) --k;
    return k;
}

}  // namespace

HistogramData inspectedHistogram(const InspectedTensor& tensor, const CastFigures& figures, const FloatFormat& format) {
    const Magnitudes& magnitudes = tensor.magnitudes;
    HistogramData data;
    data.tensor = QString::fromStdString(tensor.entry.name).left(80);
    data.what = tr("numbers");
    data.format = QString::fromStdString(name_of(format));
    data.zones = {static_cast<double>(format.min_subnormal_exponent() - 1), static_cast<double>(format.min_exponent()),
                  std::log2(format.overflow_threshold())};
    data.elements = magnitudes.count();
    data.zero = magnitudes.zero;
    data.flushed = figures.flushed;
    data.subnormal = figures.subnormal;
    data.overflow = figures.overflow;
    data.infinite = magnitudes.infinite;
    data.nan = magnitudes.nan;
    if (magnitudes.binades.empty()) return data;
    const auto clipped = [](int e) { return std::clamp(e, kFirstDrawn, kLastDrawn); };
    data.firstBin = clipped(magnitudes.binades.begin()->first);
    data.bins.resize(static_cast<std::size_t>(clipped(magnitudes.binades.rbegin()->first) - data.firstBin + 1));
    for (const auto& [e, binade] : magnitudes.binades)
        data.bins[static_cast<std::size_t>(clipped(e) - data.firstBin)] += binade.count;
    return data;
}

RescueData inspectedRescue(const Magnitudes& magnitudes, const FloatFormat& format) {
    RescueData data;
    if (magnitudes.nonzero == 0) return data;
    const CastFigures now = cast_figures(magnitudes, format);
    data.best = best_scale(magnitudes, format).exponent;
    data.highest = largestScale(magnitudes, format);
    int first = std::min(0, *data.best);
    while (first > lowest_scale && cast_figures(magnitudes, format, first).norm_lost < kNearlyAll) --first;
    first = std::max(lowest_scale, first - kBeyondWalls);
    const int last = std::min(highest_scale, std::max(0, *data.highest) + kBeyondWalls);
    for (int k = first; k <= last; ++k) {
        const CastFigures then = cast_figures(magnitudes, format, k);
        RescuePoint& point = data.points.emplace_back();
        point.k = k;
        point.normLost = then.norm_lost;
        // What a larger scale flushes is part of what is flushed now.
        point.normRescued = std::sqrt(std::max(0.0, now.norm_lost * now.norm_lost - then.norm_lost * then.norm_lost));
        point.rescued = shareOf(now.flushed - std::min(now.flushed, then.flushed), magnitudes);
        point.overflow = shareOf(then.overflow, magnitudes);
    }
    return data;
}

QString inspectedPreview(const Magnitudes& magnitudes, const FloatFormat& format, int k) {
    const CastFigures now = cast_figures(magnitudes, format), then = cast_figures(magnitudes, format, k);
    const auto share = [&](std::uint64_t part) { return percentText(shareOf(part, magnitudes)); };
    QString text = tr("× %1: ").arg(powerOfTwo(k)) +
                   tr("would rescue %1, would overflow %2")
                       .arg(share(now.flushed - std::min(now.flushed, then.flushed)), share(then.overflow));
    if (then.flushed > now.flushed) text += tr(", would flush %1 more").arg(share(then.flushed - now.flushed));
    return text + tr(". What-if only: nothing is written to the file. Esc: back.");
}

QString inspectedSentence(const Magnitudes& magnitudes, const FloatFormat& format) {
    if (magnitudes.nonzero == 0) return tr("Every number of this tensor is zero or not finite.");
    const CastFigures now = cast_figures(magnitudes, format);
    const BestScale best = best_scale(magnitudes, format);
    const QString name = QString::fromStdString(name_of(format));
    QString text =
        tr("In %1 without a scale: %2 of the norm lost, %3 of the numbers flushed, %4 subnormal, %5 too large.")
            .arg(name, percentText(now.norm_lost), percentText(shareOf(now.flushed, magnitudes)),
                 percentText(shareOf(now.subnormal, magnitudes)), percentText(shareOf(now.overflow, magnitudes)));
    if (!best.fits)
        return text + u' ' + tr("No scale down to %1 leaves enough room above.").arg(powerOfTwo(lowest_scale));
    if (best.norm_lost > 0)
        text += u' ' + tr("The best scale still loses %1 of the norm.").arg(percentText(best.norm_lost));
    if (best.low < best.high)
        text += u' ' + tr("Scales from %1 to %2 lose least and leave two bits above the largest number.")
                           .arg(powerOfTwo(best.low), powerOfTwo(best.high));
    return text;
}

}  // namespace mantissa::ui
