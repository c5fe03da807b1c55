// SPDX-License-Identifier: GPL-3.0-or-later
// Memory over the batch; see the header.
#include "ui/charts/memory_by_batch.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <memory>

#include "ui/charts/format_text.h"

namespace mantissa::ui {

namespace {

constexpr double kBatchMargin = 8.0;
constexpr double kMarker = 8.0;
constexpr double kInset = 10.0;  // of the lines in the plot, so that no marker lies on an axis

/// 2^exponent bytes as "4 MiB", without the digits that bytesText() would show.
QString powerBytes(int exponent) {
    const ByteUnit unit = byteUnit(quint64{1} << std::clamp(exponent, 0, 60));
    return numberText(std::exp2(exponent) / unit.bytes) + QChar(0x00A0) + QLatin1String(unit.name);
}

/// Series before number `index` with the same peaks: they would hide each other.
int twinsBefore(const std::vector<BatchSeries>& series, std::size_t index) {
    const auto same = [&](const BatchSeries& other) {
        return std::equal(
            other.points.begin(), other.points.end(), series[index].points.begin(), series[index].points.end(),
            [](const BatchPoint& a, const BatchPoint& b) { return a.batch == b.batch && a.peak == b.peak; });
    };
    return static_cast<int>(std::count_if(series.begin(), series.begin() + static_cast<std::ptrdiff_t>(index), same));
}

const BatchPoint* pointAt(const BatchSeries& series, std::uint32_t batch) {
    const auto at = std::find_if(series.points.begin(), series.points.end(),
                                 [batch](const BatchPoint& point) { return point.batch == batch; });
    return at == series.points.end() ? nullptr : &*at;
}

}  // namespace

MemoryByBatch::MemoryByBatch(const QString& title, QWidget* parent)
    : PartsChart(title, Along::row, parent), emptyText_(tr("No plans yet")) {
    describe(emptyText_);
}

void MemoryByBatch::setMemory(const MemoryByBatchData& shown) {
    if (shown == data_) return;
    const bool resized = shown.categories.size() != data_.categories.size();
    data_ = shown;
    refreshRange();
    refreshParts();
    if (resized) updateGeometry();
}

void MemoryByBatch::setEmptyText(const QString& text) {
    if (text == emptyText_) return;
    emptyText_ = text;
    refreshParts();
}

const std::vector<BatchPoint>& MemoryByBatch::longest() const {
    static const std::vector<BatchPoint> none;
    const std::vector<BatchPoint>* most = &none;
    for (const BatchSeries& series : data_.series)
        if (series.points.size() > most->size()) most = &series.points;
    return *most;
}

void MemoryByBatch::refreshRange() {
    double least = HUGE_VAL, most = 0.0;
    for (const BatchSeries& series : data_.series) {
        for (const BatchPoint& point : series.points) {
            if (point.peak == 0) continue;
            least = std::min(least, static_cast<double>(point.peak));
            most = std::max(most, static_cast<double>(point.peak));
        }
    }
    if (most <= 0.0) return;
    low_ = static_cast<int>(std::floor(std::log2(least)));
    high_ = std::max(low_ + 1, static_cast<int>(std::ceil(std::log2(most))));
}

/// The batch that is pointed at, else that nearest to the configuration's; only where there are some.
int MemoryByBatch::shownPart() const {
    if (selected() >= 0) return selected();
    const std::vector<BatchPoint>& points = longest();
    const double wanted = std::log2(std::max(1u, data_.batch));
    const auto nearest =
        std::min_element(points.begin(), points.end(), [wanted](const BatchPoint& a, const BatchPoint& b) {
            return std::abs(std::log2(a.batch) - wanted) < std::abs(std::log2(b.batch) - wanted);
        });
    return static_cast<int>(nearest - points.begin());
}

std::uint32_t MemoryByBatch::shownBatch() const {
    return longest().empty() ? 0 : longest()[static_cast<std::size_t>(shownPart())].batch;
}

QString MemoryByBatch::partText(int part) const {
    const std::uint32_t batch = longest()[static_cast<std::size_t>(part)].batch;
    QStringList parts;
    for (const BatchSeries& series : data_.series)
        if (const BatchPoint* point = pointAt(series, batch)) parts << series.precision + u' ' + bytesText(point->peak);
    return tr("batch %1: %2").arg(batch).arg(parts.join(QStringLiteral(", ")));
}

QString MemoryByBatch::restText() const {
    return longest().empty() ? emptyText_ : partText(shownPart());
}

int MemoryByBatch::beginning(bool forward) const {
    return std::clamp(shownPart() + (forward ? 1 : -1), 0, partCount() - 1);
}

double MemoryByBatch::rowHeight() const {
    return std::ceil(QFontMetricsF(labelFont()).height() + 2.0);
}

QSize MemoryByBatch::minimumSizeHint() const {
    const int rows = static_cast<int>(std::max<qsizetype>(5, data_.categories.size())) + 2;
    return {lines(20, 1).width(), lines(1, 11).height() + static_cast<int>(rows * rowHeight()) + headerHeight()};
}

QRectF MemoryByBatch::plot() const {
    const QFontMetricsF metrics(labelFont());
    const double left = kBatchMargin + metrics.horizontalAdvance(QStringLiteral("000 MiB")) + 6.0;
    const double parts = static_cast<double>(data_.categories.size() + 2) * rowHeight() + 6.0;
    const double top = headerHeight() + 6.0;
    const double bottom = std::max(top + 20.0, height() - parts - metrics.height() - 8.0);
    return {left, top, std::max(20.0, width() - left - 20.0), bottom - top};
}

double MemoryByBatch::pixelX(const QRectF& plot, double batch) const {
    const std::vector<BatchPoint>& points = longest();
    const double first = std::log2(points.front().batch), last = std::log2(points.back().batch);
    return plot.left() + kInset +
           (last > first ? (std::log2(batch) - first) / (last - first) : 0.5) * (plot.width() - 2 * kInset);
}

double MemoryByBatch::pixelY(const QRectF& plot, double bytes) const {
    return plot.bottom() - kInset - (std::log2(bytes) - low_) / (high_ - low_) * (plot.height() - 2 * kInset);
}

void MemoryByBatch::paintAxes(QPainter& painter, const QRectF& plot) const {
    painter.setFont(labelFont());
    const QFontMetricsF metrics(labelFont());
    const int fits = std::max(1, static_cast<int>(plot.height() / (metrics.height() + 4.0)));
    const int step = std::max(1, (high_ - low_ + fits - 1) / fits);
    for (int exponent = low_; exponent <= high_; exponent += step) {
        const double y = std::round(pixelY(plot, std::exp2(exponent)));
        painter.setPen(colors().grid);
        painter.drawLine(QPointF(plot.left() - 3, y), QPointF(plot.right(), y));
        painter.setPen(colors().muted);
        painter.drawText(QRectF(0, y - metrics.height() / 2, plot.left() - 5.0, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, powerBytes(exponent));
    }
    double free = -1e9;
    for (const BatchPoint& point : longest()) {
        const double x = std::round(pixelX(plot, point.batch));
        const QString text = QString::number(point.batch);
        const double half = metrics.horizontalAdvance(text) / 2;
        painter.setPen(colors().muted);
        painter.drawLine(QPointF(x, plot.bottom()), QPointF(x, plot.bottom() + 3));
        if (x - half < free) continue;
        painter.drawText(QRectF(x - 40, plot.bottom() + 3, 80, metrics.height()), Qt::AlignHCenter, text);
        free = x + half + 6.0;
    }
    painter.setPen(colors().muted);
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    painter.drawText(QRectF(0, plot.bottom() + 3, plot.left() - 8.0, metrics.height()), Qt::AlignRight, tr("batch"));
    if (selected() < 0 && data_.batch > 0 && data_.batch < longest().front().batch) return;  // no such batch is drawn
    const double x = std::round(pixelX(plot, shownBatch())) + 0.5;
    painter.setPen(QPen(colors().bookmark, 1.0));
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
}

void MemoryByBatch::paintBudget(QPainter& painter, const QRectF& plot) const {
    if (data_.budget == 0) return;
    const QFontMetricsF metrics(labelFont());
    const double bytes = static_cast<double>(data_.budget);
    QString text = tr("budget %1").arg(bytesText(data_.budget));
    double y = pixelY(plot, bytes);
    const bool above = y<plot.top(), below = y> plot.bottom();
    if (above) text = QStringLiteral("↑ ") + text;
    if (below) text = QStringLiteral("↓ ") + text;
    y = std::clamp(std::round(y) + 0.5, plot.top() + 0.5, plot.bottom() - 0.5);
    if (!above && !below) {
        painter.setPen(QPen(colors().text, 1.2, Qt::DashLine));
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    }
    const double w = metrics.horizontalAdvance(text) + 6.0;
    const bool under = y - plot.top() < metrics.height() + 2.0;
    const QRectF box(plot.left() + 4.0, under ? y + 2.0 : y - metrics.height() - 2.0, w, metrics.height());
    painter.fillRect(box, colors().background);
    painter.setPen(colors().text);
    painter.drawText(box, Qt::AlignCenter, text);
}

void MemoryByBatch::paintLines(QPainter& painter, const QRectF& plot) const {
    painter.setRenderHint(QPainter::Antialiasing);
    // The last first: of lines that coincide the later is wider and looks out from under the earlier.
    for (std::size_t i = data_.series.size(); i-- > 0;) {
        const BatchSeries& series = data_.series[i];
        const PrecisionStyle style = colors().precision(series.precision);
        const int twins = twinsBefore(data_.series, i);
        QPolygonF line;
        for (const BatchPoint& point : series.points)
            if (point.peak > 0)
                line << QPointF(pixelX(plot, point.batch), pixelY(plot, static_cast<double>(point.peak)));
        painter.setPen(QPen(twins ? colors().faintLine(style.color) : style.color, 1.6 + 5.0 * twins));
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(line);
        const double size = kMarker + 5.0 * twins;
        for (const QPointF& at : line)
            paintMarker(painter, style.marker, at, size, twins ? colors().background : style.color, style.color);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void MemoryByBatch::paintParts(QPainter& painter) const {
    painter.setFont(labelFont());
    const QFontMetricsF metrics(labelFont());
    const double h = rowHeight();
    const auto rows = static_cast<double>(data_.categories.size() + 2);
    const double top = height() - rows * h - 4.0;
    double names = metrics.horizontalAdvance(tr("batch %1").arg(65536));
    for (const QString& name : data_.categories) names = std::max(names, metrics.horizontalAdvance(name));
    const double left = kBatchMargin + std::ceil(names) + 8.0;
    const double w =
        (width() - kBatchMargin - left) / static_cast<double>(std::max<std::size_t>(1, data_.series.size()));
    const auto name = [&](int row, const QString& text, const QColor& color) {
        painter.setPen(color);
        painter.drawText(QRectF(kBatchMargin, top + row * h, left - kBatchMargin, h), Qt::AlignLeft | Qt::AlignVCenter,
                         text);
    };
    const std::uint32_t batch = shownBatch();
    name(0, tr("batch %1").arg(batch), colors().text);
    const int last = static_cast<int>(data_.categories.size()) + 1;
    for (int i = 0; i < data_.categories.size(); ++i) name(i + 1, data_.categories[i], colors().muted);
    name(last, tr("together"), colors().text);
    painter.setPen(colors().grid);
    painter.drawLine(QPointF(kBatchMargin, top + last * h), QPointF(width() - kBatchMargin, top + last * h));
    for (std::size_t i = 0; i < data_.series.size(); ++i) {
        const BatchSeries& series = data_.series[i];
        const double right = left + w * static_cast<double>(i + 1);
        const auto cell = [&](int row, const QString& text) {
            painter.drawText(QRectF(right - w, top + row * h, w, h), Qt::AlignRight | Qt::AlignVCenter, text);
        };
        const PrecisionStyle style = colors().precision(series.precision);
        painter.setPen(colors().text);
        cell(0, series.precision);
        const double at = right - metrics.horizontalAdvance(series.precision) - kMarker / 2 - 6.0;
        paintMarker(painter, style.marker, {at, top + h / 2}, kMarker, style.color, style.color);
        const BatchPoint* point = pointAt(series, batch);
        painter.setPen(colors().text);
        cell(last, point ? bytesText(point->peak) : QStringLiteral("–"));
        for (int row = 0; point && row < data_.categories.size(); ++row) {
            const std::uint64_t bytes = point->categories[static_cast<std::size_t>(row)];
            painter.setPen(bytes ? colors().text : colors().muted);
            cell(row + 1, bytes ? bytesText(bytes) : QStringLiteral("–"));
        }
    }
}

void MemoryByBatch::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), colors().background);
    paintHeader(painter);
    if (longest().empty()) {
        paintEmpty(painter, emptyText_);
        return;
    }
    const QRectF area = plot();
    paintAxes(painter, area);
    paintLines(painter, area);
    paintBudget(painter, area);
    paintParts(painter);
    paintFocus(painter);
}

int MemoryByBatch::partAt(QPointF position) const {
    const std::vector<BatchPoint>& points = longest();
    const QRectF area = plot();
    if (!area.adjusted(-8, 0, 8, 16).contains(position)) return -1;
    const auto away = [&](const BatchPoint& point) { return std::abs(pixelX(area, point.batch) - position.x()); };
    const auto nearest = std::min_element(points.begin(), points.end(),
                                          [&](const BatchPoint& a, const BatchPoint& b) { return away(a) < away(b); });
    return static_cast<int>(nearest - points.begin());
}

ChartTable* MemoryByBatch::makeTable() const {
    const auto shown = std::make_shared<MemoryByBatchData>(data_);
    auto rows = std::make_shared<std::vector<QList<QVariant>>>();
    for (const BatchSeries& series : shown->series) {
        for (const BatchPoint& point : series.points) {
            QList<QVariant> row{series.precision, point.batch, quint64{point.peak}, quint64{point.other}};
            for (const std::uint64_t bytes : point.categories) row << quint64{bytes};
            rows->push_back(row);
        }
    }
    QStringList columns{tr("mode"), tr("batch"), shown->peakColumn, shown->otherColumn};
    for (const QString& category : shown->categories) columns << tr("%1 (B)").arg(category);
    auto cell = [rows](int row, int column) -> QVariant {
        return (*rows)[static_cast<std::size_t>(row)].value(column);
    };
    return new ChartTable(columns, static_cast<int>(rows->size()), std::move(cell));
}

}  // namespace mantissa::ui
