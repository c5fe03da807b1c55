// SPDX-License-Identifier: GPL-3.0-or-later
// A ring round a widget that the lesson speaks of. It lies over the window and takes no mouse and no keys.
#pragma once

#include <QPointer>
#include <QWidget>

namespace mantissa::ui {

class Halo : public QWidget {
    Q_OBJECT

  public:
    /// Over `window`, hidden.
    explicit Halo(QWidget* window);

    /// Rings this widget, wherever it goes; null: nothing. What scrolls scrolls to it.
    void point(QWidget* target);
    QWidget* target() const { return target_; }

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

  private:
    void reveal();
    void watch(bool on);
    void place();

    QPointer<QWidget> target_;
    QList<QPointer<QWidget>> watched_;
};

}  // namespace mantissa::ui
