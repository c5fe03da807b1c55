// SPDX-License-Identifier: GPL-3.0-or-later
// The welcome as a slim panel above the page: heading, a few sentences, where the race stands, one large button. It can
// be closed at any time. Its height stays whatever it says; with large text it is one line, and the rest its tool tip.
// While the race runs by itself each sentence stays long enough to be read; what a person presses is answered at once,
// and figures are always those of now.
#pragma once

#include <QElapsedTimer>
#include <QFrame>
#include <QTimer>
#include <chrono>

class QMenu;
class QHBoxLayout;
class QPushButton;

namespace mantissa::ui {

class LinesLabel;
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
    bool large() const;

    WelcomeFlow& flow_;
    QHBoxLayout* line_ = nullptr;  // words and buttons
    LinesLabel* heading_;
    LinesLabel* text_;
    LinesLabel* figures_;
    QPushButton* button_;
    QPushButton* lessons_;
    std::chrono::milliseconds least_ = kReadingTime;
    int stage_ = -1;  // of what is shown
    int saying_ = -1;
    QElapsedTimer since_;
    QTimer later_;
};

}  // namespace mantissa::ui
