// SPDX-License-Identifier: GPL-3.0-or-later
// See histogram_lookup.h.
#include "ui/models/histogram_lookup.h"

#include <cmath>
#include <vector>

#include "engine/base/error.h"
#include "ui/models/run_model.h"

namespace mantissa::ui {

FoundHistogram findHistogram(const RunModel& run, const std::string& tensor, run::Role role,
                             std::optional<std::uint32_t> step, bool withShadow) {
    const HistogramAt* latest = run.latestHistogram(tensor, role);
    if (!latest) return {};
    const bool fits = !withShadow || latest->histogram.has_shadow();
    if (fits && (!step || *step >= latest->step)) return {&latest->histogram, latest->step};
    const std::vector<HistogramFrame>& history = run.histogramHistory();
    for (auto frame = history.rbegin(); frame != history.rend(); ++frame) {
        if (step && frame->step > *step) continue;
        const run::Histogram* histogram = frame->of(latest->slot);
        if (histogram && (!withShadow || histogram->has_shadow())) return {histogram, frame->step};
    }
    return {};
}

double scaleOf(const run::Histogram& histogram) {
    const double scale = histogram.has_scale() ? static_cast<double>(histogram.scale()) : 1.0;
    return std::isfinite(scale) && scale > 0.0 ? scale : 1.0;
}

FloatFormat formatCalled(const std::string& name) {
    try {
        return format_named(name);
    } catch (const Error&) {
        return fp32;
    }
}

}  // namespace mantissa::ui
