// SPDX-License-Identifier: GPL-3.0-or-later
// Lines over steps. QtCharts draws the lines and nothing else: grid, labels, markers, bookmarks, pins, legend and
// cross-hair are painted over and under it, because its scatter series makes an item per point, its axes recurse to
// death on an infinity, and its labels cannot say 2¹⁶.
//
// setSeries() and the other setters only store; refresh() draws. A person's own zoom stays until it is reset.
#pragma once

#include <QColor>
#include <QPointer>
#include <QRectF>
#include <QString>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "ui/charts/chart_widget.h"
#include "ui/charts/format_text.h"
#include "ui/charts/line_data.h"

namespace mantissa::ui {

/// How a series looks and what it is called. Texts are plain, never markup.
struct SeriesStyle {
    QString label;   ///< in table and tooltip
    QString brief;   ///< in the read-out; empty: the label
    QString legend;  ///< in the legend; empty: not there
    QColor color;
    Glyph glyph = Glyph::Circle;
    bool faint = false;       ///< an earlier run, or the noisy companion of a line: thin and quiet
    bool dashed = false;      ///< what would have been (a ghost), while its line has few points: dashes are slow
    bool showPoints = false;  ///< few points (evaluations): a glyph on every one while there is room
    bool glyphs = true;       ///< about a dozen glyphs along the line
    bool steps = false;       ///< each value holds until the next point (a loss scale), instead of a straight line
    bool companion = false;   ///< the noisy companion of a line of its run: its colour is between the two
    QString group;            ///< series of one run share it; setHighlight() lifts them
    QString tag;              ///< one or two characters painted at the line's end: which run it is
    bool operator==(const SeriesStyle&) const = default;
};

/// Something that happened at a step: a thin line through the plot with a short label above it.
struct Bookmark {
    double x = 0.0;
    QString label;
    QString tooltip;
    bool important = true;  ///< its label goes before those of the others where they do not all fit
    bool ends = false;      ///< it ends what its label names, which stands before its line
    bool operator==(const Bookmark&) const = default;
};

/// What to say of the mark at x. It is asked when somebody points there: a storm of skips has thousands of marks, and
/// each new one would have the sentences of all made anew.
using MarkText = std::function<QString(double x)>;

class ChartReadout;

class LineChart : public ChartWidget {
    Q_OBJECT

  public:
    /// `title` with its unit, `xTitle` the unit of the horizontal axis ("step").
    explicit LineChart(const QString& title, const QString& xTitle, QWidget* parent = nullptr);
    ~LineChart() override;

    /// Adds or replaces the series `id`. Points with a non-finite x are left out; they are sorted by x if need be.
    /// Values may be anything: infinities and NaN are drawn as triangles at the edge.
    void setSeries(const QString& id, const SeriesStyle& style, std::span<const double> x, std::span<const double> y);
    /// Appends to the series `id` (which must exist): the cheap way for a run that is training.
    void extendSeries(const QString& id, std::span<const double> x, std::span<const double> y);
    /// Changes only the look.
    void setSeriesStyle(const QString& id, const SeriesStyle& style);
    /// Hides or shows a series; a hidden one counts in no axis range.
    void setSeriesVisible(const QString& id, bool visible);
    void removeSeries(const QString& id);
    void clearSeries();
    QStringList seriesIds() const;
    /// Points stored in a series; 0 if there is none of this id.
    std::size_t seriesSize(const QString& id) const;

    /// In any order; those without a finite x are left out.
    void setBookmarks(std::vector<Bookmark> bookmarks);
    /// Skipped steps: each a pin whose head stands at the top edge. Pins too close to be told apart share a head with a
    /// count.
    void setPins(std::vector<double> steps, MarkText text);
    /// Small arrow heads at the lower edge, pointing up: the loss scale grew.
    void setTicks(std::vector<double> steps, MarkText text);
    const std::vector<double>& pins() const { return pins_; }
    const std::vector<double>& ticks() const { return ticks_; }
    QString pinTip(double x) const { return pinText_ ? pinText_(x) : QString(); }
    QString tickTip(double x) const { return tickText_ ? tickText_(x) : QString(); }

    /// The unit of the horizontal axis: "step", "seconds".
    void setXTitle(const QString& title) { xTitle_ = title; }
    /// Every x is an exponent: the axis, the read-out and the table show 2 to the power x as a number.
    void setXPowersOfTwo(bool on) { xPowers_ = on; }
    /// Logarithmic vertical axis labelled with powers of two.
    void setLog2(bool on);
    bool isLog2() const { return log2_; }
    /// The vertical axis keeps to [least, most], accuracies to 0 to 100, unless all values lie beyond it.
    void setYLimits(std::optional<double> least, std::optional<double> most);
    /// A horizontal line with a label ("chance"); NaN takes it off.
    void setReferenceLine(double y, const QString& label);
    /// A hatched band from `low` to `high` at each x, under the lines, with its name; infinities reach to the edge, a
    /// NaN breaks it. x ascends; all three of one length. Empty: none. On a linear axis only; it counts in no axis
    /// range.
    void setBand(std::vector<double> x, std::vector<double> low, std::vector<double> high, const QString& label);
    /// Points of the band.
    std::size_t bandSize() const { return bandX_.size(); }
    /// Shown instead of a value in the read-out and the description, e.g. "%" appended.
    void setValueSuffix(const QString& suffix, int decimals = 1);
    /// A sentence in the middle while there is nothing to draw.
    void setEmptyText(const QString& text);
    /// Lifts the series of one group above the others; empty: none.
    void setHighlight(const QString& group);

    /// The horizontal range without zoom; not called (or max <= min): the data's own.
    void setAutoXRange(double min, double max);
    bool isZoomed() const { return zoom_.has_value(); }
    double xMin() const { return x_.min; }
    double xMax() const { return x_.max; }
    double yMin() const { return y_.min; }
    double yMax() const { return y_.max; }
    /// Where the tag of a series is painted, in this widget; empty without one, or where others go before it.
    QRectF tagArea(const QString& id) const;
    /// The numbers of the horizontal axis with the places where they are painted, in this widget, and that of its name,
    /// which gives way to them: it stands left of the first, right of the last or in a gap between two.
    struct XTexts {
        std::vector<std::pair<QString, QRectF>> ticks;
        QRectF title;  ///< empty: there is no room for it
    };
    XTexts xTexts() const;
    /// Points that the last refresh() handed to QtCharts for this series, over all its segments.
    std::size_t drawnPoints(const QString& id) const;
    /// Triangles of the last refresh() for this series.
    std::size_t drawnMarks(const QString& id) const;
    /// Where the plot is, in the widget's coordinates.
    QRectF plotArea() const { return plot_; }

    /// Draws what was set. Cheap for series that did not change.
    void refresh();

    ChartTable* makeTable() const override;
    int partCount() const override;
    QString partText(int part) const override;

  public slots:
    /// Zooms to [min, max] without telling (for charts that share an axis).
    void setXRange(double min, double max);
    /// Back to the automatic range, without telling.
    void resetXRange();
    /// Shows the cross-hair at `x`, without telling; NaN takes it off.
    void setCrossHair(double x);

  signals:
    /// A person zoomed or panned.
    void xRangeChanged(double min, double max);
    /// A person asked for the whole range again.
    void xRangeReset();
    /// The cross-hair moved to this x; NaN: it left.
    void crossHairMoved(double x);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void extendMenu(QMenu& menu) override;
    void themeChanged() override;
    void clearHover() override;
    void repaintPicture() override;
    int footHeight() const override;
    void paintFoot(QPainter& painter) const override;

  private:
    class View;
    struct Series;

    Series* find(const QString& id) const;
    void computeRanges();
    void layOut();
    void layBand();  // line_chart_band.cpp
    void drawSeries(Series& series);
    void holdValues(Series& series) const;
    void refreshDescription();
    bool empty() const;

    // Positions in the plot, in pixels.
    double pixelX(double x) const;
    double pixelY(double axisY) const;
    double xAt(double pixel) const;
    double xValue(double x) const;  // what is shown of it
    QString xText(double x) const { return numberText(xValue(x), 9); }
    QString valueText(double value) const;
    QString tickText(double axisY) const;

    // line_chart_paint.cpp
    void paintBelow(QPainter& painter) const;
    void paintAbove(QPainter& painter) const;
    void paintLegend(QPainter& painter, double from) const;
    void paintAxes(QPainter& painter) const;
    void paintBand(QPainter& painter) const;  // line_chart_band.cpp
    void paintGlyphs(QPainter& painter, const Series& series, int index) const;
    void paintMarks(QPainter& painter, const Series& series) const;
    /// Series whose tags are painted: a few, those that are lifted and the newest before others.
    std::vector<const Series*> tagged() const;
    /// Series with a tag, and where it stands, in this widget.
    std::vector<std::pair<const Series*, QRectF>> placedTags() const;
    /// In how many columns tags stand, so that they can be read.
    int tagColumns() const;
    void paintTags(QPainter& painter) const;
    void paintBookmarks(QPainter& painter) const;
    double pinBand() const { return pins_.empty() ? 0.0 : 13.0; }
    void paintPins(QPainter& painter) const;
    void paintTicks(QPainter& painter) const;
    void paintCrossHair(QPainter& painter) const;
    /// A series and its point at the cross-hair.
    struct AtCrossHair {
        const Series* series;
        std::size_t index;
    };
    std::vector<AtCrossHair> atCrossHair() const;
    void showReadout();

    // line_chart_input.cpp
    void zoomTo(double min, double max);
    void zoomBy(double factor, double around);
    void panBy(double share);
    void reset();
    void moveCrossHair(double x);
    QString tipAt(QPointF position) const;

    QString xTitle_;
    QString suffix_;
    int decimals_ = -1;  // of values in words; below 0: as many as a number needs
    QString emptyText_;
    QString highlight_;
    bool xPowers_ = false;
    bool log2_ = false;
    std::optional<double> yLeast_;
    std::optional<double> yMost_;
    double reference_ = std::numeric_limits<double>::quiet_NaN();
    QString referenceLabel_;
    std::vector<double> bandX_;
    std::vector<double> bandLow_;
    std::vector<double> bandHigh_;
    QString bandLabel_;
    struct BandPiece;  // what is visible of it without a gap, in pixels
    std::vector<BandPiece> bandPieces_;
    std::vector<std::unique_ptr<Series>> series_;
    std::vector<Bookmark> bookmarks_;
    std::vector<double> pins_, ticks_;  // sorted
    MarkText pinText_, tickText_;

    ValueRange autoX_;
    std::optional<ValueRange> zoom_;
    ValueRange x_{0.0, 1.0};
    ValueRange y_{0.0, 1.0};
    QRectF plot_;
    int columns_ = 0;
    double crossHair_ = std::numeric_limits<double>::quiet_NaN();
    bool hovered_ = false;  // the cross-hair is ours: show the read-out
    QPointer<ChartReadout> readout_;
    std::optional<QPointF> dragFrom_;
    ValueRange dragRange_;
    View* view_;
};

/// Charts that share their horizontal axis from now on: its range and the cross-hair.
void linkCharts(const std::vector<LineChart*>& charts);

}  // namespace mantissa::ui
