// SPDX-License-Identifier: GPL-3.0-or-later
// See phrase_words.h.
#include "ui/words/phrase_words.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include "engine/base/utf8.h"
#include "engine/run/names.h"
#include "engine/run/operand_settings.h"
#include "engine/run/phrase_record.h"
#include "engine/run/settings.h"
#include "ui/words/number_words.h"

namespace mantissa::ui {

namespace {

QString translated(const std::string& english) {
    if (english.find('\0') != std::string::npos) return QString::fromStdString(english);  // the key would end there
    return QCoreApplication::translate("Engine", english.c_str());  // ui/translations/sentences.py lists them
}

/// "2 threads" at the end of what a worker calls its processor.
QString processorText(const QString& text) {
    static const QRegularExpression threads(QStringLiteral("^(.+, .+, )([0-9]+) threads?$"));
    const QRegularExpressionMatch match = threads.match(text);
    if (!match.hasMatch()) return text;
    const QString count = match.captured(2);
    return match.captured(1) + (count == u"1" ? QCoreApplication::translate("PhraseWords", "1 thread")
                                              : QCoreApplication::translate("PhraseWords", "%1 threads").arg(count));
}

/// A name or a number; only a number has its thousands set apart anew, and only of the engine's own names are some in
/// the reader's language.
std::string valueText(const std::string& value) {
    for (const Phrase& name : {format_phrase(value), operands_title(value)})
        if (name.sentence) return translated(name.text).toStdString();
    static const QRegularExpression thousands(QStringLiteral("^[0-9]{1,3}(,[0-9]{3})+$"));
    const QString text = QString::fromStdString(value);
    const QString said = thousands.match(text).hasMatch() ? spacedThousands(text) : processorText(text);
    return said == text ? value : said.toStdString();  // which may be no text, as a path
}

/// Sentences whose first value is a setting: a window calls it as Setup does, and not by its flag's name.
bool isOfASetting(const std::string& sentence) {
    return sentence == "%1: %2 → %3" || sentence == "%1 cannot change while a run trains" ||
           sentence == "%1 is the same in all runs of a race";
}

std::string wordsOf(const Phrase& phrase) {
    if (!phrase.sentence) return valueText(phrase.text);
    return filled(translated(phrase.text).toStdString(), phrase.values.size(), [&](std::size_t i) {
        const Setting* const setting =
            i == 0 && isOfASetting(phrase.text) ? setting_named(phrase.values[0].text) : nullptr;
        return wordsOf(setting ? setting->words.label : phrase.values[i]);
    });
}

/// Of an error, whose values may be paths in bytes that are not UTF-8: as its record has them.
QString cleaned(const Phrase& phrase) {
    return QString::fromStdString(to_utf8(wordsOf(phrase)));
}

QString sentence(QString text) {
    if (text.isEmpty()) return text;
    text[0] = text[0].toUpper();
    return text.endsWith(u'.') ? text : text + u'.';
}

/// A place that a person knows, a file or an operation of a network; fields and kernels have names of our own.
std::string known_place(const std::string& place) {
    return place.find('/') != std::string::npos || place.starts_with("network ") ? place : std::string();
}

}  // namespace

QString inWords(const Phrase& phrase) {
    return QString::fromStdString(wordsOf(phrase));
}

QString nameInWords(std::string_view name) {
    return inWords(Phrase(std::string(name)));
}

QString inWords(const std::vector<Phrase>& sentences) {
    QStringList said;
    for (const Phrase& sentence : sentences) said << inWords(sentence);
    return said.join(u' ');
}

QString inWords(const Error& error) {
    return cleaned(whole_phrase(error));
}

QString inWords(const std::exception& error) {
    const auto* ours = dynamic_cast<const Error*>(&error);
    return ours ? inWords(*ours) : QString::fromStdString(to_utf8(error.what()));
}

QString inWords(const run::ErrorRecord& error) {
    const Phrase message = error.message().empty() ? Phrase(error.code()) : message_phrase(error);
    return cleaned(whole_phrase(message, error.place(), remedy_phrase(error)));
}

QString messageInWords(const Error& error) {
    return cleaned(error.message_phrase());
}

QString remedyInWords(const Error& error) {
    return cleaned(error.remedy_phrase());
}

QString messageInWords(const run::ErrorRecord& error) {
    return cleaned(message_phrase(error));
}

QString remedyInWords(const run::ErrorRecord& error) {
    return cleaned(remedy_phrase(error));
}

QString remedySentence(const Error& error) {
    return sentence(remedyInWords(error));
}

QString remedySentence(const run::ErrorRecord& error) {
    return sentence(remedyInWords(error));
}

QString messageOfFile(const Error& error) {
    return cleaned(whole_phrase(error.message_phrase(), known_place(error.place()), {}));
}

QString messageOfFile(const run::ErrorRecord& error) {
    return cleaned(whole_phrase(message_phrase(error), known_place(error.place()), {}));
}

QString reasonInWords(const Error& error) {
    return cleaned(whole_phrase(error.message_phrase(), {}, error.remedy_phrase()));
}

QString reasonInWords(const run::ErrorRecord& error) {
    return cleaned(whole_phrase(message_phrase(error), {}, remedy_phrase(error)));
}

}  // namespace mantissa::ui
