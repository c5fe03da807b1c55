// SPDX-License-Identifier: GPL-3.0-or-later
// Below the list of runs: what is known of the chosen run, its tags and note to write on, and a table of only the
// settings in which the runs on the charts differ.
#pragma once

#include <QTabWidget>
#include <QTimer>

#include "ui/models/run_diff.h"

class QLineEdit;
class QPlainTextEdit;
class QScrollArea;
class QTableWidget;
class QToolButton;

namespace mantissa::ui {

class RunList;
class SessionModel;
class TextLabel;
struct RunRow;

class RunDetailsPanel : public QTabWidget {
    Q_OBJECT

  public:
    /// Neither is owned; both must outlive the panel.
    RunDetailsPanel(RunList& runs, SessionModel& session, QWidget* parent = nullptr);

    /// The run to tell of; empty for none. What was typed for another one is kept first.
    void setRun(const QString& runId);
    QString run() const { return run_; }
    /// Several runs are what is compared; else those on the charts.
    void setSelection(const QStringList& runs);
    /// Brings the note of this run to the keyboard.
    void editNote(const QString& runId);
    /// The table of differences, on the clipboard as text.
    void copyDifferences();
    const RunDiff& differences() const { return diff_; }

  private:
    QWidget* makeRunTab();
    QWidget* makeDiffTab();
    void showRun();
    void keepNote();
    void keepTags();
    QString facts(const RunRow& row) const;
    void later();
    void compare();

    RunList& runs_;
    SessionModel& session_;
    QString run_;
    TextLabel* facts_ = nullptr;
    QScrollArea* factsScroll_ = nullptr;
    QLineEdit* tags_ = nullptr;
    QPlainTextEdit* note_ = nullptr;
    TextLabel* hint_ = nullptr;
    QTableWidget* table_ = nullptr;
    QToolButton* copy_ = nullptr;
    RunDiff diff_;
    QStringList selected_;
    QTimer wait_;  // several changes at once make one table
};

}  // namespace mantissa::ui
