// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson as a student goes through it: where they are, what they predicted, what the runs came to. It knows neither
// widgets nor the worker; it is told of records and keeps a result file up to date, from which it goes on.
#pragma once

#include <QObject>
#include <QPointF>
#include <QString>
#include <QVector>
#include <map>
#include <optional>
#include <vector>

#include "engine/lesson/lesson_file.h"
#include "engine/lesson/measured_run.h"
#include "engine/lesson/result_file.h"

namespace mantissa::ui {

/// Where the runs of a step stand.
enum class LessonRun {
    None,      ///< the step trains nothing
    Waiting,   ///< not trained yet
    Training,  ///< asked for, or on its way
    Done,
    Broken,  ///< stopped, failed or refused; runProblem() says why
};

/// What a reveal shows.
struct Revelation {
    const lesson::Prediction* prediction = nullptr;
    const lesson::Answer* answer = nullptr;  ///< null: nothing was predicted
    std::optional<double> outcome;
    QVector<QPointF> predictedCurve, outcomeCurve;
    QString sentence;  ///< prediction against outcome
    QString run{};     ///< that it was measured of, where that is one of a race's, whose names are shown
};

class LessonModel : public QObject {
    Q_OBJECT

  public:
    explicit LessonModel(QObject* parent = nullptr);

    /// Opens a lesson, in `language` (two letters) where it has a translation into it, and where it was left if its
    /// result lies in `resultFolder`. Throws mantissa::Error where it cannot be read; nothing has changed then.
    void open(const std::filesystem::path& folder, const std::filesystem::path& resultFolder,
              const QString& language = {});
    void close();
    bool isOpen() const { return lesson_.has_value(); }

    const LoadedLesson& lesson() const { return *lesson_; }
    const lesson::Result& result() const { return result_; }
    QString title() const;
    int step() const { return static_cast<int>(result_.step()); }
    int steps() const { return isOpen() ? static_cast<int>(lesson_->steps()) : 0; }
    const lesson::Step& current() const { return lesson_->content.steps(step()); }
    /// The step's text, Markdown.
    QString page() const;
    /// The settings that hold in a step, complete.
    const run::RunConfig& settings(int step) const { return lesson_->settings[static_cast<std::size_t>(step)]; }
    /// What the step trains: nothing, one run or the lanes of a race.
    std::vector<LessonLane> lanes() const { return lesson_->lanes(static_cast<std::size_t>(step())); }
    bool isRace() const { return !current().run().lanes().empty(); }

    void moveTo(int step);
    /// Back to the first step, without answers and runs.
    void restart();

    /// Puts back an earlier result of this lesson; false if it is another lesson's.
    bool take(const lesson::Result& earlier);

    /// The question of the step, null if it has none; its answer, null before it.
    const lesson::Prediction* question() const;
    const lesson::Answer* answer() const;
    /// The answer can no longer be changed: what it predicts was trained.
    bool answerLocked() const;
    void answerNumber(double value);
    void answerChoice(int index);
    void answerCurve(const QVector<QPointF>& points);

    LessonRun runState() const;
    /// Whether runs that one of its steps has started train, whichever step is shown.
    bool trains() const { return isOpen() && trainingStep_ >= 0 && (!expected_.empty() || !names_.empty()); }
    /// Id of the run that the lesson calls by this name, trained or training; empty where it was not trained yet.
    QString runId(const std::string& name) const;
    /// Whether a run is the latest of one of this lesson's trainings.
    bool owns(const std::string& runId) const;
    /// The first step that trains; steps() where none does.
    int firstTraining() const;
    /// Name of the run that the step's page would show and that was not trained yet: the one that its `view` names,
    /// else the first that the step trains itself, before the lesson's first training the first of that. Empty where
    /// all is there, or the page shows no runs.
    QString missingRun() const;
    /// What the step's question is about must not be seen before it is answered or passed over.
    bool hidesOutcome() const { return question() && !answer() && !answerLocked(); }
    /// It is open, or its prediction can still be changed.
    bool isAsking() const;
    /// The advisor and Setup must not say it either: also while a prediction can still be changed, where the lesson
    /// keeps advice back, while the next step, which trains nothing, will ask about what this one trains, and before
    /// the first training, about which a question is still open.
    bool silencesAdvisor() const;
    /// Of these, what only the lesson's first training will end: no question of this step.
    bool awaitsFirstTraining() const;
    /// The question of the step is of no run, but of what the page Formats can tell, and its outcome was not seen yet.
    bool asksOfFormats() const;
    /// The question of the step is left unanswered; its outcome may be seen.
    void skipQuestion() { revealUnasked(); }
    /// The step is one whose `advisor` is silent, and the lesson's next question has no outcome yet.
    bool keepsAdvice() const;
    /// What an open question of the lesson asks for is this curve of the page Ranks: it is not drawn.
    std::optional<Measure> askedCurve() const;
    /// That is the step's own question.
    bool asksOfCurve() const;
    /// Runs of the lesson have been asked for and not all have begun.
    bool awaitsStart() const { return !expected_.empty(); }
    const QString& runProblem() const { return runProblem_; }
    /// Steps trained of all, 0 to 1, while it trains.
    double runProgress() const;
    /// The step's training was asked for: the runs that begin now are its.
    void expectRuns();
    /// It was refused, or its worker was lost.
    void runFailed(const QString& reason);
    /// Records of any runs, in their order.
    void apply(const std::vector<run::Record>& records);
    void interrupted(const QString& runId, const QString& reason);

    /// The outcome of this step may be seen without a prediction, which can then no longer be made.
    void revealUnasked();
    /// What the step reveals; nothing where it reveals nothing, or the outcome is not there yet.
    std::optional<Revelation> revelation();

    /// Writes the result somewhere else, with the student's name (may be empty): to hand it in. Throws Error.
    void handIn(const std::filesystem::path& file, const QString& student) const;

  signals:
    /// Another lesson, or none.
    void lessonChanged();
    void stepChanged(int step);
    /// Answers, runs or the reveal of the step.
    void changed();
    /// The result could not be kept.
    void notKept(const QString& reason);

  private:
    lesson::Answer& answerFor(const lesson::Prediction& question);
    const lesson::Prediction* prediction(const std::string& id) const;
    void keep();
    bool allDone(int step) const;
    std::vector<Measure> outcomesOf(const lesson::Prediction& asked) const;
    bool isSettled(const lesson::Prediction& asked) const;
    void noteOutcome(const lesson::Reveal& reveal, const Revelation& shown);
    /// Whether its outcome was shown without a prediction.
    bool wasSeen(const std::string& prediction) const;

    std::optional<LoadedLesson> lesson_;
    lesson::Result result_;
    std::filesystem::path file_;
    // the training under way
    std::vector<std::string> expected_;  // names, by lane; empty: none is awaited
    int trainingStep_ = -1;
    std::map<std::string, std::string> names_;  // by run id
    std::map<std::string, MeasuredRun> runs_;   // by run id
    std::map<std::string, std::uint32_t> totals_;
    QString runProblem_;
    bool broken_ = false;
    int unasked_ = -1;  // step
};

}  // namespace mantissa::ui
