// SPDX-License-Identifier: GPL-3.0-or-later
// The line chart's data, ranges and geometry; see the header. Painting is in line_chart_paint.cpp, mouse and keyboard
// in line_chart_input.cpp.
#include "ui/charts/line_chart.h"

#include <QGraphicsLayout>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "ui/charts/format_text.h"
#include "ui/charts/line_chart_parts.h"

namespace mantissa::ui {

LineChart::View::View(LineChart* owner)
    : QChartView(owner), plot(new QChart), xAxis(new QValueAxis), yAxis(new QValueAxis), owner_(owner) {
    plot->setAnimationOptions(QChart::NoAnimation);
    plot->legend()->hide();
    plot->setBackgroundVisible(false);
    plot->setPlotAreaBackgroundVisible(false);
    plot->setMargins(QMargins());
    plot->layout()->setContentsMargins(0, 0, 0, 0);
    for (QValueAxis* axis : {xAxis, yAxis}) {
        axis->setLabelsVisible(false);
        axis->setGridLineVisible(false);
        axis->setLineVisible(false);
        axis->setRange(0.0, 1.0);
    }
    plot->addAxis(xAxis, Qt::AlignBottom);
    plot->addAxis(yAxis, Qt::AlignLeft);
    setChart(plot);
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing);
    setFocusPolicy(Qt::NoFocus);
    setViewportUpdateMode(QGraphicsView::FullViewportUpdate);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->installEventFilter(owner);
}

void LineChart::View::drawBackground(QPainter* painter, const QRectF& /*rect*/) {
    owner_->paintBelow(*painter);
}

void LineChart::View::drawForeground(QPainter* painter, const QRectF& /*rect*/) {
    owner_->paintAbove(*painter);
}

LineChart::LineChart(const QString& title, const QString& xTitle, QWidget* parent)
    : ChartWidget(title, parent), xTitle_(xTitle), emptyText_(tr("No data yet")), view_(new View(this)) {
    view_->lower();
}

LineChart::~LineChart() = default;

LineChart::Series* LineChart::find(const QString& id) const {
    const auto found = std::find_if(series_.begin(), series_.end(), [&id](const auto& s) { return s->id == id; });
    return found == series_.end() ? nullptr : found->get();
}

void LineChart::setSeries(const QString& id, const SeriesStyle& style, std::span<const double> x,
                          std::span<const double> y) {
    Series* series = find(id);
    if (!series) {
        series_.push_back(std::make_unique<Series>());
        series = series_.back().get();
        series->id = id;
    }
    series->style = style;
    series->x.clear();
    series->y.clear();
    series->blocks.clear();
    series->dirty = true;
    extendSeries(id, x, y);
}

void LineChart::extendSeries(const QString& id, std::span<const double> x, std::span<const double> y) {
    Series* series = find(id);
    if (!series) return;
    const std::size_t count = std::min(x.size(), y.size());
    bool sorted = true;
    for (std::size_t i = 0; i < count; ++i) {
        if (!std::isfinite(x[i])) continue;
        sorted = sorted && (series->x.empty() || series->x.back() <= x[i]);
        series->x.push_back(x[i]);
        series->y.push_back(y[i]);
    }
    if (!sorted) {
        std::vector<std::size_t> order(series->x.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(),
                         [series](std::size_t a, std::size_t b) { return series->x[a] < series->x[b]; });
        std::vector<double> sortedX(order.size());
        std::vector<double> sortedY(order.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            sortedX[i] = series->x[order[i]];
            sortedY[i] = series->y[order[i]];
        }
        series->x = std::move(sortedX);
        series->y = std::move(sortedY);
        series->blocks.clear();
    }
    summarise(series->y, series->blocks);
    series->dirty = series->dirty || count > 0;
}

void LineChart::setSeriesStyle(const QString& id, const SeriesStyle& style) {
    Series* series = find(id);
    if (!series || series->style == style) return;
    series->style = style;
    series->dirty = true;
}

void LineChart::setSeriesVisible(const QString& id, bool visible) {
    Series* series = find(id);
    if (!series || series->visible == visible) return;
    series->visible = visible;
    series->dirty = true;
}

void LineChart::removeSeries(const QString& id) {
    const auto found = std::find_if(series_.begin(), series_.end(), [&id](const auto& s) { return s->id == id; });
    if (found == series_.end()) return;
    for (QLineSeries* line : (*found)->pool) {
        view_->plot->removeSeries(line);
        delete line;
    }
    series_.erase(found);
}

void LineChart::clearSeries() {
    while (!series_.empty()) removeSeries(series_.back()->id);
}

QStringList LineChart::seriesIds() const {
    QStringList ids;
    for (const auto& series : series_) ids << series->id;
    return ids;
}

std::size_t LineChart::seriesSize(const QString& id) const {
    const Series* series = find(id);
    return series ? series->x.size() : 0;
}

void LineChart::setBookmarks(std::vector<Bookmark> bookmarks) {
    bookmarks_ = std::move(bookmarks);
    std::erase_if(bookmarks_, [](const Bookmark& b) { return !std::isfinite(b.x); });
    std::stable_sort(bookmarks_.begin(), bookmarks_.end(), [](const auto& a, const auto& b) { return a.x < b.x; });
    // Two at one place would be one line with the label of one: they are one mark that says both.
    std::vector<Bookmark> apart;
    for (Bookmark& next : bookmarks_) {
        auto same = apart.rbegin();  // they are in order: those at one place follow each other
        while (same != apart.rend() && same->x == next.x &&
               (same->important != next.important || same->ends != next.ends))
            ++same;
        if (same == apart.rend() || same->x != next.x) {
            apart.push_back(std::move(next));
            continue;
        }
        if (same->label != next.label) same->label += QStringLiteral(" · ") + next.label;
        if (same->tooltip != next.tooltip) same->tooltip += u'\n' + next.tooltip;
    }
    bookmarks_ = std::move(apart);
}

namespace {

std::vector<double> sortedPlaces(std::vector<double> places) {
    std::erase_if(places, [](double x) { return !std::isfinite(x); });
    std::sort(places.begin(), places.end());
    return places;
}

}  // namespace

void LineChart::setPins(std::vector<double> steps, MarkText text) {
    pins_ = sortedPlaces(std::move(steps));
    pinText_ = std::move(text);
}

void LineChart::setTicks(std::vector<double> steps, MarkText text) {
    ticks_ = sortedPlaces(std::move(steps));
    tickText_ = std::move(text);
}

void LineChart::setLog2(bool on) {
    if (log2_ == on) return;
    log2_ = on;
    for (auto& series : series_) series->dirty = true;
}

void LineChart::setYLimits(std::optional<double> least, std::optional<double> most) {
    yLeast_ = least;
    yMost_ = most;
}

void LineChart::setReferenceLine(double y, const QString& label) {
    reference_ = y;
    referenceLabel_ = label;
}

void LineChart::setValueSuffix(const QString& suffix, int decimals) {
    suffix_ = suffix;
    decimals_ = decimals;
}

void LineChart::setEmptyText(const QString& text) {
    emptyText_ = text;
    repaintPicture();
}

void LineChart::setHighlight(const QString& group) {
    if (highlight_ == group) return;
    highlight_ = group;
    for (auto& series : series_) series->dirty = true;
    refresh();
}

void LineChart::setAutoXRange(double min, double max) {
    autoX_ = {min, max};
}

std::size_t LineChart::drawnPoints(const QString& id) const {
    const Series* series = find(id);
    std::size_t points = 0;
    if (series) {
        for (const auto& segment : series->drawn.segments) points += static_cast<std::size_t>(segment.size());
    }
    return points;
}

std::size_t LineChart::drawnMarks(const QString& id) const {
    const Series* series = find(id);
    return series ? series->drawn.marks.size() : 0;
}

bool LineChart::empty() const {
    return std::none_of(series_.begin(), series_.end(), [](const auto& s) { return s->visible && !s->x.empty(); });
}

void LineChart::computeRanges() {
    if (zoom_) {
        x_ = *zoom_;
    } else if (autoX_.max > autoX_.min) {
        x_ = autoX_;
    } else {
        ValueRange extent;
        for (const auto& series : series_) {
            if (!series->visible || series->x.empty()) continue;
            extent.include(series->x.front());
            extent.include(series->x.back());
        }
        x_ = extent.empty() ? ValueRange{0.0, 1.0} : extent;
        if (!(x_.max > x_.min)) x_ = {x_.min - 0.5, x_.max + 0.5};
    }
    ValueRange values;
    for (const auto& series : series_) {
        if (series->visible) values.include(valueRange(series->x, series->y, log2_, x_.min, x_.max, series->blocks));
    }
    const int most = std::clamp(static_cast<int>(plot_.height() / 26.0), 3, 7);
    y_ = niceRange(values, most, log2_);
    if (!log2_) {
        // A limit beyond which all values lie would leave the chart empty.
        if (yLeast_ && y_.max > *yLeast_) y_.min = std::max(y_.min, *yLeast_);
        if (yMost_ && y_.min < *yMost_) y_.max = std::min(y_.max, *yMost_);
        if (!(y_.max > y_.min)) y_ = {y_.min - 0.5, y_.min + 0.5};
    }
}

void LineChart::layOut() {
    const QFontMetricsF metrics(labelFont());
    double left = metrics.horizontalAdvance(QStringLiteral("000000"));
    for (const double y : {y_.min, y_.max, 0.5 * (y_.min + y_.max)}) {
        left = std::max(left, metrics.horizontalAdvance(tickText(log2_ ? std::round(y) : y)));
    }
    // The name of the horizontal axis stands left of its first number.
    left = std::max(left, metrics.horizontalAdvance(xTitle_) + metrics.horizontalAdvance(QStringLiteral("00")) + 4.0);
    const double band = std::max(5.0, (bookmarks_.empty() ? 0.0 : metrics.height() + 1.0) + pinBand());
    plot_ = QRectF(std::round(left + 8.0), headerHeight() + band, 10.0, 10.0);
    plot_.setBottom(std::max(plot_.top() + 10.0, height() - metrics.height() - 6.0));
    const double tags = tagColumns() * tagWidth(labelFont()) + 2.0;
    plot_.setRight(std::max(plot_.left() + 10.0, width() - tags));
    view_->setGeometry(rect());
    view_->plot->setPlotArea(plot_);
}

/// Makes the drawn line of `series` one of steps: level, then straight up or down.
void LineChart::holdValues(Series& series) const {
    for (QList<QPointF>& segment : series.drawn.segments) {
        if (segment.isEmpty()) continue;
        // Where the line was cut at an edge of the axis it was interpolated: the value before holds there.
        for (QPointF* end : {&segment.front(), &segment.back()}) {
            const auto after = std::upper_bound(series.x.begin(), series.x.end(), end->x());
            if (after == series.x.begin()) continue;
            const double held = axisValue(series.y[static_cast<std::size_t>(after - series.x.begin()) - 1], log2_);
            if (std::isfinite(held) && *(after - 1) < end->x()) end->setY(held);
        }
        QList<QPointF> stepped;
        stepped.reserve(segment.size());
        for (const QPointF& point : segment) {
            if (!stepped.isEmpty() && stepped.back().y() != point.y()) {
                stepped.append(QPointF(point.x(), stepped.back().y()));
            }
            stepped.append(point);
        }
        segment = std::move(stepped);
    }
}

void LineChart::drawSeries(Series& series) {
    std::size_t used = 0;
    if (series.visible) {
        series.drawn = drawable(series.x, series.y, log2_, x_.min, x_.max, columns_, series.blocks);
        if (series.style.steps) holdValues(series);
        QPen pen = series.pen(colors(), highlight_);
        pen.setJoinStyle(Qt::BevelJoin);
        pen.setCosmetic(true);
        for (; used < std::min(series.drawn.segments.size(), kSeriesPerLine); ++used) {
            if (used == series.pool.size()) {
                auto* line = new QLineSeries;
                view_->plot->addSeries(line);
                line->attachAxis(view_->xAxis);
                line->attachAxis(view_->yAxis);
                series.pool.push_back(line);
            }
            QLineSeries* line = series.pool[used];
            if (line->pen() != pen) line->setPen(pen);
            line->replace(series.drawn.segments[used]);
        }
    } else {
        series.drawn = {};
    }
    for (; used < series.pool.size(); ++used) {
        if (series.pool[used]->count() > 0) series.pool[used]->clear();
    }
    series.dirty = false;
}

void LineChart::refresh() {
    const ValueRange before = x_;
    layOut();
    computeRanges();
    layOut();
    const int columns = std::max(1, static_cast<int>(plot_.width()));
    const bool moved = before.min != x_.min || before.max != x_.max || columns != columns_;
    columns_ = columns;
    view_->xAxis->setRange(x_.min, x_.max);
    view_->yAxis->setRange(y_.min, y_.max);
    for (auto& series : series_) {
        if (moved || series->dirty) drawSeries(*series);
    }
    layBand();
    refreshDescription();
    view_->viewport()->update();
    if (hovered_) showReadout();
}

void LineChart::refreshDescription() {
    constexpr int most = 8;
    QStringList parts;
    for (int part = 0; part < std::min(most, partCount()); ++part) parts << partText(part);
    if (!pins_.empty()) parts << tr("%n skipped steps", nullptr, static_cast<int>(pins_.size()));
    if (!ticks_.empty()) parts << tr("grew %n times", nullptr, static_cast<int>(ticks_.size()));
    describe(parts.isEmpty() ? emptyText_ : parts.join(QStringLiteral("; ")));
}

double LineChart::pixelX(double x) const {
    return plot_.left() + (x - x_.min) / (x_.max - x_.min) * plot_.width();
}

double LineChart::pixelY(double axisY) const {
    return plot_.bottom() - (axisY - y_.min) / (y_.max - y_.min) * plot_.height();
}

double LineChart::xAt(double pixel) const {
    return x_.min + (pixel - plot_.left()) / plot_.width() * (x_.max - x_.min);
}

double LineChart::xValue(double x) const {
    return xPowers_ ? std::exp2(x) : x;
}

QString LineChart::valueText(double value) const {
    if (log2_ && std::isfinite(value)) return scaleText(value);
    if (!std::isfinite(value) || decimals_ < 0) return numberText(value);
    return QString::number(value, 'f', decimals_) + suffix_;
}

QString LineChart::tickText(double axisY) const {
    return log2_ ? powerOfTwo(static_cast<int>(std::lround(axisY))) : numberText(axisY, 4);
}

void LineChart::resizeEvent(QResizeEvent* event) {
    ChartWidget::resizeEvent(event);
    refresh();
}

void LineChart::showEvent(QShowEvent* event) {
    ChartWidget::showEvent(event);
    refresh();
}

void LineChart::themeChanged() {
    for (auto& series : series_) series->dirty = true;
    refresh();
}

void LineChart::repaintPicture() {
    view_->viewport()->update();
}

int LineChart::partCount() const {
    return static_cast<int>(std::count_if(series_.begin(), series_.end(),
                                          [](const auto& series) { return series->visible && !series->x.empty(); }));
}

/// The last value of a line.
QString LineChart::partText(int part) const {
    for (const auto& series : series_)
        if (series->visible && !series->x.empty() && part-- == 0)
            return tr("%1: %2 at %3 %4")
                .arg(series->style.label, valueText(series->y.back()), xTitle_, xText(series->x.back()));
    return {};
}

ChartTable* LineChart::makeTable() const {
    struct Column {
        QString label;
        std::vector<double> x;
        std::vector<double> y;
    };
    auto columns = std::make_shared<std::vector<Column>>();
    auto starts = std::make_shared<std::vector<int>>();
    int rows = 0;
    for (const auto& series : series_) {
        if (series->x.empty() || !series->visible) continue;  // what is not drawn is not in the table
        starts->push_back(rows);
        columns->push_back({series->style.label, series->x, series->y});
        for (double& x : columns->back().x) x = xValue(x);
        rows += static_cast<int>(series->x.size());
    }
    auto cell = [columns, starts](int row, int column) -> QVariant {
        const auto after = std::upper_bound(starts->begin(), starts->end(), row);
        const auto which = static_cast<std::size_t>(after - starts->begin()) - 1;
        const auto i = static_cast<std::size_t>(row - (*starts)[which]);
        const Column& from = (*columns)[which];
        return column == 0 ? QVariant(from.label) : QVariant(column == 1 ? from.x[i] : from.y[i]);
    };
    return new ChartTable({tr("series"), xTitle_, title()}, rows, std::move(cell));
}

void linkCharts(const std::vector<LineChart*>& charts) {
    for (LineChart* from : charts) {
        for (LineChart* to : charts) {
            if (from == to) continue;
            QObject::connect(from, &LineChart::xRangeChanged, to, &LineChart::setXRange);
            QObject::connect(from, &LineChart::xRangeReset, to, &LineChart::resetXRange);
            QObject::connect(from, &LineChart::crossHairMoved, to, &LineChart::setCrossHair);
        }
    }
}

}  // namespace mantissa::ui
