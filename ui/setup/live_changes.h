// SPDX-License-Identifier: GPL-3.0-or-later
// Carries edits of the Setup dock to a running training: only the fields that changed, clicks at once, spin boxes after
// they rest for 150 ms. A refused change goes back to SetupModel with the worker's reason. A change may leave a
// ghost; taking it back adopts the ghost instead of changing again.
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <optional>
#include <vector>

#include "ui/setup/config_fields.h"
#include "ui/setup/setup_model.h"

namespace mantissa::ui {

/// Steps that a ghost goes on for.
inline constexpr quint32 kGhostSteps = 200;

class EngineClient;

class LiveChanges : public QObject {
    Q_OBJECT

  public:
    LiveChanges(SetupModel& setup, EngineClient& client, QObject* parent = nullptr);

    /// A training with this configuration, in this lane, can take changes from now on.
    void begin(const run::RunConfig& running, quint32 lane);
    /// Steps that a ghost of the settings before goes on for; 0: no ghosts.
    void setGhostSteps(quint32 steps) { ghostSteps_ = steps; }
    /// Tells of a ghost whether it still trains and in which lane.
    void setGhostLane(std::function<std::optional<quint32>(const QString& runId)> lane) {
        ghostLane_ = std::move(lane);
    }
    /// No training takes changes any more. Edits that were not sent are dropped: they belong to the next run's
    /// settings.
    void end();
    /// Tells whether a lane is free for a ghost: without one a change would be refused for its ghost's sake.
    void setGhostRoom(std::function<bool()> room) { ghostRoom_ = std::move(room); }
    /// The settings of the run that takes changes once it has taken all that were sent; null where none does.
    const run::RunConfig* running() const { return active_ ? &sent_ : nullptr; }
    /// Whether a spin box is still to rest before its edit is sent.
    bool waits() const { return !dirty_.empty(); }
    /// Sends at once what still waits for the spin box to rest.
    void flush();
    /// Sends these fields at once, even where the Setup dock shows the same values already (a dynamic scale has moved
    /// away from the one it began with), and shows them there. `ghost`: may leave one.
    void send(const run::RunConfig& change, bool ghost = true);

  signals:
    /// The worker took a change: at this step, in words.
    void applied(quint32 step, const QString& what);
    /// The worker refused a change of these fields; the Setup dock says so beside those that it shows.
    void refused(const mantissa::ui::FieldSet& fields, const QString& reason);
    /// A change of a training that takes none any more was refused: there is no control beside which that could be
    /// said.
    void refusedLate(const mantissa::run::ErrorRecord& error);
    /// The worker is asked to take a change back: this ghost is to go on instead of the run that changed.
    void adopting(const QString& ghostRunId);
    /// It was: the ghost goes on.
    void adopted(const QString& ghostRunId);

  private:
    struct Sent {
        FieldSet fields;
        run::RunConfig before;
        QString what;
        bool ghost = false;  // one was asked for
    };
    /// What a change left behind: undoing it returns there.
    struct Ghost {
        QString runId;
        FieldSet fields;
        run::RunConfig before;
    };
    quint32 ghostSteps() const;
    bool adopt(const FieldSet& differ);
    void transmit(const run::RunConfig& change, const Sent& sent);
    void edited(const FieldSet& changed, EditKind kind);
    void answered(const Sent& sent, const run::Reply& reply);

    SetupModel& setup_;
    EngineClient& client_;
    bool active_ = false;
    bool sending_ = false;
    quint32 lane_ = 0;
    quint32 ghostSteps_ = 0;
    std::function<std::optional<quint32>(const QString& runId)> ghostLane_;
    std::function<bool()> ghostRoom_;
    std::vector<Ghost> ghosts_;
    run::RunConfig sent_;  // what the worker runs once it has taken everything sent so far
    FieldSet dirty_;
    quint32 trainings_ = 0;  // that ended
    QTimer rest_;
};

}  // namespace mantissa::ui
