// SPDX-License-Identifier: GPL-3.0-or-later
// Zones, axis and sentence of the histogram; see the header.
#include "ui/charts/histogram_math.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "ui/charts/format_text.h"

namespace mantissa::ui {

namespace {

constexpr int kLeast = -64;
constexpr int kMost = 32;

QString tr(const char* text) {
    return QCoreApplication::translate("mantissa::ui", text);
}

double share(std::uint64_t part, std::uint64_t whole) {
    return whole ? static_cast<double>(part) / static_cast<double>(whole) : 0.0;
}

}  // namespace

std::vector<ZoneSpan> zoneSpans(const FormatZones& zones, double axisMin, double axisMax) {
    const double borders[] = {axisMin, zones.flushedBelow, zones.minNormal, zones.overflowFrom, axisMax};
    const Zone names[] = {Zone::Flushed, Zone::Subnormal, Zone::Normal, Zone::Overflow};
    std::vector<ZoneSpan> spans;
    for (std::size_t i = 0; i < 4; ++i) {
        const double from = i == 0 ? axisMin : std::clamp(borders[i], axisMin, axisMax);
        const double to = i == 3 ? axisMax : std::clamp(borders[i + 1], axisMin, axisMax);
        if (to > from) spans.push_back({names[i], from, to});
    }
    return spans;
}

Zone zoneOfBin(const FormatZones& zones, int exponent) {
    const double middle = exponent + 0.5;
    if (middle < zones.flushedBelow) return Zone::Flushed;
    if (middle < zones.minNormal) return Zone::Subnormal;
    if (middle < zones.overflowFrom) return Zone::Normal;
    return Zone::Overflow;
}

QString zoneName(Zone zone, bool brief) {
    switch (zone) {
        case Zone::Flushed:
            return brief ? tr("flush.") : tr("flushed");
        case Zone::Subnormal:
            return brief ? tr("subn.") : tr("subnormal");
        case Zone::Normal:
            return tr("normal");
        case Zone::Overflow:
            return brief ? tr("over") : tr("overflow");
    }
    return {};
}

QString zoneExplanation(Zone zone, const QString& format) {
    switch (zone) {
        case Zone::Flushed:
            return tr("Flushed: the cast to %1 makes these zero.").arg(format);
        case Zone::Subnormal:
            return tr("Subnormal: %1 keeps these with fewer digits, the smaller the fewer.").arg(format);
        case Zone::Normal:
            return tr("Normal: %1 keeps these with all its digits.").arg(format);
        case Zone::Overflow:
            return tr("Overflow: the cast to %1 makes these infinite.").arg(format);
    }
    return {};
}

int HistogramData::scaleBins() const {
    return std::isfinite(scale) && scale > 0.0 ? static_cast<int>(std::lround(std::log2(scale))) : 0;
}

std::uint64_t HistogramData::truthAt(int exponent) const {
    const int i = exponent - scaleBins() - truthFirstBin;
    return i >= 0 && i < static_cast<int>(truth.size()) ? truth[static_cast<std::size_t>(i)] : 0;
}

AxisRange histogramAxis(const HistogramData& data) {
    AxisRange range;
    int least = range.min + 4;
    int most = range.max;
    const auto include = [&](int first, const std::vector<std::uint64_t>& bins) {
        for (std::size_t i = 0; i < bins.size(); ++i) {
            if (bins[i] == 0) continue;
            least = std::min(least, first + static_cast<int>(i));
            most = std::max(most, first + static_cast<int>(i) + 1);
        }
    };
    for (const int scaled : {0, data.scaleBins()}) {
        include(data.firstBin - scaled, data.bins);
        include(data.truthFirstBin + scaled, data.truth);
    }
    for (const double border : {data.zones.flushedBelow, data.zones.minNormal, data.zones.overflowFrom}) {
        if (border < kLeast || border > kMost - 4) continue;
        least = std::min(least, static_cast<int>(std::floor(border)) - 8);
        most = std::max(most, static_cast<int>(std::ceil(border)) + 4);
    }
    const auto down = [](int v) { return static_cast<int>(std::floor(v / 4.0)) * 4; };
    return {std::max(kLeast, down(least) - 4), std::min(kMost, -down(-most))};
}

QString histogramSentence(const HistogramData& data) {
    if (data.empty()) return tr("No values counted yet.");
    const QString of = tr("this layer's nonzero %1").arg(data.what);
    if (data.observed && (data.nan || data.infinite))
        return tr("%1 of this layer's %2 are infinite or NaN.")
            .arg(percentText(share(data.nan + data.infinite, data.elements)), data.what);
    if (data.nan)
        return tr("%1 of this layer's %2 are NaN.").arg(percentText(share(data.nan, data.elements)), data.what);
    if (data.infinite) {
        return tr("%1 of this layer's %2 are infinite before the cast.")
            .arg(percentText(share(data.infinite, data.elements)), data.what);
    }
    const std::uint64_t nonzero = data.nonzero();
    if (nonzero == 0) {
        // What reached the cast was zero already: its own rounding lost nothing.
        const bool upstream = std::any_of(data.truth.begin(), data.truth.end(), [](auto count) { return count > 0; });
        if (data.observed)
            return tr("All of this layer's %1 are zero after the cast, flushed or truly so.").arg(data.what);
        return upstream ? tr("All of this layer's %1 are exactly zero before the cast; in FP32 (dashed) they are not: "
                             "the incoming gradient was lost in a later layer.")
                              .arg(data.what)
                        : tr("All of this layer's %1 are exactly zero.").arg(data.what);
    }
    if (data.lost)
        return *data.lost == 0 ? tr("Every element of %1 changes its weight.").arg(of)
                               : tr("%1 of %2 have no effect: they are too small for the weight (page Updates).")
                                     .arg(percentText(share(*data.lost, nonzero)), of);
    if (data.observed)
        return tr("Observed after the cast: %1 are zero, flushed or truly so; %2 of the others are subnormal in %3.")
            .arg(percentText(share(data.zero, data.elements)), percentText(share(data.subnormal, nonzero)),
                 data.format);
    if (data.overflow) {
        return tr("%1 of %2 overflow to infinity in %3.")
            .arg(percentText(share(data.overflow, nonzero)), of, data.format);
    }
    if (data.flushed) {
        return tr("%1 of %2 are flushed to zero in %3.")
            .arg(percentText(share(data.flushed, nonzero)), of, data.format);
    }
    if (data.subnormal) {
        return tr("None of %1 are flushed; %2 are subnormal in %3 and lose digits.")
            .arg(of, percentText(share(data.subnormal, nonzero)), data.format);
    }
    return tr("None of %1 are flushed: all are normal numbers in %2.").arg(of, data.format);
}

}  // namespace mantissa::ui
