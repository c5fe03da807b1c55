// SPDX-License-Identifier: GPL-3.0-or-later
// Colours and markers; see the header.
#include "ui/charts/palette.h"

#include <QPainter>
#include <QPalette>
#include <QPolygonF>
#include <QWidget>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace mantissa::ui {

namespace {

/// Text up to this size has lines of the plain width.
constexpr double kPlainPoints = 12.0;
/// Share of the background in a faint colour.
constexpr double kFaintDark = 0.55, kFaintLight = 0.60;

QColor mix(const QColor& a, const QColor& b, double shareOfB) {
    const auto channel = [shareOfB](int x, int y) {
        return static_cast<int>(std::lround(x * (1.0 - shareOfB) + y * shareOfB));
    };
    return {channel(a.red(), b.red()), channel(a.green(), b.green()), channel(a.blue(), b.blue())};
}

QPolygonF regular(int corners, QPointF at, double radius, double turn) {
    QPolygonF polygon;
    for (int i = 0; i < corners; ++i) {
        const double angle = turn + 2.0 * std::numbers::pi * i / corners;
        polygon << QPointF(at.x() + radius * std::cos(angle), at.y() + radius * std::sin(angle));
    }
    return polygon;
}

}  // namespace

ChartPalette ChartPalette::fromWidget(const QWidget* widget) {
    const QPalette palette = widget->palette();
    ChartPalette p;
    p.background = palette.color(QPalette::Active, QPalette::Base);
    p.text = palette.color(QPalette::Active, QPalette::Text);
    p.dark = p.background.lightness() < p.text.lightness();
    p.muted = mix(p.text, p.background, 0.28);
    p.grid = mix(p.text, p.background, p.dark ? 0.78 : 0.86);
    p.zone = mix(p.text, p.background, p.dark ? 0.60 : 0.66);
    p.bookmark = mix(p.text, p.background, 0.45);
    p.focus = palette.color(QPalette::Active, QPalette::Highlight);
    const double points = widget->font().pointSizeF();
    if (points > kPlainPoints) p.stroke = points / kPlainPoints;
    return p;
}

PrecisionStyle ChartPalette::precision(QStringView name, int variant) const {
    if (variant > 0) {  // a race has four runs at most: each of its format has a marker that no other one of it has
        const PrecisionStyle first = precision(name);
        std::vector<Glyph> others{Glyph::Triangle, Glyph::Square, Glyph::Circle, Glyph::Diamond, Glyph::Cross};
        std::erase(others, first.marker);
        return {faintLine(first.color), others[static_cast<std::size_t>(variant - 1) % others.size()]};
    }
    if (name == u"FP32") return {text, Glyph::Circle};
    if (name == u"TF32") return {QColor(0x00, 0x72, 0xB2), Glyph::Square};
    if (name == u"FP16") return {QColor(0xD5, 0x5E, 0x00), Glyph::Diamond};
    if (name == u"BF16") return {QColor(0x00, 0x9E, 0x73), Glyph::Cross};
    return {text, Glyph::Triangle};
}

CategoryStyle ChartPalette::category(int index) const {
    static const std::array<CategoryStyle, 7> light{{{QColor(0x5B, 0x6C, 0x8F), Qt::NoBrush},
                                                     {QColor(0x8F, 0xA3, 0xC4), Qt::FDiagPattern},
                                                     {QColor(0xB0, 0x8A, 0x5A), Qt::NoBrush},
                                                     {QColor(0xD9, 0xC0, 0x9A), Qt::BDiagPattern},
                                                     {QColor(0x9A, 0x7F, 0xA8), Qt::NoBrush},
                                                     {QColor(0xC9, 0xC9, 0xC9), Qt::DiagCrossPattern},
                                                     {QColor(0xB8, 0xC4, 0xB0), Qt::Dense5Pattern}}};
    static const std::array<CategoryStyle, 7> night{{{QColor(0x7F, 0x93, 0xBD), Qt::NoBrush},
                                                     {QColor(0x4E, 0x5D, 0x7C), Qt::FDiagPattern},
                                                     {QColor(0xC9, 0xA0, 0x6A), Qt::NoBrush},
                                                     {QColor(0x80, 0x68, 0x45), Qt::BDiagPattern},
                                                     {QColor(0xA9, 0x8C, 0xB8), Qt::NoBrush},
                                                     {QColor(0x60, 0x60, 0x60), Qt::DiagCrossPattern},
                                                     {QColor(0x6C, 0x7A, 0x66), Qt::Dense5Pattern}}};
    const auto i = static_cast<std::size_t>(index < 0 ? 0 : index % 7);
    return dark ? night[i] : light[i];
}

QColor ChartPalette::faint(const QColor& color) const {
    return mix(color, background, dark ? kFaintDark : kFaintLight);
}

QColor ChartPalette::faintLine(const QColor& color) const {
    const double least = dark ? 3.1 : 2.1;  // antialiasing takes a little of it
    for (double share = dark ? kFaintDark : kFaintLight; share > 0; share -= 0.02) {
        const QColor line = mix(color, background, share);
        if (contrastOf(line, background) >= least) return line;
    }
    return color;
}

QColor ChartPalette::companionLine(const QColor& color) const {
    // A colour may be hardly stronger than its quiet line: its companion lies on the other side, towards the text.
    constexpr double kStrong = 8.0;
    return contrastOf(color, background) < kStrong ? mix(color, text, 0.45) : mix(color, background, 0.3);
}

double luminanceOf(const QColor& color) {
    const auto linear = [](float channel) {
        const auto c = static_cast<double>(channel);
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrastOf(const QColor& a, const QColor& b) {
    const double x = luminanceOf(a), y = luminanceOf(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

void paintMarker(QPainter& painter, Glyph glyph, QPointF at, double size, const QColor& fill, const QColor& outline) {
    const double r = size / 2.0;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(outline, 1.0));
    painter.setBrush(fill);
    switch (glyph) {
        case Glyph::Circle:
            painter.drawEllipse(at, r, r);
            break;
        case Glyph::Square:
            painter.drawRect(QRectF(at.x() - 0.9 * r, at.y() - 0.9 * r, 1.8 * r, 1.8 * r));
            break;
        case Glyph::Diamond:
            painter.drawPolygon(regular(4, at, 1.25 * r, 0.0));
            break;
        case Glyph::Cross: {
            const double t = 0.38 * r;
            const double e = 1.15 * r;
            const QPolygonF plus{{-t, -e}, {t, -e}, {t, -t}, {e, -t}, {e, t},   {t, t},
                                 {t, e},   {-t, e}, {-t, t}, {-e, t}, {-e, -t}, {-t, -t}};
            painter.drawPolygon(plus.translated(at));
            break;
        }
        case Glyph::Triangle:
            painter.drawPolygon(regular(3, at, 1.25 * r, -std::numbers::pi / 2.0));
            break;
    }
    painter.restore();
}

}  // namespace mantissa::ui
