// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse and keyboard of the line chart. Everything that the mouse can do has keys: + and - zoom, arrows pan (or, not
// zoomed, move the cross-hair), Shift with arrows always moves the cross-hair, 0 or Home shows everything, Escape takes
// the cross-hair off.
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/charts/format_text.h"
#include "ui/charts/line_chart_parts.h"

namespace mantissa::ui {

namespace {
/// Steps are whole: fewer than this many on the axis show nothing more.
constexpr double kLeastSpan = 4.0;
constexpr double kZoomStep = 1.5;
}  // namespace

void LineChart::setXRange(double min, double max) {
    if (!(max > min) || !std::isfinite(min) || !std::isfinite(max)) return;
    zoom_ = ValueRange{min, max};
    refresh();
}

void LineChart::resetXRange() {
    zoom_.reset();
    refresh();
}

void LineChart::setCrossHair(double x) {
    hovered_ = false;
    const bool same = x == crossHair_ || (std::isnan(x) && std::isnan(crossHair_));
    crossHair_ = x;
    if (!same) repaintPicture();
    showReadout();
}

void LineChart::clearHover() {
    moveCrossHair(std::numeric_limits<double>::quiet_NaN());
}

void LineChart::moveCrossHair(double x) {
    hovered_ = std::isfinite(x);
    crossHair_ = x;
    repaintPicture();
    showReadout();
    emit crossHairMoved(x);
}

void LineChart::zoomTo(double min, double max) {
    const std::optional<ValueRange> current = zoom_;
    zoom_.reset();
    computeRanges();
    const ValueRange whole = x_;
    zoom_ = current;
    const double span = max - min;
    if (span >= whole.max - whole.min) {
        reset();
        return;
    }
    if (min < whole.min) {
        min = whole.min;
        max = min + span;
    } else if (max > whole.max) {
        max = whole.max;
        min = max - span;
    }
    setXRange(min, max);
    emit xRangeChanged(min, max);
}

void LineChart::zoomBy(double factor, double around) {
    const double span = std::max((x_.max - x_.min) / factor, kLeastSpan);
    const double share = std::clamp((around - x_.min) / (x_.max - x_.min), 0.0, 1.0);
    zoomTo(around - share * span, around + (1.0 - share) * span);
}

void LineChart::panBy(double share) {
    if (!zoom_) return;
    const double shift = share * (x_.max - x_.min);
    zoomTo(x_.min + shift, x_.max + shift);
}

void LineChart::reset() {
    resetXRange();
    emit xRangeReset();
}

QString LineChart::tipAt(QPointF position) const {
    if (empty()) return {};
    QStringList lines;
    std::size_t more = 0;
    const auto take = [&lines, &more](const auto& text) {
        if (lines.size() < 8) {
            lines << text();
        } else {
            ++more;
        }
    };
    for (const Bookmark& bookmark : bookmarks_) {
        if (std::abs(pixelX(bookmark.x) - position.x()) <= 4.0) take([&] { return bookmark.tooltip; });
    }
    if (position.y() <= plot_.top() + 6.0) {
        for (const double pin : pins_) {
            if (std::abs(pixelX(pin) - position.x()) <= 7.0) take([&] { return pinTip(pin); });
        }
    }
    if (position.y() >= plot_.bottom() - 12.0) {
        for (const double tick : ticks_) {
            if (std::abs(pixelX(tick) - position.x()) <= 5.0) take([&] { return tickTip(tick); });
        }
    }
    if (lines.isEmpty() && position.y() < headerHeight()) {
        for (const auto& series : series_) {
            if (series->visible && !series->style.legend.isEmpty()) {
                take([&] { return series->style.legend + QStringLiteral(": ") + series->style.label; });
            }
        }
    }
    if (more) lines << tr("… and %1 more").arg(more);
    return lines.join(u'\n');
}

bool LineChart::eventFilter(QObject* watched, QEvent* event) {
    if (watched != view_->viewport()) return ChartWidget::eventFilter(watched, event);
    switch (event->type()) {
        case QEvent::MouseMove: {
            const QPointF at = static_cast<QMouseEvent*>(event)->position();
            if (dragFrom_) {
                const double shift = (at.x() - dragFrom_->x()) / plot_.width() * (dragRange_.max - dragRange_.min);
                zoomTo(dragRange_.min - shift, dragRange_.max - shift);
            }
            const bool inside = plot_.contains(at) && !empty();
            if (inside || hovered_) moveCrossHair(inside ? xAt(at.x()) : std::numeric_limits<double>::quiet_NaN());
            return false;
        }
        case QEvent::MouseButtonPress: {
            auto* mouse = static_cast<QMouseEvent*>(event);
            setFocus(Qt::MouseFocusReason);
            if (mouse->button() == Qt::LeftButton && zoom_ && plot_.contains(mouse->position())) {
                dragFrom_ = mouse->position();
                dragRange_ = x_;
                view_->viewport()->setCursor(Qt::ClosedHandCursor);
            }
            return mouse->button() == Qt::LeftButton;
        }
        case QEvent::MouseButtonRelease:
            if (dragFrom_) {
                dragFrom_.reset();
                view_->viewport()->unsetCursor();
            }
            return false;
        case QEvent::MouseButtonDblClick:
            if (static_cast<QMouseEvent*>(event)->button() != Qt::LeftButton) return false;
            reset();
            return true;
        case QEvent::Wheel: {
            auto* wheel = static_cast<QWheelEvent*>(event);
            if (empty() || wheel->angleDelta().y() == 0) return false;
            zoomBy(std::pow(kZoomStep, wheel->angleDelta().y() / 120.0), xAt(wheel->position().x()));
            return true;
        }
        case QEvent::Leave:
            if (hovered_) clearHover();
            return false;
        case QEvent::ToolTip: {
            auto* help = static_cast<QHelpEvent*>(event);
            const QString tip = tipAt(help->pos());
            if (tip.isEmpty()) {
                QToolTip::hideText();
            } else {
                QToolTip::showText(help->globalPos(), tipText(tip));
            }
            return true;
        }
        default:
            return ChartWidget::eventFilter(watched, event);
    }
}

void LineChart::keyPressEvent(QKeyEvent* event) {
    const double middle = hovered_ ? crossHair_ : 0.5 * (x_.min + x_.max);
    const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
    const auto arrow = [this, shift](double direction) {
        if (zoom_ && !shift) {
            panBy(0.1 * direction);
            return;
        }
        const double from = std::isfinite(crossHair_) ? crossHair_ : 0.5 * (x_.min + x_.max);
        const double step = std::max(1.0, std::round((x_.max - x_.min) / 100.0));
        moveCrossHair(std::clamp(std::round(from + direction * step), x_.min, x_.max));
    };
    switch (event->key()) {
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            zoomBy(kZoomStep, middle);
            break;
        case Qt::Key_Minus:
            zoomBy(1.0 / kZoomStep, middle);
            break;
        case Qt::Key_Left:
            arrow(-1.0);
            break;
        case Qt::Key_Right:
            arrow(1.0);
            break;
        case Qt::Key_0:
        case Qt::Key_Home:
            reset();
            break;
        case Qt::Key_Escape:
            if (!std::isfinite(crossHair_)) {
                ChartWidget::keyPressEvent(event);
                return;
            }
            clearHover();
            break;
        default:
            ChartWidget::keyPressEvent(event);
            return;
    }
    event->accept();
}

void LineChart::extendMenu(QMenu& menu) {
    QAction* whole = menu.addAction(tr("Show &everything"), this, &LineChart::reset);
    whole->setEnabled(isZoomed());
    QAction* log = menu.addAction(tr("&Logarithmic axis (base 2)"));
    log->setCheckable(true);
    log->setChecked(log2_);
    connect(log, &QAction::toggled, this, [this](bool on) {
        setLog2(on);
        refresh();
    });
}

}  // namespace mantissa::ui
