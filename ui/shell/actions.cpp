// SPDX-License-Identifier: GPL-3.0-or-later
// See actions.h. Single keys (Space, S, L, R) are shortcuts of the window; a control that has the keyboard and a
// use for the key is asked first, through ShortcutOverride (Qt does that only for text).
#include "ui/shell/actions.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QSpinBox>
#include <QUndoStack>
#include <QWidget>

#include "ui/setup/setup_dock.h"
#include "ui/widgets/icons.h"

namespace mantissa::ui {

namespace {

/// Whether something stands in the box that it has not taken yet.
bool hasTyped(const QAbstractSpinBox& box) {
    if (const auto* whole = qobject_cast<const QSpinBox*>(&box)) {
        bool number = false;
        return whole->locale().toInt(whole->cleanText(), &number) != whole->value() || !number;
    }
    const auto* real = qobject_cast<const QDoubleSpinBox*>(&box);
    return real && real->valueFromText(real->cleanText()) != real->value();
}

bool inSetup(const QWidget& widget) {
    for (const QWidget* one = &widget; one != nullptr; one = one->parentWidget())
        if (qobject_cast<const SetupDock*>(one)) return true;
    return false;
}

}  // namespace

Actions::Actions(QUndoStack& undoStack, QWidget* window) : QObject(window), window_(window) {
    run = make("run", tr("Run"), {Qt::Key_Space}, tr("Run, pause, resume"));
    step = make("step", tr("Step"), {Qt::Key_S}, tr("Train one step, then pause"));
    slow = make("slow", tr("Slow"), {Qt::Key_L}, tr("Slow motion: wait after every step"));
    stop = make("stop", tr("Stop"), {Qt::CTRL | Qt::Key_Period}, tr("End the run; everything recorded stays"));
    reset = make("reset", tr("Reset"), {Qt::Key_R}, tr("Begin again from the same initial weights and the same seed"));
    run->setIcon(glyphIcon(IconShape::Run));
    step->setIcon(glyphIcon(IconShape::Step));
    slow->setIcon(glyphIcon(IconShape::Slow));
    slow->setCheckable(true);
    stop->setIcon(glyphIcon(IconShape::Stop));
    reset->setIcon(glyphIcon(IconShape::Reset));

    openData =
        make("openData", tr("Open &data folder…"), {QKeySequence::Open}, tr("Train on another folder of IDX files"));
    openMnist = make("openMnist", tr("Open &MNIST"), {}, tr("Train on the MNIST that comes with Mantissa"));
    openNetwork = make("openNetwork", tr("Open &network…"), {}, tr("Train a network that a JSON file describes"));
    openPreset = make("openPreset", tr("Open &preset…"), {Qt::CTRL | Qt::SHIFT | Qt::Key_O},
                      tr("Use the settings of a preset file"));
    openRecording = make("openRecording", tr("Open &recording…"), {},
                         tr("A PyTorch training that mantissa_probe recorded, shown and kept like a run"));
    watchTraining = make("watchTraining", tr("&Watch a training…"), {},
                         tr("Follow the recording of a training while it grows, here or by ssh on another machine"));
    saveReport =
        make("saveReport", tr("Save rep&ort…"), {Qt::CTRL | Qt::SHIFT | Qt::Key_S},
             tr("Several runs selected in the Runs dock, else those on the charts, as a page, a PDF or a table"));
    decision = make("decision", tr("De&cision sheet…"), {},
                    tr("Which precision on this device: time, memory, accuracy, and the same in PyTorch"));
    inspect = make("inspect", tr("&Inspect tensors…"), {},
                   tr("Your own gradients or weights against every format: safetensors, .npy, .npz"));
    quit = make("quit", tr("&Quit"), {Qt::CTRL | Qt::Key_Q}, tr("Leave Mantissa"));
    openData->setIcon(glyphIcon(IconShape::Folder));

    undo = keep(undoStack.createUndoAction(this, tr("&Undo")));
    undo->setObjectName("undo");
    undo->setShortcut(Qt::CTRL | Qt::Key_Z);
    undo->setToolTip(tr("Take back the last change of a setting"));
    redo = keep(undoStack.createRedoAction(this, tr("&Redo")));
    redo->setObjectName("redo");
    redo->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_Z);
    redo->setToolTip(tr("Make the change again"));

    advisor =
        make("advisor", tr("&Advisor"), {}, tr("One line under the page: what an expert would say about the run"));
    advisor->setCheckable(true);
    resetLayout = make("resetLayout", tr("&Reset layout"), {}, tr("Docks, columns and sizes as they were at first"));
    themeSystem = make("themeSystem", tr("As the &system"), {}, tr("Light or dark as the desktop is"));
    themeLight = make("themeLight", tr("&Light"), {}, tr("Dark text on light ground"));
    themeDark = make("themeDark", tr("&Dark"), {}, tr("Light text on dark ground"));
    auto* themes = new QActionGroup(this);
    for (QAction* theme : {themeSystem, themeLight, themeDark}) {
        theme->setCheckable(true);
        themes->addAction(theme);
    }
    textLarger = make("textLarger", tr("&Larger text"), {Qt::CTRL | Qt::Key_Plus, Qt::CTRL | Qt::Key_Equal},
                      tr("Larger text, up to 200 %"));
    textSmaller =
        make("textSmaller", tr("&Smaller text"), {Qt::CTRL | Qt::Key_Minus}, tr("Smaller text, down to 100 %"));
    textNormal = make("textNormal", tr("&Normal text"), {Qt::CTRL | Qt::Key_0}, tr("Text at 100 %"));

    welcome = make("welcome", tr("&Welcome"), {}, tr("Show the first race again"));
    keyboard = make("keyboard", tr("&Keyboard"), {Qt::Key_F1}, tr("All shortcuts"));
    glossary = make("glossary", tr("&Glossary"), {}, tr("Every term in one sentence, and where it is seen"));
    workerLog = make("workerLog", tr("Worker &log"), {}, tr("What the engine has written"));
    copyDiagnostics =
        make("copyDiagnostics", tr("Copy &diagnostics"), {}, tr("Versions, device, settings and the log's end"));
    about = make("about", tr("&About Mantissa"), {}, tr("Versions and licences"));
    update(TrainingState::Idle, false);
    QApplication::instance()->installEventFilter(this);
}

bool Actions::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::ShortcutOverride || !watched->isWidgetType())
        return QObject::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    // Undo is the window's also where the cursor stands in a number of the Setup dock, unless something is typed there
    // that has not been taken yet.
    auto* box = qobject_cast<QAbstractSpinBox*>(watched);
    if (!box) box = qobject_cast<QAbstractSpinBox*>(watched->parent());
    if (box && (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) && !hasTyped(*box)) {
        event->ignore();
        return true;
    }
    if (key->modifiers() != Qt::NoModifier) return false;
    // No number has a space: in Setup it trains with what was typed.
    if (box && key->key() == Qt::Key_Space && inSetup(*box)) {
        box->interpretText();
        event->ignore();
        return true;
    }
    const bool button = qobject_cast<QAbstractButton*>(watched);
    const bool choice = qobject_cast<QComboBox*>(watched);  // Space is not its own: it has Down, Alt+Down and F4
    const bool list = qobject_cast<QAbstractItemView*>(watched) || (choice && key->key() != Qt::Key_Space);
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

QStringList Actions::runTexts() {
    return {tr("Run"), tr("Pause"), tr("Resume")};
}

void Actions::update(TrainingState state, bool canReset) {
    const bool live = state == TrainingState::Running || state == TrainingState::Paused;
    const bool running = state == TrainingState::Running;
    run->setText(runTexts()[running ? 1 : state == TrainingState::Paused ? 2 : 0]);
    run->setIcon(glyphIcon(running ? IconShape::Pause : IconShape::Run));
    const QString tip = running                          ? tr("Pause at the next step")
                        : state == TrainingState::Paused ? tr("Continue training")
                                                         : tr("Start training with the settings of the Setup dock");
    run->setToolTip(tr("%1 (Space)").arg(tip));
    run->setEnabled(live || state == TrainingState::Idle);
    step->setEnabled(live || state == TrainingState::Idle);
    stop->setEnabled(live);
    reset->setEnabled(canReset);
}

}  // namespace mantissa::ui
