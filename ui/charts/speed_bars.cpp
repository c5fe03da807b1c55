// SPDX-License-Identifier: GPL-3.0-or-later
// Throughput against FP32; see the header.
#include "ui/charts/speed_bars.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <memory>

#include "ui/charts/format_text.h"

namespace mantissa::ui {

namespace {
constexpr double kSpeedMargin = 8.0;
constexpr double kBarGap = 10.0, kWideBarGap = 20.0;  // between columns: at least, and where there is room
constexpr double kSpeedMarker = 9.0;
}  // namespace

SpeedBars::SpeedBars(const QString& title, QWidget* parent)
    : PartsChart(title, Along::column, parent), emptyText_(tr("Nothing measured yet")) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    describe(emptyText_);
}

void SpeedBars::setBars(const SpeedBarsData& shown) {
    if (shown == data_) return;
    data_ = shown;
    refreshParts();
    updateGeometry();
}

void SpeedBars::setEmptyText(const QString& text) {
    if (text == emptyText_) return;
    emptyText_ = text;
    refreshParts();
}

int SpeedBars::partCount() const {
    int bars = 0;
    for (const SpeedGroup& group : data_.groups) bars += static_cast<int>(group.bars.size());
    return bars;
}

double SpeedBars::longest() const {
    double most = 1.0;  // FP32 is always on the scale
    for (const SpeedGroup& group : data_.groups) {
        for (const SpeedBar& bar : group.bars) {
            if (std::isfinite(bar.length)) most = std::max(most, bar.length);
            if (std::isfinite(bar.second)) most = std::max(most, bar.second);
        }
    }
    return most;
}

double SpeedBars::lineHeight(bool bar) const {
    return std::ceil(QFontMetricsF(labelFont()).height() + (bar ? 5.0 : 3.0));
}

std::vector<SpeedBars::Line> SpeedBars::layOut() const {
    std::vector<Line> lines;
    double top = headerHeight() + lineHeight(false);  // the heads of the columns
    for (const SpeedGroup& group : data_.groups) {
        if (group.bars.empty()) continue;
        lines.push_back({&group, nullptr, top});
        top += lineHeight(false);
        for (const SpeedBar& bar : group.bars) {
            lines.push_back({&group, &bar, top});
            top += lineHeight(true);
        }
        top += 3.0;
    }
    return lines;
}

QSize SpeedBars::minimumSizeHint() const {
    const std::vector<Line> all = layOut();
    double height = headerHeight() + 3 * lineHeight(true);
    if (!all.empty()) height = all.back().top + lineHeight(true) + lineHeight(false) + 4.0;
    return {lines(15, 1).width(), static_cast<int>(std::ceil(height))};
}

double SpeedBars::columnWidth(int column) const {
    const QFontMetricsF metrics(labelFont());
    double width = metrics.horizontalAdvance(data_.columns[column]);
    for (const SpeedGroup& group : data_.groups)
        for (const SpeedBar& bar : group.bars)
            width = std::max(width, metrics.horizontalAdvance(bar.texts.value(column)));
    return std::ceil(width);
}

double SpeedBars::gap() const {
    if (data_.columns.isEmpty()) return kBarGap;
    double texts = 0;
    for (int column = 0; column < data_.columns.size(); ++column) texts += columnWidth(column);
    return std::clamp((0.55 * width() - texts) / static_cast<double>(data_.columns.size()), kBarGap, kWideBarGap);
}

QRectF SpeedBars::gaugeArea() const {
    double right = width() - kSpeedMargin;
    for (int column = 0; column < data_.columns.size(); ++column) right -= columnWidth(column) + gap();
    const double left =
        kSpeedMargin + kSpeedMarker + 6.0 + QFontMetricsF(labelFont()).horizontalAdvance("FP32") + kBarGap;
    return {left, 0.0, right - left, 0.0};
}

int SpeedBars::partAt(QPointF position) const {
    int at = -1;
    for (const Line& line : layOut()) {
        if (!line.bar) continue;
        ++at;
        if (position.y() >= line.top && position.y() < line.top + lineHeight(true)) return at;
    }
    return -1;
}

/// Null for -1.
const SpeedBar* SpeedBars::barOf(int part) const {
    for (const SpeedGroup& group : data_.groups) {
        if (part >= 0 && part < static_cast<int>(group.bars.size())) return &group.bars[static_cast<std::size_t>(part)];
        part -= static_cast<int>(group.bars.size());
    }
    return nullptr;
}

void SpeedBars::paintColumns(QPainter& painter, const QStringList& texts, double top, double height) const {
    double right = width() - kSpeedMargin;
    for (int column = static_cast<int>(data_.columns.size()); column-- > 0;) {
        const double w = columnWidth(column);
        painter.drawText(QRectF(right - w - 1.0, top, w + 1.0, height), Qt::AlignRight | Qt::AlignVCenter,
                         texts.value(column));
        right -= w + gap();
    }
}

void SpeedBars::paintBar(QPainter& painter, const Line& line, const QRectF& gauges, bool selected) const {
    const double height = lineHeight(true);
    const PrecisionStyle style = colors().precision(line.bar->precision);
    if (selected) {
        QColor tint = colors().text;
        tint.setAlpha(30);
        painter.fillRect(QRectF(2.0, line.top, width() - 4.0, height), tint);
    }
    paintMarker(painter, style.marker, {kSpeedMargin + kSpeedMarker / 2, line.top + height / 2}, kSpeedMarker,
                style.color, colors().text);
    painter.setPen(colors().text);
    painter.drawText(QRectF(kSpeedMargin + kSpeedMarker + 6.0, line.top, gauges.left(), height),
                     Qt::AlignLeft | Qt::AlignVCenter, line.bar->precision);
    paintColumns(painter, line.bar->texts, line.top, height);
    if (gauges.width() < 10.0) return;
    const double perUnit = gauges.width() / longest();
    const auto paint = [&](double length, double top, double thick) {
        if (!(length > 0.0)) return;
        const QRectF bar(gauges.left(), top, std::max(2.0, length * perUnit), thick);
        painter.fillRect(bar, line.bar->emulated ? colors().faint(style.color) : style.color);
        if (line.bar->emulated) painter.fillRect(bar, QBrush(style.color, Qt::BDiagPattern));
    };
    const double thick = std::floor((height - 5.0) * 0.66);
    paint(line.bar->length, line.top + 2.0, thick);
    paint(line.bar->second, line.top + 3.0 + thick, height - 5.0 - thick);
    for (const double x : {gauges.left() - 0.5, std::round(gauges.left() + perUnit) + 0.5}) {
        painter.setPen(QPen(colors().muted, 1.0));
        painter.drawLine(QPointF(x, line.top), QPointF(x, line.top + height));
    }
}

/// Says what the lines through the bars are.
void SpeedBars::paintScale(QPainter& painter, const QRectF& gauges) const {
    if (gauges.width() < 10.0) return;
    painter.setPen(colors().muted);
    const QString text = tr("as FP32");
    const double w = QFontMetricsF(labelFont()).horizontalAdvance(text) + 2.0;
    const double x = gauges.left() + gauges.width() / longest();
    painter.drawText(QRectF(std::min(x - w / 2, gauges.right() - w), headerHeight(), w, lineHeight(false)),
                     Qt::AlignCenter, text);
}

void SpeedBars::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), colors().background);
    paintHeader(painter);
    const std::vector<Line> all = layOut();
    if (all.empty()) {
        paintEmpty(painter, emptyText_);
        return;
    }
    painter.setFont(labelFont());
    const QRectF gauges = gaugeArea();
    painter.setPen(colors().muted);
    paintColumns(painter, data_.columns, headerHeight(), lineHeight(false));
    const SpeedBar* chosen = barOf(selected());
    for (const Line& line : all) {
        if (line.bar) {
            paintBar(painter, line, gauges, line.bar == chosen);
        } else {
            painter.setPen(colors().text);
            const QRectF room(kSpeedMargin, line.top, width() - 2 * kSpeedMargin, lineHeight(false));
            painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                             QFontMetricsF(labelFont()).elidedText(line.group->name, Qt::ElideRight, room.width()));
        }
    }
    paintScale(painter, gauges);
    painter.setPen(colors().muted);
    const QRectF note(kSpeedMargin, all.back().top + lineHeight(true), width() - 2 * kSpeedMargin, lineHeight(false));
    painter.drawText(note, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(labelFont()).elidedText(data_.note, Qt::ElideRight, note.width()));
    paintFocus(painter);
}

QString SpeedBars::tipAt(QPointF position) const {
    const int bar = partAt(position);
    return bar >= 0 ? partText(bar) : data_.note;
}

ChartTable* SpeedBars::makeTable() const {
    const auto rows = std::make_shared<std::vector<QList<QVariant>>>(data_.tableRows);
    auto cell = [rows](int row, int column) -> QVariant {
        return (*rows)[static_cast<std::size_t>(row)].value(column);
    };
    return new ChartTable(data_.tableColumns, static_cast<int>(rows->size()), std::move(cell));
}

}  // namespace mantissa::ui
