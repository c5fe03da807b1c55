// SPDX-License-Identifier: GPL-3.0-or-later
// The Updates page: how large the optimizer's updates are against the gaps between the numbers that the weights can
// be, and which share of them changes nothing: now, with FP32 master weights, and without. This is why BF16 without
// master weights stalls though nothing underflows. Follows the timeline; works on stored runs.
#pragma once

#include <QColor>
#include <cstdint>
#include <string>

#include "engine/run/run.pb.h"
#include "ui/models/lost_updates.h"
#include "ui/pages/page_frame.h"

class QBoxLayout;
class QComboBox;
class QLabel;

namespace mantissa::ui {

class BarList;
class DeviceChart;
class FoldedBars;
class LineChart;
class RatioChart;
class TensorBox;
class RunModel;
class SessionModel;

/// What the format does to small updates, in a sentence for a student.
QString updatesLesson(const LostUpdates& updates, bool stochastic = false);

/// What became of this tensor's updates, in a sentence. `stochastic`: its weights are rounded at random. `cures`: what
/// master weights would change is said, too.
QString updatesSentence(const LostUpdates& updates, bool stochastic, bool cures = true);

/// Where its weights are phase-change devices. `gathers`: updates are summed until they are worth a pulse; `images`:
/// trained when that was recorded.
QString devicesSentence(const LostUpdates& updates, bool gathers, double images);
QString devicesLesson();

class UpdatesPage : public RunPage {
    Q_OBJECT

  public:
    /// `session` is not owned and must outlive the page.
    explicit UpdatesPage(SessionModel& session, QWidget* parent = nullptr);

    QComboBox& tensorBox();
    RatioChart& chart() { return *chart_; }
    /// In its place where weights are phase-change devices.
    DeviceChart& devices() { return *devices_; }
    LineChart& line() { return *line_; }
    BarList& shares() { return *shares_; }
    BarList& tensors();
    /// The same with its tree, where there are many.
    FoldedBars& tree() { return *tensors_; }
    QLabel& lesson() { return *lesson_; }
    /// A lesson asks what cures the run: until it was told the page does not say what master weights would change.
    void keepCures(bool kept);

  public slots:
    /// Looks at the updates of this tensor or, of an activation, of its layer's weights, where the current run has
    /// them: another page asks for it.
    void chooseTensor(const QString& tensor, mantissa::run::Role role);

  protected:
    void showRun(const RunModel* run) override;
    void stepChosen() override;
    void runChosen() override;
    void arrange() override;

  private:
    void build();
    void offer(const RunModel& run);
    void showTensor(const RunModel& run, const LostUpdates& updates);
    void showDevices(const RunModel& run, const LostUpdates& updates);
    void fillTree(FoldedBars& tree) const;
    void pick(const std::string& tensor);
    void showLine(const RunModel& run, const std::string& tensor);
    void clear(const RunModel* run);

    QLabel* lesson_ = nullptr;
    TensorBox* tensor_ = nullptr;
    RatioChart* chart_ = nullptr;
    DeviceChart* devices_ = nullptr;
    LineChart* line_ = nullptr;
    BarList* shares_ = nullptr;
    FoldedBars* tensors_ = nullptr;
    QBoxLayout* columns_ = nullptr;

    std::string worst_;
    std::vector<LostUpdates> all_;  // worst first
    std::string picked_, drawn_;    // what is chosen and what is shown
    QColor color_;
    bool curesKept_ = false, shownKept_ = false;  // what is wanted and what is shown
    std::string runShown_;
    std::size_t rowsShown_ = 0;
    std::uint64_t reordersShown_ = 0;
};

}  // namespace mantissa::ui
