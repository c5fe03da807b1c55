// SPDX-License-Identifier: GPL-3.0-or-later
// How the window writes whole numbers, the same in every language: thousands stand apart by a narrow no-break space. A
// comma would do so in English and make "2,000" two in German. Exports have numbers plain.
#pragma once

#include <QString>

namespace mantissa::ui {

/// "2 000" with U+202F; a negative number has a minus sign (U+2212).
QString wholeText(qint64 number);

/// A sentence in which the commas between thousands ("60,000 images") are narrow no-break spaces. Decimals ("0,5") and
/// lists ("1, 2") stay as they are.
QString spacedThousands(QString sentence);

}  // namespace mantissa::ui
