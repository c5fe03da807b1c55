// SPDX-License-Identifier: GPL-3.0-or-later
// Which share of a gradient's norm another loss scale would rescue, and which would still be lost, against the power of
// two by which the scale is multiplied. It draws what it is given; where the numbers come from is its owner's business.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ui/charts/chart_widget.h"

namespace mantissa::ui {

/// What the scale times 2^k would do; shares are 0 to 1.
struct RescuePoint {
    int k = 0;
    double normRescued = 0;  ///< norm of what is flushed now and would be kept
    double normLost = 0;     ///< norm of what would be flushed
    double rescued = 0;      ///< the same as shares of nonzero elements
    double overflow = 0;
    bool operator==(const RescuePoint&) const = default;
};

struct RescueData {
    std::vector<RescuePoint> points;    ///< ascending k without gaps; empty: no estimate
    double scale = 1;                   ///< at k = 0
    std::optional<std::uint32_t> step;  ///< whose scale that is; nothing: it is that of now
    std::optional<int> best;            ///< k of the best scale
    std::optional<int> highest;         ///< k of the largest at which nothing overflows; nothing: that is the best
    bool operator==(const RescueData&) const = default;
};

class RescueChart : public ChartWidget {
    Q_OBJECT

  public:
    explicit RescueChart(const QString& title, QWidget* parent = nullptr);

    void setRescue(const RescueData& shown);
    const RescueData& rescue() const { return data_; }
    /// What stands there without data.
    void setEmptyText(const QString& text);
    const QString& emptyText() const { return emptyText_; }
    /// The shift that is previewed elsewhere, 0 for none.
    void setPreview(int k);
    /// The k under the mouse or chosen by the arrow keys, nothing for none.
    std::optional<int> selected() const { return selected_; }
    /// Where the lines are painted, and where what they are called, in this widget.
    QRectF plotArea() const { return plot(); }
    QRectF legendArea() const;
    /// What is written at the scale that the gradients shown had: "now 2¹⁰", "step 120: 2¹⁰".
    QString markOfZero() const;

    ChartTable* makeTable() const override;
    int partCount() const override;
    QString partText(int part) const override;
    QSize minimumSizeHint() const override { return lines(16, 12); }

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void clearHover() override;

  private:
    QRectF plot() const;
    double pixelX(const QRectF& plot, double k) const;
    const RescuePoint* at(int k) const;
    QString sentence(int k) const;
    void paintAxes(QPainter& painter, const QRectF& plot) const;
    void paintLine(QPainter& painter, const QRectF& plot, double RescuePoint::*value, bool hollow) const;
    void paintMarks(QPainter& painter, const QRectF& plot) const;
    void paintSentence(QPainter& painter, const QRectF& plot) const;
    void paintLegend(QPainter& painter) const;

    RescueData data_;
    QString emptyText_;
    int preview_ = 0;
    std::optional<int> selected_;
};

}  // namespace mantissa::ui
