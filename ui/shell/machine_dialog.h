// SPDX-License-Identifier: GPL-3.0-or-later
// Asks where the worker runs: this computer, another one by ssh, a node of Slurm. It checks what is typed while it is
// typed and says what is wrong with it; connecting is its owner's business.
#pragma once

#include <QDialog>
#include <optional>

#include "ui/client/worker_place.h"

class QCheckBox;
class QLineEdit;
class QPushButton;
class QRadioButton;

namespace mantissa::ui {

class TextLabel;

class MachineDialog : public QDialog {
    Q_OBJECT

  public:
    explicit MachineDialog(const WorkerPlace& now, QWidget* parent = nullptr);

    /// What is typed; nothing where something is wrong with it.
    std::optional<WorkerPlace> place() const;
    /// Puts what was used before into the lines of the kinds that are not chosen now.
    void fillIn(const WorkerPlace& ssh, const WorkerPlace& slurm);
    /// Something stands in the way of another machine now (a run trains): says so, and only closing is left.
    void setOccupied(const QString& reason);

  signals:
    void chosen(const mantissa::ui::WorkerPlace& place);

  private:
    void build(const WorkerPlace& now);
    void keepCommandOf(QRadioButton* kind, QString& typed);
    void check();
    QString problem(WorkerPlace& place) const;

    QRadioButton *here_, *ssh_, *slurm_;
    QLineEdit *host_, *command_, *partition_;
    QCheckBox* card_;
    TextLabel* problem_;
    QPushButton* connect_ = nullptr;
    QString occupied_;
    QString sshTyped_, slurmTyped_;  // the worker's path there, while the other kind is chosen
};

}  // namespace mantissa::ui
