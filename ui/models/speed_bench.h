// SPDX-License-Identifier: GPL-3.0-or-later
// Has a list of cases measured, one after another, and keeps what came out.
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <vector>

#include "engine/run/run.pb.h"
#include "ui/models/speed_figures.h"

namespace mantissa::ui {

class EngineClient;

/// Lives on the UI thread; one case is with the worker at a time, so that it can be stopped and a run can begin.
class SpeedBench : public QObject {
    Q_OBJECT

  public:
    /// `client` outlives it.
    explicit SpeedBench(EngineClient& client, QObject* parent = nullptr);

    /// Why nothing may be measured now, in a sentence; empty: nothing stands in the way. Asked before and after each
    /// case: what was measured while something else used the device is thrown away.
    void setObstacle(std::function<QString()> obstacle) { obstacle_ = std::move(obstacle); }

    /// Forgets what was measured and begins this list.
    void start(std::vector<run::Bench> cases);
    /// Leaves out the rest; what is measured stays.
    void stop();

    bool running() const { return running_; }
    int total() const { return static_cast<int>(cases_.size()); }
    const std::vector<Measured>& measured() const { return measured_; }
    /// The case under way; only while running.
    const run::Bench& current() const { return cases_[measured_.size()]; }

  signals:
    /// A case was measured.
    void progressed();
    /// The list is done or was stopped; `reason`: why it could not be finished, empty if it was or a person stopped it.
    void ended(const QString& reason);

  private:
    void next();
    void take(const run::Reply& reply);
    void end(const QString& reason);
    QString obstacle() const { return obstacle_ ? obstacle_() : QString(); }

    EngineClient& client_;
    std::function<QString()> obstacle_;
    std::vector<run::Bench> cases_;
    std::vector<Measured> measured_;
    quint32 asked_ = 0;  // counts questions: an answer to an earlier one is not the one waited for
    bool running_ = false;
};

}  // namespace mantissa::ui
