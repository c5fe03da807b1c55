// SPDX-License-Identifier: GPL-3.0-or-later
// See run_controller.h.
#include "ui/shell/run_controller.h"

#include "ui/client/engine_client.h"
#include "ui/models/layer_overrides.h"
#include "ui/models/session_model.h"
#include "ui/shell/setup_model.h"

namespace mantissa::ui {

RunController::RunController(EngineClient& client, SessionModel& session, SetupModel& setup, QObject* parent)
    : QObject(parent), client_(client), session_(session), setup_(setup), changes_(setup, client) {
    connect(&client_, &EngineClient::replyArrived, this, &RunController::answered);
    connect(&client_, &EngineClient::stateChanged, this, &RunController::update);
    connect(&session_, &SessionModel::runAdded, this, &RunController::update);
    connect(&session_, &SessionModel::runChanged, this, &RunController::update);
    connect(&changes_, &LiveChanges::applied, this, &RunController::changeApplied);
    connect(&changes_, &LiveChanges::refused, this, [this](const FieldSet& fields, const QString& reason) {
        // The Setup dock has no control beside which this could be said.
        if (fields.contains(run::RunConfig::kLayerOverridesFieldNumber))
            emit refused(reason, "The layer keeps the format that it has.");
    });
    update();
}

const RunModel* RunController::liveRun() const {
    const RunModel* current = session_.currentRun();
    return current && current->live() ? current : nullptr;
}

bool RunController::canReset() const {
    const RunModel* current = session_.currentRun();
    return current && session_.fromThisSession(QString::fromStdString(current->runId())) &&
           state_ != TrainingState::NoWorker && state_ != TrainingState::Starting;
}

void RunController::toggle() {
    switch (state_) {
        case TrainingState::Running:
            client_.pause();
            break;
        case TrainingState::Paused:
            client_.resume();
            break;
        case TrainingState::Idle:
            start(setup_.config());
            break;
        default:
            break;
    }
}

void RunController::step() {
    if (state_ == TrainingState::Idle) {
        start(setup_.config(), true);
        stepWhenStarted_ = startId_.has_value();
    } else if (liveRun()) {
        client_.singleStep();
    }
}

void RunController::stop() {
    if (liveRun()) client_.stop();
}

void RunController::reset() {
    if (!canReset()) return;
    const RunModel* current = session_.currentRun();
    if (!current->live()) {
        start(current->currentConfig());  // the same seed gives the same initial weights
        return;
    }
    before_ = QString::fromStdString(current->runId());
    startId_ = client_.reset();
    update();
}

void RunController::start(const run::RunConfig& config, bool paused) {
    if (state_ != TrainingState::Idle) return;
    const auto problems = problemsOf(config);
    if (!problems.isEmpty()) {
        emit refused(problems.first(), "Mend the setting that is marked in the Setup dock.");
        return;
    }
    const RunModel* current = session_.currentRun();
    before_ = current ? QString::fromStdString(current->runId()) : QString();
    stepWhenStarted_ = false;
    startId_ = client_.start(config, paused);
    update();
}

void RunController::setSlow(bool on, int delayMs) {
    slow_ = on;
    slowDelay_ = delayMs;
    if (liveRun()) client_.slowMotion(on ? static_cast<quint32>(delayMs) : 0);
}

void RunController::setLossScale(double scale) {
    const RunModel* live = liveRun();
    if (!live) return;
    run::RunConfig change;
    if (live->currentConfig().scaling() != run::DYNAMIC) change.set_scaling(run::STATIC);
    change.set_loss_scale(scale);
    changes_.send(change);
}

void RunController::applyChange(const run::RunConfig& change) {
    if (liveRun()) changes_.send(change);
}

void RunController::setLayerFormat(const QString& layer, run::Precision precision) {
    if (const RunModel* live = liveRun()) changes_.send(layerChange(*live, layer.toStdString(), precision));
}

void RunController::answered(const run::Reply& reply) {
    if (!reply.has_error() || changes_.owns(reply.id()) || client_.onlyAsks(reply.id())) return;
    if (startId_ == reply.id()) startId_.reset();
    if (reply.error().code() != "cancelled") {
        emit refused(QString::fromStdString(reply.error().message()), QString::fromStdString(reply.error().remedy()));
    }
    update();
}

void RunController::update() {
    const RunModel* live = liveRun();
    const QString liveId = live ? QString::fromStdString(live->runId()) : QString();
    const RunModel* current = session_.currentRun();
    if (startId_ && current && QString::fromStdString(current->runId()) != before_) startId_.reset();
    QString ended;
    if (liveId != liveId_) {
        ended = liveId_;
        liveId_ = liveId;
        changes_.end();
        if (live) {
            changes_.begin(live->currentConfig());
            if (slow_) client_.slowMotion(static_cast<quint32>(slowDelay_));
            if (stepWhenStarted_) client_.singleStep();
            stepWhenStarted_ = false;
        }
    }
    TrainingState next = TrainingState::Idle;
    if (client_.state() == WorkerState::lost) {
        next = TrainingState::NoWorker;
        startId_.reset();
    } else if (startId_) {
        next = TrainingState::Starting;
    } else if (live) {
        next = live->state() == RunState::paused ? TrainingState::Paused : TrainingState::Running;
    }
    const bool changed = next != state_;
    state_ = next;
    if (changed) emit stateChanged(next);
    if (!ended.isEmpty()) emit runEnded(ended);  // last: whoever hears it may start the next run
}

}  // namespace mantissa::ui
