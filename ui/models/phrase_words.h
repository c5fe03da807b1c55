// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's sentences in the person's language: what the advisor says, what a report says, what a run tells of
// itself. They stand once more in advisor_texts.cpp, report_texts.cpp and event_texts.cpp, for lupdate.
#pragma once

#include <QString>
#include <vector>

#include "engine/base/phrase.h"

namespace mantissa::ui {

/// Plain text; names and numbers stay as they are, and so does a sentence that nobody has translated. On any thread.
QString inWords(const Phrase& phrase);
/// Several sentences, one after the other.
QString inWords(const std::vector<Phrase>& sentences);

}  // namespace mantissa::ui
