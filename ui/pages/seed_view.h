// SPDX-License-Identifier: GPL-3.0-or-later
// A race that was repeated over seeds, as a table: a row a run, the mean and its difference from the baseline, and the
// accuracy of every seed beside them.
#pragma once

#include <QAbstractTableModel>
#include <QIcon>
#include <QTableView>
#include <vector>

#include "ui/models/race_model.h"

namespace mantissa::ui {

class SeedTable : public QAbstractTableModel {
    Q_OBJECT

  public:
    /// The seeds follow, one column each.
    enum Column { Name, Mean, Difference, Interval, FirstSeed };

    using QAbstractTableModel::QAbstractTableModel;

    /// `icons`: the runs' markers, one a row.
    void setSeeds(std::vector<SeedComparison> rows, std::vector<QIcon> icons);
    /// All of it as tab-separated lines.
    QString toText() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    /// What belongs to the rows' task: of accuracies, of a PSNR or of an R².
    QString forTask(const QString& accuracy, const QString& psnr, const QString& explained) const;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

  private:
    QString text(const SeedComparison& row, int column) const;

    std::vector<SeedComparison> rows_;
    std::vector<QIcon> icons_;
};

/// The table on a page, as high as its rows. Copy puts it on the clipboard.
class SeedView : public QTableView {
    Q_OBJECT

  public:
    explicit SeedView(QWidget* parent = nullptr);

    /// Nothing to show: it is hidden.
    void setSeeds(const SessionModel& session, std::vector<SeedComparison> rows);
    const SeedTable& seeds() const { return *table_; }

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    void fit();

    SeedTable* table_;
};

}  // namespace mantissa::ui
