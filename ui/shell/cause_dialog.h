// SPDX-License-Identifier: GPL-3.0-or-later
// Find the cause…: why the current run fails in its formats and the smallest cure, searched by the worker, with its
// progress, and a button that sets the cure for the next run. What was found before is shown at once. A search that was
// stopped, by the button or at its time limit, goes on where it stood; each of its trainings is a row of a table.
#pragma once

#include <QDialog>
#include <optional>

#include "engine/run/run.pb.h"
#include "ui/client/cause_runner.h"

class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QTableWidget;

namespace mantissa::ui {

class TextLabel;

/// The answer's sentences in the person's language.
QString causeInWords(const run::Diagnosis& answer);

class CauseDialog : public QDialog {
    Q_OBJECT

  public:
    /// Shows the answer that is `known`; without one it begins at once to search for what `question` says of the run
    /// called `name`. `runner` is not owned and outlives the dialog, which ends a search that is under way.
    CauseDialog(CauseRunner& runner, CauseQuestion question, const QString& name,
                const std::optional<run::Diagnosis>& known, QWidget* parent);
    ~CauseDialog() override;

  signals:
    /// The button was pressed that sets this cure, a change of the run's settings, for the next run.
    void cureWanted(const mantissa::run::RunConfig& cure);
    /// The search has answered.
    void answered(const mantissa::run::Diagnosis& answer);

  private:
    void build(const QString& name);
    /// `anew`: not where an earlier one was stopped.
    void search(bool anew);
    void showTrials();
    void showProgress(const CauseProgress& progress);
    void showAnswer(const run::Diagnosis& answer);
    void tell(const QString& status);
    void askForFile();

    CauseRunner& runner_;
    CauseQuestion question_;
    run::Diagnosis answer_;
    int trainings_ = 0;  // of searches before the one under way
    int search_ = 0;     // and of that one
    TextLabel* status_;
    QProgressBar* progress_;
    QPlainTextEdit* text_;
    QTableWidget* trials_;
    QSpinBox* limit_;
    QPushButton* stop_;
    QPushButton* goOn_;
    QPushButton* again_;
    QPushButton* apply_;
    QPushButton* copy_;
    QPushButton* export_;
};

}  // namespace mantissa::ui
