// SPDX-License-Identifier: GPL-3.0-or-later
// The head of the Setup dock while a teacher's set-up is in force: its name, what it is for, what it keeps, and the way
// out.
#pragma once

#include <QWidget>

class QPushButton;

namespace mantissa::ui {

class SetupModel;
class TextLabel;

class LockStrip : public QWidget {
    Q_OBJECT

  public:
    /// Not owned; outlives the strip.
    explicit LockStrip(SetupModel& setup, QWidget* parent = nullptr);

  private:
    void refresh();

    SetupModel& setup_;
    TextLabel* title_;
    TextLabel* description_;
    TextLabel* kept_;
    QPushButton* reset_;
};

/// The tooltip of a control, which shows while it is not locked.
void setOwnTip(QWidget& control, const QString& tip);

/// What a locked control says of itself.
QString lockedTip();

/// Disables a control and says why in its tip, or gives it both back.
void lockControl(QWidget& control, bool locked);

}  // namespace mantissa::ui
