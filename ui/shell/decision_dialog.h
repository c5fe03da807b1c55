// SPDX-License-Identifier: GPL-3.0-or-later
// File › Decision sheet: which precision for the network in the Setup dock on this device, measured by the worker,
// shown and saved as one page.
#pragma once

#include <QDialog>
#include <functional>

#include "engine/report/decision_sheet.h"
#include "engine/run/run.pb.h"

class QDoubleSpinBox;
class QProgressBar;
class QPushButton;
class QTextBrowser;

namespace mantissa::ui {

class DecisionRunner;
class TextLabel;

class DecisionDialog : public QDialog {
    Q_OBJECT

  public:
    /// `runner` is not owned and outlives the dialog. `settings`: what the sheet is about, asked when it is measured.
    /// `occupied`: why nothing can be measured now, a sentence; empty where it can.
    DecisionDialog(DecisionRunner& runner, std::function<run::RunConfig()> settings, std::function<QString()> occupied,
                   QWidget* parent);
    /// A measurement that is under way ends with the dialog.
    ~DecisionDialog() override;

    /// The sheet as it was made; empty before that.
    const QString& html() const { return html_; }
  signals:
    /// The button that trains what the sheet lacks was pressed: a race of these, over so many seeds.
    void trainingWanted(const std::vector<mantissa::run::RunConfig>& lanes, int seeds);

  public:
    /// Writes it; a sentence on why it could not, empty where it could.
    QString saveTo(const QString& path) const;

  private:
    void build();
    void press();
    void take(DecisionSheet sheet);
    void trainMissing();
    void askWhereToSave();
    void tell(const QString& status);

    DecisionRunner& runner_;
    std::function<run::RunConfig()> settings_;
    std::function<QString()> occupied_;
    QString html_;
    QDoubleSpinBox* memory_;
    QPushButton* measure_;
    MissingRuns missing_;
    QPushButton* train_;
    QPushButton* save_;
    QProgressBar* busy_;
    TextLabel* status_;
    QTextBrowser* sheet_;
};

}  // namespace mantissa::ui
