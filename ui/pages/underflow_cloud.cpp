// SPDX-License-Identifier: GPL-3.0-or-later
// The cloud that can be dragged; see the header.
#include "ui/pages/underflow_cloud.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
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
    refitAxis();  // histograms of zeros alone are equal, their shadows are not
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

int UnderflowCloud::scaleBins() const {
    const double scale = histogram().scale;
    return std::isfinite(scale) && scale > 0.0 ? static_cast<int>(std::lround(std::log2(scale))) : 0;
}

std::vector<HistogramChart::EndColumn> UnderflowCloud::endColumns() const {
    std::vector<EndColumn> columns = HistogramChart::endColumns();
    if (extras_.starved) {
        const auto firstRight =
            std::find_if(columns.begin(), columns.end(), [](const EndColumn& column) { return !column.left; });
        columns.insert(firstRight, {tr("starved"), tr("zero here, nonzero in FP32, whatever the cause upstream"),
                                    *extras_.starved, true, Qt::HorPattern});
    }
    return columns;
}

std::vector<HistogramChart::TableRow> UnderflowCloud::moreTableRows() const {
    if (!extras_.starved) return {};
    std::vector<TableRow> rows{{tr("starved: zero here, nonzero in FP32"), *extras_.starved}};
    for (std::size_t i = 0; i < extras_.truth.counts.size(); ++i) {
        const int exponent = extras_.truth.firstBin + static_cast<int>(i);
        if (extras_.truth.counts[i] > 0)
            rows.push_back({tr("in FP32, unscaled, from %1").arg(powerOfTwo(exponent)), extras_.truth.counts[i]});
    }
    return rows;
}

/// Elements of the shadow at this exponent, with the run's scale in them and moved with the cloud.
std::uint64_t UnderflowCloud::truthAt(int exponent) const {
    const int i = exponent - scaleBins() - shift_ - extras_.truth.firstBin;
    return i >= 0 && i < static_cast<int>(extras_.truth.counts.size())
               ? extras_.truth.counts[static_cast<std::size_t>(i)]
               : 0;
}

std::uint64_t UnderflowCloud::greatestCount() const {
    std::uint64_t greatest = HistogramChart::greatestCount();
    for (const std::uint64_t count : extras_.truth.counts) greatest = std::max(greatest, count);
    return greatest;
}

AxisRange UnderflowCloud::axisFor(const HistogramData& shown) const {
    AxisRange range = histogramAxis(shown);
    const auto include = [&](int firstBin, const std::vector<std::uint64_t>& bins) {
        HistogramData also = shown;
        also.firstBin = firstBin;
        also.bins = bins;
        const AxisRange other = histogramAxis(also);
        range.min = std::min(range.min, other.min);
        range.max = std::max(range.max, other.max);
    };
    include(shown.firstBin - scaleBins(), shown.bins);
    if (!extras_.truth.empty()) include(extras_.truth.firstBin + scaleBins(), extras_.truth.counts);
    return range;
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

/// Steps with the pen that is set.
void UnderflowCloud::paintOutline(QPainter& painter, const Layout& layout, double top,
                                  const std::function<std::uint64_t(int exponent)>& count) const {
    const auto heightAt = [&](int exponent) {
        const std::uint64_t here = count(exponent);
        const double share = static_cast<double>(here) / static_cast<double>(histogram().elements);
        return here ? std::max(1.0, share / top * layout.plot.height()) : 0.0;
    };
    QPainterPath path(QPointF(pixelX(layout, axis().min), layout.plot.bottom()));
    for (int exponent = axis().min; exponent < axis().max; ++exponent) {
        const double y = layout.plot.bottom() - heightAt(exponent);
        path.lineTo(std::round(pixelX(layout, exponent)), y);
        path.lineTo(std::round(pixelX(layout, exponent + 1)), y);
    }
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
}

void UnderflowCloud::paintOver(QPainter& painter, const Layout& layout, double top) const {
    painter.save();
    painter.setClipRect(layout.plot.adjusted(-1, -1, 1, 1));
    // The outline: the same values without the loss scale. While the cloud is moved: where it came from.
    const int offset = shift_ != 0 ? 0 : -scaleBins();
    if (shift_ != 0 || offset != 0) {
        painter.setPen(QPen(colors().text, 1.4));
        paintOutline(painter, layout, top, [&](int exponent) { return HistogramChart::countOf(exponent - offset); });
    }
    const bool truth = !extras_.truth.empty();
    if (truth) {
        painter.setPen(QPen(color(), 1.6, Qt::DashLine));
        paintOutline(painter, layout, top, [this](int exponent) { return truthAt(exponent); });
    }
    painter.restore();
    painter.setFont(labelFont());
    const QFontMetricsF metrics(labelFont());
    double y = layout.plot.top() + 2.0;
    const auto label = [&](double centre, const QString& text) {
        const double w = metrics.horizontalAdvance(text) + 6.0;
        const double x =
            std::clamp(centre - w / 2, layout.plot.left(), std::max(layout.plot.left(), layout.plot.right() - w));
        const QRectF box(x, y, w, metrics.height());
        QColor paper = colors().background;
        paper.setAlpha(225);
        painter.fillRect(box, paper);
        painter.setPen(colors().text);
        painter.drawText(box, Qt::AlignCenter, text);
        y += metrics.height() + 1.0;
    };
    if (extras_.worthSaving) {
        const double left = pixelX(layout, kWorthFrom);
        const double right = pixelX(layout, kWorthTo);
        painter.setPen(QPen(colors().text, 1.0));
        for (const double x : {left, right}) {
            painter.drawLine(QPointF(std::round(x) + 0.5, layout.plot.top()),
                             QPointF(std::round(x) + 0.5, layout.plot.bottom()));
        }
        const QString whole = tr("worth saving (Micikevicius 2018)");
        const bool fits = metrics.horizontalAdvance(whole) + 6.0 <= layout.plot.width();
        label((left + right) / 2, fits ? whole : tr("worth saving"));
    }
    if (shift_ != 0) {
        label(layout.plot.center().x(), tr("outline: now · solid: × %1").arg(powerOfTwo(shift_)));
    } else if (offset != 0) {
        label(layout.plot.center().x(), tr("outline: unscaled · solid: scaled"));
    }
    if (truth) label(layout.plot.center().x(), tr("dashed: in FP32"));
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
        // Esc puts the cloud back; without this it would end the run.
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
