// SPDX-License-Identifier: GPL-3.0-or-later
// What a task is judged by, in the person's language. A value is a record's (engine/run/metric.h).
#pragma once

#include <QString>

#include "engine/run/metric.h"

namespace mantissa::ui {

/// What people read of a record's value: 97.31 of 0.9731, 0.912 of an R². Half of a last digit is rounded up, as they
/// expect of 11.35, and not to where the nearest binary number happens to lie.
double metricShown(run::Task task, double value);
/// What a chart draws of a record's value: metricShown(), but of an R² that a record has as 0 since it is negative what
/// its loss (of targets with variance 1) makes of it.
double metricDrawn(run::Task task, double value, double loss);
/// The ends that an axis of it keeps to: an R² goes below 0, but not further than to -1, and a PSNR as far as it likes.
double metricLeast(run::Task task);
double metricMost(run::Task task);
/// "97.3 %", "19.84 dB"; an R² has three decimals always, and is "≤ 0" where it is not positive.
QString metricText(run::Task task, double value, int decimals);
/// metricText() of a result, with what it is of where the run is tested on a part of the test set: "97.3 % of 500",
/// "19.84 dB on 500 test images".
QString testedText(run::Task task, std::uint32_t examples, double value, int decimals);
/// So many decimals, or an R²'s three.
int metricDecimals(run::Task task, int decimals);
/// " %", " dB", nothing of an R²: behind numbers of a chart.
QString metricSuffix(run::Task task);
/// "Accuracy (%)", "PSNR (dB)".
QString metricTitle(run::Task task);
/// "Test accuracy (%)".
QString testMetricTitle(run::Task task);
/// "Accuracy − baseline (% points)".
QString metricDifferenceTitle(run::Task task);
/// "test accuracy".
QString testMetricName(run::Task task);
/// "Accuracy", "PSNR": a column's heading.
QString metricHeading(run::Task task);
/// "Images/s", "Rows/s": what a task's speed is counted in, as a column's heading.
QString rateHeading(run::Task task);

}  // namespace mantissa::ui
