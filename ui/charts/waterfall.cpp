// SPDX-License-Identifier: GPL-3.0-or-later
// Magnitudes over the steps; see the header.
#include "ui/charts/waterfall.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/charts/format_text.h"

namespace mantissa::ui {

namespace {

/// An occupied cell is never weaker than this, or one value in a million could not be seen.
constexpr double kFaintest = 0.14;

}  // namespace

float WaterfallRow::at(int exponent) const {
    const std::int64_t i = std::int64_t{exponent} - firstBin;
    return i >= 0 && i < static_cast<std::int64_t>(shares.size()) ? shares[static_cast<std::size_t>(i)] : 0.0f;
}

/// What there is to say of rows without a number on the axis.
QString Waterfall::darkText() {
    return tr("zero (or not finite) at every step");
}

Waterfall::Waterfall(const QString& title, QWidget* parent) : ChartWidget(title, parent) {
    setMouseTracking(true);
}

void Waterfall::setWaterfall(const WaterfallData& shown, const AxisRange& axis, const QColor& color) {
    if (shown == data_ && axis == axis_ && color == color_) return;
    data_ = shown;
    axis_ = axis;
    color_ = color;
    if (selected_ && selected_->row >= static_cast<int>(data_.rows.size())) selected_.reset();
    dark_ = !data_.rows.empty() && std::all_of(data_.rows.begin(), data_.rows.end(), [](const WaterfallRow& row) {
        return std::none_of(row.shares.begin(), row.shares.end(), [](float share) { return share > 0; });
    });
    if (data_.rows.empty()) {
        describe(tr("No histograms yet"));
    } else {
        const QString which = tr("%n histograms, step %1 to %2", nullptr, static_cast<int>(data_.rows.size()))
                                  .arg(data_.rows.front().step)
                                  .arg(data_.rows.back().step);
        describe(dark_ ? which + QStringLiteral(": ") + darkText() : which);
    }
    makeImage();
    update();
}

void Waterfall::makeImage() {
    const int columns = axis_.max - axis_.min;
    const auto rows = static_cast<int>(data_.rows.size());
    if (columns <= 0 || rows == 0) {
        image_ = {};
        return;
    }
    float most = 0.0f;
    for (const WaterfallRow& row : data_.rows) {
        for (const float share : row.shares) most = std::max(most, share);
    }
    // Strength by the square root: shares of a per cent are still told from nothing.
    const QColor paper = colors().background;
    QList<QRgb> ramp;
    for (int i = 0; i < 256; ++i) {
        const double strength = i / 255.0;
        const auto mix = [strength](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * strength)); };
        ramp << qRgb(mix(paper.red(), color_.red()), mix(paper.green(), color_.green()),
                     mix(paper.blue(), color_.blue()));
    }
    image_ = QImage(columns, rows, QImage::Format_RGB32);
    image_.fill(paper);
    for (int y = 0; y < rows; ++y) {
        const WaterfallRow& row = data_.rows[static_cast<std::size_t>(y)];
        for (int x = 0; x < columns; ++x) {
            const float share = row.at(axis_.min + x);
            if (!(share > 0.0f)) continue;
            const double strength = std::max(kFaintest, std::sqrt(static_cast<double>(share / most)));
            image_.setPixel(x, y, ramp[static_cast<int>(std::lround(std::min(1.0, strength) * 255.0))]);
        }
    }
}

QRectF Waterfall::plot() const {
    const QFontMetricsF metrics(labelFont());
    const double left = metrics.horizontalAdvance(QStringLiteral("000000")) + 8.0;
    const double top = headerHeight() + metrics.height() + 2.0;
    double x = left;
    double right = width() - 10.0;
    if (alignment_) {
        const QRectF other = alignment_();
        if (other.left() >= left && other.right() <= width() && other.width() > 20.0) {
            x = other.left();
            right = other.right();
        }
    }
    return {x, top, std::max(20.0, right - x), std::max(20.0, height() - top - metrics.height() - 6.0)};
}

double Waterfall::pixelX(const QRectF& plot, double exponent) const {
    return plot.left() + (exponent - axis_.min) / (axis_.max - axis_.min) * plot.width();
}

void Waterfall::paintLimits(QPainter& painter, const QRectF& plot) const {
    painter.setFont(labelFont());
    const QFontMetricsF metrics(labelFont());
    struct Limit {
        double at;
        QString text;
    };
    const Limit limits[] = {
        {data_.zones.flushedBelow,
         tr("zero ≤ %1").arg(powerOfTwo(static_cast<int>(std::lround(data_.zones.flushedBelow))))},
        {data_.zones.minNormal,
         tr("normal ≥ %1").arg(powerOfTwo(static_cast<int>(std::lround(data_.zones.minNormal))))},
        {data_.zones.overflowFrom, tr("inf ≥ %1").arg(numberText(std::exp2(data_.zones.overflowFrom), 5))}};
    double free = 0.0;
    for (const Limit& limit : limits) {
        if (limit.at <= axis_.min || limit.at >= axis_.max) continue;
        const double x = std::round(pixelX(plot, limit.at)) + 0.5;
        // Two strokes, so that the line is seen on strong and on empty cells.
        painter.setPen(QPen(colors().background, 3.0));
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
        painter.setPen(QPen(colors().text, 1.2));
        painter.drawLine(QPointF(x, plot.top() - 3.0), QPointF(x, plot.bottom()));
        const double w = metrics.horizontalAdvance(limit.text);
        const double left = std::clamp(x - w / 2, 2.0, std::max(2.0, width() - w - 4.0));
        if (left < free) continue;
        painter.setPen(colors().muted);
        painter.drawText(QPointF(left, plot.top() - 4.0 - metrics.descent()), limit.text);
        free = left + w + 6.0;
    }
}

void Waterfall::paintAxes(QPainter& painter, const QRectF& plot) const {
    painter.setFont(labelFont());
    const QFontMetricsF metrics(labelFont());
    painter.setPen(colors().muted);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(plot);
    double free = -1e9;
    for (int exponent = axis_.min; exponent <= axis_.max; ++exponent) {
        if (exponent % 8 != 0) continue;
        const QString text = exponent == 0 ? QStringLiteral("1") : powerOfTwo(exponent);
        const double half = metrics.horizontalAdvance(text) / 2;
        const double x = std::round(pixelX(plot, exponent));
        if (x - half < free || x + half > width()) continue;
        painter.drawLine(QPointF(x, plot.bottom()), QPointF(x, plot.bottom() + 3));
        painter.drawText(QRectF(x - 40, plot.bottom() + 3, 80, metrics.height()), Qt::AlignHCenter, text);
        free = x + half + 8.0;
    }
    // Steps beside their rows: the newest always, then from the oldest on where there is room.
    const auto rows = static_cast<int>(data_.rows.size());
    const double h = plot.height() / rows;
    const auto label = [&](int row) {
        const double y = plot.top() + (row + 0.5) * h;
        const double top =
            std::clamp(y - metrics.height() / 2, plot.top() - 2.0, plot.bottom() - metrics.height() + 2.0);
        painter.drawText(QRectF(0, top, plot.left() - 5, metrics.height()), Qt::AlignRight | Qt::AlignVCenter,
                         QString::number(data_.rows[static_cast<std::size_t>(row)].step));
        return top;
    };
    const double newest = label(rows - 1);
    double next = plot.top() - 2.0;
    for (int row = 0; row < rows - 1; ++row) {
        const double top = std::max(plot.top() - 2.0, plot.top() + (row + 0.5) * h - metrics.height() / 2);
        if (top < next || top + 1.6 * metrics.height() > newest) continue;
        next = label(row) + 1.8 * metrics.height();
    }
}

QString Waterfall::cellText(const Cell& cell) const {
    const WaterfallRow& row = data_.rows[static_cast<std::size_t>(cell.row)];
    return tr("step %1, %2 ≤ |x| < %3: %4")
        .arg(row.step)
        .arg(powerOfTwo(cell.exponent), powerOfTwo(cell.exponent + 1),
             percentText(static_cast<double>(row.at(cell.exponent))));
}

void Waterfall::paintSelected(QPainter& painter, const QRectF& plot) const {
    if (!selected_) return;
    const double h = plot.height() / static_cast<double>(data_.rows.size());
    const double x = pixelX(plot, selected_->exponent);
    const QRectF cell(x, plot.top() + selected_->row * h, pixelX(plot, selected_->exponent + 1) - x, std::max(2.0, h));
    painter.setPen(QPen(colors().text, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(cell);
    painter.setFont(labelFont());
    const QFontMetricsF metrics(labelFont());
    const QString text = cellText(*selected_);
    const double w = metrics.horizontalAdvance(text) + 10.0;
    // On the other half than the cell, or it would hide what it tells.
    const double y = cell.center().y() < plot.center().y() ? plot.bottom() - metrics.height() - 8.0 : plot.top() + 4.0;
    const QRectF box(std::clamp(cell.center().x() - w / 2, 4.0, std::max(4.0, width() - w - 4.0)), y, w,
                     metrics.height() + 4.0);
    painter.setPen(colors().grid);
    painter.setBrush(colors().background);
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(colors().text);
    painter.drawText(box, Qt::AlignCenter, text);
}

void Waterfall::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), colors().background);
    const double titleEnd = paintHeader(painter);
    if (image_.isNull()) {
        paintEmpty(painter, tr("No histograms yet"));
        return;
    }
    painter.setFont(labelFont());
    painter.setPen(colors().muted);
    const QRectF row(titleEnd + 6, 0, headerRight() - titleEnd - 6, headerHeight());
    painter.drawText(
        row, Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetricsF(labelFont()).elidedText(tr("(newest below; stronger = more)"), Qt::ElideRight, row.width()));
    const QRectF area = plot();
    painter.drawImage(area, image_);
    paintLimits(painter, area);
    paintAxes(painter, area);
    if (dark_) {
        painter.setFont(labelFont());
        const int how = Qt::AlignCenter | Qt::TextWordWrap;
        const QRectF words = QFontMetricsF(labelFont()).boundingRect(area, how, darkText());
        painter.fillRect(words.adjusted(-3, -2, 3, 2), colors().background);  // no limit's line runs through them
        painter.setPen(colors().muted);
        painter.drawText(area, how, darkText());
    }
    paintSelected(painter, area);
    paintFocus(painter);
}

void Waterfall::clearHover() {
    if (!selected_) return;
    selected_.reset();
    update();
}

void Waterfall::mouseMoveEvent(QMouseEvent* event) {
    std::optional<Cell> under;
    const QRectF area = plot();
    if (!image_.isNull() && area.contains(event->position())) {
        const double x = (event->position().x() - area.left()) / area.width();
        const double y = (event->position().y() - area.top()) / area.height();
        under = Cell{std::clamp(static_cast<int>(y * image_.height()), 0, image_.height() - 1),
                     axis_.min + std::clamp(static_cast<int>(x * image_.width()), 0, image_.width() - 1)};
    }
    if (under == selected_) return;
    selected_ = under;
    update();
}

void Waterfall::leaveEvent(QEvent* event) {
    ChartWidget::leaveEvent(event);
    clearHover();
}

void Waterfall::keyPressEvent(QKeyEvent* event) {
    const int dx = event->key() == Qt::Key_Left ? -1 : event->key() == Qt::Key_Right ? 1 : 0;
    const int dy = event->key() == Qt::Key_Up ? -1 : event->key() == Qt::Key_Down ? 1 : 0;
    if (image_.isNull() || (dx == 0 && dy == 0)) {
        ChartWidget::keyPressEvent(event);
        return;
    }
    if (!selected_) {
        const int start = std::clamp(static_cast<int>(std::floor(data_.zones.flushedBelow)), axis_.min, axis_.max - 1);
        selected_ = Cell{image_.height() - 1, start};
    } else {
        selected_->row = std::clamp(selected_->row + dy, 0, image_.height() - 1);
        selected_->exponent = std::clamp(selected_->exponent + dx, axis_.min, axis_.max - 1);
    }
    describe(cellText(*selected_));
    update();
}

ChartTable* Waterfall::makeTable() const {
    struct Entry {
        quint32 step;
        int exponent;
        double percent;
    };
    auto entries = std::make_shared<std::vector<Entry>>();
    for (const WaterfallRow& row : data_.rows) {
        for (std::size_t i = 0; i < row.shares.size(); ++i) {
            if (!(row.shares[i] > 0.0f)) continue;
            entries->push_back(
                {row.step, row.firstBin + static_cast<int>(i), static_cast<double>(row.shares[i]) * 100.0});
        }
    }
    auto cell = [entries](int row, int column) -> QVariant {
        const Entry& entry = (*entries)[static_cast<std::size_t>(row)];
        if (column == 0) return entry.step;
        if (column == 1) return powerOfTwo(entry.exponent);
        return entry.percent;
    };
    return new ChartTable({tr("step"), tr("|x| from"), tr("%")}, static_cast<int>(entries->size()), std::move(cell));
}

}  // namespace mantissa::ui
