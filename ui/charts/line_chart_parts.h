// SPDX-License-Identifier: GPL-3.0-or-later
// Inner parts of LineChart, shared by its three .cpp files and by nobody else. Here is the only QtCharts of the
// program.
#pragma once

#include <QChart>
#include <QChartView>
#include <QFontMetricsF>
#include <QLineSeries>
#include <QValueAxis>

#include "ui/charts/line_chart.h"

namespace mantissa::ui {

/// A line that is broken more often than this is painted by ourselves from there on: a QLineSeries is an item with its
/// own cost, and a line in so many pieces has few points in each.
inline constexpr std::size_t kSeriesPerLine = 12;

/// A dashed line of more points is drawn solid: antialiased dashes of 2,000 noisy points take 170 ms.
inline constexpr std::size_t kMostDashedPoints = 500;

/// From one column of tags to the next.
inline double tagWidth(const QFont& font) {
    return QFontMetricsF(font).horizontalAdvance(QStringLiteral("00")) + 6.0;
}

struct LineChart::Series {
    QString id;
    SeriesStyle style;
    std::vector<double> x;
    std::vector<double> y;
    std::vector<Block> blocks;  // of y
    bool visible = true;
    bool dirty = true;
    DrawableLine drawn;
    std::vector<QLineSeries*> pool;  // owned by the chart

    /// Whether it should be drawn strongly, given the highlighted group.
    bool strong(const QString& highlight) const {
        return highlight.isEmpty() ? !style.faint : style.group == highlight && !style.group.isEmpty();
    }
    /// Colour it is drawn with.
    QColor color(const ChartPalette& palette, const QString& highlight) const {
        if (strong(highlight)) return style.color;
        return style.companion ? palette.companionLine(style.color) : palette.faintLine(style.color);
    }
    QPen pen(const ChartPalette& palette, const QString& highlight) const {
        // A ghost is as wide as a strong line: its colour is faint, and of a thin line no pixel would have it wholly.
        QPen pen(color(palette, highlight), (strong(highlight) || style.dashed ? 2.0 : 1.2) * palette.stroke);
        qsizetype points = 0;
        for (const auto& segment : drawn.segments) points += segment.size();
        if (style.dashed && points <= static_cast<qsizetype>(kMostDashedPoints)) pen.setDashPattern({5.0, 3.0});
        return pen;
    }
};

struct LineChart::BandPiece {
    QPolygonF upper;
    QPolygonF lower;
};

/// The chart view fills the widget; what QtCharts does not draw is painted under and over it.
class LineChart::View : public QChartView {
  public:
    explicit View(LineChart* owner);

    QChart* plot;
    QValueAxis* xAxis;
    QValueAxis* yAxis;

  protected:
    void drawBackground(QPainter* painter, const QRectF& rect) override;
    void drawForeground(QPainter* painter, const QRectF& rect) override;

  private:
    LineChart* owner_;
};

}  // namespace mantissa::ui
