// SPDX-License-Identifier: GPL-3.0-or-later
// How fast and how large: throughput by format measured on this device, where the time of a training step goes, and the
// memory of each mode over the batch as the worker plans it.
#pragma once

#include <QTimer>
#include <QWidget>
#include <functional>

#include "engine/run/run.pb.h"
#include "ui/models/memory_plans.h"
#include "ui/models/speed_bench.h"

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSlider;

namespace mantissa::ui {

class BarList;
class MemoryByBatch;
class SessionModel;
class SpeedBars;

class SpeedPage : public QWidget {
    Q_OBJECT

  public:
    /// `client` measures and plans, `session` tells whether a run trains; both outlive the page. `setup` gives the
    /// configuration whose step is measured and whose memory is planned.
    SpeedPage(EngineClient& client, SessionModel& session, std::function<run::RunConfig()> setup,
              QWidget* parent = nullptr);

    /// Something else that uses the device: a reason in a sentence, or nothing.
    void setOccupied(std::function<QString()> occupied) { occupied_ = std::move(occupied); }
    /// While a lesson's question is open the memory of the formats is not shown: it would give the answer away.
    void setQuiet(bool quiet);
    /// Sizes and times of the cases.
    void setOptions(const SpeedOptions& options) { options_ = options; }
    /// Plans Setup's present configuration; a hidden page waits until it is shown.
    void refresh();

    QPushButton& button() { return *button_; }
    QLabel& status() { return *status_; }
    QLabel& network() { return *network_; }
    QLabel& step() { return *step_; }
    QLabel& pays() { return *pays_; }
    QLabel& fits() { return *fits_; }
    QLabel& allocated() { return *allocated_; }
    QLabel& emulated() { return *emulated_; }
    QLabel& native() { return *native_; }
    QLabel& rounding() { return *rounding_; }
    SpeedBars& throughput() { return *throughput_; }
    BarList& kernels() { return *kernels_; }
    MemoryByBatch& memory() { return *memory_; }
    QSlider& budget() { return *budget_; }
    QComboBox& reading() { return *reading_; }
    const SpeedBench& bench() const { return bench_; }
    const MemoryPlans& plans() const { return plans_; }

  public slots:
    /// Measures everything anew, or stops.
    void toggle();

  signals:
    /// A person chose a budget of memory, bytes.
    void budgetChosen(quint64 bytes);

  protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    void build();
    QWidget* buildMemory(QWidget* parent);
    QString obstacle() const;
    void showControls();
    void showFigures();
    void showPlans();
    void askBudget();

    SessionModel& session_;
    EngineClient& client_;
    std::function<run::RunConfig()> setup_;
    std::function<QString()> occupied_;
    SpeedOptions options_;
    SpeedBench bench_;
    MemoryPlans plans_;
    QString outcome_;  // of the last measurement
    bool quiet_ = false;
    run::RunConfig drawn_;  // of the plans that the chart of memory shows
    QTimer tick_;
    QPushButton* button_ = nullptr;
    QProgressBar* progress_ = nullptr;
    QLabel* network_ = nullptr;
    QLabel* status_ = nullptr;
    SpeedBars* throughput_ = nullptr;
    QLabel* odd_ = nullptr;
    QLabel* emulated_ = nullptr;
    QLabel* native_ = nullptr;
    QLabel* rounding_ = nullptr;
    QLabel* step_ = nullptr;
    BarList* kernels_ = nullptr;
    QLabel* limits_ = nullptr;
    MemoryByBatch* memory_ = nullptr;
    QComboBox* reading_ = nullptr;
    QLabel* pays_ = nullptr;
    QSlider* budget_ = nullptr;
    QLabel* budgetValue_ = nullptr;
    QLabel* fits_ = nullptr;
    QLabel* allocated_ = nullptr;
};

}  // namespace mantissa::ui
