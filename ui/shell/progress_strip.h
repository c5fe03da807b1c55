// SPDX-License-Identifier: GPL-3.0-or-later
// The right end of the toolbar: how far the run is and when it will be done.
#pragma once

#include <QElapsedTimer>
#include <QWidget>

#include "ui/models/pace.h"

class QProgressBar;

namespace mantissa::ui {

class RunModel;
class TextLabel;

class ProgressStrip : public QWidget {
    Q_OBJECT

  public:
    explicit ProgressStrip(QWidget* parent = nullptr);
    /// Shows this run; to be called several times a second while one trains. Null: nothing has run. `starting`: one was
    /// asked for and has not begun.
    void show(const RunModel* run, bool starting);
    QString text() const;

  protected:
    void changeEvent(QEvent* event) override;

  private:
    void fitText();

    TextLabel* words_;
    QProgressBar* bar_;
    Pace pace_;
    QElapsedTimer clock_;
};

}  // namespace mantissa::ui
