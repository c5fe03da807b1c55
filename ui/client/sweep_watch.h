// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of the runs of a sweep, as `mantissa-worker sweep --status --follow` tells it: a process of its own, on
// this computer or by ssh where the sweep's files are. It only reads.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

#include "engine/run/run.pb.h"
#include "ui/client/recording_source.h"
#include "ui/client/worker_command.h"

namespace mantissa::ui {

/// Which sweep: paths of one machine.
struct SweepSource {
    RecordingSource file;  ///< its JSON, here or by ssh
    QString library;       ///< of its runs; empty: the person's own there
    QString folder;        ///< of its tasks; empty: beside the library
};

/// What a sweep runs through.
struct SweepHead {
    QString name, library;
    int runs = 0;
    QStringList fields;  ///< of the configuration that are varied
    run::Task task = run::CLASSIFY;
};

/// One of its runs.
struct SweepRun {
    enum class State { Waiting, Running, Done, Failed };
    int number = 0;  ///< from 1 on
    State state = State::Waiting;
    QStringList values;  ///< of the head's fields, as a worker's flags take them
    QString why;         ///< it failed
    int steps = 0, ofSteps = 0;
    std::optional<double> metric;  ///< of one under way: of its last evaluation
    std::optional<double> seconds;
};

/// Lives on the UI thread.
class SweepWatch : public QObject {
    Q_OBJECT

  public:
    /// `options`: how the training worker is run; what it is asked for and where is replaced.
    explicit SweepWatch(WorkerOptions options = {}, QObject* parent = nullptr);

    /// Begins; nothing happens while it watches already. Ends in ended().
    void start(const SweepSource& source);
    void stop();
    bool running() const { return command_.running(); }

  signals:
    /// It is known what the sweep is.
    void begun(const mantissa::ui::SweepHead& head);
    /// The worker has looked: the runs of which something is new, at first all of them.
    void looked(const std::vector<mantissa::ui::SweepRun>& runs);
    /// It is over. `problem`: why it failed, a sentence; empty: all runs have ended, or it was stopped.
    void ended(const QString& problem);

  private:
    void read(const QByteArray& line);

    WorkerCommand command_;
    SweepHead head_;
    std::vector<SweepRun> news_;
    bool stopped_ = false;
};

}  // namespace mantissa::ui
