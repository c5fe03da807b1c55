// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine makes of a paired difference, as a sentence in the person's language; the English ones are those of
// the terminal.
#pragma once

#include <QString>

#include "engine/report/comparison.h"

namespace mantissa::ui {

/// As verdict_text(): "no difference resolvable here between FP16 and FP32 (5 paired seeds, 95 % interval ...)".
QString wordsFor(const PairedDifference& difference, const QString& baseline, const QString& other,
                 run::Task task = run::CLASSIFY);

/// "+0.12": the difference of two records' values in the task's unit (percentage points, dB), the sign always there.
QString pointsText(double difference, run::Task task);

}  // namespace mantissa::ui
