// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of a grid by two of its settings, each cell shaded and labelled with the mean of what its runs reached, with
// the scale of the shades below. It draws what it is given.
#pragma once

#include <QStringList>
#include <optional>
#include <utility>
#include <vector>

#include "ui/charts/chart_widget.h"

namespace mantissa::ui {

struct SweepMapData {
    /// The runs that have the column's and the row's value.
    struct Cell {
        int runs = 0, done = 0, running = 0, failed = 0;
        double mean = 0;  ///< of those that are done and have a number, as people read it; where `known`
        bool known = false;
        bool operator==(const Cell&) const = default;
    };
    QString across, down;       ///< what the columns and the rows are the values of; `down` empty: one row
    QStringList columns, rows;  ///< their values; one row without a name where there is nothing down
    std::vector<Cell> cells;    ///< row by row
    QString suffix;             ///< " %"
    int decimals = 2;
    QString empty;  ///< why there is nothing to see, where there are no cells
    bool operator==(const SweepMapData&) const = default;
};

class SweepHeatMap : public ChartWidget {
    Q_OBJECT

  public:
    explicit SweepHeatMap(const QString& title, QWidget* parent = nullptr);

    void setData(const SweepMapData& shown);
    const SweepMapData& shown() const { return data_; }
    /// Row and column of the cell chosen by arrow keys or mouse.
    std::pair<int, int> selected() const { return selected_; }
    void select(int row, int column);
    /// Where a cell lies.
    QRectF cellAt(int row, int column) const;
    /// What is known of a cell, in a sentence.
    QString sentence(int row, int column) const;

    ChartTable* makeTable() const override;
    int partCount() const override;
    QString partText(int part) const override;
    QSize sizeHint() const override { return lines(28, 17); }
    QSize minimumSizeHint() const override { return lines(18, 11); }

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

  private:
    int rowCount() const { return static_cast<int>(data_.rows.size()); }
    int columnCount() const { return static_cast<int>(data_.columns.size()); }
    const SweepMapData::Cell& cellOf(int row, int column) const;
    std::optional<std::pair<int, int>> cellUnder(QPointF place) const;
    std::pair<double, double> range() const;
    QString valueText(double value) const;
    QRectF plot() const;
    void paintCell(QPainter& painter, int row, int column, std::pair<double, double> ends) const;
    void paintAxes(QPainter& painter) const;
    void paintScale(QPainter& painter, std::pair<double, double> ends) const;

    SweepMapData data_;
    std::pair<int, int> selected_{0, 0};
};

}  // namespace mantissa::ui
