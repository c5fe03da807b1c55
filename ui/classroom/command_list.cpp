// SPDX-License-Identifier: GPL-3.0-or-later
// See command_list.h.
#include "ui/classroom/command_list.h"

#include <QAction>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QSet>
#include <QShortcut>
#include <QTableWidget>
#include <QTimer>
#include <QToolBar>
#include <QVBoxLayout>

#include "ui/charts/screen_fit.h"

namespace mantissa::ui {

namespace {

enum CommandColumn { NameColumn, KeysColumn, PlaceColumn, CommandColumns };

/// "&Save" as "Save", "a && b" as "a & b".
QString withoutMark(const QString& text) {
    QString plain;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] == u'&' && i + 1 < text.size()) ++i;
        plain += text[i];
    }
    return plain;
}

QString keysOf(const QList<QKeySequence>& keys) {
    QStringList texts;
    for (const QKeySequence& key : keys) texts << key.toString(QKeySequence::NativeText);
    return texts.join(", ");
}

bool listed(const QAction& action) {
    if (action.isSeparator() || action.menu() || !action.isVisible() || action.text().isEmpty()) return false;
    // Qt's own: what clears a line, and what shows or hides the toolbar.
    if (action.objectName().startsWith("_q_") || action.objectName().startsWith("qt_")) return false;
    const auto* bar = qobject_cast<const QToolBar*>(action.parent());
    return !bar || bar->toggleViewAction() != &action;
}

class Collector {
  public:
    void menu(const QMenu& menu, const QString& path) {
        for (QAction* action : menu.actions()) {
            if (QMenu* below = action->menu())
                this->menu(*below, path + QStringLiteral(" › ") + withoutMark(action->text()));
            else
                add(*action, path);
        }
    }
    void add(QAction& action, const QString& path) {
        if (!listed(action) || seen_.contains(&action)) return;
        seen_.insert(&action);
        const QString tip = action.statusTip().isEmpty() ? action.toolTip() : action.statusTip();
        const QString name = withoutMark(action.text());
        found << Command{name, path, keysOf(action.shortcuts()), tip == name ? QString() : tip, &action, {}};
    }
    QList<Command> found;

  private:
    QSet<const QAction*> seen_;
};

}  // namespace

QList<Command> commandsOf(const QWidget& window) {
    Collector collector;
    if (const auto* main = qobject_cast<const QMainWindow*>(&window)) {
        for (const QAction* top : main->menuBar()->actions())
            if (top->menu()) collector.menu(*top->menu(), withoutMark(top->text()));
    }
    for (QAction* action : window.findChildren<QAction*>()) collector.add(*action, {});
    for (QShortcut* shortcut : window.findChildren<QShortcut*>()) {
        if (shortcut->key().isEmpty() || shortcut->objectName().startsWith("qt_")) continue;
        const QString name =
            shortcut->whatsThis().isEmpty() ? CommandList::tr("Key of a control") : shortcut->whatsThis();
        collector.found << Command{name, {}, keysOf({shortcut->key()}), {}, {}, shortcut};
    }
    return collector.found;
}

CommandList::CommandList(QWidget* window)
    : QDialog(window),
      commands_(commandsOf(*window)),
      search_(new QLineEdit),
      table_(new QTableWidget(0, CommandColumns)),
      tip_(new QLabel) {
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName("commandList");
    setWindowTitle(tr("Commands and keys"));
    search_->setObjectName("commandSearch");
    search_->setAccessibleName(tr("Search for a command"));
    search_->setPlaceholderText(tr("Type a part of a name or a key"));
    search_->setClearButtonEnabled(true);
    table_->setObjectName("commandTable");
    table_->setAccessibleName(tr("Commands and keys"));
    table_->setHorizontalHeaderLabels({tr("Command"), tr("Keys"), tr("Menu")});
    table_->verticalHeader()->hide();
    table_->setShowGrid(false);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setTabKeyNavigation(false);
    table_->horizontalHeader()->setHighlightSections(false);
    table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table_->horizontalHeader()->setSectionResizeMode(NameColumn, QHeaderView::Stretch);
    for (const int column : {KeysColumn, PlaceColumn})
        table_->horizontalHeader()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    tip_->setTextFormat(Qt::PlainText);
    tip_->setWordWrap(true);
    tip_->setObjectName("commandTip");
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(14, 14, 14, 12);
    column->addWidget(search_);
    column->addWidget(table_, 1);
    column->addWidget(tip_);
    fill();
    search_->installEventFilter(this);
    table_->installEventFilter(this);
    connect(search_, &QLineEdit::textChanged, this, &CommandList::filter);
    connect(table_, &QTableWidget::currentCellChanged, this, [this](int row) { choose(row); });
    connect(table_, &QTableWidget::doubleClicked, this, &CommandList::carryOut);
    filter();
    search_->setFocus();
    const int letter = fontMetrics().averageCharWidth();
    resizeWithinScreen(*this, {letter * 84, letter * 70});
}

void CommandList::fill() {
    table_->setRowCount(static_cast<int>(commands_.size()));
    table_->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    for (int row = 0; row < commands_.size(); ++row) {
        const Command& command = commands_[row];
        const bool possible = !command.action || command.action->isEnabled();
        QString name = command.name;
        if (command.action && command.action->isCheckable() && command.action->isChecked()) name += tr(" (on)");
        const QString texts[] = {name, command.keys, command.place};
        for (int column = 0; column < CommandColumns; ++column) {
            auto* item = new QTableWidgetItem(texts[column]);
            if (!possible) item->setForeground(palette().color(QPalette::PlaceholderText));
            table_->setItem(row, column, item);
        }
    }
}

void CommandList::filter() {
    const QStringList words = search_->text().split(' ', Qt::SkipEmptyParts);
    int first = -1;
    for (int row = 0; row < commands_.size(); ++row) {
        const Command& command = commands_[row];
        const QString text = QStringList{command.name, command.keys, command.place, command.tip}.join('\n');
        bool fits = true;
        for (const QString& word : words) fits = fits && text.contains(word, Qt::CaseInsensitive);
        table_->setRowHidden(row, !fits);
        // What begins with the word goes before what only contains it.
        const bool begins = fits && !words.isEmpty() && command.name.startsWith(words.first(), Qt::CaseInsensitive);
        if (fits && (first < 0 || (begins && !commands_[first].name.startsWith(words.first(), Qt::CaseInsensitive))))
            first = row;
    }
    if (first >= 0) {
        table_->setCurrentCell(first, NameColumn);
    } else {
        table_->setCurrentCell(-1, -1);
    }
    choose(first);
}

int CommandList::shown() const {
    int rows = 0;
    for (int row = 0; row < table_->rowCount(); ++row) rows += table_->isRowHidden(row) ? 0 : 1;
    return rows;
}

QString CommandList::chosen() const {
    const int row = table_->currentRow();
    return row < 0 || table_->isRowHidden(row) ? QString() : commands_[row].name;
}

void CommandList::choose(int row) {
    if (row < 0 || row >= commands_.size()) {
        tip_->setText(tr("No command has this name."));
        return;
    }
    const Command& command = commands_[row];
    QString text = command.tip.isEmpty() ? command.name : command.tip;
    if (command.action && !command.action->isEnabled()) text += tr(" · not possible now");
    if (!command.action) text += tr(" · its key works where the control is");
    tip_->setText(text);
}

void CommandList::move(int by) {
    int row = table_->currentRow();
    for (int left = std::abs(by); left > 0; --left) {
        int next = row;
        do {
            next += by > 0 ? 1 : -1;
        } while (next >= 0 && next < table_->rowCount() && table_->isRowHidden(next));
        if (next < 0 || next >= table_->rowCount()) break;
        row = next;
    }
    if (row >= 0) table_->setCurrentCell(row, NameColumn);
}

bool CommandList::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress) return QDialog::eventFilter(watched, event);
    constexpr int page = 10;
    switch (static_cast<QKeyEvent*>(event)->key()) {
        case Qt::Key_Return:
        case Qt::Key_Enter:
            carryOut();
            return true;
        case Qt::Key_Down:
            move(1);
            return true;
        case Qt::Key_Up:
            move(-1);
            return true;
        case Qt::Key_PageDown:
            move(page);
            return true;
        case Qt::Key_PageUp:
            move(-page);
            return true;
        default:
            return QDialog::eventFilter(watched, event);
    }
}

void CommandList::carryOut() {
    if (chosen().isEmpty()) return;
    const Command command = commands_[table_->currentRow()];
    if (command.action && !command.action->isEnabled()) {
        tip_->setText(tr("“%1” is not possible now.").arg(command.name));
        return;
    }
    close();
    // Later: the window has the keyboard again by then, and this dialog is gone if the command ends the program.
    if (QAction* action = command.action) QTimer::singleShot(0, action, &QAction::trigger);
    if (QShortcut* shortcut = command.shortcut) QTimer::singleShot(0, shortcut, &QShortcut::activated);
}

}  // namespace mantissa::ui
