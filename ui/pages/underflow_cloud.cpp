// SPDX-License-Identifier: GPL-3.0-or-later
// The cloud that can be dragged; see the header.
#include "ui/pages/underflow_cloud.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <climits>
#include <cmath>

#include "ui/charts/format_text.h"
#include "ui/models/number_story.h"

namespace mantissa::ui {

namespace {

// Unscaled gradients of these magnitudes are worth saving: Micikevicius et al., Mixed Precision Training, ICLR 2018,
// section 3.2 (below 2^-27 they found them irrelevant to training, from 2^-24 on FP16 has numbers for them).
constexpr int kWorthFrom = -27;
constexpr int kWorthTo = -24;

}  // namespace

UnderflowCloud::UnderflowCloud(QWidget* parent) : HistogramChart(tr("Magnitudes before the cast"), parent) {
    setToolTipDuration(20000);
}

void UnderflowCloud::setExtras(const CloudExtras& extras) {
    if (extras == extras_) return;
    extras_ = extras;
    setCursor(extras_.gradient ? Qt::SizeHorCursor : Qt::ArrowCursor);
    if (!extras_.gradient) cancel();
    update();
}

void UnderflowCloud::setPreviewText(std::function<QString(int)> text) {
    text_ = std::move(text);
}

void UnderflowCloud::setNote(const QString& note) {
    if (note == note_) return;
    note_ = note;
    describe(histogram().tensor + QStringLiteral(": ") + sentence());
    update();
}

QString UnderflowCloud::sentence() const {
    if (shift_ != 0 && text_) return text_(shift_);
    return note_.isEmpty() ? HistogramChart::sentence() : note_;
}

std::vector<HistogramChart::LegendEntry> UnderflowCloud::legend() const {
    std::vector<LegendEntry> entries;
    const bool scaled = histogram().scaleBins() != 0;
    if (shift_ != 0) {
        entries.push_back({Mark::Bars, tr("× %1").arg(powerOfTwo(shift_))});
        entries.push_back({Mark::Line, tr("now")});
    } else {
        entries.push_back({Mark::Bars, scaled ? tr("scaled") : histogram().format});
        if (scaled) entries.push_back({Mark::Line, tr("unscaled")});
    }
    if (!histogram().truth.empty()) entries.push_back({Mark::Dashes, tr("in FP32")});
    if (extras_.worthSaving) entries.push_back({Mark::Band, tr("worth saving (Micikevicius 2018)")});
    return entries;
}

std::uint64_t UnderflowCloud::countOf(int exponent) const {
    return HistogramChart::countOf(exponent - shift_);
}

void UnderflowCloud::paintUnder(QPainter& painter, const Layout& layout) const {
    if (!extras_.worthSaving) return;
    QColor tint = colors().text;
    tint.setAlpha(22);
    const double left = pixelX(layout, kWorthFrom);
    const double right = pixelX(layout, kWorthTo);
    painter.fillRect(QRectF(QPointF(left, layout.plot.top()), QPointF(right, layout.plot.bottom())), tint);
}

/// The same values without the loss scale; while the cloud is moved: where it came from.
void UnderflowCloud::paintOver(QPainter& painter, const Layout& layout, double top) const {
    if (extras_.worthSaving) {
        painter.setPen(QPen(colors().text, 1.0));
        for (const int exponent : {kWorthFrom, kWorthTo}) {
            const double x = std::round(pixelX(layout, exponent)) + 0.5;
            painter.drawLine(QPointF(x, layout.plot.top()), QPointF(x, layout.plot.bottom()));
        }
    }
    const int offset = shift_ != 0 ? 0 : -histogram().scaleBins();
    if (shift_ == 0 && offset == 0) return;
    painter.save();
    painter.setClipRect(layout.plot.adjusted(-1, -1, 1, 1));
    painter.setPen(QPen(colors().text, 1.4));
    paintOutline(painter, layout, top, [&](int exponent) { return HistogramChart::countOf(exponent - offset); });
    painter.restore();
}

void UnderflowCloud::setShift(int k) {
    k = std::clamp(k, std::min(0, extras_.leastShift), std::max(0, extras_.greatestShift));
    if (k == shift_) return;
    shift_ = k;
    note_.clear();
    HistogramChart::clearHover();
    describe(histogram().tensor + QStringLiteral(": ") + sentence());
    update();
    emit shiftPreviewed(k);
}

void UnderflowCloud::cancel() {
    pressedAt_.reset();
    setShift(0);
}

void UnderflowCloud::choose() {
    pressedAt_.reset();
    if (shift_ != 0) emit shiftChosen(shift_);
}

bool UnderflowCloud::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && (shift_ != 0 || pressedAt_)) {
        // Esc puts the cloud back; without this the timeline would take it.
        if (static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
            event->accept();
            return true;
        }
    }
    return HistogramChart::event(event);
}

void UnderflowCloud::mousePressEvent(QMouseEvent* event) {
    if (!canDrag() || event->button() != Qt::LeftButton || !layOut().plot.contains(event->position())) {
        HistogramChart::mousePressEvent(event);
        if (!canDrag() || event->button() != Qt::LeftButton) return;
        if (const std::optional<int> bin = binOfColumn(event->position())) emit binChosen(*bin);
        return;
    }
    pressedAt_ = event->position().x();
    shiftWhenPressed_ = shift_;
}

void UnderflowCloud::mouseMoveEvent(QMouseEvent* event) {
    if (!pressedAt_) {
        HistogramChart::mouseMoveEvent(event);
        return;
    }
    const double bin = layOut().plot.width() / std::max(1, axis().max - axis().min);
    setShift(shiftWhenPressed_ + static_cast<int>(std::lround((event->position().x() - *pressedAt_) / bin)));
}

void UnderflowCloud::mouseReleaseEvent(QMouseEvent* event) {
    if (!pressedAt_ || event->button() != Qt::LeftButton) {
        HistogramChart::mouseReleaseEvent(event);
        return;
    }
    const bool moved = shift_ != shiftWhenPressed_;
    const double at = *pressedAt_;
    pressedAt_.reset();
    if (moved) {
        choose();
        return;
    }
    const QRectF plot = layOut().plot;
    const double share = (at - plot.left()) / plot.width();
    const int bin = axis().min + static_cast<int>(std::floor(share * (axis().max - axis().min)));
    emit binChosen(std::clamp(bin - shift_, kFirstBin, kLastBin));
}

std::optional<int> UnderflowCloud::binOfColumn(QPointF position) const {
    const Layout layout = layOut();
    const std::vector<EndColumn> columns = endColumns();
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (!layout.ends[i].contains(position)) continue;
        if (!columns[i].left) return kNonfiniteBin;
        // The flushed are in bins of their own: those left of the range.
        if (columns[i].hatch != Qt::BDiagPattern) return kZeroBin;
    }
    return std::nullopt;
}

void UnderflowCloud::keyPressEvent(QKeyEvent* event) {
    const bool left = event->key() == Qt::Key_Left;
    const bool right = event->key() == Qt::Key_Right;
    if (event->key() == Qt::Key_Escape && (shift_ != 0 || pressedAt_)) {
        cancel();
    } else if ((left || right) && canDrag() && !(event->modifiers() & Qt::ShiftModifier)) {
        setShift(shift_ + (left ? -1 : 1));
    } else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && shift_ != 0) {
        choose();
    } else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && canDrag() &&
               selectedBin() != INT_MIN) {
        emit binChosen(selectedBin());
    } else {
        HistogramChart::keyPressEvent(event);  // with Shift, the arrows read the bins
    }
}

}  // namespace mantissa::ui
