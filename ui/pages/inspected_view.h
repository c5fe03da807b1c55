// SPDX-License-Identifier: GPL-3.0-or-later
// A tensor of somebody's own file as the Underflow page shows one of a run: its magnitudes over a format's range, and
// what a scale would do, counted exactly (engine/inspect) where a run's shadow only has bins. Pure functions.
#pragma once

#include <QString>

#include "engine/inspect/inspection.h"
#include "ui/charts/histogram_math.h"
#include "ui/charts/rescue_chart.h"

namespace mantissa::ui {

/// `figures`: of the cast without a scale.
HistogramData inspectedHistogram(const InspectedTensor& tensor, const CastFigures& figures, const FloatFormat& format);

/// Norm kept and lost from the scale that loses nearly all to the one that overflows, with 1 in it. Without points for
/// a tensor of zeros.
RescueData inspectedRescue(const Magnitudes& magnitudes, const FloatFormat& format);

/// "× 2³: would rescue 12.4 %, would overflow 0.0 %. What-if only: …"
QString inspectedPreview(const Magnitudes& magnitudes, const FloatFormat& format, int k);

/// What the cast does without a scale, and which scales lose least.
QString inspectedSentence(const Magnitudes& magnitudes, const FloatFormat& format);

}  // namespace mantissa::ui
