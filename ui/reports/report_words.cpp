// SPDX-License-Identifier: GPL-3.0-or-later
// See report_words.h.
#include "ui/reports/report_words.h"

#include "ui/words/phrase_words.h"
#include "ui/words/translation.h"

namespace mantissa::ui {

Words reportWords() {
    const std::string language = spokenLanguage().toStdString();
    if (language == "en") return {};
    return {language, [](const Phrase& phrase) { return inWords(phrase).toStdString(); }};
}

}  // namespace mantissa::ui
