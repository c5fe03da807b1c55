// SPDX-License-Identifier: GPL-3.0-or-later
// See bit_fields.h.
#include "ui/charts/bit_fields.h"

#include <QObject>

namespace mantissa::ui {

BitField fieldOf(int bit, const FloatFormat& format) {
    if (bit == format.bits() - 1) return BitField::Sign;
    return bit >= format.fraction_bits ? BitField::Exponent : BitField::Fraction;
}

QString fieldName(BitField field) {
    switch (field) {
        case BitField::Sign:
            return QObject::tr("sign");
        case BitField::Exponent:
            return QObject::tr("exponent");
        case BitField::Fraction:
            break;
    }
    return QObject::tr("fraction");
}

QColor fieldTone(BitField field, const ChartPalette& palette) {
    switch (field) {
        case BitField::Sign:
            return palette.dark ? QColor(0xD6, 0x8F, 0xB8) : QColor(0xA1, 0x3D, 0x7B);
        case BitField::Exponent:
            return palette.dark ? QColor(0x8E, 0xA6, 0xF0) : QColor(0x3A, 0x4C, 0x97);
        case BitField::Fraction:
            break;
    }
    return palette.dark ? QColor(0xC9, 0xA8, 0x6A) : QColor(0x80, 0x5F, 0x1C);
}

}  // namespace mantissa::ui
