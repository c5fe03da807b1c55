// SPDX-License-Identifier: GPL-3.0-or-later
// See machine.h.
#include "ui/shell/machine.h"

#include <QPushButton>
#include <map>
#include <string>
#include <utility>

#include "ui/charts/format_text.h"
#include "ui/client/engine_client.h"
#include "ui/models/session_model.h"
#include "ui/runs/run_controller.h"
#include "ui/shell/machine_dialog.h"
#include "ui/shell/settings.h"
#include "ui/shell/status_strip.h"
#include "ui/widgets/banner.h"

namespace mantissa::ui {

Machine::Machine(const Parts& parts) : QObject(&parts.window), parts_(parts) {
    connect(&parts_.button, &QPushButton::clicked, this, &Machine::ask);
    connect(&parts_.client, &EngineClient::placeChanged, this, &Machine::show);
    connect(&parts_.client, &EngineClient::runInterrupted, this, &Machine::interrupted);
    connect(&parts_.client, &EngineClient::stateChanged, this, &Machine::goOn, Qt::QueuedConnection);
    show();
}

void Machine::ask() {
    if (auto* open = parts_.window.findChild<MachineDialog*>()) return open->raise();
    auto* dialog = new MachineDialog(parts_.client.place(), &parts_.window);
    dialog->fillIn(parts_.settings.lastPlace(WorkerPlace::Kind::Ssh),
                   parts_.settings.lastPlace(WorkerPlace::Kind::Slurm));
    const auto look = [this, dialog] {
        const TrainingState state = parts_.controller.state();
        const bool idle = state == TrainingState::Idle || state == TrainingState::NoWorker;
        dialog->setOccupied(idle ? QString() : tr("A run is training: stop it first."));
    };
    connect(&parts_.controller, &RunController::stateChanged, dialog, look);
    connect(dialog, &MachineDialog::chosen, this, &Machine::use);
    look();
    dialog->show();
}

void Machine::use(const WorkerPlace& place) {
    cut_.clear();  // what they left is on the other machine
    parts_.settings.setPlace(place);
    parts_.client.moveTo(place);
    emit moved(place);
}

void Machine::offerReturn(BannerText& banner) {
    const bool here = parts_.client.place().here();
    banner.buttonText = here ? tr("Start again") : tr("Connect again");
    banner.action = [this] { parts_.client.startAgain(); };
    if (here) return;
    banner.otherText = tr("Use this computer");
    banner.otherAction = [this] { use({}); };
}

void Machine::show() {
    const WorkerPlace& place = parts_.client.place();
    QPushButton& button = parts_.button;
    const QString name = place.here() ? tr("This computer") : place.called();
    button.setText(
        button.fontMetrics().elidedText(name + "…", Qt::ElideMiddle, 16 * button.fontMetrics().height() / 2));
    button.setAccessibleName(tr("Machine: %1").arg(name));
    button.setToolTip(plainTip(tr("Where the training runs: %1. Click to choose another machine.")
                                   .arg(place.address().isEmpty() ? name : place.address())));
    parts_.status.setPlace(place.called());
}

void Machine::interrupted(const QString& runId) {
    if (!parts_.client.place().here() && parts_.client.state() == WorkerState::starting) cut_ << runId;
}

/// The lanes of one race together, each other run by itself: as they trained. A ghost ended with its run.
void Machine::goOn() {
    if (parts_.client.state() == WorkerState::lost) cut_.clear();  // a person decides: they are offered
    if (parts_.client.state() != WorkerState::ready) return;
    if (!parts_.client.explanation().isEmpty()) {  // until it is read: the worker may be back within a blink
        const bool all = parts_.client.keptAll();
        const QString back =
            parts_.client.place().here()
                ? all ? tr("It was started again, and nothing received was lost.") : tr("It was started again.")
            : all ? tr("The window is connected again, and nothing received was lost.")
                  : tr("The window is connected again.");
        const QString more = cut_.isEmpty() ? QString() : tr("The interrupted training continues from its checkpoint.");
        parts_.banners.show({"machine", false, parts_.client.explanation(), (back + ' ' + more).trimmed(), {}, {}});
    }
    std::map<std::string, QStringList> races;
    std::vector<QStringList> groups;
    for (const QString& id : std::exchange(cut_, {})) {
        const RunModel* run = parts_.session.run(id);
        // Whether there is a checkpoint, that machine knows: the last one was written when the link was gone already.
        if (!run || run->ghost() || run->state() != RunState::interrupted) continue;
        const std::string race = parts_.session.raceOf(*run);
        if (race.empty())
            groups.push_back({id});
        else
            races[race] << id;
    }
    for (auto& [race, ids] : races) groups.push_back(std::move(ids));
    for (const QStringList& ids : groups) parts_.controller.resumeTogether(ids);
}

}  // namespace mantissa::ui
