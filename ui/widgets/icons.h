// SPDX-License-Identifier: GPL-3.0-or-later
// Icons drawn by code, so that they follow the palette, the scale and the disabled state.
#pragma once

#include <QColor>
#include <QIcon>
#include <QImage>
#include <QRectF>

class QPainter;

namespace mantissa::ui {

enum class IconShape {
    Run,
    Pause,
    Step,
    Slow,
    Stop,
    Reset,
    Folder,
    Save,
    Eye,
    EyeOff,
    Pin,
    Now,
    NextRun,
    Close,
    Warning,
    Info,
    ChevronRight,
    ChevronDown
};

/// An icon in the palette's text colour (greyed when disabled), sharp at every size.
QIcon glyphIcon(IconShape glyph);

/// Paints `glyph` into `where` in one colour.
void paintGlyph(QPainter& painter, IconShape glyph, const QRectF& where, const QColor& color);

/// The program's icon: sixteen bits of FP16, the low mantissa bits fading out.
QIcon applicationIcon();
/// The same as one picture of size x size pixels (for icon files).
QImage applicationImage(int size);

}  // namespace mantissa::ui
