// SPDX-License-Identifier: GPL-3.0-or-later
// See runs_dock.h; what its menus and file dialogs do is in runs_dock_menu.cpp.
#include "ui/runs/runs_dock.h"

#include <QApplication>
#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QShortcut>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/models/run_list.h"
#include "ui/models/session_model.h"
#include "ui/runs/run_delegate.h"
#include "ui/runs/run_details_panel.h"
#include "ui/widgets/dock_title.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/text_label.h"

namespace mantissa::ui {

namespace {
constexpr int undo_ms = 10000;
}

RunsDock::RunsDock(RunList& runs, SessionModel& session, QWidget* parent)
    : QDockWidget(tr("Runs"), parent), runs_(runs), session_(session) {
    setObjectName("runsDock");
    setFeatures(QDockWidget::DockWidgetClosable | QDockWidget::DockWidgetMovable);
    setTitleBarWidget(new DockTitle(this, "Alt+2"));
    filter_.setSourceModel(&runs_);
    filter_.setSortRole(RunList::SortRole);
    filter_.setDynamicSortFilter(true);
    makeTable();
    setWidget(makeBody());
    fitText();

    connect(&runs_, &RunList::shown, this, [this](QString id) {  // a copy: it may be one of these
        const auto wanted = [&id](QString& waiting) {
            const bool this_one = waiting == id;
            if (this_one) waiting.clear();
            return this_one;
        };
        if (wanted(settingsOf_)) useSettings(id);
        if (wanted(opened_)) session_.setCurrentRun(id);
    });
    connect(search_, &QLineEdit::textChanged, &filter_, &RunFilter::setText);
    connect(search_, &QLineEdit::textChanged, this, &RunsDock::showDetails);
    connect(table_, &QTableView::doubleClicked, this, &RunsDock::openRun);
    connect(table_->selectionModel(), &QItemSelectionModel::currentChanged, this, &RunsDock::showDetails);
    connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        details_->setSelection(selectedRuns());
        showDetails();
    });
    connect(&session_, &SessionModel::currentRunChanged, this, [this] {
        // The details go on to the next run with the pages: "This run" is the one that they show. Several that are
        // chosen stay, and one whose note or tags are being written.
        const RunModel* const current = session_.currentRun();
        const QStringList chosen = selectedRuns();
        const bool another = !current || chosen != QStringList{QString::fromStdString(current->runId())};
        if (chosen.size() == 1 && another && !details_->isAncestorOf(QApplication::focusWidget())) {
            table_->setCurrentIndex({});
            table_->clearSelection();
        }
        showDetails();
    });
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(&filter_, signal, this, &RunsDock::showDetails);
    connect(&filter_, &QAbstractItemModel::modelReset, this, &RunsDock::showDetails);
    connect(&filter_, &QAbstractItemModel::dataChanged, this, &RunsDock::showDetails);
    connect(new QShortcut(QKeySequence::Find, this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut),
            &QShortcut::activated, search_, [this] {
                search_->setFocus(Qt::ShortcutFocusReason);
                search_->selectAll();
            });
    showDetails();
}

QWidget* RunsDock::makeBody() {
    auto* body = new QWidget;
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(0, 2, 0, 0);
    column->setSpacing(8);
    search_ = new QLineEdit;
    search_->setObjectName("runFilter");
    search_->setPlaceholderText(tr("Find a run"));
    search_->setAccessibleName(tr("Find runs by name, note, tag, preset, precision or device"));
    search_->setToolTip(
        tr("Name, note, tag, preset, precision, device (Ctrl+F).\nOnly in one of them: tag:homework precision:fp16"));
    search_->setClearButtonEnabled(true);
    search_->installEventFilter(this);
    more_ = new QToolButton;
    more_->setObjectName("runsMenu");
    more_->setText(QStringLiteral("⋯"));
    more_->setAutoRaise(true);
    more_->setAccessibleName(tr("What can be done with runs"));
    more_->setToolTip(tr("Export, import, compare, delete"));
    connect(more_, &QToolButton::clicked, this, [this] {
        QMenu* menu = makeMenu();
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->popup(more_->mapToGlobal(QPoint(0, more_->height())));
    });
    auto* line = new QHBoxLayout;
    line->setContentsMargins(10, 0, 6, 0);
    line->setSpacing(4);
    line->addWidget(search_, 1);
    line->addWidget(more_);
    column->addLayout(line);

    details_ = new RunDetailsPanel(runs_, session_);
    split_ = new QSplitter(Qt::Vertical);
    split_->setObjectName("runsSplit");
    split_->addWidget(table_);
    split_->addWidget(details_);
    split_->setStretchFactor(0, 1);
    split_->setStretchFactor(1, 1);
    split_->setSizes({300, 300});
    split_->setCollapsible(0, false);
    column->addWidget(split_, 1);
    return body;
}

void RunsDock::makeTable() {
    table_ = new QTableView;
    table_->setObjectName("runs");
    table_->setAccessibleName(tr("Runs"));
    table_->setModel(&filter_);
    table_->setItemDelegateForColumn(RunList::NameColumn, new RunDelegate(table_));
    for (const int c : {RunList::ResultColumn, RunList::DeltaColumn})
        table_->setItemDelegateForColumn(c, new NumberDelegate(table_));
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    table_->setEditTriggers(QAbstractItemView::EditKeyPressed);
    table_->setContextMenuPolicy(Qt::CustomContextMenu);
    table_->setShowGrid(false);
    table_->setWordWrap(false);
    table_->setTabKeyNavigation(false);
    table_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setSectionResizeMode(
        QHeaderView::Fixed);  // measuring a thousand rows at each key is slow
    QHeaderView* header = table_->horizontalHeader();
    header->setResizeContentsPrecision(0);  // the rows in view
    header->setHighlightSections(false);
    header->setSortIndicatorClearable(true);
    header->setSortIndicator(-1, Qt::AscendingOrder);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    header->setStretchLastSection(false);
    header->setSectionResizeMode(RunList::NameColumn, QHeaderView::Stretch);
    header->setMinimumSectionSize(40);
    for (int c = 0; c < RunList::ColumnCount; ++c) {
        if (c != RunList::NameColumn) header->setSectionResizeMode(c, QHeaderView::ResizeToContents);
        table_->setColumnHidden(c, c != RunList::NameColumn && c != RunList::ResultColumn);
    }
    table_->setSortingEnabled(true);
    table_->installEventFilter(this);
    connect(table_, &QWidget::customContextMenuRequested, this, [this](const QPoint& position) {
        QMenu* menu = makeMenu();
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->popup(table_->viewport()->mapToGlobal(position));
    });
    connect(header, &QWidget::customContextMenuRequested, this, &RunsDock::columnMenu);
    none_ = new TextLabel({}, TextRole::Note);
    none_->setObjectName("noRuns");
    none_->setWordWrap(true);
    none_->setAlignment(Qt::AlignTop | Qt::AlignHCenter);
    none_->setContentsMargins(10, 10, 10, 10);
    none_->setAttribute(Qt::WA_TransparentForMouseEvents);
    auto* over = new QVBoxLayout(table_->viewport());
    over->setSizeConstraint(QLayout::SetNoConstraint);
    over->addWidget(none_);
}

void RunsDock::changeEvent(QEvent* event) {
    QDockWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) fitText();
}

void RunsDock::fitText() {
    if (widget()) widget()->setMinimumWidth(fontMetrics().averageCharWidth() * 30);
    if (table_) table_->verticalHeader()->setDefaultSectionSize(table_->fontMetrics().height() * 2 + 10);
}

QModelIndex RunsDock::sourceIndex(const QModelIndex& index) const {
    return filter_.mapToSource(index.siblingAtColumn(RunList::NameColumn));
}

QStringList RunsDock::selectedRuns() const {
    QModelIndexList rows = table_->selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end(), [](const QModelIndex& a, const QModelIndex& b) { return a.row() < b.row(); });
    QStringList ids;
    for (const QModelIndex& index : rows) ids << sourceIndex(index).data(RunList::RunIdRole).toString();
    return ids;
}

void RunsDock::showDetails() {
    QModelIndex index = table_->currentIndex();
    if (index.isValid() && !table_->selectionModel()->isRowSelected(index.row(), {})) index = {};  // taken back
    const RunModel* current = session_.currentRun();  // the one on display, until another is chosen
    details_->setRun(index.isValid() ? sourceIndex(index).data(RunList::RunIdRole).toString()
                     : current       ? QString::fromStdString(current->runId())
                                     : QString());
    details_->setVisible(runs_.rowCount() > 0);
    none_->setVisible(filter_.rowCount() == 0);
    none_->setText(search_->text().isEmpty() ? tr("Each run that you train is kept here.")
                                             : tr("No run has “%1”.").arg(search_->text()));
}

void RunsDock::openRun(const QModelIndex& index) {
    if (!index.isValid()) return;
    const QString id = sourceIndex(index).data(RunList::RunIdRole).toString();
    opened_ = id;
    runs_.show(id);
}

void RunsDock::toggleVisible(const QModelIndex& index) {
    const QModelIndex source = sourceIndex(index);
    if (source.isValid()) runs_.setData(source, !source.data(RunList::VisibleRole).toBool(), RunList::VisibleRole);
}

void RunsDock::setMark(const QStringList& ids, int role, bool on) {
    for (const QString& id : ids) {
        const int row = runs_.rowOf(id);
        if (row >= 0) runs_.setData(runs_.index(row, RunList::NameColumn), on, role);
    }
}

void RunsDock::useSettings(const QString& runId) {
    if (const RunModel* run = session_.run(runId)) {
        emit settingsWanted(run->currentConfig());
        return;
    }
    settingsOf_ = runId;  // it is read from the library first
    runs_.show(runId);
}

void RunsDock::remove(const QStringList& ids) {
    const int count = runs_.removeRuns(ids);
    if (count > 0) emit deleted(tr("%n runs deleted", nullptr, count), undo_ms);
}

void RunsDock::undoDelete() {
    runs_.undoRemove();
    emit deleteUndone();
}

bool RunsDock::eventFilter(QObject* watched, QEvent* event) {
    if (watched == table_ && event->type() == QEvent::FontChange) fitText();  // it may have its font after the dock
    const bool pressed = event->type() == QEvent::KeyPress;
    if (!pressed && event->type() != QEvent::ShortcutOverride) return QDockWidget::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    if (watched == search_ && pressed && key->key() == Qt::Key_Down) {
        table_->setFocus(Qt::TabFocusReason);
        if (!table_->currentIndex().isValid()) table_->selectRow(0);
        return true;
    }
    const QWidget* const keyboard = QApplication::focusWidget();
    const bool editing = keyboard && keyboard != table_ && table_->isAncestorOf(keyboard);  // Return ends a name
    if (watched == table_ && !editing) {
        const bool undo = key->matches(QKeySequence::Undo) && runs_.canUndoRemove();
        const bool plain = key->modifiers() == Qt::NoModifier || key->modifiers() == Qt::KeypadModifier;
        const bool enter = plain && (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter);
        const bool eye = plain && (key->key() == Qt::Key_Space || key->key() == Qt::Key_H);
        const bool erase = plain && key->key() == Qt::Key_Delete;
        if (!undo && !enter && !eye && !erase) return QDockWidget::eventFilter(watched, event);
        if (!pressed) {  // ours, not a shortcut of the window
            event->accept();
            return true;
        }
        if (undo) undoDelete();
        if (enter) openRun(table_->currentIndex());
        if (eye) toggleVisible(table_->currentIndex());
        if (erase) remove(selectedRuns());
        return true;
    }
    return QDockWidget::eventFilter(watched, event);
}

}  // namespace mantissa::ui
