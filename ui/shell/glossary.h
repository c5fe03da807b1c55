// SPDX-License-Identifier: GPL-3.0-or-later
// Help › Glossary: every term of the window in one sentence, with the page on which it is seen.
#pragma once

#include <QString>
#include <functional>
#include <vector>

class QWidget;

namespace mantissa::ui {

/// One term, in the person's language.
struct GlossaryEntry {
    QString term;
    QString sentence;
    QString page;  ///< English name of the page on which it is seen, as PageTabs::open() takes it; empty: on none
};

/// All terms, by the alphabet.
std::vector<GlossaryEntry> glossary();

/// Shows them; `open` brings a page to the front.
void showGlossary(QWidget* parent, const std::function<void(const QString& page)>& open);

}  // namespace mantissa::ui
