// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of a sweep as a table: what is varied, what has become of it, what it reached. And the same by two of the
// settings, for the heat map.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "ui/charts/sweep_heat_map.h"
#include "ui/client/sweep_watch.h"

namespace mantissa::ui {

class SweepTable : public QAbstractTableModel {
    Q_OBJECT

  public:
    using QAbstractTableModel::QAbstractTableModel;

    /// Another sweep, or the same once more: all of its runs wait until something is told of them.
    void begin(const SweepHead& head);
    void take(const std::vector<SweepRun>& runs);

    const SweepHead& head() const { return head_; }
    /// What a person calls a varied setting, and the values that its runs have, in the grid's order.
    QString nameOf(int field) const;
    int fieldCount() const { return static_cast<int>(head_.fields.size()); }
    int count(SweepRun::State state) const;
    /// "12 done, 1 training, 26 waiting, 1 failed, of 40 runs."
    QString summary() const;
    /// By the values of the fields number `across` and `down`; -1: of none.
    SweepMapData map(int across, int down) const;
    /// Header and rows for the clipboard, as ChartTable has them.
    QString toText() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    /// Qt::UserRole: what rows are sorted by.
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

  private:
    QString text(const SweepRun& run, int column) const;
    QVariant sortedBy(const SweepRun& run, int column) const;

    SweepHead head_;
    std::vector<SweepRun> runs_;  ///< by number
};

}  // namespace mantissa::ui
