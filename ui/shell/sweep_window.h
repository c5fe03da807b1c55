// SPDX-License-Identifier: GPL-3.0-or-later
// File › Watch a sweep…: the runs of a grid that `mantissa-worker sweep` trains, on this computer or on a cluster, as a
// table and a heat map that fill as they come. Nothing is sent to the sweep.
#pragma once

#include <QStringList>
#include <QWidget>
#include <functional>

#include "ui/client/sweep_watch.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QTableView;

namespace mantissa::ui {

class LinesLabel;
class MainWindow;
class SweepHeatMap;
class SweepTable;

class SweepWindow : public QWidget {
    Q_OBJECT

  public:
    /// `options`: how the training worker is run, `place`: and where, for the name that the worker has there.
    SweepWindow(const WorkerOptions& options, const WorkerPlace& place, QWidget* parent);

    /// Watches what the fields name.
    void watch();
    SweepTable& table() { return *table_; }

  private:
    QWidget* makeForm();
    QWidget* makeTable();
    QWidget* makeMap();
    void press();
    void askForFile();
    QString takeFields(SweepSource& source) const;
    void showFields();
    void showBegun(const SweepHead& head);
    void showRuns();
    void showMap();
    void chooseAxes(bool acrossChanged);
    void showEnd(const QString& problem);
    /// Empty, as at the start.
    void forget();
    void tell(const QString& status, bool wrong = false);

    SweepWatch watch_;
    SweepTable* table_;
    QLineEdit *file_, *library_, *folder_, *worker_;
    QLabel* workerName_;
    QPushButton *button_, *copy_;
    QProgressBar* progress_;
    LinesLabel *status_, *problem_;
    QTableView* view_;
    QComboBox *across_, *down_;
    SweepHeatMap* map_;
    int shownAcross_ = -1, shownDown_ = -1;
    QStringList asked_, shown_;  // the fields as watch() was called, and as what is shown began
};

/// Adds the action to the window's File menu. `options` as above; `place`: where the window's own worker runs, asked
/// when the action is chosen.
void addSweepWatch(MainWindow& window, const WorkerOptions& options, std::function<WorkerPlace()> place);

}  // namespace mantissa::ui
