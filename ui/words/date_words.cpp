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

}  // namespace mantissa::ui
