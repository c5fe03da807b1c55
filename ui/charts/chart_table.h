// SPDX-License-Identifier: GPL-3.0-or-later
// The table beside every chart: all of its data, undecimated, as a model for a view and as tab-separated text for the
// clipboard. A million rows are fine: the model computes a cell when it is asked for it.
#pragma once

#include <QAbstractTableModel>
#include <QStringList>
#include <functional>
#include <vector>

class QDialog;

namespace mantissa::ui {

/// Rows computed on demand by a function of (row, column); it owns what it needs (a snapshot of the chart's data).
class ChartTable : public QAbstractTableModel {
    Q_OBJECT

  public:
    using Cell = std::function<QVariant(int row, int column)>;

    ChartTable(QStringList columns, int rows, Cell cell, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    /// Header and rows as tab-separated lines. Tabs and line breaks in a cell become spaces; text cells beginning with
    /// = + - @ get an apostrophe, so that no spreadsheet runs a run's name; numbers never do.
    QString toText() const;

  private:
    QStringList columns_;
    int rows_;
    Cell cell_;
};

/// A window with the table: "Copy all" and "Refresh". `snapshot` makes a new table, owned by the
/// caller; it must live as long as `parent`. The dialog deletes itself when closed.
QDialog* showTable(const QString& title, std::function<ChartTable*()> snapshot, QWidget* parent);

}  // namespace mantissa::ui
