// SPDX-License-Identifier: GPL-3.0-or-later
// Every QAction of the window in one place: name, icon, shortcut, tip, and when it can be used.
#pragma once

#include <QAction>
#include <QActionGroup>
#include <QList>
#include <QObject>

#include "ui/runs/run_controller.h"

class QUndoStack;

namespace mantissa::ui {

class Actions : public QObject {
    Q_OBJECT

  public:
    explicit Actions(QUndoStack& undo, QWidget* window);

    /// Enables what makes sense now and turns Run into Pause while training.
    void update(TrainingState state, bool canReset);
    /// What Run is called: ready, training, paused.
    static QStringList runTexts();

    QAction* run;
    QAction* step;
    QAction* slow;
    QAction* stop;
    QAction* reset;
    QAction* openData;
    QAction* openMnist;
    QAction* openNetwork;
    QAction* openPreset;
    QAction* openRecording;
    QAction* watchTraining;
    QAction* saveReport;
    QAction* decision;
    QAction* inspect;
    QAction* quit;
    QAction* undo;
    QAction* redo;
    QAction* advisor;
    QAction* resetLayout;
    QAction* themeSystem;
    QAction* themeLight;
    QAction* themeDark;
    QAction* textLarger;
    QAction* textSmaller;
    QAction* textNormal;
    QAction* welcome;
    QAction* keyboard;
    QAction* glossary;
    QAction* workerLog;
    QAction* copyDiagnostics;
    QAction* about;

    /// Adds actions that others have made.
    void include(const QList<QAction*>& others) { all_ << others; }
    /// All of them, for the keyboard page and for the tests.
    QList<QAction*> all() const { return all_; }

  protected:
    /// Leaves Space, letters and Esc to the control that has the keyboard and means something by them.
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    QAction* make(const QString& name, const QString& text, const QList<QKeySequence>& shortcuts, const QString& tip);
    QAction* keep(QAction* action);

    QWidget* window_;
    QList<QAction*> all_;
};

}  // namespace mantissa::ui
