// SPDX-License-Identifier: GPL-3.0-or-later
// One row a lane: what it has reached, what it lost, what it costs, and where it parted.
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <vector>

#include "ui/charts/palette.h"
#include "ui/models/race_model.h"

namespace mantissa::ui {

/// A lane as the page shows it.
struct CompareLane {
    const RunModel* run = nullptr;
    QString number;  ///< the tag at its lines' ends
    QString name;
    PrecisionStyle style;
    bool ghost = false;
    bool baseline = false;
    bool control = false;
    bool late = false;  ///< forked in mid-run: its own time does not begin where the others' does
    RaceRow figures;
    RaceSeries accuracy;  ///< by step, as are those of the loss
    RaceSeries loss;
    std::optional<RaceParting> parting;
    std::optional<TimedEvaluation> reached;  ///< where it first reached the target, if one is set
    bool unlike = false;  ///< another network or other data than the baseline: where they part means nothing
};

class CompareTable : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column {
        Baseline,
        Name,
        Accuracy,
        Target,
        Parted,
        Loss,
        Scale,
        NormLost,
        Skipped,
        Memory,
        Speed,
        ColumnCount
    };
    static constexpr int RunIdRole = Qt::UserRole + 1;  ///< QString

    using QAbstractTableModel::QAbstractTableModel;

    /// Replaces the rows; the selection stays where the same lanes stand. `widget` gives the markers' ground.
    void setLanes(const std::vector<CompareLane>& lanes, const QWidget* widget);
    /// Whether a target is set: else its column is in no copy.
    void setTargeted(bool targeted) { targeted_ = targeted; }
    QString runId(int row) const;
    /// Row of a run, -1 if it is not there.
    int rowOf(const QString& runId) const;
    /// All of it as tab-separated lines.
    QString toText() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

  private:
    /// Whether the baseline's loss is inf or NaN, so that nothing can be said of the others beside it.
    bool baselineIsBroken() const;
    QString text(const CompareLane& lane, int column) const;

    std::vector<CompareLane> lanes_;
    std::vector<QIcon> icons_;
    QColor ground_;
    bool targeted_ = false;
};

}  // namespace mantissa::ui
