// SPDX-License-Identifier: GPL-3.0-or-later
// The Live page: what the current run does, as it does it, over the faint lines of the runs before it. The page owns
// the clock: lines repaint at most 16 times a second, the histogram 8, numbers 4, and a hidden page not at all.
#pragma once

#include <QTimer>
#include <QWidget>
#include <cstdint>
#include <memory>
#include <optional>

#include "engine/run/run.pb.h"

class QBoxLayout;
class QLabel;
class QStackedWidget;

namespace mantissa::ui {

class LineChart;
class LiveHistogram;
class LiveLines;
class LiveLogged;
class LiveNumbers;
class MemoryChart;
class RunChips;
class RunModel;
class SessionModel;

class LivePage : public QWidget {
    Q_OBJECT

  public:
    /// `session` is not owned and must outlive the page.
    explicit LivePage(SessionModel& session, QWidget* parent = nullptr);
    ~LivePage() override;

    /// Brings everything up to date at once, whether the page is visible or not (tests, screenshots).
    void refreshNow();
    /// Whether there is a run to show (else the page shows a hint).
    bool hasRun() const;

    /// True while the page's clock stands: it is hidden, or nothing is new.
    bool resting() const { return !timer_.isActive(); }

    LineChart& accuracyChart() { return *accuracy_; }
    LineChart& lossChart() { return *loss_; }
    LineChart& scaleChart() { return *scale_; }
    LiveHistogram& histogram() { return *histogram_; }
    LiveLogged& logged() { return *logged_; }
    MemoryChart& memoryChart() { return *memory_; }
    LiveNumbers& numbers() { return *numbers_; }
    RunChips& chips() { return *chips_; }

  public slots:
    /// Looks at this step: cross-hairs and the histogram go there (the timeline's scrubbing).
    void showStep(quint32 step);
    /// Back to the newest step.
    void followLive();
    /// Looks at this tensor's histogram, where the current run has one: another page asks for it.
    void chooseTensor(const QString& tensor, mantissa::run::Role role);

  protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    QWidget* makeContent();
    void connectCharts();
    void arrange();
    void markDirty();
    void tick();
    void updateLines(std::size_t most);
    void refresh(std::size_t rows);
    void updateHistogram();
    void updateMemory();
    void showAbsent(const RunModel* run);
    void updateNumbers();

    SessionModel& session_;
    QStackedWidget* stack_;
    QBoxLayout* columns_ = nullptr;
    LineChart* accuracy_ = nullptr;
    LineChart* loss_ = nullptr;
    LineChart* scale_ = nullptr;
    LiveLogged* logged_ = nullptr;
    LiveHistogram* histogram_ = nullptr;
    MemoryChart* memory_ = nullptr;
    QLabel* absent_ = nullptr;
    LiveNumbers* numbers_ = nullptr;
    RunChips* chips_ = nullptr;
    std::unique_ptr<LiveLines> lines_;
    std::optional<std::uint32_t> lookAt_;
    QTimer timer_;
    int ticks_ = 0;
    bool linesDirty_ = true;
    bool histogramDirty_ = true;
    bool numbersDirty_ = true;
};

}  // namespace mantissa::ui
