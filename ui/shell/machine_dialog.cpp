// SPDX-License-Identifier: GPL-3.0-or-later
// See machine_dialog.h.
#include "ui/shell/machine_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

#include "ui/charts/screen_fit.h"
#include "ui/widgets/text_label.h"

namespace mantissa::ui {

namespace {

QLineEdit* machineLine(const char* name, const QString& text, const QString& example, const QString& called) {
    auto* edit = new QLineEdit(text);
    edit->setObjectName(name);
    edit->setPlaceholderText(example);
    edit->setAccessibleName(called);
    return edit;
}

TextLabel* machineWords(const QString& text) {
    auto* label = new TextLabel(text, TextRole::Note);
    label->setWordWrap(true);
    return label;
}

}  // namespace

MachineDialog::MachineDialog(const WorkerPlace& now, QWidget* parent)
    : QDialog(parent),
      here_(new QRadioButton(tr("&This computer"))),
      ssh_(new QRadioButton(tr("&Another computer, by ssh"))),
      slurm_(new QRadioButton(tr("A &node that Slurm gives"))),
      host_(machineLine("machineHost", now.address(), "student@gpu-server", tr("Host"))),
      command_(machineLine("machineCommand", now.command, "mantissa-worker", tr("The worker's path on that machine"))),
      partition_(machineLine("machinePartition", now.partition, tr("Slurm decides"), tr("Slurm partition"))),
      card_(new QCheckBox(tr("with a &graphics card"))),
      problem_(new TextLabel({}, TextRole::Error)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName("machineDialog");
    setWindowTitle(tr("Machine"));
    build(now);
    check();
}

void MachineDialog::build(const WorkerPlace& now) {
    here_->setObjectName("machineHere");
    ssh_->setObjectName("machineSsh");
    slurm_->setObjectName("machineSlurm");
    card_->setObjectName("machineCard");
    problem_->setObjectName("machineProblem");
    card_->setChecked(now.card);
    (now.kind == WorkerPlace::Kind::Ssh     ? ssh_
     : now.kind == WorkerPlace::Kind::Slurm ? slurm_
                                            : here_)
        ->setChecked(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 18, 20, 16);
    column->setSpacing(8);
    column->addWidget(machineWords(
        tr("Where the training runs. The window, your library and what you hand in stay on this computer.")));
    column->addWidget(here_);
    column->addWidget(ssh_);
    auto* far = new QFormLayout;
    far->setContentsMargins(24, 0, 0, 4);
    far->addRow(tr("&Host"), host_);
    column->addLayout(far);
    column->addWidget(slurm_);
    auto* node = new QFormLayout;
    node->setContentsMargins(24, 0, 0, 4);
    node->addRow(tr("&Partition"), partition_);
    node->addRow(QString(), card_);
    column->addLayout(node);
    auto* both = new QFormLayout;
    both->addRow(tr("&Worker there"), command_);
    column->addLayout(both);
    column->addWidget(machineWords(
        tr("Mantissa must be installed on that machine in the same version. ssh has to connect without asking for "
           "anything: with a key, to a machine that this computer knows. Folders of images are read on that "
           "machine.")));
    problem_->setWordWrap(true);
    column->addWidget(problem_);
    column->addStretch(1);
    auto* box = new QDialogButtonBox(QDialogButtonBox::Cancel);
    connect_ = box->addButton(tr("&Use it"), QDialogButtonBox::AcceptRole);
    connect_->setObjectName("machineUse");
    connect_->setDefault(true);
    column->addWidget(box);
    connect(box, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(box, &QDialogButtonBox::accepted, this, [this] {
        if (const auto wanted = place()) {
            emit chosen(*wanted);
            accept();
        }
    });
    keepCommandOf(ssh_, sshTyped_);
    keepCommandOf(slurm_, slurmTyped_);
    for (QRadioButton* button : {here_, ssh_, slurm_})
        connect(button, &QRadioButton::toggled, this, [this] { check(); });
    for (QLineEdit* edit : {host_, command_, partition_})
        connect(edit, &QLineEdit::textChanged, this, [this] { check(); });
    resizeWithinScreen(*this, {fontMetrics().averageCharWidth() * 72, sizeHint().height()});
}

/// One line for both kinds, which shows what is typed for the one that is chosen.
void MachineDialog::keepCommandOf(QRadioButton* kind, QString& typed) {
    connect(kind, &QRadioButton::toggled, this, [this, &typed](bool on) {
        if (on)
            command_->setText(typed);
        else
            typed = command_->text();
    });
}

QString MachineDialog::problem(WorkerPlace& place) const {
    if (here_->isChecked()) {
        place.kind = WorkerPlace::Kind::Here;
        return {};
    }
    if (const QString wrong = takeCommand(command_->text(), place); !wrong.isEmpty()) return wrong;
    if (slurm_->isChecked()) {
        place.card = card_->isChecked();
        return takePartition(partition_->text(), place);
    }
    if (host_->text().trimmed().isEmpty()) return tr("Which computer? Its name goes into “Host”.");
    return takeAddress(host_->text(), place);
}

std::optional<WorkerPlace> MachineDialog::place() const {
    WorkerPlace wanted;
    if (!problem(wanted).isEmpty()) return std::nullopt;
    return wanted;
}

void MachineDialog::fillIn(const WorkerPlace& ssh, const WorkerPlace& slurm) {
    sshTyped_ = ssh.command;
    slurmTyped_ = slurm.command;
    if (here_->isChecked()) command_->setText(ssh.here() ? slurm.command : ssh.command);
    if (!ssh_->isChecked()) host_->setText(ssh.address());
    if (slurm_->isChecked()) return;
    partition_->setText(slurm.partition);
    card_->setChecked(slurm.card);
}

void MachineDialog::setOccupied(const QString& reason) {
    occupied_ = reason;
    check();
}

void MachineDialog::check() {
    host_->setEnabled(ssh_->isChecked());
    partition_->setEnabled(slurm_->isChecked());
    card_->setEnabled(slurm_->isChecked());
    command_->setEnabled(!here_->isChecked());
    WorkerPlace ignored;
    const QString wrong = occupied_.isEmpty() ? problem(ignored) : occupied_;
    problem_->setText(wrong);
    problem_->setVisible(!wrong.isEmpty());
    connect_->setEnabled(wrong.isEmpty());
}

}  // namespace mantissa::ui
