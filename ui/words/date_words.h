// SPDX-License-Identifier: GPL-3.0-or-later
// Dates in the window's language. Numbers are written alike in every language, as charts and phrases have them.
#pragma once

#include <QLocale>

namespace mantissa::ui {

/// The locale that writes dates from now on: setDateLocale()'s last, at first the system's.
QLocale dateLocale();
void setDateLocale(const QLocale& locale);
/// "24.11.26, 16:02" of seconds since 1970, in local time.
QString dateTimeText(qint64 seconds);
/// "16:02" where that is today, else "24.11.26".
QString timeOrDateText(qint64 seconds);

}  // namespace mantissa::ui
