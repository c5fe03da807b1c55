// SPDX-License-Identifier: GPL-3.0-or-later
// The window's one door to the engine: commands out, records in. No method ever blocks; commands given before the
// worker is ready wait for it, and every command is answered, if need be by the client itself when the worker is gone.
#pragma once

#include <QObject>
#include <QPointer>
#include <QString>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/run/run.pb.h"
#include "engine/wire/credits.h"
#include "ui/client/record_sink.h"
#include "ui/client/worker_process.h"

namespace mantissa::ui {

/// Talks to `mantissa-worker serve`. Lives on the UI thread.
///
/// A command takes effect at the next step boundary of its lane. Its reply says at which step, or why it was refused
/// (reply.error set: nothing was changed). It goes to the Answer that the command was given with; without one a refusal
/// is told to everybody (`refused`).
class EngineClient : public QObject {
    Q_OBJECT

  public:
    /// Who hears the reply to a command: `told` is called once, never before the command's method has returned, and not
    /// at all where `who` has gone.
    struct Answer {
        QPointer<QObject> who;
        std::function<void(const run::Reply&)> told;
    };

    /// `sink` (not owned, may be null) keeps the records; without one the worker gets its credit back at once.
    explicit EngineClient(WorkerOptions options = {}, RecordSink* sink = nullptr, QObject* parent = nullptr);
    ~EngineClient() override;

    /// From now on this keeps the records (not owned); those of runs that have begun, too.
    void setSink(RecordSink* sink) { sink_ = sink; }

    /// Starts the worker if it does not run. Commands do so by themselves, but for one that was lost.
    void open();
    /// After the worker was lost: starts it again because a person asked for it.
    void startAgain();
    /// Where the worker runs, and from now on shall run: what trains there is interrupted.
    const WorkerPlace& place() const { return worker_.place(); }
    void moveTo(const WorkerPlace& place);

    /// New run with this configuration in `lane`; `paused`: initialises it and waits before the first step.
    void start(const run::RunConfig& config, bool paused = false, quint32 lane = 0, Answer answer = {});
    /// One run per configuration, in lanes 0 and up, in lockstep. `groupId`: what the runs of a race that is repeated
    /// over seeds have in common; empty: not repeated.
    void race(const std::vector<run::RunConfig>& configs, bool paused = false, const QString& groupId = {},
              Answer answer = {});
    /// Changes the fields that are set in `onlyChangedFields` while the lane trains. `ghostSteps`: the settings before
    /// go on for so many steps in a free lane, as a run of its own; 0: they do not.
    void change(const run::RunConfig& onlyChangedFields, quint32 lane = 0, quint32 ghostSteps = 0, Answer answer = {});
    /// The ghost in this lane becomes the run that goes on; the one it was forked from ends.
    void adopt(quint32 lane, Answer answer = {});
    /// `allLanes`: every lane at the same step boundary.
    void pause(quint32 lane = 0, bool allLanes = false, Answer answer = {});
    void resume(quint32 lane = 0, bool allLanes = false, Answer answer = {});
    /// Trains one step, then is paused.
    void singleStep(quint32 lane = 0, bool allLanes = false, Answer answer = {});
    /// Waits `delayMs` milliseconds after each step; 0: full speed.
    void slowMotion(quint32 delayMs, quint32 lane = 0, Answer answer = {});
    /// Ends the run; everything recorded stays.
    void stop(quint32 lane = 0, bool allLanes = false, Answer answer = {});
    /// A new run with the same configuration and the same initial weights.
    void reset(quint32 lane = 0, Answer answer = {});
    /// Goes on with this run from the last checkpoint that the worker's machine has of it, in the lane that it had.
    void resumeRun(const QString& runId, bool paused = false, quint32 lane = 0, Answer answer = {});
    /// Begins a new run, paused, whose parent is the one that `how` names: at its last checkpoint, or at the step that
    /// `how` says.
    void rewindRun(const run::ResumeRun& how, quint32 lane = 0, Answer answer = {});
    /// Follows an element of a gradient through the next step, which then sends a TraceRecord.
    void trace(const run::Trace& wanted, quint32 lane = 0, Answer answer = {});
    void listDevices(Answer answer = {});
    void listPresets(Answer answer = {});
    /// Asks for the memory plan of a configuration that is not running: reply.plan, or an error (a batch that does
    /// not fit is refused with the largest that would).
    void plan(const run::RunConfig& config, Answer answer = {});
    /// Measures the speed of something on a device, now: reply.bench, or an error (a lane trains, which would falsify
    /// the figures).
    void bench(const run::Bench& bench, Answer answer = {});
    /// Asks the worker to leave: command, then the end of its stdin, then, after 15 s, a kill. Ends in
    /// WorkerState::stopped; wait for that before the program ends.
    void shutdown();

    WorkerState state() const { return worker_.state(); }
    /// False: the worker runs but has shown no progress for ten seconds.
    bool responding() const { return worker_.responding(); }
    /// Last activity heard: "training", "evaluating", "paused", "idle"; empty before the first heartbeat.
    QString activity() const { return activity_; }
    /// Process id of the worker, or of what holds the connection to it; 0: there is none.
    qint64 processId() const { return worker_.processId(); }
    /// Why the worker was lost, in a sentence; empty if it was not.
    QString explanation() const { return worker_.explanation(); }
    /// The worker's own log, its last 256 KiB.
    QString log() const { return worker_.log(); }
    /// Version of the worker, empty before the handshake.
    QString workerVersion() const { return workerVersion_; }
    /// Runs that began and neither finished nor were interrupted.
    const std::vector<std::string>& unfinishedRuns() const { return unfinished_; }
    /// Whether all that was received of the runs that train together, or last did, is kept; false where none ever did.
    bool keptAll() const;
    /// The same in a sentence; empty where none ever did.
    QString whatIsKept() const;
    /// Frames of records received and not yet acknowledged by the sink.
    quint32 unacknowledgedFrames() const { return unacknowledged_; }

  signals:
    /// Records in the order they were made, after they were handed to the sink.
    void recordsArrived(const std::vector<mantissa::run::Record>& records);
    /// A command was refused, and who gave it wanted no answer.
    void refused(const mantissa::run::ErrorRecord& error);
    void devicesArrived(const mantissa::run::DeviceList& devices);
    void presetsArrived(const mantissa::run::PresetList& presets);
    void stateChanged(mantissa::ui::WorkerState state);
    /// It runs somewhere else from now on.
    void placeChanged();
    void respondingChanged(bool responding);
    void heartbeat(const QString& activity, quint64 progress);
    /// The worker was lost: why, and what comes of it, for a person.
    void message(const QString& text);
    /// A run that had begun will get no more records because the worker is gone; everything received stays.
    void runInterrupted(const QString& runId, const QString& reason);

  private:
    struct AckTarget;  // where acknowledgements from the sink's thread come in

    /// A command and who waits for its answer.
    struct Sent {
        run::Command command;
        Answer answer;
    };
    void send(run::Command command, Answer answer, quint32 lane = 0, bool allLanes = false);
    void transmit(Sent sent);
    void greet();
    void takeFrame(const std::string& payload);
    void takeHello(const run::Hello& hello);
    void takeRecords(run::Records& records, std::size_t payloadBytes);
    void takeReply(const run::Reply& reply);
    void takeFatal(const run::ErrorRecord& error);
    void trackRun(const run::Record& record);
    void acknowledged(quint32 generation, std::size_t payloadBytes);
    void workerDied(const QString& explanation, bool restarting);
    void workerStateChanged(WorkerState state);
    void tell(const Sent& sent, const run::Reply& reply);
    void refuse(const Sent& sent, const QString& reason);
    void refuseLater(Sent sent, const QString& reason);
    void answerAll(const QString& reason);
    void interruptAll(const QString& reason);
    void noteDeath(const QString& explanation);

    WorkerProcess worker_;
    RecordSink* sink_;
    std::shared_ptr<AckTarget> ackTarget_;
    std::unique_ptr<CreditReturner> credits_;
    std::unique_ptr<CreditWindow> allowance_;  // the worker's side, kept here to see that it obeys
    quint32 generation_ = 0;  // counts processes: what was received from an earlier one earns this one no credit
    quint32 unacknowledged_ = 0;
    quint32 nextId_ = 1;
    bool greeted_ = false;
    std::string nonce_;
    QString activity_;
    QString workerVersion_;
    std::vector<Sent> waiting_;           // given before the worker was ready
    std::map<quint32, Sent> unanswered_;  // by the command's id
    std::vector<std::string> unfinished_;
    std::map<std::string, std::pair<quint32, quint32>> reached_;  // of these: lane and step of the last record
    std::vector<std::string> received_;                           // runs that train together, or last did
};

}  // namespace mantissa::ui
