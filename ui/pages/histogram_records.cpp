// SPDX-License-Identifier: GPL-3.0-or-later
// From a record to a chart's data.
#include "ui/pages/histogram_records.h"

#include <cmath>

#include "ui/models/histogram_lookup.h"
#include "ui/models/run_model.h"
#include "ui/pages/tensor_choice.h"

namespace mantissa::ui {

FloatFormat formatOf(const run::Histogram& histogram) {
    return formatCalled(histogram.format());
}

HistogramData histogramData(const run::Histogram& histogram) {
    HistogramData result;
    const FloatFormat format = formatOf(histogram);
    result.tensor = QString::fromStdString(histogram.tensor());
    result.what = roleName(histogram.role());
    result.format = QString::fromStdString(histogram.format());
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
    return result;
}

}  // namespace mantissa::ui
