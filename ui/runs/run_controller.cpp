// SPDX-License-Identifier: GPL-3.0-or-later
// See run_controller.h.
#include "ui/runs/run_controller.h"

#include <algorithm>
#include <utility>

#include "engine/base/host.h"
#include "engine/base/ulid.h"
#include "ui/models/layer_overrides.h"
#include "ui/models/session_model.h"
#include "ui/setup/setup_model.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

namespace {
constexpr int kMostRuns = 4;  // lanes that a session of the worker has

/// Behind ssh, too. A name of ~/.ssh/config may be this computer's without anybody here knowing.
bool isThisComputer(const QString& host) {
    const QStringList names{QStringLiteral("localhost"), QStringLiteral("127.0.0.1"), QStringLiteral("::1"),
                            QString::fromStdString(host_name())};
    return names.contains(host, Qt::CaseInsensitive);
}

}  // namespace

RunController::RunController(EngineClient& client, SessionModel& session, SetupModel& setup, QObject* parent)
    : QObject(parent), client_(client), session_(session), setup_(setup), changes_(setup, client), resumption_(client) {
    connect(&client_, &EngineClient::refused, this, &RunController::tell);
    connect(&client_, &EngineClient::stateChanged, this, &RunController::update);
    const auto moved = [this] { setup_.setDataIsHere(client_.place().kind == WorkerPlace::Kind::Here); };
    connect(&client_, &EngineClient::placeChanged, this, moved);
    moved();
    connect(&session_, &SessionModel::runAdded, this, &RunController::update);
    connect(&session_, &SessionModel::runChanged, this, &RunController::update);
    connect(&session_, &SessionModel::currentRunChanged, this, &RunController::update);
    changes_.setGhostLane([this](const QString& runId) -> std::optional<quint32> {
        const RunModel* ghost = session_.run(runId);
        return ghost && ghost->live() ? std::optional<quint32>(ghost->lane()) : std::nullopt;
    });
    changes_.setGhostRoom([this] { return ghostHasRoom(); });
    // Its records may come before the answer.
    connect(&changes_, &LiveChanges::adopting, this, [this](const QString& runId) { adopted_ = runId; });
    connect(&changes_, &LiveChanges::adopted, &session_, &SessionModel::setCurrentRun);
    connect(&changes_, &LiveChanges::refusedLate, this, &RunController::tell);
    connect(&changes_, &LiveChanges::applied, this, &RunController::changeApplied);
    connect(&resumption_, &Resumption::refused, this, &RunController::refused);
    connect(&resumption_, &Resumption::answered, this, &RunController::update);
    connect(&changes_, &LiveChanges::refused, this, [this](const FieldSet& fields, const QString& reason) {
        // The Setup dock has no control beside which this could be said.
        if (fields.contains(run::RunConfig::kLayerOverridesFieldNumber))
            emit refused(reason, tr("The layer keeps the format that it has."));
    });
    update();
}

namespace {

/// Whether the worker trains it. A foreign run may be live, too, but nothing is ever sent to it.
bool trains(const RunModel& run) {
    return run.live() && !run.foreign();
}

}  // namespace

bool RunController::ghostHasRoom() const {
    // An earlier ghost of the same run makes room for the new one.
    return std::count_if(live_.begin(), live_.end(), [this](const QString& id) {
               const RunModel* run = session_.run(id);
               return run && !(run->ghost() && run->identity().parent_run_id() == liveId_.toStdString());
           }) < kMostRuns;
}

bool RunController::watches() const {
    const RunModel* current = session_.currentRun();
    return current && current->foreign();
}

const RunModel* RunController::liveRun() const {
    const RunModel* current = session_.currentRun();
    if (current && current->foreign()) current = nullptr;
    if (current && current->ghost()) {
        const RunModel* parent = session_.run(QString::fromStdString(current->identity().parent_run_id()));
        if (parent && parent->live()) return parent;
    }
    if (current && current->live() && !current->ghost()) return current;
    for (const RunModel* run : session_.runs()) {
        if (trains(*run) && !run->ghost()) return run;
    }
    for (const RunModel* run : session_.runs()) {
        if (trains(*run)) return run;
    }
    return nullptr;
}

std::vector<const RunModel*> RunController::race() const {
    const RunModel* current = session_.currentRun();
    return current ? session_.lanesOf(session_.raceOf(*current)) : std::vector<const RunModel*>();
}

bool RunController::allLanes() const {
    return live_.size() > 1 || !race().empty();
}

quint32 RunController::lane() const {
    const RunModel* live = liveRun();
    return live ? live->lane() : 0;
}

bool RunController::canReset() const {
    const RunModel* current = session_.currentRun();
    return current && !current->foreign() && session_.fromThisSession(QString::fromStdString(current->runId())) &&
           state_ != TrainingState::NoWorker && state_ != TrainingState::Starting;
}

void RunController::toggle() {
    switch (state_) {
        case TrainingState::Running:
            client_.pause(lane(), allLanes());
            break;
        case TrainingState::Paused:
            client_.resume(lane(), allLanes());
            break;
        case TrainingState::Idle:
            start(setup_.config());
            break;
        default:
            break;
    }
}

void RunController::setHeld(bool held) {
    if (held_ == held) return;
    held_ = held;
    if (held_) return hold();
    const RunModel* run = session_.run(std::exchange(heldRun_, {}));
    // Whether it is paused yet or the record of it is still on its way.
    if (run && run->live()) client_.resume(run->lane(), allLanes(), toNobody());
}

void RunController::hold() {
    const RunModel* run = liveRun();
    if (!run || run->state() != RunState::running) return;
    heldRun_ = QString::fromStdString(run->runId());
    client_.pause(run->lane(), allLanes(), toNobody());
}

void RunController::step() {
    if (state_ == TrainingState::Idle) {
        start(setup_.config(), true);
        stepWhenStarted_ = starting_;
    } else if (liveRun()) {
        client_.singleStep(lane(), allLanes());
    }
}

void RunController::stop() {
    endRepetition();
    if (liveRun()) client_.stop(lane(), true);  // a ghost that was just asked for, too
}

void RunController::stopRun(const QString& runId) {
    const RunModel* run = session_.run(runId);
    if (run && trains(*run)) client_.stop(run->lane(), false, toNobody());
}

void RunController::reset() {
    if (!canReset()) return;
    const RunModel* current = session_.currentRun();
    const auto lanes = race();
    endRepetition();
    if (!lanes.empty() && live_.empty()) {
        std::vector<run::RunConfig> configs;
        for (const RunModel* run : lanes) configs.push_back(run->currentConfig());
        return startRace(configs);
    }
    const RunModel* live = liveRun();
    if (!live) {
        start(current->currentConfig());  // the same seed gives the same initial weights
        return;
    }
    before_ = QString::fromStdString(current->runId());
    client_.reset(live->lane(), toStart());  // of a race: all lanes
    update();
}

void RunController::resumeTogether(const QStringList& runIds) {
    std::vector<Resumption::Lane> lanes;
    for (const QString& id : runIds) {
        const RunModel* run = session_.run(id);
        if (run && !run->live() && !run->foreign()) lanes.push_back({id, session_.displayName(id), run->lane()});
    }
    if (lanes.empty()) return;
    if (client_.state() == WorkerState::lost) client_.startAgain();
    resumption_.begin(lanes);
}

void RunController::rewind(const QString& runId, std::optional<quint32> step) {
    const RunModel* run = session_.run(runId);
    if (!run || run->live()) return;
    endRepetition();
    if (client_.state() == WorkerState::lost) client_.startAgain();
    run::ResumeRun how;
    if (step) how.set_to_step(*step);
    if (step && leadsFromItsBeginning(*run)) {
        run::RunConfig& beginning = *how.mutable_from_beginning();
        beginning = run->config();
        if (run->nativeChoice()) beginning.set_native(run->nativeChoice()->native() ? run::NATIVE_ON : run::NATIVE_OFF);
        how.set_initial_weights_sha256(run->identity().initial_weights_sha256());
    }
    resumption_.rewind({runId, session_.displayName(runId), run->lane()}, std::move(how));
}

CheckpointReach RunController::reach() const {
    switch (client_.place().kind) {
        case WorkerPlace::Kind::Ssh:
            return isThisComputer(client_.place().host) ? CheckpointReach::Shared : CheckpointReach::Far;
        case WorkerPlace::Kind::Slurm:
            return CheckpointReach::Shared;
        case WorkerPlace::Kind::Here:
            break;
    }
    return CheckpointReach::Here;
}

/// Whether training it again with the settings that it began with gives its states.
bool RunController::leadsFromItsBeginning(const RunModel& run) const {
    return run.config().SerializeAsString() == run.currentConfig().SerializeAsString() &&
           !run.identity().has_parent_run_id();
}

QString RunController::whyNotRewind(const QString& runId, std::optional<quint32> step) const {
    const RunModel* run = session_.run(runId);
    if (!run) return tr("No run is shown.");
    if (run->foreign()) return tr("Another program trained this run: it cannot be rewound here.");
    if (run->ghost()) return tr("A ghost cannot be rewound: rewind the run that it belongs to.");
    if (session_.anyLive() || state_ == TrainingState::Starting) return tr("A run trains: stop it first.");
    // Its own states begin where it went on from the other run, and its settings alone do not lead there.
    if (step && run->identity().has_parent_run_id() && *step < run->identity().fork_step())
        return tr("This run began at step %1: rewind the run that it went on from.").arg(run->identity().fork_step());
    const bool kept = run->checkpointStep() && canBeRead(run->checkpoint(), reach());
    if (!step || leadsFromItsBeginning(*run) || (kept && *run->checkpointStep() <= *step)) return {};
    // What has just been trained with stop_on_divergence has states in the worker's memory, which knows from when.
    if (run->config().stop_on_divergence() && session_.fromThisSession(runId)) return {};
    const QString why =
        run->identity().has_parent_run_id()
            ? tr("No state of this run from step %1 or before is kept, and it went on from another run, "
                 "so its settings alone do not lead there.")
            : tr("No state of this run from step %1 or before is kept, and its settings were changed "
                 "since, so its first settings alone do not lead there.");
    const QString from =
        kept ? u' ' + tr("It can be rewound to step %1 and later.").arg(*run->checkpointStep()) : QString();
    return why.arg(*step) + from;
}

bool RunController::acceptable(const run::RunConfig& config) {
    const auto problems = problemsOf(config, client_.place().kind == WorkerPlace::Kind::Here);
    if (problems.isEmpty()) return true;
    emit refused(problems.first(), tr("Correct the setting that is marked in the Setup dock."));
    return false;
}

void RunController::start(const run::RunConfig& config, bool paused) {
    if (state_ != TrainingState::Idle || !acceptable(config)) return;
    endRepetition();
    const RunModel* current = session_.currentRun();
    before_ = current ? QString::fromStdString(current->runId()) : QString();
    stepWhenStarted_ = false;
    client_.start(config, paused, 0, toStart());
    update();
}

void RunController::startRace(const std::vector<run::RunConfig>& lanes, int seeds, bool paused) {
    if (state_ != TrainingState::Idle || lanes.empty()) return;
    for (const run::RunConfig& config : lanes) {
        if (!acceptable(config)) return;
    }
    endRepetition();
    QString group;
    if (seeds > 1) {
        group = QString::fromStdString(make_ulid());
        repeat_ = Repeat{lanes, group, {}, seeds - 1};
    }
    sendRace(lanes, paused, group);
    if (seeds > 1) emit seedStarted(lanes.front().seed(), seeds - 1);
}

void RunController::sendRace(const std::vector<run::RunConfig>& lanes, bool paused, const QString& group) {
    const RunModel* current = session_.currentRun();
    before_ = current ? QString::fromStdString(current->runId()) : QString();
    stepWhenStarted_ = false;
    client_.race(lanes, paused, group, toStart());
    update();
}

void RunController::endRepetition() {
    const bool cut = repeat_ && repeat_->left > 0;
    repeat_.reset();
    if (cut) emit repetitionCut();
}

/// No lane trains any more: what was to follow begins.
void RunController::raceOver() {
    if (state_ != TrainingState::Idle) return;
    if (!repeat_) return;
    const bool all = std::all_of(repeat_->runs.begin(), repeat_->runs.end(), [this](const QString& id) {
        const RunModel* run = session_.run(id);
        return run && run->state() == RunState::finished;
    });
    // With a worker that was lost its runs are only interrupted: when they have been resumed it goes on.
    const bool waits = std::any_of(repeat_->runs.begin(), repeat_->runs.end(), [this](const QString& id) {
        const RunModel* run = session_.run(id);
        return run && run->state() == RunState::interrupted;
    });
    if (waits && repeat_->left > 0) return;
    // A lane that a person stopped or that failed ends the repetition: the seeds would not pair.
    if (!all || repeat_->left == 0) return endRepetition();
    --repeat_->left;
    repeat_->runs.clear();
    for (run::RunConfig& config : repeat_->lanes) config.set_seed(config.seed() + 1);
    sendRace(repeat_->lanes, false, repeat_->group);
    emit seedStarted(repeat_->lanes.front().seed(), repeat_->left);
}

void RunController::setSlow(bool on, int delayMs) {
    slow_ = on;
    slowDelay_ = delayMs;
    if (liveRun()) client_.slowMotion(on ? static_cast<quint32>(delayMs) : 0);
}

void RunController::setLossScale(double scale) {
    const RunModel* live = liveRun();
    if (!live || watches()) return;  // a page that shows a foreign run speaks of that one
    run::RunConfig change;
    if (live->currentConfig().scaling() != run::DYNAMIC) change.set_scaling(run::STATIC);
    change.set_loss_scale(scale);
    changes_.send(change);
}

void RunController::applyChange(const run::RunConfig& change, bool ghost) {
    if (liveRun()) changes_.send(change, ghost);
}

void RunController::setLayerFormat(const QString& layer, run::Precision precision) {
    if (const RunModel* live = watches() ? nullptr : liveRun())
        changes_.send(layerChange(*live, layer.toStdString(), precision));
}

void RunController::followNumber(const QString& tensor, run::Role role, int bin) {
    const RunModel* current = session_.currentRun();
    if (!current || !trains(*current)) return;
    run::Trace wanted;
    wanted.set_tensor(tensor.toStdString());
    wanted.set_role(role);
    wanted.set_bin(bin);
    client_.trace(wanted, current->lane());
    if (current->state() == RunState::paused) client_.singleStep(current->lane(), allLanes());
}

void RunController::tell(const run::ErrorRecord& refusal) {
    if (refusal.code() != "cancelled") emit refused(messageOfFile(refusal), remedySentence(refusal));
    update();
}

/// Notes that a start or reset is under way, and hears its answer: if it is taken, a record says so.
EngineClient::Answer RunController::toStart() {
    starting_ = true;
    return {this, [this, start = ++starts_](const run::Reply& reply) {
                if (!reply.has_error()) return;
                if (starting_ && start == starts_) {
                    starting_ = false;
                    endRepetition();
                }
                tell(reply.error());
            }};
}

/// For commands whose refusal concerns nobody: the run may just have ended.
EngineClient::Answer RunController::toNobody() {
    return {this, [this](const run::Reply&) { update(); }};
}

/// Notes which runs train; returns those that did and do not any more.
QStringList RunController::takeEnded() {
    std::set<QString> live;
    for (const RunModel* run : session_.runs()) {
        if (trains(*run)) live.insert(QString::fromStdString(run->runId()));
    }
    QStringList ended;
    for (const QString& id : live_) {
        if (!live.contains(id)) ended << id;
    }
    for (const QString& id : live) {
        const RunModel* run = session_.run(id);
        const bool repeats = repeat_ && QString::fromStdString(run->identity().group_id()) == repeat_->group;
        if (repeats && !run->ghost()) repeat_->runs.insert(id);  // a ghost always ends before its run
    }
    live_ = std::move(live);
    return ended;
}

/// Changes of settings go to this run from now on.
void RunController::setLiveRun(const RunModel* live) {
    if (live && live->ghost()) live = nullptr;  // it is what would have been without the change
    const QString liveId = live ? QString::fromStdString(live->runId()) : QString();
    if (liveId == liveId_) return;
    const bool another = live_.contains(liveId_);
    if (another) changes_.flush();
    liveId_ = liveId;
    changes_.end();
    if (!live) return setup_.leaveLanes();
    // A run that goes on instead of a changed one is no other lane: what was undone can be made again.
    const bool goesOn = !liveId.isEmpty() && std::exchange(adopted_, {}) == liveId;
    if (!goesOn && (another || !live->identity().race_id().empty() || live->identity().ghost()))
        setup_.lookAtLane(live->currentConfig());
    changes_.begin(live->currentConfig(), live->lane());
    if (slow_) client_.slowMotion(static_cast<quint32>(slowDelay_));
    if (stepWhenStarted_) client_.singleStep(lane(), allLanes());
    stepWhenStarted_ = false;
}

void RunController::update() {
    const QStringList ended = takeEnded();
    const RunModel* live = liveRun();
    const RunModel* current = session_.currentRun();
    if (starting_ && current && QString::fromStdString(current->runId()) != before_) starting_ = false;
    setLiveRun(live);
    TrainingState next = TrainingState::Idle;
    if (client_.state() == WorkerState::lost) {
        next = TrainingState::NoWorker;
        if (std::exchange(starting_, false)) endRepetition();  // its runs never began
    } else if (starting_) {
        next = TrainingState::Starting;
    } else if (live) {
        next = live->state() == RunState::paused ? TrainingState::Paused : TrainingState::Running;
    }
    const bool changed = next != state_;
    state_ = next;
    if (changed && held_ && next == TrainingState::Running) hold();
    if (changed) emit stateChanged(next);
    for (const QString& id : ended) emit runEnded(id);  // last: whoever hears it may start the next run
    if (!ended.isEmpty() && live_.empty()) raceOver();
}

}  // namespace mantissa::ui
