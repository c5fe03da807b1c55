// SPDX-License-Identifier: GPL-3.0-or-later
// The child process `mantissa-worker serve`: starting it, its two byte streams, its log, its death in words and its
// restarts. It knows frames but not what is in them (EngineClient does), so a worker on another machine is only
// another command line. Nothing here blocks, but for the destructor of a worker that was never asked to leave.
#pragma once

#include <QByteArray>
#include <QObject>
#include <QProcess>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <chrono>
#include <deque>
#include <memory>
#include <string>

#include "engine/wire/framing.h"
#include "ui/client/heartbeat_watch.h"
#include "ui/client/worker_place.h"

namespace mantissa::ui {

/// Where the worker stands.
enum class WorkerState {
    stopped,   ///< Not started yet, or it left because it was asked to.
    starting,  ///< The process is being started, or runs and has not answered the handshake yet.
    ready,     ///< The handshake is done: commands are answered.
    lost,      ///< It died or could not be used and is not started again by itself: offer startAgain().
};

/// How to run the worker. The defaults are right outside tests.
struct WorkerOptions {
    QString program;  ///< Empty: findWorker().
    QStringList arguments{QStringLiteral("serve")};
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    Clock clock = steadyNow;
    std::chrono::milliseconds grace{15000};    ///< From the end of its stdin, when it writes checkpoints, to a kill.
    std::chrono::milliseconds silence{10000};  ///< Without progress for so long: not responding.
    std::chrono::milliseconds watchInterval{500};  ///< How often that is looked at.
    int maxRestarts = 5;                           ///< By itself, within restartWindow.
    std::chrono::milliseconds restartWindow{180000};
    std::chrono::milliseconds reconnectWindow{600000};  ///< Eight tries that each time out take 207 s.
    WorkerPlace place = {};                             ///< Where it runs; `program` is for this computer only.
    QStringList linkOptions = {};                       ///< For ssh or srun, before the host's name.
    int maxReconnects = 8;                      ///< By itself, within reconnectWindow, where the connection was lost.
    std::chrono::milliseconds linkPause{1000};  ///< Before the first of them; each further one waits twice as long.
};

/// Path of the worker: $MANTISSA_WORKER if set, else `mantissa-worker` beside the own executable, else in PATH; empty
/// if there is none.
QString findWorker();

/// How a process ended, as a sentence for a person. `signalNumber` 0: it ended by itself with `exitCode`.
QString deathInWords(int exitCode, int signalNumber);

/// Owns the worker process. All methods return at once; what happens is told by signals.
class WorkerProcess : public QObject {
    Q_OBJECT

  public:
    explicit WorkerProcess(WorkerOptions options = {}, QObject* parent = nullptr);
    /// Kills a worker that still runs; call shutDown() first and wait for `stopped` to let it end cleanly.
    ~WorkerProcess() override;

    WorkerState state() const { return state_; }
    /// False: it runs but has shown no progress for ten seconds. It is not killed for that.
    bool responding() const { return responding_; }
    /// The last 256 KiB of what it wrote to stderr, over all restarts, as text.
    QString log() const;
    /// Why it was lost, in a sentence; empty if it was not.
    QString explanation() const { return explanation_; }
    /// How often it was started again by itself within the last restartWindow, or reconnectWindow where
    /// the connection was lost.
    int recentRestarts() const { return static_cast<int>(restarts_.size()); }
    /// Process id of the running worker, 0 if there is none.
    qint64 processId() const;

    /// Starts the worker if it does not run.
    void start();
    /// What a person's "start again" does: like start(), and forgets earlier deaths.
    void startAgain();
    /// Asks it to leave by the end of its stdin; killed after the grace. One that has not answered yet is told to end
    /// at once: it has nothing to save. Ends in `stopped`.
    void shutDown();
    /// Where it runs.
    const WorkerPlace& place() const { return options_.place; }
    /// From now on it runs there. One that runs is asked to leave and the new one started after it; one that was lost
    /// is started; one that was not started yet is not.
    void moveTo(const WorkerPlace& place);
    /// Kills it at once and treats it as a death explained by `reason`. `restart` false: it is not started again by
    /// itself (another version, say, would be the same again).
    void killAndReport(const QString& reason, bool restart);
    /// Writes bytes (whole frames) to its stdin; ignored while it does not run.
    void write(const std::string& bytes);

    /// The handshake is done; called by EngineClient.
    void markReady();
    /// It said that it leaves, and why; becomes part of the explanation. Called by EngineClient.
    void noteLastWords(const QString& words) { lastWords_ = words; }
    /// A heartbeat, or any other frame, was understood; called by EngineClient.
    void noteBeat(quint64 progress, const QString& activity);
    void noteSign();

  signals:
    void stateChanged(mantissa::ui::WorkerState state);
    /// A new process runs and waits for the handshake: nothing of an earlier one is left.
    void launched();
    /// One whole frame's payload, CRC checked.
    void frameArrived(const std::string& payload);
    /// It ended without being asked to. `restarting`: it is started again by itself.
    void died(const QString& explanation, bool restarting);
    void respondingChanged(bool responding);

  private:
    void launch();
    void launchSoon(std::chrono::milliseconds pause = std::chrono::milliseconds(0));
    EndInWords explainEnd(int exitCode, int signalNumber) const;
    void readOutput();
    void readErrors();
    void finished(int exitCode, QProcess::ExitStatus status);
    void processError(QProcess::ProcessError error);
    void ended(const QString& sentence, bool mayRestart, bool link = false);
    void setState(WorkerState state);
    void setResponding(bool responding);
    void appendLog(const QByteArray& text);
    void dropProcess();

    WorkerOptions options_;
    WorkerState state_ = WorkerState::stopped;
    std::unique_ptr<QProcess> process_;
    FrameDecoder decoder_;
    HeartbeatWatch watch_;
    QTimer watchTimer_;
    QTimer graceTimer_;
    QByteArray log_;
    QString explanation_;
    QString lastWords_;
    QString killReason_;  // why it was killed by us, empty if it was not
    bool restartAfterKill_ = false;
    bool noiseLogged_ = false;
    bool wasReady_ = false;  // this process answered
    bool answered_ = false;  // one did since a person last chose the place or started it
    QByteArray errorTail_;   // the end of what this process wrote to stderr
    bool leaving_ = false;
    bool startAfterLeaving_ = false;
    bool responding_ = true;
    std::deque<std::chrono::milliseconds> restarts_;
};

}  // namespace mantissa::ui
