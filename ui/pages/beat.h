// SPDX-License-Identifier: GPL-3.0-or-later
// When a page repaints: at most once a beat, only while something is new, never while it is hidden; and the page that
// does nothing but that.
#pragma once

#include <QTimer>
#include <QWidget>
#include <functional>
#include <utility>

namespace mantissa::ui {

/// Whether the window's charts stand still (presenter mode): training goes on, pages catch up afterwards.
inline bool chartsFrozen(const QWidget& page) {
    return page.window()->property("chartsFrozen").toBool();
}

class Beat {
  public:
    /// `refresh` brings `page` up to date and calls taken(). Neither is owned; the beat is a member of the page.
    Beat(QWidget& page, int milliseconds, std::function<void()> refresh) : page_(page), refresh_(std::move(refresh)) {
        timer_.setInterval(milliseconds);
        timer_.setTimerType(Qt::CoarseTimer);
        QObject::connect(&timer_, &QTimer::timeout, &timer_, [this] {
            if (chartsFrozen(page_)) return;
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

/// A page that repaints to a beat, and at once when it is shown.
class BeatPage : public QWidget {
  public:
    /// Brings everything up to date at once, whether the page is visible or not (tests, screenshots).
    virtual void refreshNow() = 0;
    /// True while the page's clock stands: it is hidden, or nothing is new.
    bool resting() const { return beat_.resting(); }

  protected:
    BeatPage(int milliseconds, QWidget* parent) : QWidget(parent), beat_(*this, milliseconds, [this] { tick(); }) {}

    void markDirty() { beat_.mark(); }
    /// refreshNow() begins with it.
    void taken() { beat_.taken(); }
    virtual void tick() { refreshNow(); }
    void showEvent(QShowEvent* event) override {
        QWidget::showEvent(event);
        refreshNow();
    }
    void hideEvent(QHideEvent* event) override {
        QWidget::hideEvent(event);
        beat_.stop();
    }

  private:
    Beat beat_;
};

}  // namespace mantissa::ui
