// SPDX-License-Identifier: GPL-3.0-or-later
// When a page repaints: at most once a beat, only while something is new, never while it is hidden.
#pragma once

#include <QTimer>
#include <QWidget>
#include <functional>
#include <utility>

namespace mantissa::ui {

class Beat {
  public:
    /// `refresh` brings `page` up to date and calls taken(). Neither is owned; the beat is a member of the page.
    Beat(QWidget& page, int milliseconds, std::function<void()> refresh) : page_(page), refresh_(std::move(refresh)) {
        timer_.setInterval(milliseconds);
        timer_.setTimerType(Qt::CoarseTimer);
        QObject::connect(&timer_, &QTimer::timeout, &timer_, [this] {
            if (new_)
                refresh_();
            else
                timer_.stop();
        });
    }

    /// Something is new.
    void mark() {
        new_ = true;
        if (page_.isVisible() && !timer_.isActive()) timer_.start();
    }
    /// What was new is shown.
    void taken() { new_ = false; }
    void stop() { timer_.stop(); }
    /// True while the clock stands: the page is hidden, or nothing is new.
    bool resting() const { return !timer_.isActive(); }

  private:
    QWidget& page_;
    std::function<void()> refresh_;
    QTimer timer_;
    bool new_ = true;
};

}  // namespace mantissa::ui
