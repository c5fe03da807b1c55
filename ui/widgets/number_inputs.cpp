// SPDX-License-Identifier: GPL-3.0-or-later
// See number_inputs.h. Both accept whatever toDouble understands in the C locale, so "1e-3" works in every language.
#include "ui/widgets/number_inputs.h"

#include <QLocale>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>
#include <optional>

#include "ui/charts/format_text.h"

namespace mantissa::ui {

namespace {

constexpr int smallest_scale_exponent = -16;
constexpr int largest_scale_exponent = 40;
constexpr int shown_decimals = 323;  // QDoubleSpinBox rounds values to its decimals: keep all a double can have

QString plainDigits(QString text) {
    const QString from = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻";
    const QString to = "0123456789-";
    for (qsizetype i = 0; i < from.size(); ++i) text.replace(from[i], to[i]);
    return text;
}

/// A number with a point, or with a comma in its place: in the C locale a comma parts thousands, and 0,1 would be 1.
std::optional<double> parseNumber(QString text) {
    text = text.trimmed();
    if (text.count(u',') == 1 && !text.contains(u'.')) text.replace(u',', u'.');
    QLocale plain = QLocale::c();
    plain.setNumberOptions(QLocale::RejectGroupSeparator);
    bool ok = false;
    const double number = plain.toDouble(text, &ok);
    return ok && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

std::optional<double> parseScale(const QString& text) {
    static const QRegularExpression power("^\\s*2\\s*\\^\\s*(-?\\d{1,2})\\s*$");
    static const QRegularExpression superscript("^\\s*2([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)\\s*$");
    for (const auto& form : {power, superscript}) {
        const auto match = form.match(text);
        if (match.hasMatch()) return std::ldexp(1.0, plainDigits(match.captured(1)).toInt());
    }
    const std::optional<double> number = parseNumber(text);
    return number && *number > 0 ? number : std::nullopt;
}

QSize widthFor(const QDoubleSpinBox& box, const QSize& hint, const QString& widest) {
    return {box.fontMetrics().horizontalAdvance(widest) + box.fontMetrics().height() * 2 + 8, hint.height()};
}

}  // namespace

ScaleSpinBox::ScaleSpinBox(QWidget* parent) : QDoubleSpinBox(parent) {
    setDecimals(shown_decimals);
    setRange(std::ldexp(1.0, smallest_scale_exponent), std::ldexp(1.0, largest_scale_exponent));
    setKeyboardTracking(false);
}

void ScaleSpinBox::stepBy(int steps) {
    const double exponent = std::log2(value());
    const double from = steps > 0 ? std::floor(exponent) : std::ceil(exponent);
    const int next = std::clamp(static_cast<int>(from) + steps, smallest_scale_exponent, largest_scale_exponent);
    setValue(std::ldexp(1.0, next));
    selectAll();
}

QString ScaleSpinBox::textFromValue(double value) const {
    return scaleText(value);
}
double ScaleSpinBox::valueFromText(const QString& text) const {
    return parseScale(text).value_or(value());
}

QValidator::State ScaleSpinBox::validate(QString& text, int&) const {
    const auto parsed = parseScale(text);
    if (!parsed) return QValidator::Intermediate;
    return *parsed >= minimum() && *parsed <= maximum() ? QValidator::Acceptable : QValidator::Intermediate;
}

QSize ScaleSpinBox::sizeHint() const {
    return widthFor(*this, QDoubleSpinBox::sizeHint(), "65536");
}

RateSpinBox::RateSpinBox(double smallest, double largest, QWidget* parent) : QDoubleSpinBox(parent) {
    setDecimals(shown_decimals);
    setRange(smallest, largest);
    setKeyboardTracking(false);
}

void RateSpinBox::stepBy(int steps) {
    double next = value();
    for (int i = 0; i < std::abs(steps); ++i) {
        if (next == 0) {
            next = steps > 0 ? 1e-4 : minimum() < 0 ? -1e-4 : 0;
            continue;
        }
        const double size = std::abs(next), sign = next < 0 ? -1 : 1;
        const double decade = std::pow(10.0, std::floor(std::log10(size) + 1e-9));
        const double digit = size / decade;
        constexpr double slack = 1e-6;
        const double larger = digit < 2 - slack ? 2 : digit < 5 - slack ? 5 : 10;
        const double smaller = digit > 5 + slack ? 5 : digit > 2 + slack ? 2 : digit > 1 + slack ? 1 : 0.5;
        next = sign * decade * ((steps > 0) == (sign > 0) ? larger : smaller);
        next = QLocale::c().toDouble(QString::number(next, 'g', 6));  // no 0.020000000000000004
    }
    setValue(next);
    selectAll();
}

QString RateSpinBox::textFromValue(double value) const {
    return QString::number(value, 'g', 6);
}
double RateSpinBox::valueFromText(const QString& text) const {
    if (!specialValueText().isEmpty() && text == specialValueText()) return minimum();
    return parseNumber(text).value_or(value());
}

QValidator::State RateSpinBox::validate(QString& text, int&) const {
    if (!specialValueText().isEmpty() && text == specialValueText()) return QValidator::Acceptable;  // "none"
    const auto parsed = parseNumber(text);
    if (!parsed) return QValidator::Intermediate;
    return *parsed >= minimum() && *parsed <= maximum() ? QValidator::Acceptable : QValidator::Intermediate;
}

QSize RateSpinBox::sizeHint() const {
    return widthFor(*this, QDoubleSpinBox::sizeHint(), "0.00001");
}

}  // namespace mantissa::ui
