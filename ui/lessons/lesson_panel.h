// SPDX-License-Identifier: GPL-3.0-or-later
// A step of a lesson: its text, its question, the button that trains it, the reveal, and the way to the other steps. It
// shows a LessonModel and asks for what a person presses; who carries it out is its owner's business.
#pragma once

#include <QWidget>

#include "ui/models/lesson_model.h"

class QAction;
class QLabel;
class QProgressBar;
class QPushButton;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace mantissa::ui {

class CurveSketch;
class PageText;
class PredictionForm;

class LessonPanel : public QWidget {
    Q_OBJECT

  public:
    /// The window's actions, whose buttons are here. `model` outlives it.
    struct Buttons {
        QAction *back, *next, *question, *skip, *showMe, *restart, *run, *handIn;
    };
    LessonPanel(LessonModel& model, const Buttons& actions, QWidget* parent = nullptr);

    /// Whether anything could be trained now, else why not.
    void setRunPossible(bool possible, const QString& reason);
    /// Title of the lesson that follows this one; empty where none does.
    void setFollowing(const QString& title);
    /// What the run button would do now: enabled by what stands in the way of it.
    bool canRun() const;
    /// Leads the keys to the step's question, and the question into view.
    void goToQuestion();
    QSize minimumSizeHint() const override;

  protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void showLesson();
    void showStep();
    void showState();
    void goOnWithKeys();
    void showRun();
    void showReveal();
    QWidget* makeHead();
    QWidget* makeBody();
    QWidget* makeAsks();
    void placeAsks();
    QWidget* makeFoot();

    LessonModel& model_;
    Buttons actions_;
    QLabel *title_, *place_, *runNote_, *revealText_;
    QProgressBar* progress_;
    QVBoxLayout *column_ = nullptr, *body_ = nullptr;
    QWidget *head_ = nullptr, *foot_ = nullptr;
    QWidget* asks_ = nullptr;  // what the step asks for
    bool below_ = true;        // of the text, instead of behind it
    QScrollArea* scroll_;
    PageText* page_;
    PredictionForm* form_;
    QWidget *runBox_, *revealBox_;
    QToolButton* runButton_;
    CurveSketch* outcome_;
    QToolButton* handIn_;
    QToolButton *skip_, *back_, *next_;
    QString following_;
    bool possible_ = true;
    QString impossible_;
};

}  // namespace mantissa::ui
