// SPDX-License-Identifier: GPL-3.0-or-later
// A short list of named bars with a few texts beside each: layers by headroom, tensors by what they lose. As high as
// its rows, so that none is hidden; the page around it scrolls. It draws what it is given, in the order given.
#pragma once

#include <QStringList>
#include <QVariant>
#include <algorithm>
#include <vector>

#include "ui/charts/parts_chart.h"

namespace mantissa::ui {

/// One row.
struct BarRow {
    QString name;
    QStringList texts;      ///< one for each of BarListData::columns
    double length = 0.0;    ///< of the bar, 0 to 1; NaN: no bar
    bool lost = false;      ///< the bar stands for something lost: hatched
    QString sentence;       ///< the row in words: tooltip, and what a screen reader says
    QList<QVariant> cells;  ///< one for each of BarListData::tableColumns
    int depth = 0;          ///< folders that it is in, in a tree of names
    bool operator==(const BarRow&) const = default;
};

struct BarListData {
    QString nameColumn;        ///< head over the names
    QStringList columns;       ///< heads over the texts
    QStringList tableColumns;  ///< heads of the table of the data
    std::vector<BarRow> rows;
    QString note;  ///< one line under the rows; may be empty
    bool operator==(const BarListData&) const = default;
};

class BarList : public PartsChart {
    Q_OBJECT

  public:
    explicit BarList(const QString& title, QWidget* parent = nullptr);

    void setBars(const BarListData& data, const QColor& color);
    const BarListData& bars() const { return data_; }
    /// What stands there without rows.
    void setEmptyText(const QString& text);
    /// Rows can be chosen: by a click, or by the arrow keys and Return.
    void setChoosable(bool on);
    /// The row that is marked as the one shown elsewhere; -1: none.
    void setChosen(int row);
    int chosen() const { return chosen_; }

    ChartTable* makeTable() const override;
    int partCount() const override { return static_cast<int>(data_.rows.size()); }
    QString partText(int row) const override { return data_.rows[static_cast<std::size_t>(row)].sentence; }
    int partAt(QPointF position) const override;
    QSize sizeHint() const override { return minimumSizeHint(); }
    QSize minimumSizeHint() const override;

  signals:
    /// A person chose this row.
    void rowChosen(int row);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void themeChanged() override { measure(); }
    QString restText() const override { return data_.rows.empty() ? emptyText_ : partText(0); }
    int beginning(bool /*forward*/) const override { return std::max(0, chosen_); }
    QString tipAt(QPointF position) const override;

  private:
    double rowHeight() const;
    double leastRowHeight() const;
    double rowsTop() const;
    void measure();
    double nameWidth() const;
    /// Between columns, pixels.
    double gap() const;
    void paintRow(QPainter& painter, std::size_t index, double names) const;

    BarListData data_;
    double longestName_ = 0;      // measured when the rows come, not at each painting
    std::vector<double> widths_;  // of the columns
    QColor color_;
    QString emptyText_;
    bool choosable_ = false;
    int chosen_ = -1;
};

}  // namespace mantissa::ui
