// SPDX-License-Identifier: GPL-3.0-or-later
// Colour and marker of a precision outside the charts, taken from the charts' palette so that there is one truth.
#pragma once

#include <QColor>
#include <QIcon>
#include <QPointF>

#include "engine/run/run.pb.h"

class QPainter;
class QWidget;

namespace mantissa::ui {

/// The precision's colour on `widget`: FP32 is the text colour.
QColor colorOf(run::Precision precision, const QWidget* widget);
/// Paints its marker, `size` pixels wide; `variant` as RunFace has it.
void paintPrecision(QPainter& painter, run::Precision precision, QPointF at, double size, const QWidget* widget,
                    int variant = 0);
/// "5 exponent bits, 10 fraction bits, 6.1e-05 to 65504": computed from the format.
QString precisionFacts(run::Precision precision);
/// "e5 m10"; "TF32 / FP32" for PyTorch's default.
QString precisionBits(run::Precision precision);

}  // namespace mantissa::ui
