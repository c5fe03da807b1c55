// SPDX-License-Identifier: GPL-3.0-or-later
// See phrase_words.h.
#include "ui/models/phrase_words.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

namespace mantissa::ui {

namespace {

/// A sentence stands in one of these contexts.
constexpr const char* kContexts[] = {"Advisor", "Report", "Events"};

QString translated(const std::string& english) {
    const QString source = QString::fromStdString(english);
    for (const char* context : kContexts)
        if (QString found = QCoreApplication::translate(context, english.c_str()); found != source) return found;
    return source;
}

/// A name or a number. Thousands stand apart by a narrow space: the comma of the engine's English is a decimal one in
/// other languages, where "2,000" steps would be two.
std::string valueText(const std::string& value) {
    static const QRegularExpression thousands(QStringLiteral("^[0-9]{1,3}(,[0-9]{3})+$"));
    QString text = QString::fromStdString(value);
    if (!thousands.match(text).hasMatch()) return value;
    return text.replace(u',', QChar(0x202f)).toStdString();
}

std::string wordsOf(const Phrase& phrase) {
    if (!phrase.sentence) return valueText(phrase.text);
    return filled(translated(phrase.text).toStdString(), phrase.values.size(),
                  [&](std::size_t i) { return wordsOf(phrase.values[i]); });
}

}  // namespace

QString inWords(const Phrase& phrase) {
    return QString::fromStdString(wordsOf(phrase));
}

QString inWords(const std::vector<Phrase>& sentences) {
    QStringList said;
    for (const Phrase& sentence : sentences) said << inWords(sentence);
    return said.join(u' ');
}

}  // namespace mantissa::ui
