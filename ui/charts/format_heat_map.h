// SPDX-License-Identifier: GPL-3.0-or-later
// A grid of formats, exponent bits by fraction bits, each cell shaded and labelled with the accuracy reached in it, and
// below it a row of recipes for operands in eight or fewer bits. It draws what it is given.
#pragma once

#include <iterator>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "ui/charts/chart_widget.h"

namespace mantissa::ui {

struct HeatMapData {
    using Bits = std::pair<int, int>;  ///< exponent bits, fraction bits; of a recipe 0 and its number
    struct Recipe {
        QString brief;  ///< in the cell, one or two lines
        QString title;
        QString what;  ///< what it does, for its tool tip
        bool operator==(const Recipe&) const = default;
    };
    int firstExponent = 4, lastExponent = 8, firstFraction = 2, lastFraction = 23;
    std::vector<Recipe> recipes;
    std::map<Bits, double> values;   ///< `scale`-ths of what is shown; cells without one are hatched
    std::map<Bits, QString> names;   ///< cells that are framed and named
    std::optional<Bits> busy;        ///< the cell being computed
    QString metric;                  ///< what the values are: "test accuracy"
    QString heading;                 ///< of their column in a table: "Test accuracy (%)"
    QString suffix;                  ///< " %", " dB"
    double scale = 100;              ///< what is shown of a value of 1
    int decimals = 2, inCells = 0;   ///< of a number in words, and in its cell
    double palest = 0, darkest = 1;  ///< the values at the ends of the shades
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
    int partCount() const override { return static_cast<int>(data_.values.size()); }
    QString partText(int part) const override { return sentence(std::next(data_.values.begin(), part)->first); }
    QSize sizeHint() const override { return lines(34, 22); }
    QSize minimumSizeHint() const override { return lines(25, 19); }

  signals:
    void selectionChanged();

  protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    QRectF plot() const;
    QRectF cell(HeatMapData::Bits bits) const;
    QRectF recipeRow() const;
    std::optional<HeatMapData::Bits> cellAt(QPointF position) const;
    QString sentence(HeatMapData::Bits bits) const;
    void paintText(QPainter& painter, const QRectF& box, const QStringList& lines, bool bold) const;
    void paintCell(QPainter& painter, HeatMapData::Bits bits) const;
    void paintLegend(QPainter& painter) const;

    HeatMapData data_;
    HeatMapData::Bits selected_{8, 23};
};

}  // namespace mantissa::ui
