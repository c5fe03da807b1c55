// SPDX-License-Identifier: GPL-3.0-or-later
// See actions.h. Single keys (Space, S, L, R, Esc) are shortcuts of the window; a control that has the keyboard and a
// use for the key is asked first, through ShortcutOverride (Qt does that only for text).
#include "ui/shell/actions.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QUndoStack>
#include <QWidget>

#include "ui/shell/icons.h"

namespace mantissa::ui {

Actions::Actions(QUndoStack& undoStack, QWidget* window) : QObject(window), window_(window) {
    run = make("run", "Run", {Qt::Key_Space}, "Run, pause, go on");
    step = make("step", "Step", {Qt::Key_S}, "Train one step, then pause");
    slow = make("slow", "Slow", {Qt::Key_L}, "Slow motion: wait after every step");
    stop = make("stop", "Stop", {Qt::Key_Escape}, "End the run; everything recorded stays");
    reset = make("reset", "Reset", {Qt::Key_R}, "Begin again from the same initial weights and the same seed");
    run->setIcon(glyphIcon(IconShape::Run));
    step->setIcon(glyphIcon(IconShape::Step));
    slow->setIcon(glyphIcon(IconShape::Slow));
    slow->setCheckable(true);
    stop->setIcon(glyphIcon(IconShape::Stop));
    reset->setIcon(glyphIcon(IconShape::Reset));

    openData = make("openData", "Open &data folder…", {QKeySequence::Open}, "Train on another folder of IDX files");
    openMnist = make("openMnist", "Open &MNIST", {}, "Train on the MNIST that comes with Mantissa");
    savePreset = make("savePreset", "&Save preset as…", {QKeySequence::Save}, "Keep these settings as a preset file");
    openPreset =
        make("openPreset", "Open &preset…", {Qt::CTRL | Qt::SHIFT | Qt::Key_O}, "Use the settings of a preset file");
    saveReport = make("saveReport", tr("Save &report…"), {Qt::CTRL | Qt::SHIFT | Qt::Key_S},
                      tr("The runs on the charts as a page, a PDF or a table to send on"));
    quit = make("quit", "&Quit", {Qt::CTRL | Qt::Key_Q}, "Leave Mantissa");
    openData->setIcon(glyphIcon(IconShape::Folder));
    savePreset->setIcon(glyphIcon(IconShape::Save));

    undo = keep(undoStack.createUndoAction(this, "&Undo"));
    undo->setObjectName("undo");
    undo->setShortcut(Qt::CTRL | Qt::Key_Z);
    undo->setToolTip("Take back the last change of a setting");
    redo = keep(undoStack.createRedoAction(this, "&Redo"));
    redo->setObjectName("redo");
    redo->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_Z);
    redo->setToolTip("Make the change again");

    advisor = make("advisor", "&Advisor", {}, "One line under the page: what an expert would say about the run");
    advisor->setCheckable(true);
    themeSystem = make("themeSystem", "As the &system", {}, "Light or dark as the desktop is");
    themeLight = make("themeLight", "&Light", {}, "Dark text on light ground");
    themeDark = make("themeDark", "&Dark", {}, "Light text on dark ground");
    auto* themes = new QActionGroup(this);
    for (QAction* theme : {themeSystem, themeLight, themeDark}) {
        theme->setCheckable(true);
        themes->addAction(theme);
    }
    textLarger = make("textLarger", "&Larger text", {Qt::CTRL | Qt::Key_Plus, Qt::CTRL | Qt::Key_Equal}, "Up to 200 %");
    textSmaller = make("textSmaller", "&Smaller text", {Qt::CTRL | Qt::Key_Minus}, "Down to 100 %");
    textNormal = make("textNormal", "&Normal text", {Qt::CTRL | Qt::Key_0}, "100 %");

    welcome = make("welcome", "&Welcome", {}, "Show the first race again");
    keyboard = make("keyboard", "&Keyboard", {Qt::Key_F1}, "All shortcuts");
    workerLog = make("workerLog", "Worker &log", {}, "What the engine has written");
    copyDiagnostics = make("copyDiagnostics", "&Copy diagnostics", {}, "Versions, device, settings and the log's end");
    about = make("about", "&About Mantissa", {}, "Versions and licences");
    update(TrainingState::Idle, false);
    QApplication::instance()->installEventFilter(this);
}

bool Actions::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::ShortcutOverride || !watched->isWidgetType())
        return QObject::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->modifiers() != Qt::NoModifier) return false;
    const bool button = qobject_cast<QAbstractButton*>(watched);
    const bool list = qobject_cast<QComboBox*>(watched) || qobject_cast<QAbstractItemView*>(watched);
    const bool text = qobject_cast<QLineEdit*>(watched) || qobject_cast<QAbstractSpinBox*>(watched);
    const bool printable = !key->text().isEmpty() && key->text().at(0).isPrint();
    if ((button && key->key() == Qt::Key_Space) || (list && printable) || (text && key->key() == Qt::Key_Escape)) {
        event->accept();
        return true;
    }
    return false;
}

QAction* Actions::make(const QString& name, const QString& text, const QList<QKeySequence>& shortcuts,
                       const QString& tip) {
    auto* action = new QAction(text, this);
    action->setObjectName(name);
    action->setShortcuts(shortcuts);
    QString key = action->shortcut().toString(QKeySequence::NativeText);
    action->setToolTip(key.isEmpty() ? tip : QString("%1 (%2)").arg(tip, key));
    action->setStatusTip(tip);
    return keep(action);
}

QAction* Actions::keep(QAction* action) {
    window_->addAction(action);  // so that its shortcut works with the menu bar hidden, too
    all_ << action;
    return action;
}

void Actions::update(TrainingState state, bool canReset) {
    const bool live = state == TrainingState::Running || state == TrainingState::Paused;
    const bool running = state == TrainingState::Running;
    run->setText(running ? "Pause" : state == TrainingState::Paused ? "Resume" : "Run");
    run->setIcon(glyphIcon(running ? IconShape::Pause : IconShape::Run));
    const QString tip = running                          ? "Pause at the next step"
                        : state == TrainingState::Paused ? "Go on training"
                                                         : "Start training with the settings of the Setup dock";
    run->setToolTip(tip + " (Space)");
    run->setEnabled(live || state == TrainingState::Idle);
    step->setEnabled(live || state == TrainingState::Idle);
    stop->setEnabled(live);
    reset->setEnabled(canReset);
}

}  // namespace mantissa::ui
