// SPDX-License-Identifier: GPL-3.0-or-later
// Magnitudes of one tensor: log2 bins over the target format's zones, with columns of their own at the ends for exact
// zeros, flushed, overflow and NaN. Painted with QPainter, since QtCharts has no hatched zones and no such axis.
#pragma once

#include <QRectF>
#include <functional>
#include <vector>

#include "ui/charts/chart_widget.h"
#include "ui/charts/histogram_math.h"

namespace mantissa::ui {

class HistogramChart : public ChartWidget {
    Q_OBJECT

  public:
    explicit HistogramChart(const QString& title, QWidget* parent = nullptr);

    /// Shows `histogram` in `color` from the next repaint on (which this asks for if anything changed).
    void setHistogram(const HistogramData& histogram, const QColor& color);
    /// No histogram: shows the empty text.
    void clear();
    void setEmptyText(const QString& text);

    const HistogramData& histogram() const { return histogram_; }
    /// What stands under the chart.
    virtual QString sentence() const { return histogramSentence(histogram_); }
    /// Exponent of the bin under the cursor or chosen by the arrow keys; nothing: INT_MIN.
    int selectedBin() const { return selected_; }

    ChartTable* makeTable() const override;
    int partCount() const override;
    QString partText(int part) const override;
    QSize minimumSizeHint() const override { return lines(22, 14); }

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;
    void clearHover() override;

    /// A column at an end: its share of all elements on a scale of its own, 0 to 100 %.
    struct EndColumn {
        QString name;
        QString explanation;
        std::uint64_t count = 0;
        bool left = true;
        Qt::BrushStyle hatch = Qt::SolidPattern;
    };
    /// Something of the table that is counted beside the bins.
    struct TableRow {
        QString name;
        std::uint64_t count = 0;
    };
    /// What a mark in the plot means; they stand in a row above it, never on the data.
    enum class Mark { Bars, Line, Dashes, Band };
    struct LegendEntry {
        Mark mark = Mark::Bars;
        QString text;
    };
    struct Layout {
        QRectF plot;
        std::vector<QRectF> ends;  // one for each of endColumns()
        double legendTop = 0.0;
        double sentenceTop = 0.0;
    };

    // What a chart with more to say about the same magnitudes adds or replaces.
    virtual std::vector<EndColumn> endColumns() const;
    /// A column's name in one line or, where that is narrower, in two.
    QStringList linesOf(const QString& name) const;
    /// Elements drawn at this exponent.
    virtual std::uint64_t countOf(int exponent) const;
    /// The largest of all that is drawn at one exponent.
    virtual std::uint64_t greatestCount() const;
    /// Behind and before the bars; `top`: share of elements at the upper edge.
    virtual void paintUnder(QPainter& /*painter*/, const Layout& /*layout*/) const {}
    virtual void paintOver(QPainter& /*painter*/, const Layout& /*layout*/, double /*top*/) const {}
    /// Bins by which the bars, and FP32's outline with them, are moved from where they were counted.
    virtual int shownShift() const { return 0; }
    /// Bins by which an outline of the same values without their scale lies to the left of the bars: it has columns in
    /// the table, too. 0: there is none.
    virtual int outlineBins() const { return 0; }
    /// Lines that the sentence gets at least, so that the plot does not jump when it changes.
    virtual int sentenceLines() const { return 1; }

    /// In the order in which they are read; empty: no row is kept for them.
    virtual std::vector<LegendEntry> legend() const;
    /// Steps with the pen that is set.
    void paintOutline(QPainter& painter, const Layout& layout, double top,
                      const std::function<std::uint64_t(int exponent)>& count) const;

    Layout layOut() const;
    const AxisRange& axis() const { return axis_; }
    const QColor& color() const { return color_; }
    double pixelX(const Layout& layout, double exponent) const;

  private:
    void paintZones(QPainter& painter, const Layout& layout) const;
    void paintAxes(QPainter& painter, const Layout& layout, double top) const;
    void paintBars(QPainter& painter, const Layout& layout, double top) const;
    void paintEnds(QPainter& painter, const Layout& layout) const;
    void paintTruth(QPainter& painter, const Layout& layout, double top) const;
    void paintLegend(QPainter& painter, const Layout& layout) const;
    void paintSelected(QPainter& painter, const Layout& layout) const;
    QString binText(int exponent) const;
    QString endText(const EndColumn& column) const;

    HistogramData histogram_;
    AxisRange axis_;
    QColor color_;
    QString emptyText_;
    int selected_;
};

}  // namespace mantissa::ui
