// SPDX-License-Identifier: GPL-3.0-or-later
// The first race as a small state machine: FP32 and FP16 in lockstep, the loss scale turned on in FP16's lane, then
// BF16. It reads the figures it speaks of from the runs; nothing is claimed before it has happened.
#pragma once

#include <QObject>
#include <QString>
#include <optional>
#include <string>
#include <vector>

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
        Offer,   ///< Nothing done yet: the large button.
        Race,    ///< FP32 and FP16 without scaling, in lockstep.
        Scaled,  ///< FP16 with a dynamic scale, in the same race or, where too little of it is left, in a second one.
        Bf16,    ///< FP32 and BF16.
        Done,
        Broken,  ///< A run of the race was stopped or failed.
    };

    WelcomeFlow(RunController& controller, SessionModel& session, SetupModel& setup, QObject* parent = nullptr);

    Stage stage() const { return stage_; }
    /// One short heading and what is to be seen now, as plain text. No figures of runs: those are figures().
    QString heading() const;
    QString text() const;
    /// Where the runs of the race stand now, each by its name, and at which step; at the end, where they ended.
    QString figures() const;
    /// Which sentences heading() and text() are.
    int saying() const;
    /// Text of the button; empty where there is nothing to press.
    QString buttonText() const;

    /// Whether the button can be pressed now: not while another run trains.
    bool canPress() const;
    /// Whether the next step of the race is offered (the scale, or BF16).
    bool offersNext() const;
    /// FP32 has left chance and FP16 has not.
    bool stalled() const;

    /// What the button does: starts the race, turns the scale on, goes on to BF16, or starts again.
    void press();
    /// Back to the offer (Help > Welcome).
    void restart();

  signals:
    void changed();
    /// The race is over and a run of another kind has begun: the panel would speak of what is no longer looked at.
    void passed();

  private:
    struct NextRace {
        Stage stage = Stage::Offer;
        run::Precision precision = run::FP32;
        run::Scaling scaling = run::NONE;
    };
    void begin(Stage stage, run::Precision precision, run::Scaling scaling);
    void turnOnScale();
    void goOnToBf16();
    void goOnTo(const NextRace& next);
    void look();
    void ended(const QString& runId);
    void enter(Stage stage);
    void tell();
    /// Where a run stands, in the words that name it.
    struct Standing {
        QString name;
        std::optional<double> accuracy;  ///< on the test set, 0 to 1
        std::uint32_t step = 0;          ///< of that
        bool finished = false;
        bool alwaysOne = false;
    };
    static Standing standingOf(const RunModel& run);
    static QString inWords(const Standing& standing);
    const RunModel* lane(std::size_t index) const;
    bool over() const;
    bool recovered() const;
    QString raceText() const;
    QString scaledText() const;
    std::optional<double> dark() const;

    RunController& controller_;
    SessionModel& session_;
    SetupModel& setup_;
    Stage stage_ = Stage::Offer;
    bool waitingForPresets_ = false;
    bool waitingForRace_ = false;  // it was asked for; its first record tells its id
    bool stopping_ = false;        // we end the race ourselves, to go on to
    NextRace next_;
    std::string raceId_;
    Standing scaled_;  // FP16 with loss scaling when BF16 took its place
    QString told_;     // what the panel shows
};

}  // namespace mantissa::ui
