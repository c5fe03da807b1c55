// SPDX-License-Identifier: GPL-3.0-or-later
// Carries edits of the Setup dock to a running training: only the fields that changed, clicks at once, spin boxes after
// they rest for 150 ms. A refused change goes back to SetupModel with the worker's reason.
#pragma once

#include <QObject>
#include <QTimer>
#include <map>

#include "ui/shell/config_fields.h"
#include "ui/shell/setup_model.h"

namespace mantissa::ui {

class EngineClient;

class LiveChanges : public QObject {
    Q_OBJECT

  public:
    LiveChanges(SetupModel& setup, EngineClient& client, QObject* parent = nullptr);

    /// A training with this configuration can take changes from now on.
    void begin(const run::RunConfig& running);
    /// None does any more; what was not sent yet is dropped (it is part of the next run's settings anyway).
    void end();
    /// Sends at once what still waits for the spin box to rest.
    void flush();
    /// Sends these fields at once, even where the Setup dock shows the same values already (a dynamic scale has moved
    /// away from the one it began with), and shows them there.
    void send(const run::RunConfig& change);
    /// Whether command `id` is a change of ours: its refusal is shown beside the control, not elsewhere.
    bool owns(quint32 id) const { return unanswered_.contains(id) || lastRefused_ == id; }

  signals:
    /// The worker took a change: at this step, in words.
    void applied(quint32 step, const QString& what);
    /// The worker refused a change of these fields; the Setup dock says so beside those that it shows.
    void refused(const mantissa::ui::FieldSet& fields, const QString& reason);

  private:
    struct Sent {
        FieldSet fields;
        run::RunConfig before;
        QString what;
    };
    void edited(const FieldSet& changed, EditKind kind);
    void answered(const run::Reply& reply);

    SetupModel& setup_;
    EngineClient& client_;
    bool active_ = false;
    bool sending_ = false;
    run::RunConfig sent_;  // what the worker runs once it has taken everything sent so far
    FieldSet dirty_;
    std::map<std::uint32_t, Sent> unanswered_;
    quint32 lastRefused_ = 0;
    QTimer rest_;
};

}  // namespace mantissa::ui
