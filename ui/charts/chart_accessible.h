// SPDX-License-Identifier: GPL-3.0-or-later
// A chart as a screen reader sees it: the widget with its name and description, and below it a child for each row, bar,
// line or cell that is painted. Qt asks for it once somebody listens.
#pragma once

namespace mantissa::ui {

/// Makes the children of every ChartWidget known to Qt; to be called before the first is asked for, any number of
/// times.
void installChartAccessibility();

}  // namespace mantissa::ui
