// SPDX-License-Identifier: GPL-3.0-or-later
// Has the decision sheet made: `mantissa-worker decide`, a process of its own beside the worker that trains.
#pragma once

#include <QObject>
#include <QString>

#include "engine/report/decision_sheet.h"
#include "engine/run/run.pb.h"
#include "ui/client/worker_command.h"

namespace mantissa::ui {

/// Lives on the UI thread; nothing blocks but the destructor, which ends a measurement that is under way.
class DecisionRunner : public QObject {
    Q_OBJECT

  public:
    /// `options`: how the training worker is run; what it is asked for ("serve") is replaced.
    explicit DecisionRunner(WorkerOptions options = {}, QObject* parent = nullptr);
    /// Which machine is measured from the next start on.
    void moveTo(const WorkerPlace& place) { command_.moveTo(place); }

    /// Begins to measure; nothing happens while it measures already. `memory`: the budget in bytes, 0: the device's.
    /// Ends in one of the signals.
    void start(const run::RunConfig& config, quint64 memory);
    /// Ends it without a sheet; `reason`: why, for `failed`.
    void cancel(const QString& reason = {});
    bool running() const { return command_.running(); }

  signals:
    /// The sheet, in English.
    void made(const mantissa::DecisionSheet& sheet);
    /// Why there is none, a sentence; empty: a person cancelled it.
    void failed(const QString& reason);

  private:
    void ended(const QString& problem);

    WorkerCommand command_;
    QByteArray answer_;
    bool cancelled_ = false;
    QString cancelReason_;
};

}  // namespace mantissa::ui
