// SPDX-License-Identifier: GPL-3.0-or-later
// What the Ranks page says of its curves.
#pragma once

#include <QString>
#include <QStringList>

#include "ui/models/rank_curves.h"

namespace mantissa::ui {

/// "ring", as Setup has it.
QString orderName(RankOrder order);
/// "FP16, ring".
QString curveName(const RankCurve& curve);

/// The number of ranks from which on a curve's sums overflow, or its numbers become zero; 0: never.
std::uint32_t overflowsFrom(const RankCurve& curve);
std::uint32_t zeroFrom(const RankCurve& curve);

/// One sentence for each thing that the curves show: where a format overflows, what the division made zero, where a sum
/// stops growing, and that nothing of this happens.
QStringList rankFindings(const RankQuestion& question, const std::vector<RankCurve>& curves);

}  // namespace mantissa::ui
