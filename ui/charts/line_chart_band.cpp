// SPDX-License-Identifier: GPL-3.0-or-later
// The line chart's hatched band: what two runs that should be equal differ by.
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/charts/line_chart_parts.h"

namespace mantissa::ui {

void LineChart::setBand(std::vector<double> x, std::vector<double> low, std::vector<double> high,
                        const QString& label) {
    const std::size_t count = std::min({x.size(), low.size(), high.size()});
    for (std::vector<double>* values : {&x, &low, &high}) values->resize(count);
    bandX_ = std::move(x);
    bandLow_ = std::move(low);
    bandHigh_ = std::move(high);
    bandLabel_ = label;
}

void LineChart::paintBand(QPainter& painter) const {
    if (bandX_.empty() || log2_) return;
    painter.save();
    painter.setClipRect(plot_);
    const auto inside = [&](double value) {
        return std::clamp(pixelY(std::clamp(value, y_.min, y_.max)), plot_.top(), plot_.bottom());
    };
    // One column of pixels takes the widest of its points: a million steps are as cheap as a thousand.
    QPolygonF upper;
    QPolygonF lower;
    const auto flush = [&] {
        if (upper.size() > 1) {
            const QPolygonF edge = upper;
            QPolygonF area = upper;
            for (auto at = lower.crbegin(); at != lower.crend(); ++at) area << *at;
            painter.setPen(Qt::NoPen);
            painter.setBrush(QBrush(colors().zone, Qt::BDiagPattern));
            painter.drawPolygon(area);
            painter.setPen(QPen(colors().zone, 1.0));
            painter.setBrush(Qt::NoBrush);
            painter.drawPolyline(edge);
            painter.drawPolyline(lower);
        }
        upper.clear();
        lower.clear();
    };
    for (std::size_t i = 0; i < bandX_.size(); ++i) {
        if (std::isnan(bandLow_[i]) || std::isnan(bandHigh_[i])) {
            flush();
            continue;
        }
        if (i + 1 < bandX_.size() && bandX_[i + 1] < x_.min) continue;
        const double x = pixelX(bandX_[i]);
        const double top = inside(bandHigh_[i]);
        const double bottom = inside(bandLow_[i]);
        if (!upper.isEmpty() && x - upper.back().x() < 1.0) {
            upper.back().setY(std::min(upper.back().y(), top));
            lower.back().setY(std::max(lower.back().y(), bottom));
        } else {
            upper << QPointF(x, top);
            lower << QPointF(x, bottom);
        }
        if (bandX_[i] > x_.max) break;
    }
    flush();
    painter.restore();
    if (bandLabel_.isEmpty()) return;
    painter.setFont(labelFont());
    const QFontMetricsF metrics(labelFont());
    const double width = metrics.horizontalAdvance(bandLabel_);
    const QRectF box(plot_.right() - width - 6.0, plot_.bottom() - metrics.height() - 2.0, width + 4.0,
                     metrics.height());
    QColor paper = colors().background;
    paper.setAlpha(225);
    painter.fillRect(box, paper);
    painter.setPen(colors().muted);
    painter.drawText(box, Qt::AlignCenter, bandLabel_);
}

}  // namespace mantissa::ui
