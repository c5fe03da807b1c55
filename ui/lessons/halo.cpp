// SPDX-License-Identifier: GPL-3.0-or-later
// See halo.h.
#include "ui/lessons/halo.h"

#include <QDockWidget>
#include <QEvent>
#include <QLayout>
#include <QPainter>
#include <QScrollArea>

namespace mantissa::ui {

namespace {

constexpr int kGap = 3;    // between the widget and the ring
constexpr int kWidth = 4;  // of the ring

}  // namespace

Halo::Halo(QWidget* window) : QWidget(window) {
    setObjectName("lessonHalo");
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
    setFocusPolicy(Qt::NoFocus);
    hide();
}

void Halo::point(QWidget* target) {
    watch(false);
    target_ = target;
    watch(true);
    place();
    // Once what else has changed is laid out: a page that just came to the front does not know its size yet.
    QMetaObject::invokeMethod(this, &Halo::reveal, Qt::QueuedConnection);
}

/// What it lies in opens, comes to the front and scrolls to it.
void Halo::reveal() {
    if (!target_) return;
    for (QWidget* around = target_->parentWidget(); around && around != window(); around = around->parentWidget()) {
        if (auto* dock = qobject_cast<QDockWidget*>(around)) dock->show();
        if (around->layout()) around->layout()->activate();
    }
    for (QWidget* around = target_->parentWidget(); around && around != window(); around = around->parentWidget())
        if (auto* area = qobject_cast<QScrollArea*>(around)) area->ensureWidgetVisible(target_);
    place();
}

/// The widget moves with everything that it lies in.
void Halo::watch(bool on) {
    if (!on) {
        for (const QPointer<QWidget>& widget : watched_)
            if (widget) widget->removeEventFilter(this);
        watched_.clear();
        return;
    }
    for (QWidget* widget = target_; widget; widget = widget->isWindow() ? nullptr : widget->parentWidget()) {
        widget->installEventFilter(this);
        watched_ << widget;
    }
}

bool Halo::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
        case QEvent::Move:
        case QEvent::Resize:
        case QEvent::Show:
        case QEvent::Hide:
        case QEvent::LayoutRequest:
            QMetaObject::invokeMethod(this, &Halo::place, Qt::QueuedConnection);
            break;
        default:
            break;
    }
    return QWidget::eventFilter(watched, event);
}

void Halo::place() {
    if (!target_ || !target_->isVisible() || target_->window() != window()) return hide();
    // Only what is to be seen of it: a widget in a scroll area may be larger than the area.
    QRect seen(target_->mapTo(window(), QPoint(0, 0)), target_->size());
    for (QWidget* around = target_->parentWidget(); around && around != window(); around = around->parentWidget())
        seen &= QRect(around->mapTo(window(), QPoint(0, 0)), around->size());
    if (seen.isEmpty()) return hide();
    const int margin = kGap + kWidth;
    setGeometry(seen.adjusted(-margin, -margin, margin, margin) & window()->rect());
    raise();
    show();
}

void Halo::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF ring = QRectF(rect()).adjusted(kWidth / 2.0, kWidth / 2.0, -kWidth / 2.0, -kWidth / 2.0);
    // Two colours, so that it is seen on any ground.
    painter.setPen(QPen(palette().color(QPalette::Base), kWidth));
    painter.drawRoundedRect(ring, 6, 6);
    painter.setPen(QPen(palette().color(QPalette::Highlight), kWidth - 1.5));
    painter.drawRoundedRect(ring, 6, 6);
}

}  // namespace mantissa::ui
