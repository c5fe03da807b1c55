// SPDX-License-Identifier: GPL-3.0-or-later
// See resume_offer.h.
#include "ui/shell/resume_offer.h"

#include <algorithm>

#include "ui/client/engine_client.h"
#include "ui/models/session_model.h"
#include "ui/shell/banner.h"
#include "ui/shell/run_controller.h"

namespace mantissa::ui {

namespace {
const QString key = QStringLiteral("resume");
}

ResumeOffer::ResumeOffer(EngineClient& client, SessionModel& session, RunController& controller, BannerStack& banners,
                         QObject* parent)
    : QObject(parent), client_(client), session_(session), controller_(controller), banners_(banners) {
    connect(&client_, &EngineClient::runInterrupted, this, &ResumeOffer::interrupted);
    connect(&session_, &SessionModel::currentRunChanged, this, &ResumeOffer::lookedAt);
    connect(&session_, &SessionModel::runChanged, this, [this](const QString& runId) {
        const RunModel* run = session_.run(runId);
        if (run && run->state() != RunState::interrupted && runs_.removeOne(runId)) show();
    });
    connect(&session_, &SessionModel::runRemoved, this, [this](const QString& runId) {
        if (runs_.removeOne(runId)) show();
    });
}

void ResumeOffer::interrupted(const QString& runId) {
    const RunModel* run = session_.run(runId);
    if (!run || !run->checkpointStep() || runs_.contains(runId)) return;
    runs_ << runId;
    show();
}

void ResumeOffer::lookedAt(const QString& runId) {
    const RunModel* run = session_.run(runId);
    if (!run || session_.fromThisSession(runId)) return;
    runs_.clear();
    if (run->state() == RunState::interrupted && run->checkpointStep() && !session_.anyLive()) runs_ << runId;
    show();
}

void ResumeOffer::show() {
    if (runs_.isEmpty()) return banners_.dismiss(key);
    std::uint32_t step = 0;
    for (const QString& id : runs_) step = std::max(step, *session_.run(id)->checkpointStep());
    BannerText text;
    text.key = key;
    text.error = false;
    text.sentence =
        runs_.size() == 1
            ? tr("“%1” was interrupted before it was done.").arg(session_.displayName(runs_.first()))
            : tr("%n runs were interrupted before they were done.", nullptr, static_cast<int>(runs_.size()));
    text.remedy = tr("Its worker kept a checkpoint: it can go on to the same bits as if it had never stopped.");
    text.buttonText = tr("Resume from step %1").arg(step);
    text.action = [this] {
        const QStringList runs = runs_;
        runs_.clear();
        for (const QString& id : runs) controller_.resumeFromCheckpoint(id);
    };
    banners_.show(text);
}

}  // namespace mantissa::ui
