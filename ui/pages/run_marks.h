// SPDX-License-Identifier: GPL-3.0-or-later
// What every chart over a run's steps shares: numbers as they were typed, bookmarks, pins of skipped steps, the end of
// the axis. Pure functions of a run.
#pragma once

#include <cstdint>
#include <vector>

#include "ui/charts/line_chart.h"

namespace mantissa::ui {

class RunModel;

/// A float as the double with the same shortest decimals, so that a table shows 0.1 and not 0.10000000149.
double shortestDouble(float value);

/// Bookmarks of a run for all charts: switches, resets, pauses, epochs, the first NaN. Scale changes are left to the
/// loss scale's own line; a pause right after a pause (single steps) is not told again.
std::vector<Bookmark> bookmarksOf(const RunModel& run);

/// The steps that a run skipped.
std::vector<double> skippedSteps(const RunModel& run);

/// "step 7 skipped: inf or NaN first in fc2.weight (12 values)"; empty of a step that was not skipped.
QString skipText(const RunModel& run, double step);

/// Right end of the step axis for a run at `step` of `total` (0: unknown): the planned end once a quarter is done, a
/// round number of steps ahead before that.
double axisEnd(std::uint32_t step, std::uint32_t total);

}  // namespace mantissa::ui
