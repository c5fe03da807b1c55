// SPDX-License-Identifier: GPL-3.0-or-later
// Has the precision budget of a network found: `mantissa-worker budget`, a process of its own beside the worker that
// trains.
#pragma once

#include <QObject>
#include <QString>

#include "engine/run/run.pb.h"
#include "ui/client/worker_command.h"

namespace mantissa::ui {

/// Lives on the UI thread.
class BudgetRunner : public QObject {
    Q_OBJECT

  public:
    static constexpr int steps = 200;  ///< of each of its trainings

    /// `options`: how the training worker is run; what it is asked for ("serve") is replaced.
    explicit BudgetRunner(WorkerOptions options = {}, QObject* parent = nullptr);
    /// Which machine searches from the next start on.
    void moveTo(const WorkerPlace& place) { command_.moveTo(place); }

    /// Begins; nothing happens while it searches already. Ends in ended().
    void start(const run::RunConfig& config);
    /// Ends it soon; what was found stays.
    void stop();
    bool running() const { return command_.running(); }
    bool stopped() const { return stopped_; }  ///< the last search, by stop()

  signals:
    /// `done` of `of` operations are known; `of` 0: FP32 trains. `secondsLeft` 0: not known.
    void progressed(int done, int of, double secondsLeft);
    void found(const mantissa::run::PrecisionBudget::Need& need);
    /// It is over. `problem`: why it failed, a sentence; empty: it went to its end, or was stopped.
    void ended(const QString& problem);

  private:
    void read(const QByteArray& line);

    WorkerCommand command_;
    bool stopped_ = false;  ///< by stop()
};

}  // namespace mantissa::ui
