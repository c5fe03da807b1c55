// SPDX-License-Identifier: GPL-3.0-or-later
// See follow_bin.h.
#include "ui/pages/follow_bin.h"

#include <cmath>
#include <optional>

#include "ui/models/format_facts.h"
#include "ui/models/number_story.h"
#include "ui/pages/follow_words.h"

namespace mantissa::ui {

namespace {

/// The bin that a text names: an exponent, a power of two, or any magnitude, which lies in one.
std::optional<int> binIn(const QString& text) {
    const QString plain = text.trimmed();
    for (const int bin : {kZeroBin, kNonfiniteBin})
        if (plain.compare(binText(bin), Qt::CaseInsensitive) == 0) return bin;
    bool whole = false;
    const int exponent = plain.toInt(&whole);
    if (whole) return exponent;
    const std::optional<double> number = parseNumber(plain);
    if (!number || !std::isfinite(*number) || *number == 0.0) return std::nullopt;
    return std::ilogb(*number);
}

}  // namespace

BinBox::BinBox(QWidget* parent) : QSpinBox(parent) {
    setRange(kZeroBin, kNonfiniteBin);
    setValue(-20);
    setAccessibleName(tr("Bin"));
    setToolTip(tr("Magnitude before the cast, loss scale included: the power of two at the bin's lower end"));
}

QString BinBox::textFromValue(int value) const {
    return binText(value);
}

int BinBox::valueFromText(const QString& text) const {
    return binIn(text).value_or(value());
}

QValidator::State BinBox::validate(QString& text, int& /*position*/) const {
    const std::optional<int> bin = binIn(text);
    return bin && *bin >= minimum() && *bin <= maximum() ? QValidator::Acceptable : QValidator::Intermediate;
}

}  // namespace mantissa::ui
