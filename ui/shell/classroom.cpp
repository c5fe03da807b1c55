// SPDX-License-Identifier: GPL-3.0-or-later
// See classroom.h.
#include "ui/shell/classroom.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QFileDialog>
#include <QInputDialog>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QTimer>
#include <QUndoStack>
#include <memory>
#include <utility>

#include "ui/classroom/class_runs.h"
#include "ui/classroom/class_window.h"
#include "ui/classroom/command_list.h"
#include "ui/classroom/presenter.h"
#include "ui/models/run_list.h"
#include "ui/setup/preset_files.h"
#include "ui/setup/setup_model.h"
#include "ui/shell/actions.h"
#include "ui/shell/advisor_strip.h"
#include "ui/shell/hand_out_dialog.h"
#include "ui/shell/page_tabs.h"
#include "ui/shell/settings.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/theme.h"

namespace mantissa::ui {

namespace {

/// The smallest text of the window (names of the Live page's figures) has 0.85 of its size: on a projector 18 points.
constexpr double presenter_points = 18.0 / 0.85;

/// A dock was shown or hidden.
class DockCommand : public QUndoCommand {
  public:
    DockCommand(QDockWidget* dock, bool shown, std::shared_ptr<bool> busy)
        : QUndoCommand(shown ? Classroom::tr("show %1").arg(dock->windowTitle())
                             : Classroom::tr("hide %1").arg(dock->windowTitle())),
          dock_(dock),
          shown_(shown),
          busy_(std::move(busy)) {}

    void undo() override { set(!shown_); }
    void redo() override { set(shown_); }

  private:
    void set(bool shown) {
        const bool before = std::exchange(*busy_, true);
        if (dock_) dock_->setVisible(shown);
        *busy_ = before;
    }

    QPointer<QDockWidget> dock_;
    bool shown_;
    std::shared_ptr<bool> busy_;  // true while it is not a person who shows or hides one
};

}  // namespace

Classroom::Classroom(const ClassroomParts& parts) : QObject(&parts.window), parts_(parts) {
    saveSetup_ = make("saveSetup", tr("&Save settings as preset…"), "Ctrl+S",
                      tr("Keep these settings, or hand them out, some of them locked or hidden"));
    saveSetup_->setIcon(glyphIcon(IconShape::Save));
    copySetup_ =
        make("copySetup", tr("Copy settings as &text"), {}, tr("These settings as one line, for a chat or a slide"));
    pasteSetup_ =
        make("pasteSetup", tr("&Paste settings"), "Ctrl+Shift+V", tr("Use the settings that are on the clipboard"));
    resetSetup_ = make("resetSetup", tr("Un&lock settings"), {},
                       tr("Free and show what the handed-out settings lock and hide; the values stay"));
    handIn_ = make("handIn", tr("&Hand in runs…"), {},
                   tr("The runs that you trained with the handed-out settings, as one file for your teacher"));
    present_ =
        make("present", tr("&Presenter mode"), "F11", tr("One page, large, and nothing private: for a projector"));
    commands_ = make("commands", tr("All &commands"), "Ctrl+/", tr("Search everything that the window can do"));
    classView_ = make("classView", tr("&Class view"), {}, tr("Students' predictions against the outcomes"));
    fillMenus();
    addPresenter();
    addHandOut();
    addLayoutUndo();
    connect(commands_, &QAction::triggered, this, [this] {
        auto* list = new CommandList(&parts_.window);
        list->show();
    });
    connect(classView_, &QAction::triggered, this, [this] { openClass(); });
}

QAction* Classroom::make(const char* name, const QString& text, const QString& key, const QString& tip) {
    auto* action = new QAction(text, this);
    action->setObjectName(name);
    if (!key.isEmpty()) action->setShortcut(QKeySequence(key));
    action->setToolTip(tip);
    action->setStatusTip(tip);
    parts_.window.addAction(action);
    parts_.actions.include({action});
    return action;
}

void Classroom::fillMenus() {
    const auto menu = [this](const char* name) { return parts_.window.menuBar()->findChild<QMenu*>(name); };
    QMenu* file = menu("fileMenu");
    file->insertActions(parts_.actions.saveReport, {saveSetup_, copySetup_, handIn_});
    file->insertSeparator(parts_.actions.saveReport);
    QMenu* edit = menu("editMenu");
    edit->addSeparator();
    edit->addActions({pasteSetup_, resetSetup_});
    QMenu* view = menu("viewMenu");
    view->addSeparator();
    view->addActions({present_, classView_});
    QMenu* help = menu("helpMenu");
    const QList<QAction*> entries = help->actions();
    const qsizetype keys = entries.indexOf(parts_.actions.keyboard);
    help->insertAction(keys + 1 < entries.size() ? entries[keys + 1] : nullptr, commands_);
}

void Classroom::addPresenter() {
    PresenterParts stage;
    stage.window = &parts_.window;
    stage.pages = &parts_.pages;
    stage.putAway = parts_.putAway;
    stage.slow = parts_.actions.slow;
    stage.enlarge = [this](bool on) {
        parts_.theme.setLeastPoints(on ? presenter_points : 0.0);
        parts_.advisor.setWanted(!on && !parts_.setup.locks().advisorHidden && parts_.actions.advisor->isChecked());
    };
    presenter_ = new Presenter(stage, this);
    connect(present_, &QAction::triggered, presenter_, &Presenter::toggle);
}

void Classroom::addHandOut() {
    SetupModel& setup = parts_.setup;
    PresetFiles& files = parts_.files;
    setup.restoreLocks(locksFromJson(parts_.settings.locks()));
    const auto show = [this] {
        resetSetup_->setEnabled(parts_.setup.locks().any());
        const bool silent = parts_.setup.locks().advisorHidden;
        parts_.actions.advisor->setEnabled(!silent);
        parts_.advisor.setWanted(!silent && parts_.actions.advisor->isChecked());
        parts_.settings.setLocks(locksToJson(parts_.setup.locks()));
    };
    connect(&setup, &SetupModel::locksChanged, this, show);
    show();
    connect(handIn_, &QAction::triggered, this, &Classroom::askHandIn);
    connect(resetSetup_, &QAction::triggered, &setup, &SetupModel::unlock);
    connect(saveSetup_, &QAction::triggered, this, [this] {
        auto* dialog = new HandOutDialog(parts_.setup, &parts_.window);
        connect(dialog, &HandOutDialog::done, &parts_.files, &PresetFiles::done);
        connect(dialog, &HandOutDialog::failed, &parts_.files, &PresetFiles::failed);
        dialog->show();
    });
    connect(copySetup_, &QAction::triggered, this, [this] {
        SharedSetup shared{parts_.setup.config(), parts_.setup.locks()};
        if (shared.locks.title.isEmpty()) {
            const QString preset = QString::fromStdString(shared.config.preset());
            shared.locks.title = preset.isEmpty() ? tr("settings") : preset;
        }
        QApplication::clipboard()->setText(setupText(shared));
        emit parts_.files.done(tr("The settings are on the clipboard: Edit › Paste settings takes them."));
    });
    connect(pasteSetup_, &QAction::triggered, &files,
            [&files] { files.pasteSetup(QApplication::clipboard()->text()); });
    connect(
        &setup, &SetupModel::heldBack, this,
        [this](const FieldSet& fields) {
            QStringList names;
            for (const int field : fields) names << fieldLabel(field);
            emit parts_.files.done(tr("Locked by the handed-out settings and not changed: %1.").arg(names.join(", ")));
        },
        Qt::QueuedConnection);  // after what the page says about its change
}

QStringList Classroom::runsOfTask() const {
    QString task = parts_.setup.locks().title;
    if (task.isEmpty()) task = QString::fromStdString(parts_.setup.config().preset());
    QStringList ids;
    for (int i = 0; i < parts_.runs.rowCount(); ++i) {
        const RunRow& row = parts_.runs.row(i);
        if (!task.isEmpty() && row.config.preset() == task.toStdString() && !row.live() && !row.damaged) ids << row.id;
    }
    return ids;
}

void Classroom::askHandIn() {
    const QString task = parts_.setup.locks().title.isEmpty() ? QString::fromStdString(parts_.setup.config().preset())
                                                              : parts_.setup.locks().title;
    if (runsOfTask().isEmpty()) return handIn({});
    auto* name = new QInputDialog(&parts_.window);
    name->setAttribute(Qt::WA_DeleteOnClose);
    name->setObjectName("handInName");
    name->setWindowTitle(tr("Hand in runs"));
    name->setLabelText(tr("Your name. The file is named after it, and your teacher knows it by that:"));
    connect(name, &QInputDialog::textValueSelected, this, [this, task](const QString& student) {
        auto* dialog = new QFileDialog(&parts_.window, tr("Save the runs as"), {}, tr("Runs of Mantissa (*.mantissa)"));
        dialog->setObjectName("handInDialog");
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setAcceptMode(QFileDialog::AcceptSave);
        dialog->setDefaultSuffix("mantissa");
        dialog->selectFile(handInFileName(task, student.trimmed().isEmpty() ? tr("student") : student));
        connect(dialog, &QFileDialog::fileSelected, this, &Classroom::handIn);
        dialog->open();
    });
    name->open();
}

void Classroom::handIn(const QString& path) {
    const QStringList ids = runsOfTask();
    if (ids.isEmpty()) {
        emit parts_.files.failed(tr("There is no run to hand in: none with these settings has ended."),
                                 parts_.setup.locks().title.isEmpty()
                                     ? tr("Open the settings that your teacher handed out, train, then hand in.")
                                     : tr("Train with them, let the run end or stop it, then hand in."));
        return;
    }
    parts_.runs.exportRuns(ids, path, true);  // the dialog asks before it replaces a file
}

void Classroom::addLayoutUndo() {
    auto busy = std::make_shared<bool>(false);
    const auto docks = parts_.window.findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly);
    for (QDockWidget* dock : docks) {
        if (dock->objectName() == QLatin1String("lessonDock")) continue;  // comes and goes with its lesson
        auto known = std::make_shared<bool>(!dock->isHidden());           // the window's first show is told as well
        connect(dock->toggleViewAction(), &QAction::toggled, this, [this, dock, busy, known](bool shown) {
            if (std::exchange(*known, shown) == shown) return;
            if (*busy || presenter_->on() || !parts_.window.isVisible()) return;
            parts_.setup.undoStack().push(new DockCommand(dock, shown, busy));
        });
    }
}

void Classroom::tellWaiting() {
    presenter_->hint(tr("A message for you: Esc shows it"));
}

ClassWindow& Classroom::openClass() {
    if (!class_) class_ = new ClassWindow(&parts_.window);
    class_->setOwnLesson(parts_.settings.lesson());
    class_->show();
    class_->raise();
    class_->activateWindow();
    return *class_;
}

}  // namespace mantissa::ui
