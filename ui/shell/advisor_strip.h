// SPDX-License-Identifier: GPL-3.0-or-later
// The advisor's line under the page: the most important thing to say about the current run, why, and a button that does
// it. Never a pop-up; it keeps its place and its height while there is nothing to say, so that no page moves. What it
// says comes from the run's records (engine/report), live or stored. It looks at most once a second, and not at all
// while it is not wanted.
#pragma once

#include <QTimer>
#include <QWidget>
#include <optional>
#include <string>
#include <vector>

#include "engine/report/advisor.h"

class QPushButton;
class QToolButton;

namespace mantissa::ui {

class ElidedLabel;
class SessionModel;
class TextLabel;

class AdvisorStrip : public QWidget {
    Q_OBJECT

  public:
    /// `session` is not owned and outlives the strip.
    explicit AdvisorStrip(SessionModel& session, QWidget* parent = nullptr);

    /// Whether a person wants to see it at all; it stays hidden else.
    void setWanted(bool wanted);
    /// Why it says nothing beside a lesson, whose question it would answer.
    enum class Silence {
        None,          ///< it speaks
        Asked,         ///< the question is open
        UntilTrained,  ///< one that is asked later, of the lesson's first training
        Kept,          ///< one that is asked later, and the lesson wants it so
    };
    void setSilence(Silence silence);
    /// The page shows no run: nothing is said of one.
    void setCovered(bool covered);
    /// The sentence that is to be read now.
    QString sentence() const;
    /// What there is to say about the current run, the most important first.
    const std::vector<Finding>& findings() const { return findings_; }
    /// Which of them is shown; 0 while there are none.
    std::size_t shown() const { return shown_; }

  public slots:
    /// Looks now instead of at the next second.
    void refreshNow();
    /// Bytes that a person wants a run to keep within; 0: as many as the device has. What a device of its own has less
    /// of stays the limit; a processor shares its memory, so without this nothing is said of a larger batch.
    void setBudget(quint64 bytes);

  signals:
    /// The change that the person wants in the run that trains; `restart`: and then from the beginning, because it
    /// cannot mend this run.
    void changeWanted(const mantissa::run::RunConfig& change, bool restart);
    /// The change that the person wants in the next run.
    void nextRunWanted(const mantissa::run::RunConfig& change);
    /// The person asks why the current run fails.
    void causeWanted();
    /// The person closed it.
    void closed();

  protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    /// What the button does with the finding's change.
    enum class Use { Now, NowAndRestart, NextRun };
    Use useOf(const Finding& finding) const;
    void build();
    void changed();
    void showFinding();
    void showNothing();
    void keepHeight();
    void fitTitle();
    void showButton(const Finding& finding);
    void showCauseButton(const Finding& finding);
    void apply();
    void step();

    SessionModel& session_;
    ElidedLabel* title_;
    QToolButton* why_;
    QToolButton* cause_;
    QToolButton* more_;
    QPushButton* apply_;
    TextLabel* reason_;
    QTimer pause_;
    bool dirty_ = false;
    bool ended_ = false;  // the run on display, when this was asked last
    bool wanted_ = true;
    Silence silence_ = Silence::None;
    bool covered_ = false;
    std::uint64_t budget_ = 0;
    std::string run_;
    std::vector<Finding> findings_;
    std::size_t shown_ = 0;
    std::string chosen_;           // the rule that the person stepped to; empty: the most important
    std::optional<Finding> sent_;  // its button was pressed: not again before something has changed
};

}  // namespace mantissa::ui
