// SPDX-License-Identifier: GPL-3.0-or-later
// See power_box.h.
#include "ui/pages/power_box.h"

#include <QRegularExpression>
#include <optional>

#include "ui/charts/format_text.h"

namespace mantissa::ui {

namespace {

std::optional<int> exponentIn(QString text) {
    const QString raised = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹⁻");
    const bool power =
        text.trimmed().startsWith(u'2') && text.contains(QRegularExpression(QStringLiteral("[⁰¹²³⁴-⁹⁻]")));
    for (qsizetype i = 0; i < raised.size(); ++i) text.replace(raised[i], QStringLiteral("0123456789-")[i]);
    if (power) text.replace(text.indexOf(u'2'), 1, QStringLiteral("2^"));
    static const QRegularExpression form(QStringLiteral("^\\s*(?:2\\s*\\^\\s*)?(-?\\d{1,3})\\s*$"));
    const auto match = form.match(text);
    return match.hasMatch() ? std::optional(match.captured(1).toInt()) : std::nullopt;
}

}  // namespace

QString PowerBox::textFromValue(int value) const {
    return powerOfTwo(value);
}

int PowerBox::valueFromText(const QString& text) const {
    return exponentIn(text).value_or(value());
}

QValidator::State PowerBox::validate(QString& text, int& /*cursor*/) const {
    const std::optional<int> exponent = exponentIn(text);
    return exponent && *exponent >= minimum() && *exponent <= maximum() ? QValidator::Acceptable
                                                                        : QValidator::Intermediate;
}

}  // namespace mantissa::ui
