// SPDX-License-Identifier: GPL-3.0-or-later
// See network_view.h.
#include "ui/charts/network_view.h"

#include <QContextMenuEvent>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/charts/network_items.h"

namespace mantissa::ui {
namespace {

/// Of one notch of a wheel.
constexpr double kNotch = 1.15;

}  // namespace

DiagramView::DiagramView(QWidget* parent) : QGraphicsView(parent) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);  // the diagram has the keyboard
    setDragMode(QGraphicsView::ScrollHandDrag);
    setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    setViewportUpdateMode(QGraphicsView::SmartViewportUpdate);
    viewport()->setCursor(Qt::ArrowCursor);
    setAcceptDrops(false);
}

void DiagramView::setZoom(double zoom) {
    zoom = std::clamp(zoom, kSmallestZoom, kLargestZoom);
    if (std::abs(zoom - this->zoom()) < 1e-9) return;
    setTransform(QTransform::fromScale(zoom, zoom));
    emit zoomed();
}

void DiagramView::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton)
        emit pressed(itemAt(event->position().toPoint()), mapToScene(event->position().toPoint()));
    QGraphicsView::mousePressEvent(event);
}

void DiagramView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) emit doubleClicked(itemAt(event->position().toPoint()));
}

/// The menu is the diagram's, for the box below the mouse.
void DiagramView::contextMenuEvent(QContextMenuEvent* event) {
    if (event->reason() == QContextMenuEvent::Mouse) emit pressed(itemAt(event->pos()), mapToScene(event->pos()));
    event->ignore();
}

void DiagramView::wheelEvent(QWheelEvent* event) {
    if (!event->modifiers().testFlag(Qt::ControlModifier)) return QGraphicsView::wheelEvent(event);
    setTransformationAnchor(QGraphicsView::AnchorUnderMouse);
    setZoom(zoom() * std::pow(kNotch, event->angleDelta().y() / 120.0));
    setTransformationAnchor(QGraphicsView::AnchorViewCenter);
    event->accept();
}

void DiagramView::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasFormat(kFormatMime)) event->acceptProposedAction();
}

void DiagramView::dragMoveEvent(QDragMoveEvent* event) {
    QGraphicsItem* item = itemAt(event->position().toPoint());
    emit hovered(item);
    event->setAccepted(item && item->type() == BoxItem::typeId() && static_cast<BoxItem*>(item)->takesFormat());
}

void DiagramView::dragLeaveEvent(QDragLeaveEvent* /*event*/) {
    emit hovered(nullptr);
}

void DiagramView::dropEvent(QDropEvent* event) {
    emit hovered(nullptr);
    emit dropped(itemAt(event->position().toPoint()), QString::fromUtf8(event->mimeData()->data(kFormatMime)));
    event->acceptProposedAction();
}

}  // namespace mantissa::ui
