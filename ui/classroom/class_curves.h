// SPDX-License-Identifier: GPL-3.0-or-later
// What the students of a class drew, over each other.
#pragma once

#include <vector>

#include "ui/classroom/class_results.h"

namespace mantissa::ui {

class LineChart;

/// Shows every drawn curve, thin and in one colour, and the first measured one, thick.
void drawClassCurves(LineChart& chart, const ClassQuestion& question, const std::vector<ClassAnswer>& answers);

}  // namespace mantissa::ui
