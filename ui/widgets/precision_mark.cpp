// SPDX-License-Identifier: GPL-3.0-or-later
// See precision_mark.h.
#include "ui/widgets/precision_mark.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPixmap>
#include <QWidget>

#include "engine/precision/float_format.h"
#include "ui/charts/format_text.h"
#include "ui/charts/palette.h"

namespace mantissa::ui {

namespace {

PrecisionStyle styleOf(run::Precision precision, const QWidget* widget, int variant = 0) {
    return ChartPalette::fromWidget(widget).precision(QString::fromStdString(run::Precision_Name(precision)), variant);
}

const FloatFormat* formatOf(run::Precision precision) {
    switch (precision) {
        case run::FP32:
            return &fp32;
        case run::TF32:
            return &tf32;
        case run::FP16:
            return &fp16;
        case run::BF16:
            return &bf16;
        default:
            return nullptr;
    }
}

}  // namespace

QColor colorOf(run::Precision precision, const QWidget* widget) {
    return styleOf(precision, widget).color;
}

void paintPrecision(QPainter& painter, run::Precision precision, QPointF at, double size, const QWidget* widget,
                    int variant) {
    const PrecisionStyle style = styleOf(precision, widget, variant);
    paintMarker(painter, style.marker, at, size, style.color, style.color);
}

QString precisionFacts(run::Precision precision) {
    const FloatFormat* format = formatOf(precision);
    if (!format)
        return QCoreApplication::translate(
            "Precision", "TF32 for convolutions, FP32 for matrix products: PyTorch's default on a card");
    return QCoreApplication::translate(
               "Precision", "%1 exponent bits, %2 fraction bits. Normal numbers from %3 to %4; zero at or below %5.")
        .arg(format->exponent_bits)
        .arg(format->fraction_bits)
        .arg(powerOfTwo(format->min_exponent()), numberText(format->max_finite(), 5),
             powerOfTwo(format->min_subnormal_exponent() - 1));
}

QString precisionBits(run::Precision precision) {
    const FloatFormat* format = formatOf(precision);
    if (!format) return QCoreApplication::translate("Precision", "TF32 conv, FP32 matmul");
    return QString("e%1 · m%2").arg(format->exponent_bits).arg(format->fraction_bits);
}

}  // namespace mantissa::ui
