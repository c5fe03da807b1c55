// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers for people: powers of two with superscripts, bytes, durations, shares, counts. Always a point for decimals
// and a no-break space before the unit, in every locale, so that a picture, a table and a test read the same.
#pragma once

#include <QString>
#include <QtGlobal>
#include <cstdint>
#include <optional>

namespace mantissa::ui {

/// "-24" as "⁻²⁴".
QString superscript(int number);

/// 2 to the power `exponent` as "2⁻²⁴".
QString powerOfTwo(int exponent);

/// A loss scale: an exact power of two as "2¹⁶" (1 as "1"), others as number(); "not finite" for inf and NaN.
QString scaleText(double scale);

/// Bytes in the largest of B, KiB, MiB, GiB, TiB that is at most the value: "12.3 MiB".
QString bytesText(quint64 bytes);

/// A unit for an axis up to `bytes`: its name and how many bytes it has.
struct ByteUnit {
    const char* name;
    double bytes;
};
ByteUnit byteUnit(quint64 bytes);

/// Seconds as "8 s", "2 min 05 s", "1 h 12 min", "3 d 4 h"; "–" for negative, inf and NaN.
QString durationText(double seconds);

/// A share of 0 to 1 as "34 %", "8.2 %", "0.31 %"; "< 0.01 %" and "> 99.9 %" where rounding would claim none or all;
/// "–" for NaN.
QString percentText(double share);

/// The same with exactly `decimals` decimals: accuracies that must line up.
QString percentText(double share, int decimals);

/// A count as "950", "12.3 k", "4.56 M", "7.89 G".
QString countText(double count);
/// The same count as tr() takes it to choose a plural form: beyond an int all are many.
int pluralCount(std::uint64_t count);

/// Up to `digits` significant digits, no trailing zeros, "∞", "−∞" and "NaN" spelled out.
QString numberText(double value, int digits = 4);

/// A ratio in decibels as "12.3 dB", "∞ dB"; "–" for NaN.
QString decibelText(double decibels);

/// How alike two gradients are: their cosine, and their signal-to-noise ratio where it is known: "0.934, signal to
/// noise 8.7 dB". Never 1 for a cosine below it.
QString likenessText(double cosine, std::optional<double> decibels);

/// The shortest text that reads back as the same double: for tables and copied data ("inf", "-inf", "nan").
QString exactText(double value);

/// Text for a tooltip that is shown as it is, line by line: Qt guesses markup from a tooltip's text, and names of runs
/// are never markup.
QString tipText(const QString& plain);
/// The same for sentences: broken into lines of a readable length. Empty for an empty text.
QString plainTip(const QString& plain);

}  // namespace mantissa::ui
