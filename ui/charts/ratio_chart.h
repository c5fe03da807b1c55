// SPDX-License-Identifier: GPL-3.0-or-later
// How large the updates of a tensor of weights are against half the gap to the next number: log2 bins of the ratio and
// two limits. Left of ratio 1 an update is lost to the format in which the layer multiplies; left of the second limit
// it is lost to FP32 master weights, too. What is lost now is hatched. It draws what it is given.
#pragma once

#include <QRectF>
#include <cstdint>
#include <vector>

#include "ui/charts/parts_chart.h"

namespace mantissa::ui {

struct RatioData {
    QString tensor;
    QString format;  ///< "BF16"
    int firstBin = 0;
    std::vector<std::uint64_t> bins;  ///< bins[i]: floor(log2 ratio) == firstBin + i
    std::uint64_t nonzero = 0;        ///< updates that are not zero
    int masterLimit = 0;              ///< log2 ratio of FP32's limit, at most 0; 0: there is only one limit
    bool master = false;              ///< FP32 master weights are kept
    QString sentence;                 ///< what stands under the chart
    bool operator==(const RatioData&) const = default;
};

class RatioChart : public PartsChart {
    Q_OBJECT

  public:
    explicit RatioChart(const QString& title, QWidget* parent = nullptr);

    void setRatios(const RatioData& data, const QColor& color);
    void clear();
    void setEmptyText(const QString& text);
    const RatioData& ratios() const { return data_; }
    QRectF plotArea() const { return plot(); }
    /// Exponents at the ends of the axis.
    int axisMin() const { return min_; }
    int axisMax() const { return max_; }
    /// Whether updates in bin `exponent` are lost now.
    bool lost(int exponent) const { return exponent < (data_.master ? data_.masterLimit : 0); }
    /// The bin under the mouse or reached by the arrow keys, in words; empty: none.
    QString selectedText() const;

    ChartTable* makeTable() const override;
    int partCount() const override { return data_.nonzero == 0 ? 0 : max_ - min_; }
    QString partText(int bin) const override { return binText(min_ + bin); }
    int partAt(QPointF position) const override;
    QSize minimumSizeHint() const override { return lines(20, 10); }

  protected:
    void paintEvent(QPaintEvent* event) override;
    QString restText() const override;
    /// Beside 1, on either side.
    int beginning(bool forward) const override { return -min_ - (forward ? 0 : 1); }

  private:
    struct Zone {
        int from;
        int to;
        QString name;
        QString brief;
        Qt::BrushStyle hatch;
    };
    std::vector<Zone> zones() const;
    QRectF plot() const;
    double pixelX(const QRectF& plot, double exponent) const;
    std::uint64_t countOf(int exponent) const;
    QString binText(int exponent) const;
    void paintZones(QPainter& painter, const QRectF& plot) const;
    void paintAxes(QPainter& painter, const QRectF& plot, double top) const;
    void paintBars(QPainter& painter, const QRectF& plot, double top) const;
    void paintSelected(QPainter& painter, const QRectF& plot) const;

    RatioData data_;
    QColor color_;
    QString emptyText_;
    int min_ = -24;
    int max_ = 8;
};

}  // namespace mantissa::ui
