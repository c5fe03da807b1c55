// SPDX-License-Identifier: GPL-3.0-or-later
// The Runs dock: everything that was ever recorded, to filter, show, hide, pin, rename, use again and delete. A deleted
// run is only hidden for a while, so that it can be brought back.
#pragma once

#include <QDockWidget>
#include <QSet>
#include <QSortFilterProxyModel>
#include <QTimer>

#include "engine/run/run.pb.h"

class QLineEdit;
class QTableView;

namespace mantissa::ui {

class RunList;
class SessionModel;

/// Order and filter of the table: pinned runs first whatever the order, deleted ones gone.
class RunFilter : public QSortFilterProxyModel {
    Q_OBJECT

  public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    /// Rows whose columns contain every word of `text`, in any case.
    void setText(const QString& text);
    void setDeleted(const QSet<QString>& runIds);
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

  private:
    QStringList words_;
    QSet<QString> deleted_;
};

class RunsDock : public QDockWidget {
    Q_OBJECT

  public:
    RunsDock(RunList& runs, SessionModel& session, QWidget* parent = nullptr);
    /// Carries out deletions that can no longer be undone (also at the program's end).
    void commitDeletions();
    /// Brings back what was deleted last.
    void undoDelete();

    QTableView* table() const { return table_; }

  signals:
    /// The person wants these settings in the Setup dock.
    void settingsWanted(const mantissa::run::RunConfig& config);
    /// Runs were hidden for deletion; offer to undo within this time.
    void deleted(const QString& sentence, int undoMs);

  protected:
    void changeEvent(QEvent* event) override;

  private:
    void fitText();
    QModelIndex sourceIndex(const QModelIndex& index) const;
    QStringList selectedRuns() const;
    void openRun(const QModelIndex& index);
    void toggleVisible(const QModelIndex& index);
    void setPinned(const QStringList& ids, bool pinned);
    void useSettings(const QString& runId);
    void remove(const QStringList& ids);
    void contextMenu(const QPoint& position);
    void columnMenu(const QPoint& position);
    bool eventFilter(QObject* watched, QEvent* event) override;

    RunList& runs_;
    SessionModel& session_;
    RunFilter filter_;
    QLineEdit* search_;
    QTableView* table_;
    QSet<QString> pending_;
    QString settingsOf_;  // a run whose settings are wanted as soon as it has been read
    QTimer deletion_;
};

}  // namespace mantissa::ui
