// SPDX-License-Identifier: GPL-3.0-or-later
// What Run, Pause, Step, Slow, Stop and Reset mean in each state: the one place where a button becomes a command. The
// state is read from the records and the worker, never guessed from what was clicked.
#pragma once

#include <QObject>
#include <QString>
#include <optional>

#include "engine/run/run.pb.h"
#include "ui/shell/live_changes.h"

namespace mantissa::ui {

class EngineClient;
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
    /// The run that trains or is paused, null if none does.
    const RunModel* liveRun() const;
    /// Whether a run of this session could be repeated from its initial weights.
    bool canReset() const;

    /// Starts a run with the Setup dock's settings, or pauses or resumes the one that trains.
    void toggle();
    /// One step: of the training (then paused), or of a new run.
    void step();
    void stop();
    /// Again from the same initial weights.
    void reset();
    /// Starts this configuration; a training is not replaced (nothing happens then).
    void start(const run::RunConfig& config, bool paused = false);
    /// Waits `delayMs` after each step while `on`; kept for runs that begin later.
    void setSlow(bool on, int delayMs);
    /// Sets the loss scale of the run that trains: where a dynamic one goes on from, else a static one.
    void setLossScale(double scale);
    /// Gives one layer of the run that trains another format; PRECISION_UNSET: as the run.
    void setLayerFormat(const QString& layer, mantissa::run::Precision precision);
    /// Sends these fields to the run that trains; nothing happens if none does. Only fields that appliesNow() knows.
    void applyChange(const run::RunConfig& change);

  signals:
    void stateChanged(mantissa::ui::TrainingState state);
    /// A command was refused: a sentence and what to do.
    void refused(const QString& sentence, const QString& remedy);
    /// A live change took effect at this step.
    void changeApplied(quint32 step, const QString& what);
    /// A run of this session came to an end, whichever.
    void runEnded(const QString& runId);

  private:
    void answered(const run::Reply& reply);
    void update();

    EngineClient& client_;
    SessionModel& session_;
    SetupModel& setup_;
    LiveChanges changes_;
    TrainingState state_ = TrainingState::Idle;
    std::optional<quint32> startId_;  // the start or reset that is under way
    bool stepWhenStarted_ = false;
    QString before_;  // the current run when it was sent
    QString liveId_;
    bool slow_ = false;
    int slowDelay_ = 200;
};

}  // namespace mantissa::ui
