// SPDX-License-Identifier: GPL-3.0-or-later
// From a record to a chart's data.
#include "ui/pages/histogram_records.h"

#include <QCoreApplication>
#include <cmath>

#include "ui/models/histogram_lookup.h"
#include "ui/models/run_model.h"
#include "ui/pages/tensor_choice.h"

namespace mantissa::ui {

namespace {

/// From this share of starved elements on a histogram also shows what FP32 has.
constexpr double kMuchStarved = 0.01;

}  // namespace

FloatFormat formatOf(const run::Histogram& histogram) {
    return formatCalled(histogram.format());
}

HistogramData histogramData(const run::Histogram& histogram) {
    HistogramData result;
    // An update is computed in FP32; the format of its record is what the weight is kept in, another matter.
    const bool update = histogram.role() == run::ROLE_UPDATE;
    const FloatFormat format = update ? fp32 : formatOf(histogram);
    result.tensor = QString::fromStdString(histogram.tensor());
    result.what = roleName(histogram.role());
    result.format = update ? QStringLiteral("FP32") : QString::fromStdString(histogram.format());
    result.zones = {std::log2(format.flush_threshold()), static_cast<double>(format.min_exponent()),
                    std::log2(format.overflow_threshold())};
    result.scale = histogram.has_scale() ? static_cast<double>(histogram.scale()) : 1.0;
    result.firstBin = histogram.first_bin();
    result.bins.assign(histogram.bins().begin(), histogram.bins().end());
    const run::CastCounts& counts = histogram.counts();
    result.elements = counts.elements();
    result.zero = counts.zero();
    result.flushed = counts.flushed();
    result.subnormal = counts.subnormal();
    result.overflow = counts.overflow();
    result.infinite = counts.infinite();
    result.nan = counts.nan();
    if (histogram.has_shadow()) {
        const run::Shadow& shadow = histogram.shadow();
        result.starved = shadow.starved();
        // Else it would only repeat the bars.
        if (static_cast<double>(shadow.starved()) > kMuchStarved * static_cast<double>(shadow.nonzero())) {
            result.truthFirstBin = shadow.first_bin();
            result.truth.assign(shadow.bins().begin(), shadow.bins().end());
        }
    }
    result.observed = histogram.tier() == run::TIER_OBSERVED && histogram.role() != run::ROLE_WEIGHT && !update;
    if (update && histogram.updates().has_lost()) result.lost = histogram.updates().lost();
    return result;
}

QString missingHistogramText(const RunModel* run) {
    const auto tr = [](const char* text) { return QCoreApplication::translate("mantissa::ui", text); };
    if (run && !run->latestHistograms().empty()) return tr("No histogram is recorded up to this step");
    if (run && run->currentConfig().has_histogram_interval() && run->currentConfig().histogram_interval() == 0)
        return tr("This run has no histograms: their interval is 0");
    if (run && !run->live()) return tr("This run ended before its first histogram");
    return tr("The first histogram comes after a few steps of a run");
}

}  // namespace mantissa::ui
