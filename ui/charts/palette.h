// SPDX-License-Identifier: GPL-3.0-or-later
// Colours and markers of all charts, for light and dark. A precision has the same colour and the same marker
// everywhere; colour never stands alone. The hues are Okabe and Ito's, told apart by colour-blind readers.
#pragma once

#include <QBrush>
#include <QColor>
#include <QPointF>
#include <QStringView>
#include <Qt>

class QPainter;
class QWidget;

namespace mantissa::ui {

/// A glyph of about ten pixels that names a series where colour is not seen.
enum class Glyph { Circle, Square, Triangle, Diamond, Cross };

/// Colour and marker of one precision.
struct PrecisionStyle {
    QColor color;
    Glyph marker = Glyph::Circle;
};

/// One category of stacked areas: a colour, and a hatching drawn over it so that neighbours differ without colour.
struct CategoryStyle {
    QColor color;
    Qt::BrushStyle hatch = Qt::NoBrush;
};

/// What every chart is painted with.
struct ChartPalette {
    bool dark = false;
    double stroke = 1.0;  ///< widths of lines are multiplied by it: they grow with the text
    QColor background;    ///< behind the plot
    QColor text;          ///< titles, values
    QColor muted;         ///< tick labels
    QColor grid;          ///< grid lines and the plot's frame
    QColor zone;          ///< hatching of zones
    QColor bookmark;      ///< lines of events
    QColor focus;         ///< frame of the chart that has the keyboard

    /// From the widget's own palette: light or dark follow the application's theme.
    static ChartPalette fromWidget(const QWidget* widget);

    /// `precision` is spelled as everywhere in the window ("FP32", "TF32", "FP16", "BF16"); anything else ("PyTorch
    /// default") takes the text colour and a triangle. `variant`: 0, or a second (1), third … run of that precision in
    /// one race, which is quieter and has another marker.
    PrecisionStyle precision(QStringView precision, int variant = 0) const;

    /// Style of the stacked category number `index`, 0 to 5; repeats beyond.
    CategoryStyle category(int index) const;

    /// A quieter version of `color` for earlier runs: mixed with the background, still opaque, so that crossing lines
    /// do not add up to something strong.
    QColor faint(const QColor& color) const;
    /// The same for a line, which has no area to be seen by: not fainter than a contrast of 3 to the background in the
    /// dark (WCAG 2.1, 1.4.11) and 2 in the light, and never fainter than `color` can be read at all.
    QColor faintLine(const QColor& color) const;
    /// The noisy line beside a run's own, as of each batch: neither that of the run nor, as quiet, that of another run.
    QColor companionLine(const QColor& color) const;
};

/// Relative luminance of WCAG 2.1: 0 black, 1 white.
double luminanceOf(const QColor& color);
/// Contrast ratio of WCAG 2.1: 1 (none) to 21.
double contrastOf(const QColor& a, const QColor& b);

/// Paints `glyph` centred on `at`, `size` pixels wide: filled with `fill`, outlined with `outline`.
void paintMarker(QPainter& painter, Glyph glyph, QPointF at, double size, const QColor& fill, const QColor& outline);

}  // namespace mantissa::ui
