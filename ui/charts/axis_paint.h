// SPDX-License-Identifier: GPL-3.0-or-later
// The axes that charts of magnitudes have in common: shares upward, powers of two to the right.
#pragma once

#include <QFont>
#include <QFontMetricsF>
#include <QRectF>
#include <QStringList>
#include <functional>
#include <vector>

#include "ui/charts/palette.h"

class QPainter;

namespace mantissa::ui {

/// Lines and labels of a share axis that ends at `top` (0 to 1), left of `plot`.
void paintShareAxis(QPainter& painter, const QRectF& plot, double top, const ChartPalette& colors, const QFont& font);

/// Ticks and labels 2^e below `plot`: those of `first` before all others, since they are what the eye looks for, then
/// multiples of 16, 8 and 4 within [min, max] where there is room. `pixelX` gives the place of an exponent.
void paintExponentAxis(QPainter& painter, const QRectF& plot, std::vector<int> first, int min, int max,
                       const std::function<double(int)>& pixelX, const ChartPalette& colors, const QFont& font);

/// The first of `texts` that is no wider than `width`; the last one, cut short, where none is.
QString fittingText(const QFontMetricsF& metrics, const QStringList& texts, double width);

/// "2⁻²⁴", and "1" for 2⁰.
QString exponentText(int exponent);

}  // namespace mantissa::ui
