// SPDX-License-Identifier: GPL-3.0-or-later
// How a teacher hands out the Setup dock's settings: a name, a sentence, and which of them are locked or hidden; then
// as a preset file or as one line of text.
#pragma once

#include <QDialog>

#include "ui/classroom/setup_file.h"

class QCheckBox;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QTableWidget;

namespace mantissa::ui {

class SetupModel;

class HandOutDialog : public QDialog {
    Q_OBJECT

  public:
    /// `setup` is only read; it outlives the dialog.
    explicit HandOutDialog(const SetupModel& setup, QWidget* parent = nullptr);

    /// What would be handed out now.
    SharedSetup shared() const;
    /// Locks or hides a setting by its number, as a click in the table does.
    void setLocked(int field, bool locked);
    void setHidden(int field, bool hidden);
    /// Locks every setting, or frees all that are locked.
    void lockAll(bool locked);
    /// Writes the file; false, with `failed` emitted, if that failed.
    bool save(const QString& path);
    /// Puts the line of text on the clipboard.
    void copy();

  signals:
    void done(const QString& sentence);
    void failed(const QString& sentence, const QString& remedy);

  private:
    void fillTable();
    void askWhereToSave();
    void check();
    void mark(int field, int column, bool on);

    const SetupModel& setup_;
    QLineEdit* name_;
    QPlainTextEdit* description_;
    QTableWidget* table_;
    QCheckBox* advisor_;
    QPushButton* save_;
    QPushButton* copy_;
};

}  // namespace mantissa::ui
