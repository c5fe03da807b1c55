// SPDX-License-Identifier: GPL-3.0-or-later
// Has the cause of a failing run found: `mantissa-worker diagnose`, a process of its own beside the worker that trains.
#pragma once

#include <QObject>
#include <QString>

#include "engine/run/run.pb.h"
#include "ui/client/worker_command.h"

namespace mantissa::ui {

/// How far the search is.
struct CauseProgress {
    int stage = 0;         ///< 0 watches it beside FP32, 1 replays, 2 searches, 3 repeats over seeds
    int done = 0, of = 0;  ///< steps, trainings or seeds; `of` 0: not known
    double secondsLeft = 0;
};

/// What is asked.
struct CauseQuestion {
    run::RunConfig config;
    QString runId;      ///< whose checkpoint it may begin with; empty: of no run
    QString library;    ///< the file that the run is in, on this machine; empty: its own
    int seconds = 0;    ///< at most; 0: as long as it takes
    bool anew = false;  ///< forgets what an earlier search, which was stopped, has trained; else that one goes on
};

/// Lives on the UI thread; nothing blocks but the destructor, which ends a search that is under way.
class CauseRunner : public QObject {
    Q_OBJECT

  public:
    /// `options`: how the training worker is run; what it is asked for ("serve") is replaced.
    explicit CauseRunner(WorkerOptions options = {}, QObject* parent = nullptr);
    /// Which machine searches from the next start on.
    void moveTo(const WorkerPlace& place) {
        command_.moveTo(place);
        here_ = place.here();
    }

    /// Begins; nothing happens while it searches already. Ends in found() or failed().
    void start(const CauseQuestion& question);
    /// Ends it soon; what is known by then is found().
    void stop() { command_.stop(); }
    bool running() const { return command_.running(); }

    /// Whether a reproducer can be written: the worker writes it on its own machine, so only where that is this one.
    bool canExport() const { return here_; }
    bool exporting() const { return exporter_.running(); }
    /// Writes step `step` (1: the first) of the run to `file` (.zip), beside a search or not; ends in exported().
    /// Trained from the checkpoint of the run `from`, or, where that is empty, from the beginning.
    void exportStep(const run::RunConfig& config, std::uint32_t step, const QString& file, const QString& from = {});

  signals:
    void progressed(const mantissa::ui::CauseProgress& progress);
    void found(const mantissa::run::Diagnosis& answer);
    /// What is known so far, while it searches on.
    void known(const mantissa::run::Diagnosis& soFar);
    /// Why there is no answer, a sentence.
    void failed(const QString& reason);
    /// `file` is written. `problem`: why it is not, a sentence.
    void exported(const QString& file, const QString& problem);

  private:
    void read(const QByteArray& line);
    void ended(const QString& problem);

    WorkerCommand command_;
    WorkerCommand exporter_;
    QString file_;  ///< that is being exported
    bool here_ = true;
    QByteArray last_;  ///< the last whole line that is neither progress nor what is known so far
};

}  // namespace mantissa::ui
