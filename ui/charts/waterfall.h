// SPDX-License-Identifier: GPL-3.0-or-later
// A tensor's magnitudes over the steps: one row of pixels a histogram, the newest at the bottom, one column an
// exponent, stronger = more of the values. Painted into one QImage when data comes and scaled by the painter, so that
// 512 rows cost as much as one.
#pragma once

#include <QImage>
#include <QRectF>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "ui/charts/chart_widget.h"
#include "ui/charts/histogram_math.h"

namespace mantissa::ui {

/// The histogram of one step.
struct WaterfallRow {
    std::uint32_t step = 0;
    int firstBin = 0;
    std::vector<float> shares;  ///< of all elements, 0 to 1, per exponent from firstBin on
    bool operator==(const WaterfallRow&) const = default;
    float at(int exponent) const;
};

struct WaterfallData {
    std::vector<WaterfallRow> rows;  ///< ascending steps
    FormatZones zones;
    QString format;
    bool operator==(const WaterfallData&) const = default;
};

class Waterfall : public ChartWidget {
    Q_OBJECT

  public:
    explicit Waterfall(const QString& title, QWidget* parent = nullptr);

    /// Exponents on the axis come from the owner, so that the waterfall stands under its histogram.
    void setWaterfall(const WaterfallData& shown, const AxisRange& axis, const QColor& color);
    const WaterfallData& waterfall() const { return data_; }
    /// Takes the left and right edge of its plot from another chart of the same width, above or below it.
    void alignTo(std::function<QRectF()> plot) { alignment_ = std::move(plot); }
    /// One pixel a row and exponent, before it is scaled.
    const QImage& image() const { return image_; }

    ChartTable* makeTable() const override;
    QSize minimumSizeHint() const override { return lines(20, 8); }

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void themeChanged() override { makeImage(); }
    void clearHover() override;

  private:
    struct Cell {
        int row = 0;
        int exponent = 0;
        bool operator==(const Cell&) const = default;
    };
    static QString darkText();
    QRectF plot() const;
    double pixelX(const QRectF& plot, double exponent) const;
    void makeImage();
    QString cellText(const Cell& cell) const;
    void paintLimits(QPainter& painter, const QRectF& plot) const;
    void paintAxes(QPainter& painter, const QRectF& plot) const;
    void paintSelected(QPainter& painter, const QRectF& plot) const;

    WaterfallData data_;
    AxisRange axis_;
    QColor color_;
    QImage image_;
    std::function<QRectF()> alignment_;
    std::optional<Cell> selected_;
    bool dark_ = false;  // there are rows, and nothing in any of them: all is zero, inf or NaN
};

}  // namespace mantissa::ui
