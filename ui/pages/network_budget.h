// SPDX-License-Identifier: GPL-3.0-or-later
// The precision budget of a run's network: a button that has it found, how far that is, and what each operation needs.
#pragma once

#include <QWidget>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "ui/client/budget_runner.h"

class QLabel;
class QPushButton;

namespace mantissa::ui {

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

  private:
    struct Known {
        std::map<QString, BitNeed> needs;  ///< by operation; under an empty name: of all at once
        QString problem;
    };
    void press();
    void take(const BitNeed& need);
    void tell();
    const Known* known() const;
    static QString sentence(const BitNeed& need);

    const SessionModel& session_;
    BudgetRunner* runner_ = nullptr;
    QPushButton* button_;
    QLabel* status_;
    std::string shown_, searched_;  ///< runs
    QString progress_;
    std::map<std::string, Known> known_;
};

}  // namespace mantissa::ui
