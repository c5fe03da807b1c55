// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a list of configurations one after another in a worker of its own, beside the one that the window trains with.
#pragma once

#include <QObject>
#include <QString>
#include <memory>
#include <vector>

#include "engine/run/run.pb.h"
#include "ui/client/worker_process.h"

namespace mantissa::ui {

class EngineClient;
class RecordSink;

/// Lives on the UI thread. The worker starts with the first list and stays, idle, for the next.
class SweepRunner : public QObject {
    Q_OBJECT

  public:
    /// `sink` (not owned, may be null) keeps the records.
    explicit SweepRunner(WorkerOptions options = {}, RecordSink* sink = nullptr, QObject* parent = nullptr);
    /// Where its worker runs from now on; a run under way is lost.
    void moveTo(const WorkerPlace& place);
    ~SweepRunner() override;

    /// Begins this list; one that is under way is stopped first. An empty list does nothing.
    void start(std::vector<run::RunConfig> runs);
    /// Ends the run under way and forgets the rest of the list.
    void stop();

    bool running() const { return running_; }
    /// Runs of the list that came to an end.
    int done() const { return next_; }
    int total() const { return static_cast<int>(runs_.size()); }
    /// Estimated seconds until the list is done, from the runs that are; negative while nothing is known.
    double secondsLeft() const;

  signals:
    /// A run of the list begins.
    void began(const mantissa::run::RunConfig& config);
    /// A run of the list is done; `result` is its last record.
    void finished(const mantissa::run::RunConfig& config, const mantissa::run::RunFinished& result);
    /// A run could not start or was lost; the list goes on, but for a worker that cannot be started.
    void failed(const mantissa::run::RunConfig& config, const QString& reason);
    /// The list is done or was stopped.
    void ended();

  private:
    void startNext();
    void take(const run::Reply& reply);
    void end();

    std::unique_ptr<EngineClient> client_;
    std::vector<run::RunConfig> runs_;
    int next_ = 0;
    bool running_ = false;
    bool stopping_ = false;
    quint32 starts_ = 0;  // ever
    std::string runId_;
    double beganAt_ = 0;  // seconds of a steady clock, start of the list
};

}  // namespace mantissa::ui
