// SPDX-License-Identifier: GPL-3.0-or-later
// The languages of the window. Sentences are written in English in the source; ui/translations holds the others.
#pragma once

#include <QCoreApplication>
#include <QString>

namespace mantissa::ui {

/// Makes the program speak `language`, a locale's name such as "de" or "de_AT": its own sentences and Qt's. English
/// where there is no such translation (then only the plurals are looked up). To be called before a window is made.
/// Returns the two letters of the language that it speaks now.
QString speak(QCoreApplication& app, const QString& language);

/// The two letters of the language that the program speaks, for texts that are not in its own translations.
QString spokenLanguage();

}  // namespace mantissa::ui
