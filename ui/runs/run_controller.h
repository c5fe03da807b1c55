// SPDX-License-Identifier: GPL-3.0-or-later
// What Run, Pause, Step, Slow, Stop and Reset mean in each state: the one place where a button becomes a command. The
// state is read from the records and the worker, never guessed from what was clicked.
#pragma once

#include <QObject>
#include <QString>
#include <optional>
#include <set>
#include <vector>

#include "engine/run/run.pb.h"
#include "ui/client/engine_client.h"
#include "ui/models/interrupted_runs.h"
#include "ui/runs/resumption.h"
#include "ui/setup/live_changes.h"

namespace mantissa::ui {

class RunModel;
class SessionModel;
class SetupModel;

/// Where training stands, as the toolbar needs to know it.
enum class TrainingState {
    NoWorker,  ///< The worker was lost: nothing can run.
    Idle,      ///< Nothing trains.
    Starting,  ///< A start was sent and not answered by a record yet.
    Running,
    Paused,
};

class RunController : public QObject {
    Q_OBJECT

  public:
    RunController(EngineClient& client, SessionModel& session, SetupModel& setup, QObject* parent = nullptr);

    TrainingState state() const { return state_; }
    /// The run that trains or is paused and that the buttons act on: the one that pages show (of a ghost the run that
    /// it was forked from), else the first that still trains; null if none does. Changes go there, too, but never to a
    /// ghost.
    const RunModel* liveRun() const;
    /// Whether the pages show another program's training, to which nothing is ever sent.
    bool watches() const;
    /// The lanes of the race that the current run belongs to, in their order, without ghosts; empty if to none.
    std::vector<const RunModel*> race() const;
    /// Whether a run of this session could be repeated from its initial weights.
    bool canReset() const;

    /// Starts a run with the Setup dock's settings, or pauses or resumes the one that trains.
    void toggle();
    /// One step: of the training (then paused), or of a new run.
    void step();
    void stop();
    /// This run only, though it is a lane of a race.
    void stopRun(const QString& runId);
    /// Again from the same initial weights.
    void reset();
    /// Goes on with a run that was interrupted or stopped, or with the lanes of one race, from their last checkpoints;
    /// starts a worker that was lost again. All lanes are taken up, then go on together. One that is refused, as where
    /// the worker has no checkpoint of it, is named (`refused`) and the others go on. Those that train are left out.
    void resumeTogether(const QStringList& runIds);
    /// A new run begins, paused, at the checkpoint of this one, which stays as it is; or at `step` steps done, where
    /// the worker gets by the nearest state before it, and by the run's beginning where it was never changed.
    void rewind(const QString& runId, std::optional<quint32> step = std::nullopt);
    /// Why that cannot be asked for, in a sentence: something trains, the run is none of ours that has ended, or it
    /// began after this step, or no state from before it is kept and its settings alone do not lead there. Empty: it
    /// can.
    QString whyNotRewind(const QString& runId, std::optional<quint32> step = std::nullopt) const;
    /// Whose checkpoints the worker can read.
    CheckpointReach reach() const;
    /// While held, what trains is paused, also what is started or resumed meanwhile; afterwards what was paused for it
    /// goes on.
    void setHeld(bool held);
    /// Starts this configuration; a training is not replaced (nothing happens then).
    void start(const run::RunConfig& config, bool paused = false);
    /// Starts these one to four configurations in lockstep, `seeds` times one after the other: the first with the seed
    /// they have, each further one with the next. A training is not replaced.
    void startRace(const std::vector<run::RunConfig>& lanes, int seeds = 1, bool paused = false);
    /// Races that are still to come of a race repeated over seeds.
    int seedsToCome() const { return repeat_ ? repeat_->left : 0; }
    /// Waits `delayMs` after each step while `on`; kept for runs that begin later.
    void setSlow(bool on, int delayMs);
    /// Sets the loss scale of the run that trains: where a dynamic one goes on from, else a static one.
    void setLossScale(double scale);
    /// Changes of precision, scaling or batch leave a ghost for so many steps; 0: none.
    void setGhostSteps(quint32 steps) { changes_.setGhostSteps(steps); }
    /// Whether the worker has room for one beside the runs that train.
    bool ghostHasRoom() const;
    /// Gives one layer of the run that trains another format; PRECISION_UNSET: as the run.
    void setLayerFormat(const QString& layer, mantissa::run::Precision precision);
    /// Sends these fields to the run that trains; nothing happens if none does. Only fields that appliesNow() knows.
    /// `ghost`: may leave one.
    void applyChange(const run::RunConfig& change, bool ghost = true);

    /// As LiveChanges has them.
    const LiveChanges& changes() const { return changes_; }

    /// Follows a number out of this bin of a gradient of the current run through its next step, which is trained for it
    /// where the run is paused. Nothing happens if it has ended.
    void followNumber(const QString& tensor, mantissa::run::Role role, int bin);

  signals:
    void stateChanged(mantissa::ui::TrainingState state);
    /// A command was refused: a sentence and what to do.
    void refused(const QString& sentence, const QString& remedy);
    /// A live change took effect at this step.
    void changeApplied(quint32 step, const QString& what);
    /// A run of this session came to an end, whichever.
    void runEnded(const QString& runId);
    /// A race repeated over seeds goes on: so many are still to come after this one.
    void seedStarted(quint64 seed, int left);
    /// It ends before all its seeds were raced: a lane was stopped or failed, or the worker was lost.
    void repetitionCut();

  private:
    /// A race repeated over seeds.
    struct Repeat {
        std::vector<run::RunConfig> lanes;  // of the next one
        QString group;
        std::set<QString> runs;  // of the one under way
        int left = 0;
    };
    void tell(const run::ErrorRecord& refusal);
    EngineClient::Answer toStart();
    EngineClient::Answer toNobody();
    void update();
    QStringList takeEnded();
    void setLiveRun(const RunModel* live);
    bool acceptable(const run::RunConfig& config);
    void sendRace(const std::vector<run::RunConfig>& lanes, bool paused, const QString& group);
    void raceOver();
    void endRepetition();
    bool leadsFromItsBeginning(const RunModel& run) const;
    void hold();
    bool allLanes() const;
    quint32 lane() const;

    EngineClient& client_;
    SessionModel& session_;
    SetupModel& setup_;
    LiveChanges changes_;
    Resumption resumption_;
    TrainingState state_ = TrainingState::Idle;
    bool starting_ = false;  // a start or reset is under way, the last one
    quint32 starts_ = 0;
    bool stepWhenStarted_ = false;
    QString before_;  // the current run when it was sent
    QString liveId_;
    QString adopted_;         // the ghost that was to go on in place of its run, until it is the live one
    std::set<QString> live_;  // all that train
    std::optional<Repeat> repeat_;
    bool held_ = false;
    QString heldRun_;  // what was paused for it; a race by its live run
    bool slow_ = false;
    int slowDelay_ = 200;
};

}  // namespace mantissa::ui
