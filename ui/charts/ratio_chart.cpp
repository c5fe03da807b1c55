// SPDX-License-Identifier: GPL-3.0-or-later
// Updates against half a gap; see the header.
#include "ui/charts/ratio_chart.h"

#include <QPainter>
#include <algorithm>
#include <climits>
#include <cmath>
#include <memory>

#include "ui/charts/axis_paint.h"
#include "ui/charts/format_text.h"
#include "ui/charts/line_data.h"

namespace mantissa::ui {

namespace {
/// The axis shows at least this and moves by kAxisStep, so that it stands still while a run trains.
constexpr int kAxisMin = -24;
constexpr int kAxisMax = 8;
constexpr int kAxisStep = 4;

int roundDown(int exponent) {
    return static_cast<int>(std::floor(exponent / static_cast<double>(kAxisStep))) * kAxisStep;
}
}  // namespace

RatioChart::RatioChart(const QString& title, QWidget* parent)
    : PartsChart(title, Along::row, parent), emptyText_(tr("No updates yet")) {}

void RatioChart::setRatios(const RatioData& shown, const QColor& color) {
    if (shown == data_ && color == color_) return;
    const int bin = selected() < 0 ? INT_MIN : min_ + selected();
    data_ = shown;
    color_ = color;
    min_ = std::min(kAxisMin, roundDown(std::min(data_.firstBin, data_.masterLimit - 2)));
    max_ = std::max(kAxisMax, roundDown(data_.firstBin + static_cast<int>(data_.bins.size()) + kAxisStep - 1));
    select(bin < min_ ? -1 : bin - min_);
    refreshParts();
}

void RatioChart::clear() {
    data_ = {};
    select(-1);
    refreshParts();
}

void RatioChart::setEmptyText(const QString& text) {
    emptyText_ = text;
    refreshParts();
}

QString RatioChart::restText() const {
    return data_.tensor.isEmpty() ? emptyText_ : data_.tensor + QStringLiteral(": ") + data_.sentence;
}

std::uint64_t RatioChart::countOf(int exponent) const {
    const int i = exponent - data_.firstBin;
    return i >= 0 && i < static_cast<int>(data_.bins.size()) ? data_.bins[static_cast<std::size_t>(i)] : 0;
}

std::vector<RatioChart::Zone> RatioChart::zones() const {
    std::vector<Zone> zones;
    if (data_.masterLimit < 0) {
        zones.push_back({min_, data_.masterLimit, tr("lost even in FP32"), tr("FP32, too"), Qt::DiagCrossPattern});
        if (data_.master) {
            zones.push_back({data_.masterLimit, 0, tr("kept by the FP32 master"), tr("by master"), Qt::Dense7Pattern});
        } else {
            zones.push_back({data_.masterLimit, 0, tr("lost in %1").arg(data_.format), tr("lost"), Qt::BDiagPattern});
        }
    } else {
        zones.push_back({min_, 0, tr("lost in %1").arg(data_.format), tr("lost"), Qt::BDiagPattern});
    }
    zones.push_back({0, max_, tr("changes the weight"), tr("kept"), Qt::NoBrush});
    return zones;
}

QRectF RatioChart::plot() const {
    const QFontMetricsF metrics(labelFont());
    const double left = 8.0 + metrics.horizontalAdvance(QStringLiteral("00 %")) + 6.0;
    const QFontMetricsF text(font());
    const double room = width() - 16.0;
    const double sentence =
        std::ceil(std::max(text.boundingRect(QRectF(0, 0, room, 1000), Qt::TextWordWrap, data_.sentence).height(),
                           2 * text.lineSpacing()));
    const double top = headerHeight() + metrics.height() + 4.0;
    const double bottom = std::max(top + 10.0, height() - sentence - 2.0 * metrics.height() - 10.0);
    return {left, top, std::max(20.0, width() - left - 12.0), bottom - top};
}

double RatioChart::pixelX(const QRectF& plot, double exponent) const {
    return plot.left() + (exponent - min_) / (max_ - min_) * plot.width();
}

void RatioChart::paintZones(QPainter& painter, const QRectF& plot) const {
    painter.setFont(labelFont());
    const QFontMetricsF metrics(labelFont());
    for (const Zone& zone : zones()) {
        const QRectF area(QPointF(pixelX(plot, zone.from), plot.top()), QPointF(pixelX(plot, zone.to), plot.bottom()));
        painter.fillRect(area, QBrush(colors().zone, zone.hatch));
        const bool fits = metrics.horizontalAdvance(zone.name) <= area.width() - 4.0;
        const QString& name = fits ? zone.name : zone.brief;
        if (metrics.horizontalAdvance(name) > area.width() + 6.0) continue;
        painter.setPen(colors().muted);
        painter.drawText(
            QRectF(area.left() - 4.0, plot.top() - metrics.height() - 3.0, area.width() + 8.0, metrics.height()),
            Qt::AlignCenter, name);
    }
    for (const int limit : {data_.masterLimit, 0}) {
        painter.setPen(QPen(colors().text, 1.4));
        const double x = std::round(pixelX(plot, limit)) + 0.5;
        painter.drawLine(QPointF(x, plot.top() - 4.0), QPointF(x, plot.bottom()));
    }
}

void RatioChart::paintAxes(QPainter& painter, const QRectF& plot, double top) const {
    paintShareAxis(painter, plot, top, colors(), labelFont());
    paintExponentAxis(
        painter, plot, {0, data_.masterLimit}, min_, max_,
        [this, &plot](int exponent) { return pixelX(plot, exponent); }, colors(), labelFont());
    const QFontMetricsF metrics(labelFont());
    painter.drawText(QRectF(0, plot.bottom() + 3 + metrics.height(), width() - 8.0, metrics.height()), Qt::AlignRight,
                     metrics.elidedText(tr("|update| ÷ half the gap to the next %1 number").arg(data_.format),
                                        Qt::ElideRight, width() - 8.0));
}

void RatioChart::paintBars(QPainter& painter, const QRectF& plot, double top) const {
    for (int exponent = min_; exponent < max_; ++exponent) {
        const std::uint64_t count = countOf(exponent);
        if (count == 0) continue;
        const double share = static_cast<double>(count) / static_cast<double>(data_.nonzero);
        const double h = std::clamp(share / top * plot.height(), 1.0, plot.height());  // what is there can be seen
        const double x = std::round(pixelX(plot, exponent));
        const double w = std::round(pixelX(plot, exponent + 1)) - x;
        const QRectF bar(x, plot.bottom() - h, w - (w > 4.0 ? 1.0 : 0.0), h);
        painter.fillRect(bar, lost(exponent) ? colors().faint(color_) : color_);
        if (lost(exponent)) painter.fillRect(bar, QBrush(color_, Qt::BDiagPattern));
        if (exponent != min_ + selected()) continue;
        painter.setPen(QPen(colors().text, 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(bar.adjusted(-1, -1, 1, 0));
    }
}

QString RatioChart::binText(int exponent) const {
    const std::uint64_t count = countOf(exponent);
    return tr("%1 ≤ ratio < %2: %3 updates, %4%5", nullptr, pluralCount(count))
        .arg(exponentText(exponent), exponentText(exponent + 1), countText(static_cast<double>(count)),
             percentText(static_cast<double>(count) / static_cast<double>(std::max<std::uint64_t>(1, data_.nonzero))),
             lost(exponent) ? tr(", left of the limit") : QString());
}

QString RatioChart::selectedText() const {
    return selected() < 0 ? QString() : partText(selected());
}

void RatioChart::paintSelected(QPainter& painter, const QRectF& plot) const {
    if (selected() < 0) return;
    painter.setFont(labelFont());
    const QFontMetricsF metrics(labelFont());
    const QString text = partText(selected());
    const double w = metrics.horizontalAdvance(text) + 10.0;
    const double x = std::clamp(pixelX(plot, min_ + selected() + 0.5) - w / 2, 4.0, std::max(4.0, width() - w - 4.0));
    const QRectF box(x, plot.top() + 3.0, w, metrics.height() + 4.0);
    painter.setPen(colors().grid);
    painter.setBrush(colors().background);
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(colors().text);
    painter.drawText(box, Qt::AlignCenter, text);
}

void RatioChart::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), colors().background);
    const double titleEnd = paintHeader(painter);
    if (data_.nonzero == 0) {
        paintEmpty(painter, emptyText_);
        return;
    }
    painter.setFont(labelFont());
    painter.setPen(colors().muted);
    const QRectF unit(titleEnd + 5.0, 0, headerRight() - titleEnd - 5.0, headerHeight());
    painter.drawText(unit, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(labelFont()).elidedText(tr("(% of updates)"), Qt::ElideRight, unit.width()));
    std::uint64_t greatest = 0;
    for (const std::uint64_t count : data_.bins) greatest = std::max(greatest, count);
    const double share = static_cast<double>(greatest) / static_cast<double>(data_.nonzero);
    const double top = std::max(niceRange({0.0, share * 100.0}, 4, false).max / 100.0, 1e-6);
    const QRectF area = plot();
    paintZones(painter, area);
    paintAxes(painter, area, top);
    paintBars(painter, area, top);
    painter.setFont(font());
    painter.setPen(colors().text);
    const double below = area.bottom() + 2.0 * QFontMetricsF(labelFont()).height() + 7.0;
    painter.drawText(QRectF(8, below, width() - 16.0, height() - below),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, data_.sentence);
    paintSelected(painter, area);
    paintFocus(painter);
}

int RatioChart::partAt(QPointF position) const {
    const QRectF area = plot();
    if (!area.contains(position)) return -1;
    const int bin = static_cast<int>((position.x() - area.left()) / area.width() * partCount());
    return std::clamp(bin, 0, partCount() - 1);
}

ChartTable* RatioChart::makeTable() const {
    const auto shown = std::make_shared<RatioData>(data_);
    const auto limit = data_.master ? data_.masterLimit : 0;
    auto cell = [shown, limit](int row, int column) -> QVariant {
        const int exponent = shown->firstBin + row;
        const std::uint64_t count = shown->bins[static_cast<std::size_t>(row)];
        switch (column) {
            case 0:
                return exponent;
            case 1:
                return static_cast<qulonglong>(count);
            case 2:
                return static_cast<double>(count) / static_cast<double>(std::max<std::uint64_t>(1, shown->nonzero)) *
                       100.0;
            default:
                return exponent < limit ? tr("left") : tr("right");
        }
    };
    return new ChartTable({tr("log2 ratio from"), tr("updates"), tr("%"), tr("side of the limit")},
                          static_cast<int>(data_.bins.size()), std::move(cell));
}

}  // namespace mantissa::ui
