// SPDX-License-Identifier: GPL-3.0-or-later
// One step axis for all pages: bookmarks, skipped steps, NaN, evaluations, where training stands, and a scrub position.
// Painted by hand: a million steps are a line with marks, and marks that share a pixel are drawn once.
#pragma once

#include <QWidget>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace mantissa::ui {

class RunModel;

/// What the timeline shows; steps count from 0.
struct TimelineData {
    struct Bookmark {
        std::uint32_t step = 0;
        QString text;
        bool nonFinite = false;  ///< Drawn as a triangle: NaN is shown, not hidden.
    };
    std::uint32_t step = 0;        ///< Steps done.
    std::uint32_t totalSteps = 0;  ///< Planned; 0 if unknown.
    std::vector<Bookmark> bookmarks;
    std::vector<std::uint32_t> epochs;  ///< Last steps of epochs.
    std::vector<std::uint32_t> skips;
    std::vector<std::uint32_t> evaluations;
};

/// The timeline of a run.
TimelineData timelineOf(const RunModel& run);

class Timeline : public QWidget {
    Q_OBJECT

  public:
    explicit Timeline(QWidget* parent = nullptr);
    void setData(TimelineData data);
    const TimelineData& data() const { return data_; }
    /// The scrub position; nothing: follows training.
    std::optional<std::uint32_t> scrubStep() const { return scrub_; }
    /// Back to following training.
    void showNewest();
    /// Looks at this step, as a click on it does; the newest follows training.
    void lookAt(quint32 step);
    /// What is shown is another run's from now on. `sameSteps`: of the same race, so the step looked at stays, and
    /// everybody is told of it again.
    void showOther(TimelineData data, bool sameSteps);

    /// Why its menu cannot rewind to a step, in a sentence; empty: it can. Asked when it is opened; null: it never can.
    void setWhyNotRewind(std::function<QString(quint32)> whyNot) { whyNotRewind_ = std::move(whyNot); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  signals:
    /// The person looks at this step.
    void scrubbed(quint32 step);
    /// The person is back at the newest step.
    void following();
    /// The run is to begin anew at so many steps done.
    void rewindWanted(quint32 step);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;

  private:
    QFont smallFont() const;
    void paintTrack(QPainter& painter) const;
    void paintScale(QPainter& painter) const;
    void paintMarks(QPainter& painter) const;
    void paintPosition(QPainter& painter) const;
    void paintFocus(QPainter& painter) const;
    QString whereText() const;
    QRectF axis() const;
    std::uint32_t last() const;
    double xOf(double step) const;
    std::uint32_t stepAt(double x) const;
    void scrubTo(qint64 step);
    void jump(bool forward);
    void describe();
    QString textAt(double x) const;

    TimelineData data_;
    std::optional<std::uint32_t> scrub_;
    std::function<QString(quint32)> whyNotRewind_;
};

}  // namespace mantissa::ui
