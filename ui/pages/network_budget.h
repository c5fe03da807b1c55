// SPDX-License-Identifier: GPL-3.0-or-later
// The precision budget of a run's network: a button that has it found, how far that is, and what each operation needs.
// What is found is a record of the run.
#pragma once

#include <QWidget>
#include <string>

#include "engine/run/run.pb.h"

class QLabel;
class QPushButton;

namespace mantissa::ui {

class BudgetRunner;
class RunModel;
class SessionModel;
struct DiagramData;
struct NetworkGraph;

class NetworkBudget : public QWidget {
    Q_OBJECT

  public:
    /// `session` is not owned and must outlive it. The widget is what is said; its button goes where the page wants it.
    explicit NetworkBudget(const SessionModel& session, QWidget* parent = nullptr);

    /// Who searches; not owned, must outlive it. Without one the button cannot be pressed.
    void setRunner(BudgetRunner* runner);
    /// Of which run it speaks from now on; null: of none.
    void show(const RunModel* run);

    /// Writes what is known of the shown run into the boxes: of a folded block what its widest operation needs.
    void writeInto(DiagramData& drawn, const NetworkGraph& graph) const;

    QPushButton& button() { return *button_; }
    QLabel& status() { return *status_; }

  signals:
    /// More is known of the shown run.
    void changed();
    /// A search is over, and this is what it found of its run.
    void answered(const mantissa::run::Record& record);

  private:
    void press();
    void take(const run::PrecisionBudget::Need& need);
    void finish(const QString& problem);
    void tell();
    /// Of the shown run: what the search has found so far, or what is kept; null: nothing.
    const run::PrecisionBudget* known() const;
    bool searches() const;  ///< any run

    const SessionModel& session_;
    BudgetRunner* runner_ = nullptr;
    QPushButton* button_;
    QLabel* status_;
    std::string shown_, searched_;  ///< runs
    std::uint32_t lane_ = 0;        ///< of the searched one
    QString progress_, problem_;    ///< of the searched one
    run::PrecisionBudget found_;    ///< so far
};

}  // namespace mantissa::ui
