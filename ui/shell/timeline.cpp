// SPDX-License-Identifier: GPL-3.0-or-later
// See timeline.h.
#include "ui/shell/timeline.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/charts/format_text.h"
#include "ui/models/run_model.h"
#include "ui/widgets/theme.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

namespace {

constexpr double near_pixels = 5;

// 1, 2 or 5 times a power of ten, at least `raw`.
double niceStep(double raw) {
    const double decade = std::pow(10.0, std::floor(std::log10(std::max(raw, 1.0))));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (decade * factor >= raw) return std::max(1.0, decade * factor);
    }
    return decade * 10;
}

}  // namespace

TimelineData timelineOf(const RunModel& run) {
    TimelineData data;
    data.step = run.step();
    data.totalSteps = run.totalSteps();
    for (const EventMark& event : run.events()) {
        // What the training does by itself is not a bookmark: epochs have their own marks, a falling scale is a skip.
        if (event.kind == run::EventRecord::EPOCH) data.epochs.push_back(event.step);
        if (event.kind == run::EventRecord::STARTED || event.kind == run::EventRecord::EPOCH ||
            event.kind == run::EventRecord::SCALE_UP || event.kind == run::EventRecord::SCALE_DOWN ||
            event.kind == run::EventRecord::SKIPPED) {
            continue;
        }
        data.bookmarks.push_back({event.step, inWords(event.text), event.kind == run::EventRecord::NON_FINITE});
    }
    for (const SkipMark& skip : run.skips()) data.skips.push_back(skip.step);
    for (const EvalPoint& eval : run.evals()) data.evaluations.push_back(eval.step);
    return data;
}

Timeline::Timeline(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Step timeline"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMouseTracking(true);
    describe();
}

QSize Timeline::sizeHint() const {
    return {600, fontMetrics().height() * 3 + 14};
}
QSize Timeline::minimumSizeHint() const {
    return {200, sizeHint().height()};
}

void Timeline::setData(TimelineData data) {
    data_ = std::move(data);
    if (scrub_ && *scrub_ > data_.step) return showNewest();
    describe();
    update();
}

void Timeline::showOther(TimelineData data, bool sameSteps) {
    if (!sameSteps) showNewest();
    setData(std::move(data));
    if (scrub_) emit scrubbed(*scrub_);
}

void Timeline::showNewest() {
    if (!scrub_) return;
    scrub_.reset();
    describe();
    update();
    emit following();
}

void Timeline::describe() {
    setAccessibleDescription(tr("Step %1 of %2, %3, %4. Arrow keys show other steps.")
                                 .arg(scrub_.value_or(data_.step))
                                 .arg(last())
                                 .arg(tr("%n bookmarks", nullptr, static_cast<int>(data_.bookmarks.size())),
                                      tr("%n skipped steps", nullptr, static_cast<int>(data_.skips.size()))));
}

QString Timeline::whereText() const {
    if (data_.step == 0 && data_.totalSteps == 0) return {};
    const QString here = QString::number(scrub_.value_or(data_.step));
    return data_.totalSteps == 0 ? here : QString("%1 / %2").arg(here).arg(data_.totalSteps);
}

std::uint32_t Timeline::last() const {
    return std::max({data_.totalSteps, data_.step, std::uint32_t{1}});
}

QRectF Timeline::axis() const {
    const double line = fontMetrics().height();
    const double left = fontMetrics().horizontalAdvance(tr("Step")) + 24;
    const double right =
        std::max(fontMetrics().horizontalAdvance(whereText()), fontMetrics().horizontalAdvance(tr("End: follow"))) + 36;
    return {left, line * 1.25 + 4, std::max(10.0, width() - left - right), line * 0.5};
}

double Timeline::xOf(double step) const {
    return axis().left() + axis().width() * step / last();
}

std::uint32_t Timeline::stepAt(double x) const {
    const double share = std::clamp((x - axis().left()) / axis().width(), 0.0, 1.0);
    return static_cast<std::uint32_t>(std::lround(share * last()));
}

void Timeline::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintTrack(painter);
    if (data_.step > 0 || data_.totalSteps > 0) {
        paintScale(painter);
        paintMarks(painter);
        paintPosition(painter);
    }
    paintFocus(painter);
}

QFont Timeline::smallFont() const {
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.88);
    return small;
}

/// The bar, as far as the run has come, and what it counts.
void Timeline::paintTrack(QPainter& painter) const {
    const QPalette colors = palette();
    const QColor window = colors.color(QPalette::Window);
    const QRectF bar = axis();
    const double line = fontMetrics().height();
    painter.fillRect(rect(), window);
    painter.fillRect(QRect(0, 0, width(), 1), colors.color(QPalette::Mid));
    painter.setPen(colors.color(QPalette::PlaceholderText));
    painter.drawText(QRectF(12, bar.top() - line * 0.25, bar.left() - 16, line), Qt::AlignLeft | Qt::AlignVCenter,
                     tr("Step"));
    painter.fillRect(bar, mixed(window, colors.color(QPalette::WindowText), 0.08));
    painter.fillRect(QRectF(bar.left(), bar.top(), xOf(data_.step) - bar.left(), bar.height()),
                     mixed(window, colors.color(QPalette::Highlight), 0.35));
}

/// Epochs as gaps in the bar, and numbers of steps below it.
void Timeline::paintScale(QPainter& painter) const {
    const QRectF bar = axis();
    for (const std::uint32_t step : data_.epochs) {
        const double x = std::round(xOf(step));
        painter.fillRect(QRectF(x - 1, bar.top(), 2, bar.height()), palette().color(QPalette::Window));
    }
    painter.setFont(smallFont());
    const double every = niceStep(last() * 90.0 / bar.width());
    for (double step = 0; step <= last(); step += every) {
        const double x = std::round(xOf(step)) + 0.5;
        painter.setPen(palette().color(QPalette::Dark));
        painter.drawLine(QPointF(x, bar.bottom()), QPointF(x, bar.bottom() + 3));
        painter.setPen(palette().color(QPalette::PlaceholderText));
        const QRectF label(x - 40, bar.bottom() + 3, 80, fontMetrics().height());
        painter.drawText(label, Qt::AlignHCenter | Qt::AlignTop, QString::number(static_cast<qint64>(step)));
    }
}

/// Skipped steps hang into the bar, evaluations lie in it, bookmarks stand on it; neighbours on one pixel column are
/// drawn once.
void Timeline::paintMarks(QPainter& painter) const {
    const QColor text = palette().color(QPalette::WindowText);
    const QRectF bar = axis();
    double drawn = -1;
    painter.setPen(QPen(text, 1));
    for (const std::uint32_t step : data_.skips) {
        const double x = std::round(xOf(step)) + 0.5;
        if (x == drawn) continue;
        painter.drawLine(QPointF(x, bar.top()), QPointF(x, bar.bottom() - 1));
        drawn = x;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette().color(QPalette::PlaceholderText));
    drawn = -10;
    for (const std::uint32_t step : data_.evaluations) {
        const double x = xOf(step);
        if (x - drawn < 2) continue;
        painter.drawEllipse(QPointF(x, bar.center().y()), 1.6, 1.6);
        drawn = x;
    }
    painter.setPen(QPen(text, 1.2));
    for (const TimelineData::Bookmark& mark : data_.bookmarks) {
        const double x = xOf(mark.step);
        const double top = bar.top() - fontMetrics().height() * 0.95;
        painter.setBrush(mark.nonFinite ? text : palette().color(QPalette::Highlight));
        if (mark.nonFinite) {
            painter.drawPolygon(QPolygonF({{x, top + 2}, {x + 5, top + 10}, {x - 5, top + 10}}));
        } else {
            painter.drawLine(QPointF(x, top), QPointF(x, bar.top()));
            painter.drawPolygon(QPolygonF({{x, top}, {x + 8, top + 3.5}, {x, top + 7}}));
        }
    }
}

/// Where one looks, as a handle and in words.
void Timeline::paintPosition(QPainter& painter) const {
    const QPalette colors = palette();
    const QColor text = colors.color(QPalette::WindowText);
    const QRectF bar = axis();
    const double line = fontMetrics().height();
    const double here = xOf(scrub_.value_or(data_.step));
    painter.setPen(QPen(text, 1.5));
    painter.drawLine(QPointF(here, bar.top() - 3), QPointF(here, bar.bottom() + 3));
    painter.setBrush(scrub_ ? colors.color(QPalette::Window) : text);
    painter.drawEllipse(QPointF(here, bar.center().y()), line * 0.32, line * 0.32);

    painter.setFont(font());
    painter.setPen(text);
    painter.drawText(QRectF(bar.right() + 8, bar.top() - line * 0.25, width() - bar.right() - 20, line),
                     Qt::AlignRight | Qt::AlignVCenter, whereText());
    if (!scrub_) return;
    painter.setFont(smallFont());
    painter.setPen(colors.color(QPalette::PlaceholderText));
    painter.drawText(QRectF(bar.right() + 8, bar.bottom() + 3, width() - bar.right() - 20, line),
                     Qt::AlignRight | Qt::AlignTop, tr("End: follow"));
}

void Timeline::paintFocus(QPainter& painter) const {
    if (!hasFocus()) return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(palette().color(QPalette::Highlight), 1));
    painter.drawRoundedRect(QRectF(rect()).adjusted(2.5, 2.5, -2.5, -2.5), 4, 4);
}

void Timeline::lookAt(quint32 step) {
    scrubTo(step);
}

void Timeline::scrubTo(qint64 step) {
    if (step >= static_cast<qint64>(data_.step)) {
        showNewest();
        return;
    }
    scrub_ = static_cast<std::uint32_t>(std::max<qint64>(0, step));
    describe();
    update();
    emit scrubbed(*scrub_);
}

void Timeline::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) scrubTo(stepAt(event->position().x()));
}

void Timeline::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton) scrubTo(stepAt(event->position().x()));
}

void Timeline::mouseDoubleClickEvent(QMouseEvent*) {
    showNewest();
}

/// Of the step under the pointer; by a key of the one that is looked at.
void Timeline::contextMenuEvent(QContextMenuEvent* event) {
    const bool pointed = event->reason() == QContextMenuEvent::Mouse;
    const std::uint32_t step = pointed ? stepAt(event->pos().x()) : scrub_.value_or(data_.step);
    if (data_.step == 0 || step > data_.step) return;
    auto* menu = new QMenu(this);
    menu->setObjectName("timelineMenu");
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction* rewind = menu->addAction(tr("&Rewind to step %1").arg(step));
    rewind->setObjectName("timelineRewind");
    const QString whyNot = whyNotRewind_ ? whyNotRewind_(step) : QString();
    rewind->setEnabled(whyNotRewind_ && whyNot.isEmpty());
    rewind->setToolTip(whyNot);
    menu->setToolTipsVisible(!whyNot.isEmpty());
    connect(rewind, &QAction::triggered, this, [this, step] { emit rewindWanted(step); });
    menu->popup(event->globalPos());
}

void Timeline::jump(bool forward) {
    const std::uint32_t from = scrub_.value_or(data_.step);
    std::optional<std::uint32_t> best;
    for (const auto& mark : data_.bookmarks) {
        if (forward ? mark.step > from && (!best || mark.step < *best)
                    : mark.step < from && (!best || mark.step > *best)) {
            best = mark.step;
        }
    }
    if (best) scrubTo(*best);
    if (!best) scrubTo(forward ? static_cast<qint64>(data_.step) : 0);
}

void Timeline::keyPressEvent(QKeyEvent* event) {
    const qint64 from = scrub_.value_or(data_.step);
    const qint64 stride = event->modifiers() & Qt::ShiftModifier ? 10 : 1;
    const bool byBookmark = event->modifiers() & Qt::ControlModifier;
    switch (event->key()) {
        case Qt::Key_Left:
            byBookmark ? jump(false) : scrubTo(from - stride);
            break;
        case Qt::Key_Right:
            byBookmark ? jump(true) : scrubTo(from + stride);
            break;
        case Qt::Key_PageUp:
            scrubTo(from - std::max(1u, last() / 10));
            break;
        case Qt::Key_PageDown:
            scrubTo(from + std::max(1u, last() / 10));
            break;
        case Qt::Key_Home:
            scrubTo(0);
            break;
        case Qt::Key_End:
        case Qt::Key_Escape:
            showNewest();
            break;
        default:
            QWidget::keyPressEvent(event);
    }
}

QString Timeline::textAt(double x) const {
    QStringList lines;
    for (const auto& mark : data_.bookmarks) {
        if (std::abs(xOf(mark.step) - x) <= near_pixels) lines << tr("Step %1: %2").arg(mark.step).arg(mark.text);
    }
    int skips = 0;
    for (const std::uint32_t step : data_.skips) skips += std::abs(xOf(step) - x) <= near_pixels ? 1 : 0;
    if (skips > 0) lines << tr("%n skipped steps", nullptr, skips);
    if (lines.isEmpty()) lines << tr("Step %1").arg(stepAt(x));
    return lines.mid(0, 8).join('\n');
}

bool Timeline::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && scrub_ &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();  // ends the scrubbing, not the run
        return true;
    }
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), plainTip(textAt(help->pos().x())), this);
        return true;
    }
    return QWidget::event(event);
}

}  // namespace mantissa::ui
