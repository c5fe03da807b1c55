// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse and keyboard of the grid of micro-bars.
#include <QCoreApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>
#include <algorithm>

#include "ui/charts/health_grid.h"

namespace mantissa::ui {

void HealthGrid::wheelEvent(QWheelEvent* event) {
    if (scroll_->isVisible()) {
        QCoreApplication::sendEvent(scroll_, event);
    } else {
        ChartWidget::wheelEvent(event);
    }
}

void HealthGrid::mousePressEvent(QMouseEvent* event) {
    ChartWidget::mousePressEvent(event);
    if (event->button() == Qt::LeftButton) selectAt(event->position());
}

void HealthGrid::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && selectAt(event->position())) emit activated();
}

bool HealthGrid::selectAt(QPointF position) {
    if (!rowsArea().contains(position)) return false;
    const int at = rowAt(position.y());
    if (at >= 0 && at < static_cast<int>(data_.rows.size())) {
        const HealthGridRow& row = data_.rows[static_cast<std::size_t>(at)];
        for (int column = 0; column < data_.columns.size(); ++column) {
            if (!cellArea(row.layer, column).contains(position)) continue;
            select(row.layer, column);
            return true;
        }
    }
    return false;
}

void HealthGrid::keyPressEvent(QKeyEvent* event) {
    const int rows = static_cast<int>(data_.rows.size());
    int row = rowOf(layer_);
    int column = column_;
    switch (event->key()) {
        case Qt::Key_Left:
            --column;
            break;
        case Qt::Key_Right:
            ++column;
            break;
        case Qt::Key_Up:
            --row;
            break;
        case Qt::Key_Down:
            ++row;
            break;
        case Qt::Key_PageUp:
        case Qt::Key_PageDown: {
            const int page = std::max(1, static_cast<int>(rowsArea().height() / rowHeight()) - 1);
            row += event->key() == Qt::Key_PageUp ? -page : page;
            break;
        }
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (rows > 0) emit activated();
            return;
        case Qt::Key_Home:
            row = 0;
            break;
        case Qt::Key_End:
            row = rows - 1;
            break;
        default:
            ChartWidget::keyPressEvent(event);
            return;
    }
    if (rows == 0) return;
    row = std::clamp(row, 0, rows - 1);
    select(data_.rows[static_cast<std::size_t>(row)].layer, column);
}

}  // namespace mantissa::ui
