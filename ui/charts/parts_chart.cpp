// SPDX-License-Identifier: GPL-3.0-or-later
// See parts_chart.h.
#include "ui/charts/parts_chart.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>

#include "ui/charts/format_text.h"

namespace mantissa::ui {

PartsChart::PartsChart(const QString& title, Along along, QWidget* parent) : ChartWidget(title, parent), along_(along) {
    setMouseTracking(true);
}

void PartsChart::select(int part) {
    if (part == selected_) return;
    selected_ = part;
    refreshParts();
}

void PartsChart::refreshParts() {
    selected_ = std::min(selected_, partCount() - 1);
    describe(selected_ < 0 ? restText() : partText(selected_));
    update();
}

void PartsChart::mouseMoveEvent(QMouseEvent* event) {
    select(partCount() > 0 ? partAt(event->position()) : -1);
}

void PartsChart::leaveEvent(QEvent* event) {
    ChartWidget::leaveEvent(event);
    clearHover();
}

void PartsChart::keyPressEvent(QKeyEvent* event) {
    const bool forward = event->key() == (along_ == Along::row ? Qt::Key_Right : Qt::Key_Down);
    const bool back = event->key() == (along_ == Along::row ? Qt::Key_Left : Qt::Key_Up);
    if (partCount() == 0 || (!forward && !back)) return ChartWidget::keyPressEvent(event);
    const int next = selected_ < 0 ? beginning(forward) : selected_ + (forward ? 1 : -1);
    select(std::clamp(next, 0, partCount() - 1));
}

bool PartsChart::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return ChartWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString text = tipAt(help->pos());
    if (text.isEmpty()) return ChartWidget::event(event);
    QToolTip::showText(help->globalPos(), plainTip(text));
    return true;
}

}  // namespace mantissa::ui
