// SPDX-License-Identifier: GPL-3.0-or-later
// Histogram records as the charts take them; shared by the pages that show one.
#pragma once

#include "engine/precision/float_format.h"
#include "engine/run/run.pb.h"
#include "ui/charts/histogram_math.h"

namespace mantissa::ui {

class RunModel;

/// The format of a histogram's record. One that is not known is taken as FP32.
FloatFormat formatOf(const run::Histogram& histogram);

/// A record as the chart takes it. A format that is not known is taken as FP32.
HistogramData histogramData(const run::Histogram& histogram);

/// Why there is nothing to show of this run (null: there is no run): it has none yet, or never will.
QString missingHistogramText(const RunModel* run);

}  // namespace mantissa::ui
