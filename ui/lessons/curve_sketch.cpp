// SPDX-License-Identifier: GPL-3.0-or-later
// See curve_sketch.h. A curve is kept at fixed places along x, so that a stroke over an earlier one replaces it.
#include "ui/lessons/curve_sketch.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "ui/charts/format_text.h"
#include "ui/charts/line_data.h"
#include "ui/charts/palette.h"

namespace mantissa::ui {

namespace {

constexpr int kColumns = 60;  // places along x
constexpr double kMargin = 6.0;

}  // namespace

CurveSketch::CurveSketch(int lines, QWidget* parent) : QWidget(parent), lines_(lines) {
    setObjectName("lessonSketch");
    setAccessibleName(tr("Chart to draw into"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setCursor(Qt::CrossCursor);
}

void CurveSketch::setAxes(const SketchAxes& axes) {
    axes_ = axes;
    setAccessibleDescription(tr("%1 over %2").arg(axes.y, axes.x));
    update();
}

void CurveSketch::setDrawn(const QVector<QPointF>& points) {
    drawn_ = points;
    update();
}

void CurveSketch::setMeasured(const QVector<QPointF>& points) {
    measured_ = points;
    update();
}

void CurveSketch::setLocked(bool locked) {
    locked_ = locked;
    setCursor(locked ? Qt::ArrowCursor : Qt::CrossCursor);
}

QSize CurveSketch::sizeHint() const {
    const int line = fontMetrics().height();
    return {14 * line, lines_ * line};
}

QSize CurveSketch::minimumSizeHint() const {
    const int line = fontMetrics().height();
    return {10 * line, lines_ * line};
}

QRectF CurveSketch::plot() const {
    const QFontMetricsF metrics(font());
    const double left =
        std::max(metrics.horizontalAdvance(numberText(axes_.low)), metrics.horizontalAdvance(numberText(axes_.high)));
    // Above: the axis' name, and half of the highest number's height below it.
    return QRectF(rect()).adjusted(kMargin + left + 6.0, 1.5 * metrics.height() + 4.0, -kMargin - 8.0,
                                   -2.0 * metrics.height() - 6.0);
}

QPointF CurveSketch::toPixel(const QPointF& value) const {
    const QRectF area = plot();
    const double x = (value.x() - axes_.xLow) / (axes_.xHigh - axes_.xLow);
    const double y = (value.y() - axes_.low) / (axes_.high - axes_.low);
    return {area.left() + x * area.width(), area.bottom() - y * area.height()};
}

QPointF CurveSketch::toValue(const QPointF& pixel) const {
    const QRectF area = plot();
    const double x = std::clamp((pixel.x() - area.left()) / area.width(), 0.0, 1.0);
    const double y = std::clamp((area.bottom() - pixel.y()) / area.height(), 0.0, 1.0);
    return {axes_.xLow + x * (axes_.xHigh - axes_.xLow), axes_.low + y * (axes_.high - axes_.low)};
}

/// The columns between two points of the mouse take the values of the line between them.
void CurveSketch::stroke(const QPointF& from, const QPointF& to) {
    const double width = (axes_.xHigh - axes_.xLow) / kColumns;
    const auto column = [this, width](double x) { return static_cast<int>(std::lround((x - axes_.xLow) / width)); };
    const auto [left, right] = std::minmax(from, to, [](const QPointF& a, const QPointF& b) { return a.x() < b.x(); });
    for (int i = column(left.x()); i <= column(right.x()); ++i) {
        const double x = axes_.xLow + i * width;
        const double span = right.x() - left.x();
        const double share = span > 0 ? std::clamp((x - left.x()) / span, 0.0, 1.0) : 1.0;
        const QPointF point(x, left.y() + share * (right.y() - left.y()));
        const auto at = std::lower_bound(drawn_.begin(), drawn_.end(), x - width / 2,
                                         [](const QPointF& p, double value) { return p.x() < value; });
        if (at != drawn_.end() && at->x() < x + width / 2)
            *at = point;
        else
            drawn_.insert(at, point);
    }
    update();
    emit edited();
}

void CurveSketch::mousePressEvent(QMouseEvent* event) {
    if (locked_ || event->button() != Qt::LeftButton) return;
    last_ = toValue(event->position());
    stroke(last_, last_);
}

void CurveSketch::mouseMoveEvent(QMouseEvent* event) {
    if (locked_ || !(event->buttons() & Qt::LeftButton)) return;
    const QPointF here = toValue(event->position());
    stroke(last_, here);
    last_ = here;
}

void CurveSketch::paintAxes(QPainter& painter) const {
    const ChartPalette colors = ChartPalette::fromWidget(this);
    const QRectF area = plot();
    const QFontMetricsF metrics(font());
    painter.fillRect(rect(), colors.background);
    const Ticks up = niceTicks(axes_.low, axes_.high, 5);
    for (int i = 0; i < up.count; ++i) {
        const double y = std::round(toPixel({axes_.xLow, up.at(i)}).y());
        painter.setPen(colors.grid);
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(colors.muted);
        painter.drawText(QRectF(0, y - metrics.height() / 2, area.left() - 4.0, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, numberText(up.at(i)));
    }
    const Ticks along = niceTicks(axes_.xLow, axes_.xHigh, 5);
    painter.setPen(colors.muted);
    for (int i = 0; i < along.count; ++i) {
        const double x = std::round(toPixel({along.at(i), axes_.low}).x());
        painter.drawLine(QPointF(x, area.bottom()), QPointF(x, area.bottom() + 3));
        painter.drawText(QRectF(x - 40, area.bottom() + 3, 80, metrics.height()), Qt::AlignHCenter,
                         numberText(along.at(i)));
    }
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.setPen(colors.text);
    painter.drawText(QRectF(kMargin, 2, width() - 2 * kMargin, metrics.height()), Qt::AlignLeft, axes_.y);
    painter.drawText(QRectF(area.left(), height() - metrics.height() - 2, area.width(), metrics.height()),
                     Qt::AlignRight, axes_.x);
    if (drawn_.isEmpty() && measured_.isEmpty() && !locked_) {
        const QString asked = tr("Draw your curve here with the mouse");
        constexpr int how = Qt::AlignCenter | Qt::TextWordWrap;
        painter.fillRect(QRectF(painter.boundingRect(area, how, asked)).adjusted(-6, -2, 6, 2), colors.background);
        painter.setPen(colors.muted);
        painter.drawText(area, how, asked);
    }
}

void CurveSketch::paintCurve(QPainter& painter, const QVector<QPointF>& points, bool measured) const {
    if (points.isEmpty()) return;
    const ChartPalette colors = ChartPalette::fromWidget(this);
    const QColor color = measured ? colors.text : colors.precision(u"TF32").color;
    QPainterPath path(toPixel(points.first()));
    for (const QPointF& point : points) path.lineTo(toPixel(point));
    painter.setPen(QPen(color, measured ? 2.0 : 2.5, measured ? Qt::SolidLine : Qt::DotLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
    const qsizetype stride = std::max<qsizetype>(1, points.size() / 12);
    if (measured)
        for (qsizetype i = 0; i < points.size(); i += stride)
            paintMarker(painter, Glyph::Circle, toPixel(points[i]), 6.0, color, colors.background);
}

/// Which line is which, below the axis: as long and as marked as it is drawn.
void CurveSketch::paintLegend(QPainter& painter) const {
    const ChartPalette colors = ChartPalette::fromWidget(this);
    const QFontMetricsF metrics(font());
    const double y = height() - metrics.height() / 2 - 2;
    double x = plot().left();
    for (const bool measured : {false, true}) {
        if ((measured ? measured_ : drawn_).isEmpty()) continue;
        const QColor color = measured ? colors.text : colors.precision(u"TF32").color;
        painter.setPen(QPen(color, measured ? 2.0 : 2.5, measured ? Qt::SolidLine : Qt::DotLine));
        painter.drawLine(QPointF(x, y), QPointF(x + 18, y));
        if (measured) paintMarker(painter, Glyph::Circle, {x + 9, y}, 6.0, color, colors.background);
        const QString name = measured ? tr("measured") : tr("your prediction");
        painter.setPen(colors.text);
        painter.drawText(QPointF(x + 22, y + metrics.ascent() / 2 - 1), name);
        x += 32 + metrics.horizontalAdvance(name);
    }
}

void CurveSketch::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintAxes(painter);
    paintLegend(painter);
    painter.setClipRect(plot().adjusted(-4, -4, 4, 4));
    paintCurve(painter, drawn_, false);
    paintCurve(painter, measured_, true);
}

}  // namespace mantissa::ui
