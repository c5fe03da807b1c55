// SPDX-License-Identifier: GPL-3.0-or-later
// Inner parts of LineChart, shared by its three .cpp files and by nobody else. Here is the only QtCharts of the
// program.
#pragma once

#include <QChart>
#include <QChartView>
#include <QLineSeries>
#include <QValueAxis>

#include "ui/charts/line_chart.h"

namespace mantissa::ui {

/// A line that is broken more often than this is painted by ourselves from there on: a QLineSeries is an item with its
/// own cost, and a line in so many pieces has few points in each.
inline constexpr std::size_t kSeriesPerLine = 12;

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
        return strong(highlight) ? style.color : palette.faint(style.color);
    }
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
