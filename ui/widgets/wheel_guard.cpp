// SPDX-License-Identifier: GPL-3.0-or-later
// See wheel_guard.h.
#include "ui/widgets/wheel_guard.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QEvent>
#include <QSlider>

namespace mantissa::ui {

namespace {

bool isInput(const QWidget* widget) {
    return qobject_cast<const QAbstractSpinBox*>(widget) || qobject_cast<const QComboBox*>(widget) ||
           qobject_cast<const QSlider*>(widget);
}

/// The input that this widget is or is a part of (a spin box has a line edit); null for others and within pop-ups.
QWidget* inputOf(QWidget* widget) {
    for (QWidget* at = widget; at && !at->isWindow(); at = at->parentWidget()) {
        if (isInput(at)) return at;
    }
    return nullptr;
}

}  // namespace

bool WheelGuard::eventFilter(QObject* watched, QEvent* event) {
    if (!watched->isWidgetType()) return false;
    auto* widget = static_cast<QWidget*>(watched);
    if (event->type() == QEvent::Polish && isInput(widget) && widget->focusPolicy() == Qt::WheelFocus)
        widget->setFocusPolicy(Qt::StrongFocus);  // the wheel itself would bring the keyboard
    if (event->type() != QEvent::Wheel) return false;
    const QWidget* input = inputOf(widget);
    // A list keeps the keyboard after a choice, and would then change while the page is scrolled.
    if (!input || (input->hasFocus() && !qobject_cast<const QComboBox*>(input))) return false;
    event->ignore();  // goes on to what it stands in, which scrolls
    return true;
}

}  // namespace mantissa::ui
