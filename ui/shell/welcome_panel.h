// SPDX-License-Identifier: GPL-3.0-or-later
// The welcome as a slim panel above the page: heading, a few sentences, one large button. It can be closed at any time.
// While the race runs by itself each sentence stays long enough to be read; what a person presses is answered at once.
#pragma once

#include <QElapsedTimer>
#include <QFrame>
#include <QTimer>
#include <chrono>

class QMenu;
class QBoxLayout;
class QPushButton;

namespace mantissa::ui {

class TextLabel;
class WelcomeFlow;

/// Least time that a sentence of the first race stays, if nobody presses anything.
inline constexpr std::chrono::milliseconds kReadingTime{6000};

class WelcomePanel : public QFrame {
    Q_OBJECT

  public:
    explicit WelcomePanel(WelcomeFlow& flow, QWidget* parent = nullptr);
    void setReadingTime(std::chrono::milliseconds least) { least_ = least; }

    /// A button beside the large one that opens this menu.
    void offerLessons(QMenu* menu);

  signals:
    /// The person closed it.
    void closed();

  protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    void refresh();
    void arrange();
    bool stays();

    WelcomeFlow& flow_;
    TextLabel* heading_;
    TextLabel* text_;
    QPushButton* button_;
    QPushButton* lessons_;
    QBoxLayout* buttons_;
    QWidget* words_;
    std::chrono::milliseconds least_ = kReadingTime;
    int stage_ = -1;  // of what is shown
    int saying_ = -1;
    QElapsedTimer since_;
    QTimer later_;
};

}  // namespace mantissa::ui
