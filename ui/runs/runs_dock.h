// SPDX-License-Identifier: GPL-3.0-or-later
// The Runs dock: everything that was ever recorded, to find, show, compare, note on, hand on and delete. A deleted run
// can be brought back until it is erased for good.
#pragma once

#include <QDockWidget>

#include "engine/run/run.pb.h"
#include "ui/models/run_filter.h"

class QLineEdit;
class QMenu;
class QSplitter;
class QTableView;
class QToolButton;

namespace mantissa::ui {

class NetworkExport;
class RunDetailsPanel;
class RunList;
class SessionModel;
class TextLabel;

class RunsDock : public QDockWidget {
    Q_OBJECT

  public:
    RunsDock(RunList& runs, SessionModel& session, QWidget* parent = nullptr);
    /// Brings back what was deleted last.
    void undoDelete();
    /// What can be done with the selected runs and with the list; the caller shows and deletes it.
    QMenu* makeMenu();
    /// Ids of the runs that are selected, in the order of the table.
    QStringList selectedRuns() const;
    /// Asks for a file and writes the selected runs into it.
    void askExport();
    /// Asks for a file and takes its runs into the library.
    void askImport();

    /// Who exports networks (not owned); without one the menu has no entry for it.
    void setNetworkExport(NetworkExport* networks) { networks_ = networks; }

    QTableView* table() const { return table_; }
    RunDetailsPanel& details() { return *details_; }

  signals:
    /// The person wants these settings in the Setup dock.
    void settingsWanted(const mantissa::run::RunConfig& config);
    /// These runs are wanted as a report.
    void reportWanted(const QStringList& ids);
    /// Runs were deleted; offer to undo for this time (undoDelete works after it, too).
    void deleted(const QString& sentence, int undoMs);
    /// They are there again.
    void deleteUndone();
    /// An interrupted or stopped run, or the race of which it is a lane, is to go on from its last checkpoint.
    void resumeRequested(const QString& runId);

  protected:
    void changeEvent(QEvent* event) override;

  private:
    QWidget* makeBody();
    void makeTable();
    void fitText();
    QModelIndex sourceIndex(const QModelIndex& index) const;
    void openRun(const QModelIndex& index);
    void toggleVisible(const QModelIndex& index);
    void setMark(const QStringList& ids, int role, bool on);
    void useSettings(const QString& runId);
    void remove(const QStringList& ids);
    void askPurge(int count);
    void askRunShare();
    void addRunActions(QMenu& menu, const QString& why);
    void showDetails();
    void columnMenu(const QPoint& position);
    bool eventFilter(QObject* watched, QEvent* event) override;

    RunList& runs_;
    SessionModel& session_;
    NetworkExport* networks_ = nullptr;
    RunFilter filter_;
    QLineEdit* search_ = nullptr;
    QToolButton* more_ = nullptr;
    QTableView* table_ = nullptr;
    TextLabel* none_ = nullptr;  // in place of rows
    QSplitter* split_ = nullptr;
    RunDetailsPanel* details_ = nullptr;
    QString settingsOf_;  // a run whose settings are wanted as soon as it has been read
    QString opened_;      // a run that is to come to the front as soon as it has been read
};

}  // namespace mantissa::ui
