// SPDX-License-Identifier: GPL-3.0-or-later
// Phase-change devices; see the header.
#include "ui/charts/device_chart.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include "ui/charts/axis_paint.h"
#include "ui/charts/format_text.h"
#include "ui/charts/line_data.h"

namespace mantissa::ui {

DeviceChart::DeviceChart(const QString& title, QWidget* parent) : ChartWidget(title, parent) {}

void DeviceChart::setDevices(const DeviceData& shown, const QColor& color) {
    if (shown == data_ && color == color_) return;
    data_ = shown;
    color_ = color;
    describe(data_.tensor + QStringLiteral(": ") + data_.sentence);
    update();
}

void DeviceChart::paintPlot(QPainter& painter, const QRectF& area, const Plot& plot) const {
    const auto all =
        std::max<std::uint64_t>(1, std::accumulate(plot.counts.begin(), plot.counts.end(), std::uint64_t{0}));
    const std::uint64_t greatest =
        plot.counts.empty() ? 1 : std::max<std::uint64_t>(1, *std::max_element(plot.counts.begin(), plot.counts.end()));
    const double share = static_cast<double>(greatest) / static_cast<double>(all);
    const double top = std::max(niceRange({0.0, share * 100.0}, 3, false).max / 100.0, 1e-6);
    const auto pixelX = [&](double value) {
        return area.left() + (value - plot.low) / (plot.high - plot.low) * area.width();
    };
    painter.setFont(labelFont());
    paintShareAxis(painter, area, top, colors(), labelFont());
    const QFontMetricsF metrics(labelFont());
    painter.setPen(colors().muted);
    for (const double tick : plot.ticks) {
        const QString text = numberText(tick);
        const double w = metrics.horizontalAdvance(text) + 4.0;
        painter.drawText(QRectF(pixelX(tick) - w / 2, area.bottom() + 2, w, metrics.height()), Qt::AlignCenter, text);
    }
    painter.drawText(QRectF(0, area.bottom() + 2 + metrics.height(), width() - 8.0, metrics.height()), Qt::AlignRight,
                     metrics.elidedText(plot.axis, Qt::ElideRight, width() - 8.0));
    const double bin = (plot.high - plot.low) / static_cast<double>(std::max<std::size_t>(1, plot.counts.size()));
    for (std::size_t i = 0; i < plot.counts.size(); ++i) {
        if (plot.counts[i] == 0) continue;
        const double h = std::clamp(
            static_cast<double>(plot.counts[i]) / static_cast<double>(all) / top * area.height(), 1.0, area.height());
        const double x = std::round(pixelX(plot.low + bin * static_cast<double>(i)));
        const double w = std::round(pixelX(plot.low + bin * static_cast<double>(i + 1))) - x;
        painter.fillRect(QRectF(x, area.bottom() - h, w - (w > 4.0 ? 1.0 : 0.0), h), color_);
    }
    painter.setPen(QPen(colors().text, 1.4));
    for (const double limit : plot.limits) {
        const double x = std::round(pixelX(limit)) + 0.5;
        painter.drawLine(QPointF(x, area.top() - 3.0), QPointF(x, area.bottom()));
    }
}

void DeviceChart::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), colors().background);
    paintHeader(painter);
    const QFontMetricsF labels(labelFont()), text(font());
    const double room = width() - 16.0;
    const double sentence =
        std::ceil(std::max(text.boundingRect(QRectF(0, 0, room, 1000), Qt::TextWordWrap, data_.sentence).height(),
                           2 * text.lineSpacing()));
    const double left = 8.0 + labels.horizontalAdvance(QStringLiteral("100 %")) + 6.0;
    const double axis = 2.0 * labels.height() + 6.0, top = headerHeight() + 4.0;
    const double each = std::max(10.0, (height() - top - sentence - 6.0 - 2.0 * axis) / 2.0);
    const double wide = std::max(20.0, width() - left - 14.0);
    const double most = data_.binWidth * static_cast<double>(data_.conductances.size());
    paintPlot(painter, QRectF(left, top, wide, each),
              {tr("sum of updates that waits (pulses)"), data_.gathered, -1, 1, {-1, -0.5, 0, 0.5, 1}, {-1, 1}});
    std::vector<double> ticks;
    for (double tick = 0; tick <= most; tick += 4) ticks.push_back(tick);
    paintPlot(
        painter, QRectF(left, top + each + axis, wide, each),
        {tr("conductance of a device (µS)"), data_.conductances, 0, std::max(most, 1.0), ticks, {data_.saturated}});
    painter.setFont(font());
    painter.setPen(colors().text);
    painter.drawText(QRectF(8, height() - sentence - 4.0, room, sentence),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, data_.sentence);
    paintFocus(painter);
}

ChartTable* DeviceChart::makeTable() const {
    const auto shown = std::make_shared<DeviceData>(data_);
    const int sums = static_cast<int>(data_.gathered.size());
    auto cell = [shown, sums](int row, int column) -> QVariant {
        const bool sum = row < sums;
        const auto i = static_cast<std::size_t>(sum ? row : row - sums);
        switch (column) {
            case 0:
                return sum ? tr("sum of updates (pulses)") : tr("conductance (µS)");
            case 1:
                return sum ? -1.0 + 2.0 * static_cast<double>(i) / sums : shown->binWidth * static_cast<double>(i);
            default:
                return static_cast<qulonglong>(sum ? shown->gathered[i] : shown->conductances[i]);
        }
    };
    return new ChartTable({tr("what"), tr("from"), tr("count")}, sums + static_cast<int>(data_.conductances.size()),
                          std::move(cell));
}

}  // namespace mantissa::ui
