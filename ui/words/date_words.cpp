// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/date_words.h"

#include <QDateTime>

namespace mantissa::ui {

namespace {

QLocale& locale() {
    static QLocale chosen = QLocale::system();
    return chosen;
}

}  // namespace

QLocale dateLocale() {
    return locale();
}

void setDateLocale(const QLocale& given) {
    locale() = given;
}

QString dateTimeText(qint64 seconds) {
    return locale().toString(QDateTime::fromSecsSinceEpoch(seconds), QLocale::ShortFormat);
}

QString timeOrDateText(qint64 seconds) {
    const QDateTime at = QDateTime::fromSecsSinceEpoch(seconds);
    return at.date() == QDate::currentDate() ? locale().toString(at.time(), QLocale::ShortFormat)
                                             : locale().toString(at.date(), QLocale::ShortFormat);
}

}  // namespace mantissa::ui
