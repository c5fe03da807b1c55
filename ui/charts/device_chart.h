// SPDX-License-Identifier: GPL-3.0-or-later
// The phase-change devices of one tensor of weights: how full the sums of its updates are, between the two limits at
// which a sum is worth a pulse, and how its devices' conductances are spread. It draws what it is given.
#pragma once

#include <QRectF>
#include <cstdint>
#include <vector>

#include "ui/charts/chart_widget.h"

namespace mantissa::ui {

struct DeviceData {
    QString tensor;
    std::vector<std::uint64_t> gathered;  ///< pairs by the sum that waits, bins of equal width from -1 to 1 pulse
    std::vector<std::uint64_t>
        conductances;       ///< devices by conductance, bins of binWidth from 0; the last takes the rest
    double binWidth = 0.5;  ///< microsiemens
    double saturated = 0;   ///< conductance from which a pair may be written anew
    QString sentence;       ///< what stands under the chart
    bool operator==(const DeviceData&) const = default;
};

class DeviceChart : public ChartWidget {
    Q_OBJECT

  public:
    explicit DeviceChart(const QString& title, QWidget* parent = nullptr);

    void setDevices(const DeviceData& data, const QColor& color);
    const DeviceData& devices() const { return data_; }

    ChartTable* makeTable() const override;
    QSize minimumSizeHint() const override { return lines(20, 14); }

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    /// One of the two plots: bars over an axis from `low` to `high`.
    struct Plot {
        QString axis;
        const std::vector<std::uint64_t>& counts;
        double low = 0, high = 1;
        std::vector<double> ticks;
        std::vector<double> limits;  ///< drawn as lines
    };
    void paintPlot(QPainter& painter, const QRectF& area, const Plot& plot) const;

    DeviceData data_;
    QColor color_;
};

}  // namespace mantissa::ui
