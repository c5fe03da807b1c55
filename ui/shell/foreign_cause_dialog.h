// SPDX-License-Identifier: GPL-3.0-or-later
// Find the cause… of a run that another program trained: nothing is searched for, its recording is asked.
#pragma once

#include <QDialog>

#include "engine/report/foreign_cause.h"

class QPlainTextEdit;
class QPushButton;

namespace mantissa::ui {

/// The answer in the person's language: its sentences, PyTorch lines, and what the recording cannot tell.
QString causeInWords(const ForeignCause& cause);

class ForeignCauseDialog : public QDialog {
    Q_OBJECT

  public:
    /// `name`: what the run is called.
    ForeignCauseDialog(const QString& name, QWidget* parent);

    /// Shows this answer in the place of what is shown.
    void show(const ForeignCause& cause);
    using QDialog::show;

  private:
    QPlainTextEdit* text_;
    QPushButton* copy_;
    QString code_;
};

/// Opens the dialog over `parent`, in the place of one that is open: the recording may have grown.
void showForeignCause(const ForeignEvidence& evidence, const QString& name, QWidget* parent);

}  // namespace mantissa::ui
