// SPDX-License-Identifier: GPL-3.0-or-later
// The colours of a heat map: one hue from pale to full, so that the order survives every kind of colour vision.
#pragma once

#include <QColor>
#include <algorithm>

#include "ui/charts/palette.h"

namespace mantissa::ui {

/// Of a value's place between the palest (0) and the fullest (1).
inline QColor heatShade(const ChartPalette& colors, double share) {
    const QColor full = colors.dark ? QColor(0x56, 0xB4, 0xE9) : QColor(0x00, 0x4E, 0x86);
    const auto part = static_cast<float>(std::clamp(share, 0.0, 1.0) * 0.92 + 0.04);
    const auto blend = [part](float x, float y) { return x + (y - x) * part; };
    const QColor& pale = colors.background;
    return QColor::fromRgbF(blend(pale.redF(), full.redF()), blend(pale.greenF(), full.greenF()),
                            blend(pale.blueF(), full.blueF()));
}

/// Black or white, whichever reads better on `color`.
inline QColor inkOn(const QColor& color) {
    return luminanceOf(color) > 0.179 ? QColor(Qt::black) : QColor(Qt::white);
}

}  // namespace mantissa::ui
