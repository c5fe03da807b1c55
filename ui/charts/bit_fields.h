// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a floating-point number's bits: their names and tones, the same wherever bits are shown.
#pragma once

#include <QColor>
#include <QString>

#include "engine/precision/float_format.h"
#include "ui/charts/palette.h"

namespace mantissa::ui {

/// The parts of a floating-point number.
enum class BitField { Sign, Exponent, Fraction };

/// The part that bit `bit` of `format` belongs to; 0 is the last of the fraction.
BitField fieldOf(int bit, const FloatFormat& format);

/// "sign", "exponent", "fraction".
QString fieldName(BitField field);
/// The tone of a field, readable on the chart background.
QColor fieldTone(BitField field, const ChartPalette& palette);

}  // namespace mantissa::ui
