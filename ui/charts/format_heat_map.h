// SPDX-License-Identifier: GPL-3.0-or-later
// A grid of formats, exponent bits by fraction bits, each cell shaded and labelled with the accuracy reached in it. It
// draws what it is given.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "ui/charts/chart_widget.h"

namespace mantissa::ui {

struct HeatMapData {
    using Bits = std::pair<int, int>;  ///< exponent bits, fraction bits
    int firstExponent = 4, lastExponent = 8, firstFraction = 2, lastFraction = 23;
    std::map<Bits, double> values;  ///< 0 to 1; cells without one are hatched
    std::map<Bits, QString> names;  ///< cells that are framed and named
    std::optional<Bits> busy;       ///< the cell being computed
    QString metric;                 ///< what the values are: "test accuracy"
    bool operator==(const HeatMapData&) const = default;
};

class FormatHeatMap : public ChartWidget {
    Q_OBJECT

  public:
    explicit FormatHeatMap(const QString& title, QWidget* parent = nullptr);

    void setData(const HeatMapData& shown);
    const HeatMapData& shown() const { return data_; }
    /// The cell chosen by arrow keys or mouse.
    HeatMapData::Bits selected() const { return selected_; }
    void select(HeatMapData::Bits bits);

    ChartTable* makeTable() const override;
    QSize sizeHint() const override { return lines(34, 17); }
    QSize minimumSizeHint() const override { return lines(25, 14); }

  signals:
    void selectionChanged();

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    QRectF plot() const;
    QRectF cell(HeatMapData::Bits bits) const;
    QString sentence(HeatMapData::Bits bits) const;
    void paintCell(QPainter& painter, HeatMapData::Bits bits) const;
    void paintLegend(QPainter& painter) const;

    HeatMapData data_;
    HeatMapData::Bits selected_{8, 23};
};

}  // namespace mantissa::ui
