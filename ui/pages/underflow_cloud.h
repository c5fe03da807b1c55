// SPDX-License-Identifier: GPL-3.0-or-later
// The magnitudes of a gradient as a cloud that can be dragged along the exponents: by the mouse or by the arrow keys.
// The chart knows bins and shifts only; what a shift would do is said by its owner, who alone decides whether it is
// set.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "ui/charts/histogram_chart.h"

namespace mantissa::ui {

/// What the cloud shows beside the histogram.
struct CloudExtras {
    bool gradient = false;     ///< the loss scale moves it: it can be dragged
    bool worthSaving = false;  ///< draw the band 2^-27 to 2^-24
    int leastShift = 0;        ///< as far as it can be dragged, in bins
    int greatestShift = 0;
    bool operator==(const CloudExtras&) const = default;
};

class UnderflowCloud : public HistogramChart {
    Q_OBJECT

  public:
    explicit UnderflowCloud(QWidget* parent = nullptr);

    /// Before setHistogram(), which paints.
    void setExtras(const CloudExtras& extras);
    /// Says in words what a shift by k bins would do; asked for the shift shown, whenever it is painted.
    void setPreviewText(std::function<QString(int k)> text);
    /// A sentence that stands instead of the histogram's own until the next shift; empty: none.
    void setNote(const QString& note);

    /// Bins by which the cloud is moved from where it is; 0: not moved.
    int shift() const { return shift_; }
    /// Moves the cloud to k bins from where it is, as far as it goes.
    void setShift(int k);
    /// Where the bars stand, and the exponents there: for charts that share the axis.
    QRectF plotArea() const { return layOut().plot; }
    const AxisRange& exponents() const { return axis(); }
    /// Puts the cloud back.
    void cancel();
    /// Takes the shift as chosen: what letting go of the mouse and the return key do.
    void choose();

    QString sentence() const override;
    QSize minimumSizeHint() const override { return lines(22, 12); }

  signals:
    /// The shift that is previewed; 0 once it is cancelled or taken.
    void shiftPreviewed(int k);
    /// Let go at k bins, k not 0. The cloud stays there until cancel().
    void shiftChosen(int k);
    /// A click on a bin of a gradient, or Return on the one that Shift and the arrow keys read: its exponent as
    /// counted, whatever the shift. The columns of zeros and of the starved count as the bin below the first, those of
    /// infinities and NaN as the one above the last.
    void binChosen(int exponent);

  protected:
    std::uint64_t countOf(int exponent) const override;
    int shownShift() const override { return shift_; }
    std::vector<LegendEntry> legend() const override;
    void paintUnder(QPainter& painter, const Layout& layout) const override;
    void paintOver(QPainter& painter, const Layout& layout, double top) const override;
    int outlineBins() const override { return histogram().scaleBins(); }
    int sentenceLines() const override { return 2; }
    bool event(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    std::optional<int> binOfColumn(QPointF position) const;
    bool canDrag() const { return extras_.gradient && !histogram().empty(); }

    CloudExtras extras_;
    std::function<QString(int)> text_;
    QString note_;
    int shift_ = 0;
    std::optional<double> pressedAt_;  // x, while the button is held
    int shiftWhenPressed_ = 0;
};

}  // namespace mantissa::ui
