// SPDX-License-Identifier: GPL-3.0-or-later
// The welcome as a slim panel above the page: heading, a few sentences, one large button. It can be closed at any time.
#pragma once

#include <QFrame>

class QPushButton;

namespace mantissa::ui {

class TextLabel;
class WelcomeFlow;

class WelcomePanel : public QFrame {
    Q_OBJECT

  public:
    explicit WelcomePanel(WelcomeFlow& flow, QWidget* parent = nullptr);

  signals:
    /// The person closed it.
    void closed();

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    void refresh();

    WelcomeFlow& flow_;
    TextLabel* heading_;
    TextLabel* text_;
    QPushButton* button_;
};

}  // namespace mantissa::ui
