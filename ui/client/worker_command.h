// SPDX-License-Identifier: GPL-3.0-or-later
// One command of mantissa-worker as a process of its own, beside the worker that trains, here or on another machine:
// what finding a cause, a precision budget and the decision sheet have in common.
#pragma once

#include <QByteArray>
#include <QObject>
#include <QProcess>
#include <QStringList>
#include <memory>

#include "ui/client/worker_process.h"

namespace mantissa::ui {

/// Lives on the UI thread; nothing blocks but the destructor, which ends a command that is under way.
class WorkerCommand : public QObject {
    Q_OBJECT

  public:
    /// `options`: how the training worker is run; what it is asked for ("serve") is replaced.
    explicit WorkerCommand(WorkerOptions options = {}, QObject* parent = nullptr);
    /// Which machine it runs on from the next start on.
    void moveTo(const WorkerPlace& place) { options_.place = place; }
    ~WorkerCommand() override;

    /// Begins; nothing happens while one runs already. `words`: a command and its options, of which the first is new
    /// enough that an older worker refuses it. Ends in ended().
    void start(const QStringList& words);
    /// Ends it soon; what it says until then still arrives.
    void stop();
    bool running() const { return process_ != nullptr; }

  signals:
    /// A whole line of what it prints, without its end.
    void printed(const QByteArray& line);
    /// It is over. `problem`: why it failed, a sentence; empty: it did what it was asked.
    void ended(const QString& problem);

  private:
    void read();
    void end(const QString& problem);
    QString problem(int code, QProcess::ExitStatus status);

    WorkerOptions options_;
    QString option_;  ///< that an older worker does not know
    std::unique_ptr<QProcess> process_;
};

}  // namespace mantissa::ui
