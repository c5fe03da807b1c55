// SPDX-License-Identifier: GPL-3.0-or-later
// Glyphs are paths on a 16 x 16 grid, stroked 1.5 wide or filled; the icon engine paints them at whatever size is
// asked.
#include "ui/widgets/icons.h"

#include <QApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPalette>

namespace mantissa::ui {

namespace {

struct Shape {
    QPainterPath stroke;
    QPainterPath fill;
};

QPainterPath polygon(std::initializer_list<QPointF> points) {
    QPainterPath path;
    path.addPolygon(QPolygonF(QList<QPointF>(points)));
    path.closeSubpath();
    return path;
}

void line(QPainterPath& path, std::initializer_list<QPointF> points) {
    bool first = true;
    for (const QPointF& p : points) {
        if (first) path.moveTo(p);
        if (!first) path.lineTo(p);
        first = false;
    }
}

Shape shapeOf(IconShape glyph) {
    Shape s;
    switch (glyph) {
        case IconShape::Run:
            s.fill = polygon({{4, 2.5}, {13.5, 8}, {4, 13.5}});
            break;
        case IconShape::Pause:
            s.fill.addRoundedRect(3.5, 2.5, 3, 11, 0.8, 0.8);
            s.fill.addRoundedRect(9.5, 2.5, 3, 11, 0.8, 0.8);
            break;
        case IconShape::Step:
            s.fill = polygon({{3, 3}, {10.5, 8}, {3, 13}});
            s.fill.addRoundedRect(11.3, 3, 2, 10, 0.6, 0.6);
            break;
        case IconShape::Slow:  // a clock
            s.stroke.addEllipse(QPointF(8, 8), 6, 6);
            line(s.stroke, {{8, 4.5}, {8, 8}, {10.6, 9.6}});
            break;
        case IconShape::Stop:
            s.fill.addRoundedRect(3.5, 3.5, 9, 9, 1.2, 1.2);
            break;
        case IconShape::Reset:
            s.stroke.arcMoveTo(2.5, 2.5, 11, 11, 130);
            s.stroke.arcTo(2.5, 2.5, 11, 11, 130, 290);
            s.fill = polygon({{1.6, 1.8}, {7.0, 3.2}, {2.9, 7.0}});
            break;
        case IconShape::Folder:
            s.stroke = polygon({{1.8, 3.5}, {6.2, 3.5}, {7.7, 5.2}, {14.2, 5.2}, {14.2, 12.7}, {1.8, 12.7}});
            break;
        case IconShape::Save:
            line(s.stroke, {{8, 2}, {8, 10}});
            line(s.stroke, {{4.8, 7}, {8, 10.2}, {11.2, 7}});
            line(s.stroke, {{2.5, 11}, {2.5, 13.5}, {13.5, 13.5}, {13.5, 11}});
            break;
        case IconShape::Eye:
        case IconShape::EyeOff:
            s.stroke.moveTo(1.5, 8);
            s.stroke.quadTo(8, 0.8, 14.5, 8);
            s.stroke.quadTo(8, 15.2, 1.5, 8);
            if (glyph == IconShape::Eye) s.fill.addEllipse(QPointF(8, 8), 2.2, 2.2);
            if (glyph == IconShape::EyeOff) line(s.stroke, {{3, 13.5}, {13, 2.5}});
            break;
        case IconShape::Pin:
            s.fill = polygon({{5, 2}, {11, 2}, {10.2, 6.4}, {12.5, 9.3}, {3.5, 9.3}, {5.8, 6.4}});
            line(s.stroke, {{8, 9.3}, {8, 14}});
            break;
        case IconShape::Now:  // a bolt
            s.fill = polygon({{9.2, 1.5}, {3.6, 9.1}, {7.2, 9.1}, {6.4, 14.5}, {12.4, 6.6}, {8.6, 6.6}});
            break;
        case IconShape::NextRun:  // an arrow up to a bar
            line(s.stroke, {{2, 8}, {9.4, 8}});
            line(s.stroke, {{6.4, 4.8}, {9.6, 8}, {6.4, 11.2}});
            line(s.stroke, {{13, 3}, {13, 13}});
            break;
        case IconShape::Close:
            line(s.stroke, {{4, 4}, {12, 12}});
            line(s.stroke, {{12, 4}, {4, 12}});
            break;
        case IconShape::Warning:
            s.stroke = polygon({{8, 2}, {14.4, 13.4}, {1.6, 13.4}});
            line(s.stroke, {{8, 6.2}, {8, 9.4}});
            s.fill.addEllipse(QPointF(8, 11.4), 0.9, 0.9);
            break;
        case IconShape::Info:
            s.stroke.addEllipse(QPointF(8, 8), 6, 6);
            line(s.stroke, {{8, 7.4}, {8, 11.2}});
            s.fill.addEllipse(QPointF(8, 5), 0.9, 0.9);
            break;
        case IconShape::ChevronRight:
            line(s.stroke, {{6, 3.5}, {10.5, 8}, {6, 12.5}});
            break;
        case IconShape::ChevronDown:
            line(s.stroke, {{3.5, 6}, {8, 10.5}, {12.5, 6}});
            break;
    }
    return s;
}

// Paints whatever `draw` does, at the size asked, with the colour of the icon's mode.
class PaintedIcon : public QIconEngine {
  public:
    explicit PaintedIcon(IconShape glyph) : glyph_(glyph) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
        const auto role = mode == QIcon::Selected ? QPalette::HighlightedText : QPalette::ButtonText;
        paintGlyph(*painter, glyph_, rect, QApplication::palette().color(group, role));
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap picture(size);
        picture.fill(Qt::transparent);
        QPainter painter(&picture);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return picture;
    }
    QIconEngine* clone() const override { return new PaintedIcon(glyph_); }

  private:
    IconShape glyph_;
};

}  // namespace

void paintGlyph(QPainter& painter, IconShape glyph, const QRectF& where, const QColor& color) {
    const Shape shape = shapeOf(glyph);
    const double side = std::min(where.width(), where.height());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(where.center() - QPointF(side / 2, side / 2));
    painter.scale(side / 16.0, side / 16.0);
    painter.fillPath(shape.fill, color);
    painter.strokePath(shape.stroke, QPen(color, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.restore();
}

QIcon glyphIcon(IconShape glyph) {
    return QIcon(new PaintedIcon(glyph));
}

QImage applicationImage(int size) {
    QImage image(size, size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(size / 64.0, size / 64.0);
    QPainterPath ground;
    ground.addRoundedRect(2, 2, 60, 60, 13, 13);
    painter.fillPath(ground, QColor("#20262f"));
    // The bits of FP16 row by row: sign, five of exponent, ten of mantissa that fade as a small number loses them.
    for (int bit = 0; bit < 16; ++bit) {
        const QRectF cell(10 + (bit % 4) * 11.5, 10 + (bit / 4) * 11.5, 9.5, 9.5);
        QColor color = bit == 0 ? QColor("#f2f4f7") : bit < 6 ? QColor("#e8843c") : QColor("#3fb68b");
        if (bit >= 6) color.setAlphaF(static_cast<float>(1.0 - (bit - 6) * 0.088));
        QPainterPath square;
        square.addRoundedRect(cell, 2.2, 2.2);
        painter.fillPath(square, color);
    }
    return image;
}

QIcon applicationIcon() {
    QIcon icon;
    for (const int size : {16, 24, 32, 48, 64, 128, 256}) icon.addPixmap(QPixmap::fromImage(applicationImage(size)));
    return icon;
}

}  // namespace mantissa::ui
