// SPDX-License-Identifier: GPL-3.0-or-later
// What the Health page says: a word in a cell, a sentence with its numbers about one, and where the first inf or NaN
// arose. Pure functions of a report and a run.
#pragma once

#include <QString>

#include "ui/charts/health_grid.h"
#include "ui/models/health.h"
#include "ui/models/layer_fold.h"

namespace mantissa::ui {

/// "98 % lost", "cosine 0.93", "fits", "no estimate": the one number that matters in a cell.
QString healthNote(const HealthCell& cell);
/// The same in a word, for narrow cells: "98 %"; may be empty.
QString healthBrief(const HealthCell& cell);

/// "98 % of this layer's gradient norm is lost, from layer fc3 toward the input. A scale of 2¹⁰ would keep all but
/// 0.1 %."
QString healthSentence(const HealthCell& cell, const HealthReport& report, const RunModel& run);

/// "fc1, weight gradients: fc1.weight, step 31, FP16, scale 2¹⁰".
QString healthTitle(const HealthCell& cell);

/// "First inf or NaN: step 12, in fc3 (activations). It arose in the forward pass, where no loss scale can cure it:
/// ..." `cures`: what helps is said, too.
QString nonfiniteSentence(const NonfiniteMark& mark, const RunModel& run, bool cures = true);

/// The report as the grid takes it.
HealthGridData healthGrid(const HealthReport& report, const RunModel& run);
/// The same of folded rows; `report` is what they point into.
HealthGridData foldedGrid(const std::vector<FoldRow>& rows, const HealthReport& report, const RunModel& run);

}  // namespace mantissa::ui
