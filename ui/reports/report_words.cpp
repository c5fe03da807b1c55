// SPDX-License-Identifier: GPL-3.0-or-later
// See report_words.h.
#include "ui/shell/report_words.h"

#include "ui/shell/translation.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

Words reportWords() {
    const std::string language = spokenLanguage().toStdString();
    if (language == "en") return {};
    return {language, [](const Phrase& phrase) { return inWords(phrase).toStdString(); }};
}

}  // namespace mantissa::ui
