// SPDX-License-Identifier: GPL-3.0-or-later
// What is lost of a run's gradients, in words: the norm and the direction, as its last shadow measured them; and a loss
// as a number. For the pages that show it in a figure.
#pragma once

#include <QString>

#include "engine/report/advisor_evidence.h"

namespace mantissa::ui {

/// "fc1.weight has lost 97 % of the norm that it has in FP32 (step 100)." and, in a second line, the least cosine with
/// its signal-to-noise ratio. `gradients` null: that no shadow tells.
QString lostSentence(const GradientEvidence* gradients);

/// A loss with three significant digits, zeros at the end as well: "0.430".
QString lossText(double loss);

}  // namespace mantissa::ui
