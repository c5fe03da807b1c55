// SPDX-License-Identifier: GPL-3.0-or-later
// The first race as a small state machine: FP32, then FP16 without scaling, then the offer of a loss scale. It reads
// the figures it speaks of from the runs; nothing is claimed before it has happened.
#pragma once

#include <QObject>
#include <QString>

#include "engine/run/run.pb.h"

namespace mantissa::ui {

class RunController;
class RunModel;
class SessionModel;
class SetupModel;

class WelcomeFlow : public QObject {
    Q_OBJECT

  public:
    enum class Stage {
        Offer,       ///< Nothing done yet: the large button.
        Fp32,        ///< FP32 trains.
        Fp16,        ///< FP16 without scaling trains.
        OfferScale,  ///< FP16 has stalled: the loss scale is offered.
        Dynamic,     ///< FP16 with a dynamic scale trains.
        Done,
        Broken,  ///< A run of the race was stopped or failed.
    };

    WelcomeFlow(RunController& controller, SessionModel& session, SetupModel& setup, QObject* parent = nullptr);

    Stage stage() const { return stage_; }
    /// One short heading and what is to be seen now, as plain text.
    QString heading() const;
    QString text() const;
    /// Text of the button; empty where there is nothing to press.
    QString buttonText() const;

    /// Whether the button can be pressed now: not while another run trains.
    bool canPress() const;

    /// What the button does: starts the race, turns the scale on, or starts again.
    void press();
    /// Back to the offer (Help > Welcome).
    void restart();

  signals:
    void changed();

  private:
    void begin(Stage stage, run::Precision precision, run::Scaling scaling);
    void ended(const QString& runId);
    void enter(Stage stage);
    QString accuracyOf(const QString& runId) const;

    RunController& controller_;
    SessionModel& session_;
    SetupModel& setup_;
    Stage stage_ = Stage::Offer;
    bool waitingForPresets_ = false;
    QString fp32Run_;
    QString fp16Run_;
    QString dynamicRun_;
};

}  // namespace mantissa::ui
