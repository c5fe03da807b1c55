// SPDX-License-Identifier: GPL-3.0-or-later
// The menus of the Runs dock and what they ask. An action that cannot be done says why in its tool tip, and the menu
// of a library that is only read says it in its first line.
#include <QFileDialog>
#include <QHeaderView>
#include <QInputDialog>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QTableView>

#include "ui/models/run_list.h"
#include "ui/models/session_model.h"
#include "ui/runs/network_export.h"
#include "ui/runs/run_details_panel.h"
#include "ui/runs/runs_dock.h"
#include "ui/widgets/icons.h"

namespace mantissa::ui {

namespace {

void enable(QAction* action, const QString& whyNot) {
    action->setEnabled(whyNot.isEmpty());
    if (!whyNot.isEmpty()) action->setToolTip(whyNot);
}

}  // namespace

QMenu* RunsDock::makeMenu() {
    auto* menu = new QMenu(this);
    menu->setToolTipsVisible(true);
    const QString why = runs_.whyReadOnly();
    if (!why.isEmpty()) {
        menu->addAction(tr("Read-only: open in another window"))->setEnabled(false);
        menu->addSeparator();
    }
    if (!selectedRuns().isEmpty()) addRunActions(*menu, why);
    const QString noLibrary = runs_.hasLibrary() ? QString() : tr("The runs of this session are not kept.");
    QAction* write = menu->addAction(tr("Export selection…"), this, &RunsDock::askExport);
    enable(write, !noLibrary.isEmpty() ? noLibrary : selectedRuns().isEmpty() ? tr("Select runs first.") : QString());
    const auto count = static_cast<int>(selectedRuns().size());
    QAction* report =
        menu->addAction(count > 0 ? tr("Save report of %n runs…", nullptr, count) : tr("Save report of the selection…"),
                        this, [this] { emit reportWanted(selectedRuns()); });
    enable(report, !noLibrary.isEmpty() ? noLibrary : count > 0 ? QString() : tr("Select runs first."));
    QAction* read = menu->addAction(tr("Import…"), this, &RunsDock::askImport);
    enable(read, noLibrary.isEmpty() ? why : noLibrary);
    menu->addAction(tr("Copy what differs"), details_, &RunDetailsPanel::copyDifferences);
    menu->addSeparator();
    QAction* undo = menu->addAction(tr("Undo delete"), this, &RunsDock::undoDelete);
    undo->setShortcut(QKeySequence::Undo);
    enable(undo, runs_.canUndoRemove() ? QString() : tr("Nothing was deleted in this session."));
    const int gone = runs_.deletedCount();
    const QString erase =
        gone == 0 ? tr("Erase deleted runs for good…") : tr("Erase %n deleted runs for good…", nullptr, gone);
    QAction* purge = menu->addAction(erase, this, [this, gone] { askPurge(gone); });
    enable(purge, !why.isEmpty() ? why : gone == 0 ? tr("The library holds no deleted run.") : QString());
    QAction* share = menu->addAction(tr("Disk space of a run…"), this, &RunsDock::askRunShare);
    share->setObjectName("runShareAction");
    enable(share, !noLibrary.isEmpty() ? noLibrary : why);
    return menu;
}

void RunsDock::addRunActions(QMenu& menu, const QString& why) {
    QModelIndex index = table_->currentIndex();
    if (!table_->selectionModel()->isRowSelected(index.row(), {}))
        index = table_->selectionModel()->selectedRows().first();
    const QModelIndex source = sourceIndex(index);
    const QString id = source.data(RunList::RunIdRole).toString();
    const QStringList ids = selectedRuns();
    const bool pinned = source.data(RunList::PinnedRole).toBool();
    const bool base = source.data(RunList::BaselineRole).toBool();
    const bool shown = source.data(RunList::VisibleRole).toBool();
    const RunRow row = runs_.row(source.row());
    const QPersistentModelIndex kept(index.siblingAtColumn(RunList::NameColumn));

    menu.addAction(tr("Open"), this, [this, kept] { openRun(kept); })->setShortcut(Qt::Key_Return);
    QAction* eye = menu.addAction(glyphIcon(shown ? IconShape::EyeOff : IconShape::Eye),
                                  shown ? tr("Hide on the charts") : tr("Show on the charts"), this,
                                  [this, kept] { toggleVisible(kept); });
    eye->setShortcut(Qt::Key_Space);
    if (shown) enable(eye, runs_.whyNotHidden(id));
    if ((row.state == RunState::interrupted || row.state == RunState::stopped) && !row.damaged) {
        QAction* resume =
            menu.addAction(row.race.isEmpty() ? tr("Resume from checkpoint") : tr("Resume its race from checkpoints"),
                           this, [this, id] { emit resumeRequested(id); });
        resume->setObjectName("resumeAction");
        // What follows could not be kept, and would be missing when it is resumed again.
        enable(resume, runs_.hasLibrary() ? why : QString());
    }
    menu.addAction(tr("Use its settings"), this, [this, id] { useSettings(id); });
    if (networks_) {
        QAction* network =
            menu.addAction(tr("Export the network…"), networks_, [this, id] { networks_->askWhereToSave(id); });
        network->setObjectName("exportRunNetwork");
        enable(network, networks_->whyNot(id));
    }
    menu.addSeparator();
    QAction* rename = menu.addAction(tr("Rename"), this, [this, kept] { table_->edit(kept); });
    rename->setShortcut(Qt::Key_F2);
    enable(rename, why);
    QAction* note = menu.addAction(tr("Write a note"), this, [this, id] { details_->editNote(id); });
    enable(note, why);
    QAction* pin = menu.addAction(glyphIcon(IconShape::Pin), pinned ? tr("Unpin") : tr("Pin to the top"), this,
                                  [this, ids, pinned] { setMark(ids, RunList::PinnedRole, !pinned); });
    enable(pin, why);
    QAction* baseline = menu.addAction(base ? tr("No longer the baseline") : tr("Make it the baseline"), this,
                                       [this, id, base] { setMark({id}, RunList::BaselineRole, !base); });
    baseline->setObjectName("baselineAction");
    enable(baseline, why);
    menu.addSeparator();
    const auto count = static_cast<int>(ids.size());
    QAction* erase = menu.addAction(count > 1 ? tr("Delete %n runs", nullptr, count) : tr("Delete"), this,
                                    [this, ids] { remove(ids); });
    erase->setShortcut(Qt::Key_Delete);
    enable(erase, row.live() && ids.size() == 1 ? tr("It is training: stop it first.") : why);
}

void RunsDock::askExport() {
    const QStringList ids = selectedRuns();
    if (ids.isEmpty()) return;
    auto* dialog = new QFileDialog(this, tr("Export %n runs", nullptr, static_cast<int>(ids.size())), {},
                                   tr("Runs of Mantissa (*.mantissa)"));
    dialog->setObjectName("exportDialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix("mantissa");
    // The dialog asks before it replaces a file.
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, ids](const QString& path) { runs_.exportRuns(ids, path, true); });
    dialog->open();
}

void RunsDock::askImport() {
    auto* dialog = new QFileDialog(this, tr("Import runs"), {}, tr("Runs of Mantissa (*.mantissa);;All files (*)"));
    dialog->setObjectName("importDialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, &runs_, &RunList::importRuns);
    dialog->open();
}

void RunsDock::askPurge(int count) {
    auto* box = new QMessageBox(QMessageBox::Warning, tr("Mantissa"),
                                tr("Erase %n deleted runs for good?", nullptr, count), QMessageBox::Cancel, this);
    box->setObjectName("purgeBox");
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(tr("This cannot be undone. Export what somebody may still ask for."));
    QPushButton* erase = box->addButton(tr("Erase for good"), QMessageBox::DestructiveRole);
    erase->setObjectName("purgeButton");
    box->setDefaultButton(QMessageBox::Cancel);
    connect(erase, &QPushButton::clicked, &runs_, &RunList::purgeDeleted);
    box->open();
}

void RunsDock::askRunShare() {
    auto* dialog = new QInputDialog(this);
    dialog->setObjectName("runShareDialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Disk space of a run"));
    dialog->setLabelText(
        tr("Most that one run may take of the disk, in MiB. Past it the library keeps only some of its "
           "older steps and histograms."));
    dialog->setIntRange(16, 1 << 20);
    dialog->setIntValue(runs_.runShare());
    connect(dialog, &QInputDialog::intValueSelected, &runs_, &RunList::setRunShare);
    dialog->open();
}

void RunsDock::columnMenu(const QPoint& position) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int c = RunList::NameColumn + 1; c < RunList::ColumnCount; ++c) {
        QAction* show = menu->addAction(runs_.headerData(c, Qt::Horizontal).toString());
        show->setCheckable(true);
        show->setChecked(!table_->isColumnHidden(c));
        connect(show, &QAction::toggled, this, [this, c](bool on) { table_->setColumnHidden(c, !on); });
    }
    menu->popup(table_->horizontalHeader()->mapToGlobal(position));
}

}  // namespace mantissa::ui
