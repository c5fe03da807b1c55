// SPDX-License-Identifier: GPL-3.0-or-later
// See number_words.h.
#include "ui/words/number_words.h"

#include <QRegularExpression>

namespace mantissa::ui {

namespace {

constexpr QChar thousands_space{0x202F};

}  // namespace

QString wholeText(qint64 number) {
    QString digits = QString::number(number);
    const bool negative = digits.startsWith(u'-');
    if (negative) digits.remove(0, 1);
    for (qsizetype place = digits.size() - 3; place > 0; place -= 3) digits.insert(place, thousands_space);
    return negative ? QChar(0x2212) + digits : digits;
}

QString spacedThousands(QString sentence) {
    // A whole group: 1 to 3 digits, then threes, and no digit or decimal comma on either side of it.
    static const QRegularExpression group(
        QStringLiteral("(?<![0-9.,])([1-9][0-9]{0,2})((?:,[0-9]{3})+)(?![0-9]|,[0-9])"));
    for (auto found = group.match(sentence); found.hasMatch(); found = group.match(sentence, found.capturedEnd()))
        sentence.replace(found.capturedStart(2), found.capturedLength(2),
                         found.captured(2).replace(u',', thousands_space));
    return sentence;
}

}  // namespace mantissa::ui
