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

// Laid out by refresh(), so that a repaint costs as much as the plot is wide: only the points in view are looked at,
// and one column of pixels takes the widest of its points.
void LineChart::layBand() {
    bandPieces_.clear();
    if (bandX_.empty() || log2_) return;
    const auto inside = [&](double value) {
        return std::clamp(pixelY(std::clamp(value, y_.min, y_.max)), plot_.top(), plot_.bottom());
    };
    const auto first = std::lower_bound(bandX_.begin(), bandX_.end(), x_.min);
    auto i = static_cast<std::size_t>(first - bandX_.begin());
    if (i > 0) --i;  // it reaches into the plot from the left
    bool broken = true;
    for (; i < bandX_.size(); ++i) {
        if (std::isnan(bandLow_[i]) || std::isnan(bandHigh_[i])) {
            broken = true;
            continue;
        }
        if (broken) bandPieces_.emplace_back();
        broken = false;
        BandPiece& piece = bandPieces_.back();
        const double x = pixelX(bandX_[i]);
        const double top = inside(bandHigh_[i]);
        const double bottom = inside(bandLow_[i]);
        if (!piece.upper.isEmpty() && x - piece.upper.back().x() < 1.0) {
            piece.upper.back().setY(std::min(piece.upper.back().y(), top));
            piece.lower.back().setY(std::max(piece.lower.back().y(), bottom));
        } else {
            piece.upper << QPointF(x, top);
            piece.lower << QPointF(x, bottom);
        }
        if (bandX_[i] > x_.max) break;
    }
    std::erase_if(bandPieces_, [](const BandPiece& piece) { return piece.upper.size() < 2; });
}

void LineChart::paintBand(QPainter& painter) const {
    if (bandPieces_.empty()) return;
    painter.save();
    painter.setClipRect(plot_);
    painter.setRenderHint(QPainter::NonCosmeticBrushPatterns);
    for (const BandPiece& piece : bandPieces_) {
        QPolygonF area = piece.upper;
        for (auto at = piece.lower.crbegin(); at != piece.lower.crend(); ++at) area << *at;
        painter.setPen(Qt::NoPen);
        painter.setBrush(QBrush(colors().zone, Qt::BDiagPattern));
        painter.drawPolygon(area);
        painter.setPen(QPen(colors().zone, 1.0));
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(piece.upper);
        painter.drawPolyline(piece.lower);
    }
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
