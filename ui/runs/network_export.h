// SPDX-License-Identifier: GPL-3.0-or-later
// Export the network…: the network of a run that has ended or was stopped, as a file for other programs, written by
// `mantissa-worker export-network` from the last state that is kept of the run on this computer.
#pragma once

#include <QObject>
#include <QString>

#include "ui/client/worker_command.h"

namespace mantissa::ui {

class SessionModel;

/// Lives on the UI thread. Nothing blocks: the worker writes.
class NetworkExport : public QObject {
    Q_OBJECT

  public:
    /// `options`: how the training worker is run; this one always runs here. `session` names the runs; neither it nor
    /// `window` is owned.
    NetworkExport(WorkerOptions options, const SessionModel& session, QWidget* window);

    /// Why the network of this run cannot be exported, in a sentence; empty: it can.
    QString whyNot(const QString& runId) const;
    /// Asks for a file, whose name says what it is to be: weights, an ONNX model or a PyTorch module.
    void askWhereToSave(const QString& runId);
    /// Writes it (over a file that is there); ends in done() or failed().
    void save(const QString& path, const QString& runId);

  signals:
    void done(const QString& sentence);
    void failed(const QString& sentence, const QString& remedy);

  private:
    void ended(const QString& problem);

    WorkerCommand command_;
    const SessionModel& session_;
    QWidget* window_;
    QString path_, runId_;  // of what is being written
    QByteArray said_;       // by the worker, of that
};

}  // namespace mantissa::ui
