// SPDX-License-Identifier: GPL-3.0-or-later
// What can be undone in a lesson.
#pragma once

#include <QUndoCommand>
#include <string>

#include "ui/models/lesson_model.h"

namespace mantissa::ui {

/// Another step; obsolete once another lesson is open.
class StepCommand : public QUndoCommand {
  public:
    StepCommand(LessonModel& model, int to)
        : model_(model), lesson_(model.lesson().sha256), from_(model.step()), to_(to) {}
    void undo() override { move(from_); }
    void redo() override { move(to_); }

  private:
    void move(int step) {
        if (model_.isOpen() && model_.lesson().sha256 == lesson_)
            model_.moveTo(step);
        else
            setObsolete(true);
    }
    LessonModel& model_;
    std::string lesson_;
    int from_, to_;
};

/// The beginning again; Undo brings answers and runs back.
class RestartCommand : public QUndoCommand {
  public:
    explicit RestartCommand(LessonModel& model) : model_(model), before_(model.result()) {}
    void undo() override {
        if (!model_.isOpen() || !model_.take(before_)) setObsolete(true);
    }
    void redo() override {
        if (model_.isOpen() && belongs_to(before_, model_.lesson())) model_.restart();
    }

  private:
    LessonModel& model_;
    lesson::Result before_;
};

}  // namespace mantissa::ui
