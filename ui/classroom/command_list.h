// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that the window can do, with its keys, in one list that is searched by typing; Return does it.
#pragma once

#include <QDialog>
#include <QKeySequence>
#include <QList>
#include <QPointer>
#include <QString>

class QAction;
class QLabel;
class QLineEdit;
class QShortcut;
class QTableWidget;
class QWidget;

namespace mantissa::ui {

/// One line of the list.
struct Command {
    QString name;                  ///< "Save preset as…", without the mark of its letter
    QString place;                 ///< the menu it stands in, "View › Theme"; empty where it stands in none
    QString keys;                  ///< "Ctrl+S"; several are separated by commas
    QString tip;                   ///< one sentence more; may be empty
    QPointer<QAction> action;      ///< what is done; null for a shortcut without an action
    QPointer<QShortcut> shortcut;  ///< of a control that has no action
};

/// Every command of `window`: those in its menus first, in their order, then what has only a key or a button, then
/// shortcuts that are no actions. None twice; separators, menus and what is invisible are left out.
QList<Command> commandsOf(const QWidget& window);

class CommandList : public QDialog {
    Q_OBJECT

  public:
    /// Lists what `window` can do now.
    explicit CommandList(QWidget* window);

    /// Lines that contain every word of what is typed.
    int shown() const;
    /// The chosen line's name; empty where none is left.
    QString chosen() const;

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void fill();
    void filter();
    void choose(int row);
    void move(int by);
    void carryOut();

    QList<Command> commands_;
    QLineEdit* search_;
    QTableWidget* table_;
    QLabel* tip_;
};

}  // namespace mantissa::ui
