// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers for people; see the header.
#include "ui/charts/format_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace mantissa::ui {

namespace {

constexpr QChar kSpace{0x00A0};
const QString kDash = QStringLiteral("–");

QString withUnit(const QString& number, const char* unit) {
    return number + kSpace + QString::fromLatin1(unit);
}

/// Three significant digits for 1 <= value < 1024: "1.23", "12.3", "123".
QString threeDigits(double value) {
    const int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    return QString::number(value, 'f', decimals);
}

}  // namespace

QString superscript(int number) {
    static const std::array<QChar, 10> digits{QChar(0x2070), QChar(0x00B9), QChar(0x00B2), QChar(0x00B3),
                                              QChar(0x2074), QChar(0x2075), QChar(0x2076), QChar(0x2077),
                                              QChar(0x2078), QChar(0x2079)};
    QString text;
    for (const QChar c : QString::number(number)) {
        text += c == u'-' ? QChar(0x207B) : digits[static_cast<std::size_t>(c.digitValue())];
    }
    return text;
}

QString powerOfTwo(int exponent) {
    return u'2' + superscript(exponent);
}

QString scaleText(double scale) {
    if (!std::isfinite(scale)) return QCoreApplication::translate("FormatText", "not finite");
    int exponent = 0;
    if (scale > 0 && std::frexp(scale, &exponent) == 0.5) {
        return scale == 1.0 ? QStringLiteral("1") : powerOfTwo(exponent - 1);
    }
    return numberText(scale);
}

ByteUnit byteUnit(quint64 bytes) {
    static constexpr std::array<ByteUnit, 5> units{
        {{"B", 1.0}, {"KiB", 0x1p10}, {"MiB", 0x1p20}, {"GiB", 0x1p30}, {"TiB", 0x1p40}}};
    std::size_t unit = 0;
    while (unit + 1 < units.size() && static_cast<double>(bytes) >= units[unit + 1].bytes) ++unit;
    return units[unit];
}

QString bytesText(quint64 bytes) {
    const ByteUnit unit = byteUnit(bytes);
    const double value = static_cast<double>(bytes) / unit.bytes;
    return withUnit(unit.bytes == 1.0 ? QString::number(bytes) : threeDigits(value), unit.name);
}

QString durationText(double seconds) {
    if (!std::isfinite(seconds) || seconds < 0 || seconds > 1e9) return kDash;
    const qint64 s = std::llround(seconds);
    const auto two = [](qint64 n) { return QStringLiteral("%1").arg(n, 2, 10, QLatin1Char('0')); };
    if (s < 60) return withUnit(QString::number(s), "s");
    if (s < 3600) return withUnit(QString::number(s / 60), "min") + kSpace + withUnit(two(s % 60), "s");
    if (s < 86400) return withUnit(QString::number(s / 3600), "h") + kSpace + withUnit(two(s / 60 % 60), "min");
    return withUnit(QString::number(s / 86400), "d") + kSpace + withUnit(QString::number(s / 3600 % 24), "h");
}

QString percentText(double share) {
    if (std::isnan(share)) return kDash;
    const double p = share * 100.0;
    if (p == 0.0) return withUnit(QStringLiteral("0"), "%");
    if (p > 0.0 && p < 0.01) return withUnit(QString(u'<') + kSpace + QStringLiteral("0.01"), "%");
    if (p < 100.0 && p > 99.9) return withUnit(QString(u'>') + kSpace + QStringLiteral("99.9"), "%");
    if (p < 0.995) return withUnit(QString::number(p, 'g', 2), "%");
    if (p < 9.95) return withUnit(QString::number(p, 'f', 1), "%");
    if (p >= 99.5 && p < 100.0) return withUnit(QString::number(p, 'f', 1), "%");
    return withUnit(QString::number(p, 'f', 0), "%");
}

QString percentText(double share, int decimals) {
    if (std::isnan(share)) return kDash;
    return withUnit(QString::number(share * 100.0, 'f', decimals), "%");
}

int pluralCount(std::uint64_t count) {
    return static_cast<int>(std::min<std::uint64_t>(count, std::numeric_limits<int>::max()));
}

QString countText(double count) {
    if (!std::isfinite(count)) return kDash;
    if (count < 999.5) return QString::number(count, 'f', 0);
    static constexpr std::array<const char*, 4> units{"k", "M", "G", "T"};
    std::size_t unit = 0;
    double value = count / 1e3;
    while (unit + 1 < units.size() && value >= 999.5) {
        value /= 1e3;
        ++unit;
    }
    return withUnit(threeDigits(value), units[unit]);
}

QString numberText(double value, int digits) {
    if (std::isnan(value)) return QStringLiteral("NaN");
    if (std::isinf(value)) return value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
    if (value == 0.0) return QStringLiteral("0");
    const double magnitude = std::abs(value);
    QString text = magnitude >= 1e6 || magnitude < 1e-4 ? QString::number(magnitude, 'e', digits - 1)
                                                        : QString::number(magnitude, 'g', digits);
    if (const qsizetype e = text.indexOf(u'e'); e >= 0) {
        QString mantissa = text.left(e);
        const int exponent = text.mid(e + 1).toInt();
        if (mantissa.contains(u'.')) {
            while (mantissa.endsWith(u'0')) mantissa.chop(1);
            if (mantissa.endsWith(u'.')) mantissa.chop(1);
        }
        text = (mantissa == u"1" ? QString() : mantissa + u'·') + QStringLiteral("10") + superscript(exponent);
    }
    return value < 0 ? QChar(0x2212) + text : text;
}

QString decibelText(double decibels) {
    if (std::isnan(decibels)) return kDash;
    if (std::isinf(decibels)) return withUnit(numberText(decibels), "dB");
    const double tenths = std::round(decibels * 10.0) / 10.0;
    const QString number = QString::number(std::abs(tenths), 'f', 1);
    return withUnit(tenths < 0.0 ? QChar(0x2212) + number : number, "dB");
}

QString likenessText(double cosine, std::optional<double> decibels) {
    const QString text =
        cosine < 1.0 && cosine >= 0.9995 ? QString(u'>') + kSpace + QStringLiteral("0.999") : numberText(cosine, 3);
    if (!decibels) return text;
    return QCoreApplication::translate("FormatText", "%1, signal to noise %2").arg(text, decibelText(*decibels));
}

QString tipText(const QString& plain) {
    return QStringLiteral("<p style='white-space:pre'>") + plain.toHtmlEscaped() + QStringLiteral("</p>");
}

QString plainTip(const QString& plain) {
    if (plain.isEmpty()) return {};
    return QStringLiteral("<qt>") + plain.toHtmlEscaped().replace(u'\n', QStringLiteral("<br>")) +
           QStringLiteral("</qt>");
}

QString exactText(double value) {
    if (std::isnan(value)) return QStringLiteral("nan");
    if (std::isinf(value)) return value > 0 ? QStringLiteral("inf") : QStringLiteral("-inf");
    return QString::number(value, 'g', QLocale::FloatingPointShortest);
}

}  // namespace mantissa::ui
