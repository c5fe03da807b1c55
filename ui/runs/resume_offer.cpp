// SPDX-License-Identifier: GPL-3.0-or-later
// See resume_offer.h.
#include "ui/runs/resume_offer.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "engine/base/error.h"
#include "engine/store/library.h"
#include "ui/client/engine_client.h"
#include "ui/models/run_list.h"
#include "ui/models/session_model.h"
#include "ui/runs/run_controller.h"
#include "ui/widgets/banner.h"

namespace mantissa::ui {

namespace {

/// It was stopped by stop_on_divergence, and its state from before that is kept: whoever else stops a run keeps its
/// last.
bool wasStoppedForDivergence(const RunModel& run) {
    return run.state() == RunState::stopped && run.config().stop_on_divergence() && run.checkpointStep() &&
           *run.checkpointStep() < run.step();
}

}  // namespace

std::uint32_t ResumeOffer::Offer::step() const {
    std::uint32_t most = 0;
    for (const InterruptedRun& run : lanes) most = std::max(most, run.step.value_or(0));
    return most;
}

double ResumeOffer::Offer::started() const {
    double last = 0;
    for (const InterruptedRun& run : lanes) last = std::max(last, run.started);
    return last;
}

bool ResumeOffer::Row::operator==(const Row& other) const {
    return std::tie(offer, key, sentence, remedy, button) ==
           std::tie(other.offer, other.key, other.sentence, other.remedy, other.button);
}

ResumeOffer::ResumeOffer(SessionModel& session, RunList& runs, RunController& controller, EngineClient& client,
                         BannerStack& banners, QObject* parent)
    : QObject(parent), session_(session), runs_(runs), controller_(controller), client_(client), banners_(banners) {
    connect(&client_, &EngineClient::placeChanged, this, [this] {  // other checkpoints can be reached there
        readLibrary();
        refresh();
    });
    connect(&session_, &SessionModel::currentRunChanged, this, &ResumeOffer::lookedAt);
    connect(&session_, &SessionModel::runChanged, this, &ResumeOffer::changed);
    connect(&session_, &SessionModel::runRemoved, this, [this](const QString& runId) {
        states_.remove(runId);
        refresh();
    });
    connect(&runs_, &RunList::shown, this, &ResumeOffer::opened);
    connect(&runs_, &RunList::notShown, this, [this](const QString& runId) {
        going_.removeOne(runId);
        opened(runId);
    });
    // Runs that were deleted, or brought back.
    connect(&runs_, &QAbstractItemModel::rowsRemoved, this, &ResumeOffer::refresh);
    connect(&runs_, &QAbstractItemModel::rowsInserted, this, &ResumeOffer::refresh);
    connect(&runs_, &QAbstractItemModel::modelReset, this, &ResumeOffer::refresh);
    const auto failed = [this] {
        underWay_ = false;
        refresh();
    };
    connect(&controller_, &RunController::refused, this, failed);
    connect(&controller_, &RunController::stateChanged, this, [failed](TrainingState state) {
        if (state == TrainingState::NoWorker) failed();
    });
    readLibrary();
    refresh();
}

/// Where another window writes the library, what has no end may train there.
void ResumeOffer::readLibrary() {
    kept_.clear();
    if (runs_.library() == nullptr || !runs_.whyReadOnly().isEmpty()) return;
    try {
        for (const InterruptedRun& run : readInterruptedRuns(*runs_.library(), controller_.reach()))
            kept_[run.id] = run;
    } catch (const Error& error) {
        qWarning("interrupted runs are not offered: %s (%s)", error.what(), error.place().c_str());
    }
}

void ResumeOffer::changed(const QString& runId) {
    const RunModel* run = session_.run(runId);
    if (!run) return;
    const auto known = states_.find(runId);
    if (known != states_.end() && *known == run->state()) return;
    const bool trained = known != states_.end() && (*known == RunState::running || *known == RunState::paused);
    states_[runId] = run->state();
    if (run->live()) underWay_ = false;
    if (trained && run->state() == RunState::interrupted) hidden_.remove(offerOf(fromModel(*run)));
    refresh();
}

void ResumeOffer::lookedAt(const QString& runId) {
    const RunModel* run = session_.run(runId);
    if (!going_.isEmpty() || !run) return;  // they are just being read
    underWay_ = false;
    first_ = offerOf(fromModel(*run));
    hidden_.remove(first_);
    refresh();
}

InterruptedRun ResumeOffer::fromModel(const RunModel& run) const {
    const QString id = QString::fromStdString(run.runId());
    InterruptedRun made = kept_.value(id);  // the library may know a race of which not all runs are opened
    made.id = id;
    if (made.race.isEmpty()) made.race = QString::fromStdString(session_.raceOf(run));
    made.name = session_.displayName(id);
    made.started = run.identity().started_unix();
    made.lane = run.lane();
    made.step = canBeRead(run.checkpoint(), controller_.reach()) ? run.checkpointStep() : std::nullopt;
    return made;
}

/// All that can go on, the one that is looked at first, then the newest.
std::vector<ResumeOffer::Offer> ResumeOffer::offers() const {
    QMap<QString, Offer> found;
    const auto add = [&](const InterruptedRun& run) {
        Offer& offer = found[offerOf(run)];
        offer.id = offerOf(run);
        offer.lanes.push_back(run);
    };
    const bool mayTrainElsewhere = !runs_.whyReadOnly().isEmpty();
    for (const RunModel* run : session_.runs()) {
        if (run->state() != RunState::interrupted || run->ghost()) continue;
        if (!mayTrainElsewhere || session_.fromThisSession(QString::fromStdString(run->runId()))) add(fromModel(*run));
    }
    for (const RunModel* run : session_.runs()) {
        if (run->ghost() || !wasStoppedForDivergence(*run)) continue;
        Offer& offer = found[QString::fromStdString(run->runId())];  // of a race, too: the others did not diverge
        offer.id = QString::fromStdString(run->runId());
        offer.lanes = {fromModel(*run)};
        offer.diverged = run->step();
    }
    for (const InterruptedRun& run : kept_) {
        if (!session_.run(run.id) && runs_.rowOf(run.id) >= 0) add(run);
    }
    std::vector<Offer> result;
    for (Offer& offer : found) {
        const auto canGoOn = [](const InterruptedRun& run) { return run.step.has_value(); };
        if (!std::any_of(offer.lanes.begin(), offer.lanes.end(), canGoOn)) continue;
        std::sort(offer.lanes.begin(), offer.lanes.end(),
                  [](const InterruptedRun& a, const InterruptedRun& b) { return a.lane < b.lane; });
        result.push_back(std::move(offer));
    }
    std::stable_sort(result.begin(), result.end(), [this](const Offer& a, const Offer& b) {
        if ((a.id == first_) != (b.id == first_)) return a.id == first_;
        return a.started() > b.started();
    });
    return result;
}

ResumeOffer::Row ResumeOffer::rowFor(const Offer& offer, int place) const {
    Row row;
    row.offer = offer.id;
    row.key = place == 0 ? QStringLiteral("resume") : QStringLiteral("resume %1").arg(place + 1);
    if (offer.diverged) return rewindRow(offer, std::move(row));
    row.button = tr("Resume from step %1").arg(offer.step());
    if (offer.lanes.size() == 1) {
        row.sentence = tr("“%1” was interrupted before it was done.").arg(offer.lanes.front().name);
        row.remedy = tr("Its worker has a checkpoint: the run can continue bit for bit as if it had never stopped.");
        return row;
    }
    QStringList names;
    for (const InterruptedRun& run : offer.lanes) names << run.name;
    row.sentence =
        tr("A race of %n runs was interrupted before it was done: %1.", nullptr, static_cast<int>(offer.lanes.size()))
            .arg(names.join(QStringLiteral(", ")));
    row.remedy =
        tr("Its worker has checkpoints: all runs can continue together, bit for bit as if they had never stopped.");
    return row;
}

ResumeOffer::Row ResumeOffer::rewindRow(const Offer& offer, Row row) const {
    row.button = tr("Rewind to step %1").arg(offer.step());
    row.sentence = tr("“%1” diverged and was stopped at step %2.").arg(offer.lanes.front().name).arg(*offer.diverged);
    row.remedy = tr("Its state after step %1, before that, is kept. A new run begins there, paused: Step goes through "
                    "the same steps one at a time, bit for bit, and settings can be changed first. The timeline's menu "
                    "rewinds to any other step.")
                     .arg(offer.step());
    return row;
}

void ResumeOffer::refresh() {
    for (const Row& row : rows_) {
        if (banners_.sentence(row.key).isEmpty()) hidden_.insert(row.offer);  // a person closed it
    }
    std::vector<Row> rows;
    int left = 0;
    if (!underWay_ && !session_.anyLive()) {
        for (const Offer& offer : offers()) {
            if (hidden_.contains(offer.id)) continue;
            const int place = static_cast<int>(rows.size());
            if (place < most_rows)
                rows.push_back(rowFor(offer, place));
            else
                ++left;
        }
    }
    if (left > 0)
        rows.back().remedy += ' ' + tr("Interrupted runs and races that are not shown here yet: %1.").arg(left);
    if (rows == rows_) return;
    for (const Row& row : std::exchange(rows_, rows)) banners_.dismiss(row.key);
    for (const Row& row : rows)
        banners_.show({row.key, false, row.sentence, row.remedy, row.button, [this, id = row.offer] { goOn(id); }});
}

void ResumeOffer::goOn(const QString& offerId) {
    QStringList wanted;
    bool diverged = false;
    for (const Offer& offer : offers()) {
        if (offer.id != offerId) continue;
        for (const InterruptedRun& run : offer.lanes) wanted << run.id;
        diverged = offer.diverged.has_value();
    }
    hidden_.insert(offerId);
    if (!diverged) return take(wanted);
    refresh();
    controller_.rewind(offerId);
}

void ResumeOffer::resume(const QString& runId) {
    QStringList wanted;
    const auto add = [&](const QString& id) {
        if (!wanted.contains(id)) wanted << id;
    };
    if (const RunModel* run = session_.run(runId)) {
        for (const RunModel* lane : session_.lanesOf(session_.raceOf(*run))) {
            if (lane->state() == RunState::interrupted || lane->state() == RunState::stopped)
                add(QString::fromStdString(lane->runId()));
        }
    }
    try {  // lanes that are not opened
        if (runs_.library() != nullptr)
            for (const InterruptedRun& run : readRaceOf(*runs_.library(), runId, controller_.reach())) {
                const RunModel* known = session_.run(run.id);
                if (!known || known->state() == RunState::interrupted || known->state() == RunState::stopped)
                    add(run.id);
            }
    } catch (const Error& error) {
        qWarning("the lanes of a race were not read: %s (%s)", error.what(), error.place().c_str());
    }
    add(runId);
    hidden_.insert(session_.run(runId) ? offerOf(fromModel(*session_.run(runId))) : offerOf(kept_.value(runId)));
    take(wanted);
}

/// They are read from the library first, so that the charts show them whole.
void ResumeOffer::take(const QStringList& runIds) {
    going_ = runIds;
    underWay_ = !going_.isEmpty();
    unread_ = QSet<QString>(going_.begin(), going_.end());
    refresh();
    for (const QString& id : runIds) runs_.show(id);
}

void ResumeOffer::opened(const QString& runId) {
    if (!unread_.remove(runId) || !unread_.isEmpty()) return;
    if (going_.isEmpty()) {  // none could be read
        underWay_ = false;
        return refresh();
    }
    session_.setCurrentRun(going_.first());
    const QStringList runs = std::exchange(going_, {});
    controller_.resumeTogether(runs);
}

}  // namespace mantissa::ui
