// SPDX-License-Identifier: GPL-3.0-or-later
// See runs_dock.h.
#include "ui/shell/runs_dock.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QTableView>
#include <QVBoxLayout>
#include <utility>

#include "ui/models/run_list.h"
#include "ui/models/session_model.h"
#include "ui/shell/dock_title.h"
#include "ui/shell/icons.h"
#include "ui/shell/run_delegate.h"

namespace mantissa::ui {

namespace {
constexpr int undo_ms = 10000;
}

void RunFilter::setText(const QString& text) {
    words_ = text.simplified().split(' ', Qt::SkipEmptyParts);
    invalidateFilter();
}

void RunFilter::setDeleted(const QSet<QString>& runIds) {
    deleted_ = runIds;
    invalidateFilter();
}

bool RunFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
    const QModelIndex first = sourceModel()->index(row, 0, parent);
    if (deleted_.contains(first.data(RunList::RunIdRole).toString())) return false;
    QString all;
    for (int column = 0; column < sourceModel()->columnCount(parent); ++column) {
        all += sourceModel()->index(row, column, parent).data().toString() + ' ';
    }
    for (const QString& word : words_) {
        if (!all.contains(word, Qt::CaseInsensitive)) return false;
    }
    return true;
}

QVariant RunFilter::headerData(int section, Qt::Orientation orientation, int role) const {
    // The dock is narrow: one word, and the whole name as a tip.
    const bool result = orientation == Qt::Horizontal && section == RunList::ResultColumn;
    if (result && role == Qt::DisplayRole) return QString("Test");
    if (result && role == Qt::ToolTipRole) return sourceModel()->headerData(section, orientation, Qt::DisplayRole);
    return QSortFilterProxyModel::headerData(section, orientation, role);
}

bool RunFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    const bool leftPinned = left.siblingAtColumn(0).data(RunList::PinnedRole).toBool();
    const bool rightPinned = right.siblingAtColumn(0).data(RunList::PinnedRole).toBool();
    if (leftPinned != rightPinned) return leftPinned == (sortOrder() == Qt::AscendingOrder);
    return QSortFilterProxyModel::lessThan(left, right);
}

RunsDock::RunsDock(RunList& runs, SessionModel& session, QWidget* parent)
    : QDockWidget("Runs", parent), runs_(runs), session_(session) {
    setObjectName("runsDock");
    setFeatures(QDockWidget::DockWidgetClosable | QDockWidget::DockWidgetMovable);
    setTitleBarWidget(new DockTitle(this, "Alt+2"));
    filter_.setSourceModel(&runs_);
    filter_.setSortRole(RunList::SortRole);
    filter_.setDynamicSortFilter(true);

    auto* body = new QWidget;
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(0, 2, 0, 0);
    column->setSpacing(8);
    search_ = new QLineEdit;
    search_->setObjectName("runFilter");
    search_->setPlaceholderText("Filter runs");
    search_->setAccessibleName("Filter runs");
    search_->setClearButtonEnabled(true);
    auto* line = new QHBoxLayout;
    line->setContentsMargins(10, 0, 10, 0);
    line->addWidget(search_);
    column->addLayout(line);

    table_ = new QTableView;
    table_->setObjectName("runs");
    table_->setAccessibleName("Runs");
    table_->setModel(&filter_);
    table_->setItemDelegateForColumn(RunList::NameColumn, new RunDelegate(table_));
    table_->setItemDelegateForColumn(RunList::ResultColumn, new NumberDelegate(table_));
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    table_->setEditTriggers(QAbstractItemView::EditKeyPressed);
    table_->setContextMenuPolicy(Qt::CustomContextMenu);
    table_->setShowGrid(false);
    table_->setWordWrap(false);
    table_->setTabKeyNavigation(false);
    table_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    QHeaderView* header = table_->horizontalHeader();
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
    column->addWidget(table_, 1);
    setWidget(body);
    fitText();

    deletion_.setSingleShot(true);
    connect(&deletion_, &QTimer::timeout, this, &RunsDock::commitDeletions);
    connect(&runs_, &RunList::shown, this, [this](const QString& id) {
        if (std::exchange(settingsOf_, {}) == id) useSettings(id);
    });
    connect(search_, &QLineEdit::textChanged, &filter_, &RunFilter::setText);
    connect(table_, &QTableView::doubleClicked, this, &RunsDock::openRun);
    connect(table_, &QWidget::customContextMenuRequested, this, &RunsDock::contextMenu);
    connect(header, &QWidget::customContextMenuRequested, this, &RunsDock::columnMenu);
}

void RunsDock::changeEvent(QEvent* event) {
    QDockWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) fitText();
}

void RunsDock::fitText() {
    if (widget()) widget()->setMinimumWidth(fontMetrics().averageCharWidth() * 30);
}

QModelIndex RunsDock::sourceIndex(const QModelIndex& index) const {
    return filter_.mapToSource(index.siblingAtColumn(RunList::NameColumn));
}

QStringList RunsDock::selectedRuns() const {
    QStringList ids;
    for (const QModelIndex& index : table_->selectionModel()->selectedRows()) {
        ids << sourceIndex(index).data(RunList::RunIdRole).toString();
    }
    return ids;
}

void RunsDock::openRun(const QModelIndex& index) {
    if (index.isValid()) runs_.show(sourceIndex(index).data(RunList::RunIdRole).toString());
}

void RunsDock::toggleVisible(const QModelIndex& index) {
    const QModelIndex source = sourceIndex(index);
    if (source.isValid()) runs_.setData(source, !source.data(RunList::VisibleRole).toBool(), RunList::VisibleRole);
}

void RunsDock::setPinned(const QStringList& ids, bool pinned) {
    for (const QString& id : ids) {
        const int row = runs_.rowOf(id);
        if (row >= 0) runs_.setData(runs_.index(row, RunList::NameColumn), pinned, RunList::PinnedRole);
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
    commitDeletions();
    for (const QString& id : ids) {
        const int row = runs_.rowOf(id);
        if (row < 0 || runs_.index(row, 0).data(RunList::LiveRole).toBool()) continue;
        session_.setVisible(id, false);
        pending_.insert(id);
    }
    if (pending_.isEmpty()) return;
    filter_.setDeleted(pending_);
    deletion_.start(undo_ms);
    emit deleted(pending_.size() == 1 ? QString("1 run deleted") : QString("%1 runs deleted").arg(pending_.size()),
                 undo_ms);
}

void RunsDock::undoDelete() {
    deletion_.stop();
    for (const QString& id : std::as_const(pending_)) session_.setVisible(id, true);
    pending_.clear();
    filter_.setDeleted({});
}

void RunsDock::commitDeletions() {
    deletion_.stop();
    const QSet<QString> ids = std::exchange(pending_, {});
    for (const QString& id : ids) runs_.removeRun(id);
    filter_.setDeleted({});
}

void RunsDock::contextMenu(const QPoint& position) {
    const QModelIndex index = table_->indexAt(position);
    if (!index.isValid()) return;
    const QModelIndex source = sourceIndex(index);
    const QString id = source.data(RunList::RunIdRole).toString();
    const QStringList ids = selectedRuns();
    const bool pinned = source.data(RunList::PinnedRole).toBool();
    const bool live = source.data(RunList::LiveRole).toBool();
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const bool shown = source.data(RunList::VisibleRole).toBool();
    const QPersistentModelIndex kept(index.siblingAtColumn(RunList::NameColumn));
    menu->addAction(glyphIcon(shown ? IconShape::EyeOff : IconShape::Eye),
                    shown ? "Hide on the charts" : "Show on the charts", this, [this, kept] { toggleVisible(kept); });
    menu->addAction("Rename", this, [this, kept] { table_->edit(kept); })->setShortcut(Qt::Key_F2);
    menu->addAction(glyphIcon(IconShape::Pin), pinned ? "Unpin" : "Pin to the top", this,
                    [this, ids, pinned] { setPinned(ids, !pinned); });
    menu->addAction("Use its settings", this, [this, id] { useSettings(id); });
    menu->addSeparator();
    QAction* erase = menu->addAction(ids.size() > 1 ? QString("Delete %1 runs").arg(ids.size()) : QString("Delete"),
                                     this, [this, ids] { remove(ids); });
    erase->setShortcut(Qt::Key_Delete);
    erase->setEnabled(!live);
    menu->popup(table_->viewport()->mapToGlobal(position));
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

bool RunsDock::eventFilter(QObject* watched, QEvent* event) {
    if (watched == table_ && (event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride)) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool ours = key->modifiers() == Qt::NoModifier &&
                          (key->key() == Qt::Key_Delete || key->key() == Qt::Key_Return || key->key() == Qt::Key_H);
        if (ours && event->type() == QEvent::ShortcutOverride) {
            event->accept();
            return true;
        }
        if (ours && key->key() == Qt::Key_Delete) remove(selectedRuns());
        if (ours && key->key() == Qt::Key_Return) openRun(table_->currentIndex());
        if (ours && key->key() == Qt::Key_H) toggleVisible(table_->currentIndex());
        if (ours) return true;
    }
    return QDockWidget::eventFilter(watched, event);
}

}  // namespace mantissa::ui
