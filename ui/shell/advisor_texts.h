// SPDX-License-Identifier: GPL-3.0-or-later
// The advisor's sentences in the person's language.
#pragma once

#include <QString>
#include <vector>

#include "engine/report/phrase.h"

namespace mantissa::ui {

/// What the engine's advisor says, translated; its names and numbers stay as they are.
QString advisorText(const Phrase& phrase);
/// Several sentences, one after the other.
QString advisorText(const std::vector<Phrase>& sentences);

}  // namespace mantissa::ui
