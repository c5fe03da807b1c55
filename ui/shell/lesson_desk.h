// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons in the window: the menu, the dock, and what a step does to the Setup dock, the pages and the training. A step
// sets the program by the same path as a person's edits, so Undo takes it back.
#pragma once

#include <QObject>
#include <QSet>
#include <filesystem>

#include "ui/models/lesson_model.h"

class QAction;
class QDockWidget;
class QMainWindow;
class QMenu;

namespace mantissa::ui {

class EngineClient;
class Halo;
class LessonPanel;
class PageTabs;
class RunController;
class RunModel;
class SessionModel;
class Settings;
class SetupModel;

class LessonDesk : public QObject {
    Q_OBJECT

  public:
    /// None is owned; all outlive it. `beside`: the dock that the lesson shares its place with.
    struct Parts {
        QMainWindow& window;
        SessionModel& session;
        SetupModel& setup;
        RunController& controller;
        EngineClient& client;
        PageTabs& pages;
        Settings& settings;
        QDockWidget* beside;
    };
    explicit LessonDesk(const Parts& parts);

    LessonModel& model() { return model_; }
    Halo& halo() { return *halo_; }
    QDockWidget* dock() { return dock_; }
    /// The menu of lessons and of what can be done in one.
    QMenu* menu() { return menu_; }
    /// Those of its actions that have keys or are for the toolbar: next, back, question, skip, run, show
    /// me, start again, hand in.
    QList<QAction*> actions() const { return {next_, back_, question_, skip_, run_, showMe_, restart_, handIn_}; }
    /// Its lessons only, for the start page.
    QMenu* list() { return list_; }

    /// Opens a lesson where it was left. False, with `failed` emitted, where it cannot be read.
    bool open(const std::filesystem::path& folder) { return open(folder, true); }
    void close();
    /// At the program's start: opens the lesson that was open at its end.
    void resume();
    /// Goes to a step: sets the program up for it, brings its page to the front, points.
    void goTo(int step);
    /// Trains what the step trains.
    void run();
    /// Does the step for a person who does not know how: sets up, points, and trains where it has to be trained.
    void showMe();
    /// Back to the first step, without answers and runs; Undo brings them back.
    void restart();
    /// Writes the result to be handed in. False, with `failed` emitted, where it could not be.
    bool handIn(const QString& path, const QString& student);

  signals:
    /// A step speaks of this recording: it is to be shown, unless the session has its run already.
    void recordingWanted(const QString& path);
    /// A lesson is open.
    void opened();
    /// These runs of an earlier day are what the step that was left speaks of.
    void runsWanted(const QStringList& runIds);
    /// What the open question is about must not be given away elsewhere, or may be again.
    void outcomeHidden(bool hidden);
    /// The page shows no run, as that of the step is not trained yet.
    void pageCovered(bool covered);
    void failed(const QString& sentence, const QString& remedy);
    /// What was last said by `failed` holds no longer.
    void settled();
    void told(const QString& sentence);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void place(const QString& id, bool visible);
    void showOnly(const QStringList& ids, const run::RunConfig* alike = nullptr);
    void askToShow();
    bool refusesToLeave();
    QAction* make(const QString& name, const QString& text, const QKeySequence& key, const QString& tip);
    void makeMenu();
    bool open(const std::filesystem::path& folder, bool settings);
    void fillList();
    void askForFolder();
    void askForResult();
    void setUp(int step);
    QString freeSetUp();
    void arrive();
    void goOn();
    void goToTraining();
    void lookAtRun();
    const RunModel* recordedRun() const;
    void coverPage();
    const QAction* followingLesson() const;
    QStringList runsOf(int step) const;
    QStringList latestRuns() const;
    QStringList trainedWith(const std::string& name) const;
    void showPossible();
    run::RunConfig here(run::RunConfig config) const;

    Parts parts_;
    LessonModel model_;
    QAction *openFolder_, *close_, *next_, *back_, *question_, *skip_, *showMe_, *restart_, *run_, *handIn_;
    QMenu *menu_ = nullptr, *list_ = nullptr;
    QDockWidget* dock_;
    LessonPanel* panel_;
    Halo* halo_;
    QStringList hidden_;    // runs that it has taken off the charts
    QSet<QString> byHand_;  // runs that a person has taken off the charts
    bool placing_ = false;  // it hides or shows a run itself
    std::string spoken_;    // the lesson's name of the run that the step's page shows; empty: none of its own
    std::string viewed_;    // what the pages were last told to look at, so that a person may look elsewhere
    std::string asked_;     // likewise, while it is read from the library
    bool refused_ = false;  // to be left, as it trains
    int widthBefore_ = 0;   ///< of the dock that it shares its place with; 0 while no lesson has taken it
};

}  // namespace mantissa::ui
