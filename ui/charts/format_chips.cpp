// SPDX-License-Identifier: GPL-3.0-or-later
// See format_chips.h.
#include "ui/charts/format_chips.h"

#include <QApplication>
#include <QDrag>
#include <QEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QPainter>
#include <QPixmap>
#include <cmath>

#include "ui/charts/network_view.h"
#include "ui/charts/palette.h"

namespace mantissa::ui {
namespace {

constexpr double kBetweenChips = 6.0;

}  // namespace

FormatChips::FormatChips(const QStringList& formats, QWidget* parent) : QWidget(parent), formats_(formats) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void FormatChips::setDraggable(bool draggable) {
    if (draggable == draggable_) return;
    draggable_ = draggable;
    setCursor(draggable ? Qt::OpenHandCursor : Qt::ArrowCursor);
    update();
}

double FormatChips::chipWidth(const QString& format) const {
    const QFontMetricsF metrics(font());
    return std::ceil(metrics.horizontalAdvance(format) + metrics.height() * 1.8);
}

QRectF FormatChips::chipArea(const QString& format) const {
    double x = 1.0;
    for (const QString& one : formats_) {
        if (one == format) return {x, 1.0, chipWidth(one), height() - 2.0};
        x += chipWidth(one) + kBetweenChips;
    }
    return {};
}

QSize FormatChips::sizeHint() const {
    double wide = 2.0 - kBetweenChips;
    for (const QString& one : formats_) wide += chipWidth(one) + kBetweenChips;
    return {static_cast<int>(std::ceil(wide)), static_cast<int>(std::ceil(QFontMetricsF(font()).height() + 8.0))};
}

void FormatChips::paintChip(QPainter& painter, const QString& format, const QRectF& area) const {
    const ChartPalette colors = ChartPalette::fromWidget(this);
    const PrecisionStyle look = colors.precision(format);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(draggable_ ? QPen(look.color, 1.5) : QPen(Qt::NoPen));
    painter.setBrush(draggable_ ? QBrush(colors.background) : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), area.height() / 2, area.height() / 2);
    const double side = QFontMetricsF(font()).height() * 0.55;
    paintMarker(painter, look.marker, {area.left() + area.height() * 0.5, area.center().y()}, side, look.color,
                colors.background);
    painter.setFont(font());
    painter.setPen(colors.text);
    painter.drawText(area.adjusted(area.height() * 0.9, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, format);
}

void FormatChips::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    for (const QString& format : formats_) paintChip(painter, format, chipArea(format));
}

void FormatChips::mousePressEvent(QMouseEvent* event) {
    pressed_ = event->position().toPoint();
    taken_.clear();
    for (const QString& format : formats_)
        if (chipArea(format).contains(event->position())) taken_ = format;
    if (taken_.isEmpty() || !draggable_) QWidget::mousePressEvent(event);
}

void FormatChips::mouseMoveEvent(QMouseEvent* event) {
    if (!draggable_ || taken_.isEmpty() || !event->buttons().testFlag(Qt::LeftButton)) return;
    if ((event->position().toPoint() - pressed_).manhattanLength() < QApplication::startDragDistance()) return;
    const QRectF area = chipArea(taken_);
    QPixmap picture(area.size().toSize() * devicePixelRatioF());
    picture.setDevicePixelRatio(devicePixelRatioF());
    picture.fill(Qt::transparent);
    {
        QPainter painter(&picture);
        paintChip(painter, taken_, QRectF({0, 0}, area.size()));
    }
    auto* what = new QMimeData;
    what->setData(kFormatMime, taken_.toUtf8());
    auto* drag = new QDrag(this);
    drag->setMimeData(what);
    drag->setPixmap(picture);
    drag->setHotSpot((QPointF(pressed_) - area.topLeft()).toPoint());
    drag->exec(Qt::CopyAction);
    taken_.clear();
}

void FormatChips::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) updateGeometry();
    if (event->type() == QEvent::PaletteChange) update();
}

}  // namespace mantissa::ui
