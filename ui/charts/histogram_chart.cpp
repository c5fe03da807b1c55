// SPDX-License-Identifier: GPL-3.0-or-later
// The magnitude histogram; see the header.
#include "ui/charts/histogram_chart.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <algorithm>
#include <climits>
#include <cmath>
#include <optional>

#include "ui/charts/axis_paint.h"
#include "ui/charts/format_text.h"
#include "ui/charts/line_data.h"

namespace mantissa::ui {

namespace {
constexpr int kNone = INT_MIN;
constexpr QChar kHairSpace(0x200A);
constexpr int kBandTint = 40;  // of 255: seen on white and on black

Qt::BrushStyle hatchOf(Zone zone) {
    switch (zone) {
        case Zone::Flushed:
            return Qt::BDiagPattern;
        case Zone::Subnormal:
            return Qt::Dense7Pattern;
        case Zone::Overflow:
            return Qt::FDiagPattern;
        case Zone::Normal:
            break;
    }
    return Qt::NoBrush;
}
}  // namespace

HistogramChart::HistogramChart(const QString& title, QWidget* parent)
    : ChartWidget(title, parent), emptyText_(tr("No histogram yet")), selected_(kNone) {
    setMouseTracking(true);
}

void HistogramChart::setHistogram(const HistogramData& histogram, const QColor& color) {
    if (histogram == histogram_ && color == color_) return;
    histogram_ = histogram;
    color_ = color;
    axis_ = histogramAxis(histogram_);
    describe(histogram_.tensor + QStringLiteral(": ") + sentence());
    update();
}

void HistogramChart::clear() {
    histogram_ = {};
    axis_ = {};
    selected_ = kNone;
    describe(emptyText_);
    update();
}

void HistogramChart::setEmptyText(const QString& text) {
    emptyText_ = text;
    if (histogram_.empty()) describe(text);
    update();
}

std::vector<HistogramChart::EndColumn> HistogramChart::endColumns() const {
    std::vector<EndColumn> columns;
    if (histogram_.observed)
        columns = {{tr("zero"), tr("zero after the cast: a true zero cannot be told from a flushed one"),
                    histogram_.zero, true, Qt::SolidPattern}};
    else
        columns = {
            {tr("zero"), tr("exactly zero before the cast: dead pixels, dead units, or lost in a later layer"),
             histogram_.zero, true, Qt::SolidPattern},
            {tr("flushed"), tr("nonzero before the cast, zero after"), histogram_.flushed, true, Qt::BDiagPattern}};
    if (histogram_.starved)
        columns.push_back({tr("starved"), tr("zero here, nonzero in FP32: flushed here or lost upstream"),
                           *histogram_.starved, true, Qt::HorPattern});
    columns.push_back({tr("inf"),
                       histogram_.observed ? tr("infinite after the cast")
                                           : tr("infinite after the cast (%1 already before)").arg(histogram_.infinite),
                       histogram_.overflow + histogram_.infinite, false, Qt::FDiagPattern});
    columns.push_back({tr("NaN"), tr("not a number"), histogram_.nan, false, Qt::DiagCrossPattern});
    return columns;
}

std::vector<HistogramChart::LegendEntry> HistogramChart::legend() const {
    if (histogram_.truth.empty()) return {};
    return {{Mark::Bars, histogram_.format}, {Mark::Dashes, tr("in FP32")}};
}

QStringList HistogramChart::linesOf(const QString& name) const {
    const QFontMetricsF metrics(labelFont());
    QStringList best{name};
    double widest = metrics.horizontalAdvance(name);
    for (qsizetype at = name.indexOf(u' '); at >= 0; at = name.indexOf(u' ', at + 1)) {
        const QStringList lines{name.left(at), name.mid(at + 1)};
        const double wide = std::max(metrics.horizontalAdvance(lines[0]), metrics.horizontalAdvance(lines[1]));
        if (wide < widest) {
            widest = wide;
            best = lines;
        }
    }
    return best;
}

HistogramChart::Layout HistogramChart::layOut() const {
    const QFontMetricsF metrics(labelFont());
    const double label = metrics.height();
    const double narrow = std::ceil(metrics.horizontalAdvance(QStringLiteral("100%")) + 2.0);
    std::vector<double> widths;
    double left = 4.0;
    double right = 12.0;
    qsizetype nameLines = 1;
    const std::vector<EndColumn> columns = endColumns();
    for (const EndColumn& column : columns) {
        const QStringList lines = linesOf(column.name);
        double wide = narrow;
        for (const QString& line : lines) wide = std::max(wide, std::ceil(metrics.horizontalAdvance(line) + 6.0));
        widths.push_back(std::min(wide, std::max(narrow, width() / 8.0)));  // the histogram has the room
        nameLines = std::max(nameLines, lines.size());
        (column.left ? left : right) += widths.back();
    }
    left += 4.0 + metrics.horizontalAdvance(QStringLiteral("00 %")) + 6.0;
    Layout layout;
    // Two lines for the sentence where it needs them.
    const double room = width() - 16.0;
    const QFontMetricsF text(font());
    const double sentenceHeight =
        std::ceil(std::max(text.boundingRect(QRectF(0, 0, room, 1000), Qt::TextWordWrap, sentence()).height(),
                           sentenceLines() * text.lineSpacing())) +
        4.0;
    layout.sentenceTop = height() - sentenceHeight - 2.0;
    layout.legendTop = headerHeight();
    const double top = headerHeight() + label + 2.0 + (legend().empty() ? 0.0 : label + 2.0);
    const double bottom = std::max(top + 10.0, layout.sentenceTop - static_cast<double>(nameLines) * label - 6.0);
    layout.plot = QRectF(left, top, std::max(20.0, width() - left - right), bottom - top);
    double nextLeft = 4.0;
    double nextRight = layout.plot.right() + 6.0;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        double& next = columns[i].left ? nextLeft : nextRight;
        layout.ends.emplace_back(next, top, widths[i], bottom - top);
        next += widths[i];
    }
    return layout;
}

double HistogramChart::pixelX(const Layout& layout, double exponent) const {
    return layout.plot.left() + (exponent - axis_.min) / (axis_.max - axis_.min) * layout.plot.width();
}

std::uint64_t HistogramChart::countOf(int exponent) const {
    const int i = exponent - histogram_.firstBin;
    return i >= 0 && i < static_cast<int>(histogram_.bins.size()) ? histogram_.bins[static_cast<std::size_t>(i)] : 0;
}

std::uint64_t HistogramChart::greatestCount() const {
    std::uint64_t greatest = 0;
    for (const std::uint64_t count : histogram_.bins) greatest = std::max(greatest, count);
    for (const std::uint64_t count : histogram_.truth) greatest = std::max(greatest, count);
    return greatest;
}

void HistogramChart::paintOutline(QPainter& painter, const Layout& layout, double top,
                                  const std::function<std::uint64_t(int exponent)>& count) const {
    const auto heightAt = [&](int exponent) {
        const std::uint64_t here = count(exponent);
        const double share = static_cast<double>(here) / static_cast<double>(histogram_.elements);
        return here ? std::max(1.0, share / top * layout.plot.height()) : 0.0;
    };
    QPainterPath path(QPointF(pixelX(layout, axis_.min), layout.plot.bottom()));
    for (int exponent = axis_.min; exponent < axis_.max; ++exponent) {
        const double y = layout.plot.bottom() - heightAt(exponent);
        path.lineTo(std::round(pixelX(layout, exponent)), y);
        path.lineTo(std::round(pixelX(layout, exponent + 1)), y);
    }
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
}

/// What FP32 has of the same values, where the bars lack much of it.
void HistogramChart::paintTruth(QPainter& painter, const Layout& layout, double top) const {
    if (histogram_.truth.empty()) return;
    painter.save();
    painter.setClipRect(layout.plot.adjusted(-1, -1, 1, 1));
    painter.setPen(QPen(colors().text, 1.6, Qt::DashLine));
    paintOutline(painter, layout, top, [this](int exponent) { return histogram_.truthAt(exponent - shownShift()); });
    painter.restore();
}

void HistogramChart::paintLegend(QPainter& painter, const Layout& layout) const {
    constexpr double sample = 16.0;
    painter.setFont(labelFont());
    const QFontMetricsF metrics(labelFont());
    double x = 8.0;
    for (const LegendEntry& entry : legend()) {
        const double width = sample + 4.0 + metrics.horizontalAdvance(entry.text);
        if (x + width > this->width() - 4.0) break;  // what has no room stands in the table
        const QRectF box(x, layout.legendTop + 2.0, sample, metrics.height() - 4.0);
        switch (entry.mark) {
            case Mark::Bars:
                painter.fillRect(box, color_);
                break;
            case Mark::Line:
            case Mark::Dashes:
                painter.setPen(QPen(colors().text, 1.6, entry.mark == Mark::Line ? Qt::SolidLine : Qt::DashLine));
                painter.drawLine(QPointF(box.left(), box.center().y()), QPointF(box.right(), box.center().y()));
                break;
            case Mark::Band: {
                QColor tint = colors().text;
                tint.setAlpha(kBandTint);
                painter.fillRect(box, tint);
                painter.setPen(QPen(colors().text, 1.0));
                painter.drawLine(box.topLeft(), box.bottomLeft());
                painter.drawLine(box.topRight(), box.bottomRight());
                break;
            }
        }
        painter.setPen(colors().text);
        painter.drawText(QPointF(box.right() + 4.0, layout.legendTop + metrics.ascent()), entry.text);
        x += width + 14.0;
    }
}

void HistogramChart::paintZones(QPainter& painter, const Layout& layout) const {
    painter.setFont(labelFont());
    const QFontMetricsF metrics(labelFont());
    double free = layout.plot.left() - 2.0;
    for (const ZoneSpan& span : zoneSpans(histogram_.zones, axis_.min, axis_.max)) {
        const QRectF area(QPointF(pixelX(layout, span.from), layout.plot.top()),
                          QPointF(pixelX(layout, span.to), layout.plot.bottom()));
        painter.fillRect(area, QBrush(colors().zone, hatchOf(span.zone)));
        painter.setPen(QPen(colors().zone, 1.0));
        if (span.from > axis_.min) {
            const double x = std::round(area.left()) + 0.5;
            painter.drawLine(QPointF(x, area.top() - 4.0), QPointF(x, area.bottom()));
        }
        QString name = zoneName(span.zone, false);
        if (metrics.horizontalAdvance(name) > area.width() - 4.0) name = zoneName(span.zone, true);
        const double width = metrics.horizontalAdvance(name);
        if (width > area.width() + 6.0) continue;
        const double x = std::max(free + 3.0, area.center().x() - width / 2);
        painter.setPen(colors().muted);
        painter.drawText(QPointF(x, layout.plot.top() - 4.0 - metrics.descent() + 2.0), name);
        free = x + width;
    }
}

void HistogramChart::paintAxes(QPainter& painter, const Layout& layout, double top) const {
    paintShareAxis(painter, layout.plot, top, colors(), labelFont());
    std::vector<int> borders;
    for (const double border :
         {histogram_.zones.flushedBelow, histogram_.zones.minNormal, histogram_.zones.overflowFrom}) {
        if (border > axis_.min && border < axis_.max) borders.push_back(static_cast<int>(std::lround(border)));
    }
    paintExponentAxis(
        painter, layout.plot, std::move(borders), axis_.min, axis_.max,
        [this, &layout](int exponent) { return pixelX(layout, exponent); }, colors(), labelFont());
}

void HistogramChart::paintBars(QPainter& painter, const Layout& layout, double top) const {
    for (int exponent = axis_.min; exponent < axis_.max; ++exponent) {
        const std::uint64_t count = countOf(exponent);
        if (count == 0) continue;
        const double share = static_cast<double>(count) / static_cast<double>(histogram_.elements);
        // A bin that has anything in it can be seen.
        const double h = std::max(1.0, share / top * layout.plot.height());
        const double x = std::round(pixelX(layout, exponent));
        const double w = std::round(pixelX(layout, exponent + 1)) - x;
        const QRectF bar(x, layout.plot.bottom() - h, w - (w > 4.0 ? 1.0 : 0.0), h);
        const bool lost = zoneOfBin(histogram_.zones, exponent) == Zone::Flushed;
        const bool chosen = exponent == selected_;
        painter.fillRect(bar, lost ? colors().faint(color_) : color_);
        if (lost) painter.fillRect(bar, QBrush(color_, Qt::BDiagPattern));
        if (chosen) {
            painter.setPen(QPen(colors().text, 1.5));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(bar.adjusted(-1, -1, 1, 0));
        }
    }
}

void HistogramChart::paintEnds(QPainter& painter, const Layout& layout) const {
    painter.setFont(labelFont());
    const QFontMetricsF metrics(labelFont());
    const std::vector<EndColumn> columns = endColumns();
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const EndColumn& column = columns[i];
        const QRectF& place = layout.ends[i];
        const double share = static_cast<double>(column.count) / static_cast<double>(histogram_.elements);
        const QRectF gauge(place.center().x() - 7.0, place.top(), 14.0, place.height());
        painter.setPen(QPen(colors().zone, 1.0));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(gauge);
        if (column.count) {
            const double h = std::max(2.0, share * gauge.height());
            const QRectF fill(gauge.left(), gauge.bottom() - h, gauge.width(), h);
            const bool plain = column.hatch == Qt::SolidPattern;
            painter.fillRect(fill, plain ? colors().muted : colors().faint(color_));
            if (!plain) painter.fillRect(fill, QBrush(color_, column.hatch));
        }
        painter.setPen(column.count ? colors().text : colors().muted);
        const QRectF above(place.left() - 4, place.top() - metrics.height() - 1, place.width() + 8, metrics.height());
        QString text = percentText(share);
        if (metrics.horizontalAdvance(text) > place.width() - 4.0) text.replace(QChar(0x00A0), kHairSpace);
        // Nothing lies on its neighbour: the table and the sentence have all digits.
        if (metrics.horizontalAdvance(text) > place.width() && share < 0.1)
            text = share < 0.001 ? QStringLiteral("<0.1%") : QString::number(100 * share, 'f', 1) + kHairSpace + u'%';
        painter.drawText(above, Qt::AlignCenter, text);
        painter.setPen(colors().muted);
        const QStringList lines = linesOf(column.name);
        for (qsizetype line = 0; line < lines.size(); ++line)
            painter.drawText(QRectF(place.left() - 4, place.bottom() + 3 + static_cast<double>(line) * metrics.height(),
                                    place.width() + 8, metrics.height()),
                             Qt::AlignHCenter, metrics.elidedText(lines[line], Qt::ElideRight, place.width() + 4));
    }
}

QString HistogramChart::binText(int exponent) const {
    const std::uint64_t count = countOf(exponent);
    return tr("%1 ≤ |x| < %2: %3 values, %4", nullptr, pluralCount(count))
        .arg(powerOfTwo(exponent), powerOfTwo(exponent + 1), countText(static_cast<double>(count)),
             percentText(static_cast<double>(count) / static_cast<double>(histogram_.elements)));
}

QString HistogramChart::endText(const EndColumn& column) const {
    return tr("%1: %2 of %3 values. %4.", nullptr, pluralCount(histogram_.elements))
        .arg(column.name, countText(static_cast<double>(column.count)),
             countText(static_cast<double>(histogram_.elements)), column.explanation);
}

/// Where the reading is taken; what it says stands below, beside the data and not on it.
void HistogramChart::paintSelected(QPainter& painter, const Layout& layout) const {
    if (selected_ == kNone) return;
    const double x = std::round(pixelX(layout, selected_ + 0.5)) + 0.5;
    painter.setPen(QPen(colors().focus, 1.0));
    painter.drawLine(QPointF(x, layout.plot.bottom()), QPointF(x, layout.plot.bottom() + 4.0));
    painter.drawLine(QPointF(x, layout.plot.top() - 3.0), QPointF(x, layout.plot.top() + 3.0));
}

void HistogramChart::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), colors().background);
    const double titleEnd = paintHeader(painter);
    if (histogram_.empty()) {
        paintEmpty(painter, emptyText_);
        return;
    }
    const Layout layout = layOut();
    const QFontMetricsF metrics(labelFont());
    painter.setFont(labelFont());
    painter.setPen(colors().muted);
    const QString unit = tr("(% of values)");
    const QString factor = tr("× %1").arg(scaleText(histogram_.scale));
    double unitEnd = titleEnd + 5.0 + metrics.horizontalAdvance(unit);
    // The unit stands at the columns, too; the scale nowhere else.
    if (histogram_.scale != 1.0 && unitEnd + metrics.horizontalAdvance(factor) + 10.0 > headerRight())
        unitEnd = titleEnd;
    else
        painter.drawText(QRectF(titleEnd + 5, 0, unitEnd - titleEnd, headerHeight()), Qt::AlignLeft | Qt::AlignVCenter,
                         unit);
    if (histogram_.scale != 1.0) {
        const QRectF row(unitEnd + 8, 0, headerRight() - unitEnd - 10, headerHeight());
        painter.drawText(
            row, Qt::AlignRight | Qt::AlignVCenter,
            fittingText(metrics, {tr("× loss scale %1").arg(scaleText(histogram_.scale)), factor}, row.width()));
    }
    const double greatest = static_cast<double>(greatestCount()) / static_cast<double>(histogram_.elements);
    const double top = std::max(niceRange({0.0, greatest * 100.0}, 4, false).max / 100.0, 1e-6);
    paintUnder(painter, layout);
    paintZones(painter, layout);
    paintAxes(painter, layout, top);
    paintBars(painter, layout, top);
    paintTruth(painter, layout, top);
    paintOver(painter, layout, top);
    paintEnds(painter, layout);
    paintLegend(painter, layout);
    painter.setFont(font());
    painter.setPen(colors().text);
    painter.drawText(QRectF(8, layout.sentenceTop, width() - 16.0, height() - layout.sentenceTop),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                     selected_ == kNone ? sentence() : binText(selected_));
    paintSelected(painter, layout);
    paintFocus(painter);
}

void HistogramChart::clearHover() {
    selected_ = kNone;
    update();
}

void HistogramChart::mouseMoveEvent(QMouseEvent* event) {
    int bin = kNone;
    if (!histogram_.empty()) {
        const Layout layout = layOut();
        if (layout.plot.contains(event->position())) {
            const double share = (event->position().x() - layout.plot.left()) / layout.plot.width();
            bin = axis_.min + static_cast<int>(std::floor(share * (axis_.max - axis_.min)));
        }
    }
    if (bin == selected_) return;
    selected_ = bin;
    update();
}

void HistogramChart::leaveEvent(QEvent* event) {
    ChartWidget::leaveEvent(event);
    clearHover();
}

void HistogramChart::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && selected_ != kNone) return clearHover();
    const bool left = event->key() == Qt::Key_Left;
    if (histogram_.empty() || (!left && event->key() != Qt::Key_Right)) return ChartWidget::keyPressEvent(event);
    const int beginning = static_cast<int>(std::floor(histogram_.zones.flushedBelow));
    const int bin = selected_ == kNone ? beginning : selected_ + (left ? -1 : 1);
    selected_ = std::clamp(bin, axis_.min, axis_.max - 1);
    describe(binText(selected_));
    update();
}

bool HistogramChart::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || histogram_.empty()) return ChartWidget::event(event);
    auto* help = static_cast<QHelpEvent*>(event);
    const Layout layout = layOut();
    const std::vector<EndColumn> columns = endColumns();
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (!layout.ends[i].adjusted(0, -20, 0, 20).contains(help->pos())) continue;
        QToolTip::showText(help->globalPos(), endText(columns[i]));
        return true;
    }
    if (layout.plot.adjusted(0, -20, 0, 0).contains(help->pos())) {
        const double share = (help->pos().x() - layout.plot.left()) / layout.plot.width();
        const double exponent = axis_.min + share * (axis_.max - axis_.min);
        for (const ZoneSpan& span : zoneSpans(histogram_.zones, axis_.min, axis_.max)) {
            if (exponent < span.from || exponent >= span.to) continue;
            QToolTip::showText(help->globalPos(), tipText(zoneExplanation(span.zone, histogram_.format)));
            return true;
        }
    }
    QToolTip::hideText();
    return true;
}

int HistogramChart::partCount() const {
    return histogram_.empty() ? 0 : axis_.max - axis_.min + static_cast<int>(endColumns().size());
}

QString HistogramChart::partText(int part) const {
    const int bin = axis_.min + part;
    return bin < axis_.max ? binText(bin) : endText(endColumns()[static_cast<std::size_t>(bin - axis_.max)]);
}

ChartTable* HistogramChart::makeTable() const {
    struct Row {
        QString name;
        quint64 count;
        std::optional<quint64> outline;  // nothing: it is told of the bars alone
    };
    auto rows = std::make_shared<std::vector<Row>>();
    rows->push_back({tr("zero"), histogram_.zero, histogram_.zero});
    const int offset = outlineBins();
    const int first = histogram_.firstBin;
    const int end = first + static_cast<int>(histogram_.bins.size());
    if (!histogram_.bins.empty())
        for (int exponent = std::min(first, first - offset); exponent < std::max(end, end - offset); ++exponent)
            rows->push_back(
                {powerOfTwo(exponent), HistogramChart::countOf(exponent), HistogramChart::countOf(exponent + offset)});
    rows->push_back({tr("infinite before the cast"), histogram_.infinite, histogram_.infinite});
    rows->push_back({tr("NaN"), histogram_.nan, histogram_.nan});
    rows->push_back({tr("of these: flushed to zero"), histogram_.flushed, {}});
    rows->push_back({tr("of these: subnormal after the cast"), histogram_.subnormal, {}});
    rows->push_back({tr("of these: overflowed to infinity"), histogram_.overflow, {}});
    if (histogram_.starved) rows->push_back({tr("starved: zero here, nonzero in FP32"), *histogram_.starved, {}});
    for (std::size_t i = 0; i < histogram_.truth.size(); ++i)
        if (histogram_.truth[i] > 0)
            rows->push_back(
                {tr("in FP32, unscaled, from %1").arg(powerOfTwo(histogram_.truthFirstBin + static_cast<int>(i))),
                 histogram_.truth[i],
                 {}});
    const double elements = histogram_.empty() ? 1.0 : static_cast<double>(histogram_.elements);
    auto cell = [rows, elements](int row, int column) -> QVariant {
        const Row& r = (*rows)[static_cast<std::size_t>(row)];
        if (column == 0) return r.name;
        const std::optional<quint64> count = column < 3 ? r.count : r.outline;
        if (!count) return {};
        if (column % 2 == 1) return *count;
        return static_cast<double>(*count) / elements * 100.0;
    };
    QStringList names{tr("|x| from"), tr("values"), tr("%")};
    if (offset != 0) names << tr("values, unscaled") << tr("%, unscaled");
    return new ChartTable(names, static_cast<int>(rows->size()), std::move(cell));
}

}  // namespace mantissa::ui
