// SPDX-License-Identifier: GPL-3.0-or-later
// The Underflow page: one tensor's magnitudes as a cloud that can be dragged, its past as a waterfall, and what other
// loss scales would rescue. The page asks for a scale by a signal and never sets one itself; on a run that has ended
// the drag is a what-if. Repaints at most 8 times a second, and not at all while hidden.
#pragma once

#include <memory>
#include <string>

#include "engine/run/run.pb.h"
#include "ui/pages/page_frame.h"

class QBoxLayout;
class QComboBox;
class QLabel;
class QPushButton;

namespace mantissa {
struct FloatFormat;
struct InspectedTensor;
}  // namespace mantissa

namespace mantissa::ui {

class RescueChart;
class RunModel;
class SessionModel;
class TensorChoice;
class UnderflowCloud;
class Waterfall;
struct UnderflowEstimate;

class UnderflowPage : public RunPage {
    Q_OBJECT

  public:
    /// `session` is not owned and must outlive the page.
    explicit UnderflowPage(SessionModel& session, QWidget* parent = nullptr);
    ~UnderflowPage() override;

    UnderflowCloud& cloud() { return *cloud_; }
    Waterfall& waterfall() { return *waterfall_; }
    RescueChart& rescue() { return *rescue_; }
    QComboBox& roleBox();
    QComboBox& tensorBox();
    QLabel& note() { return *note_; }
    QPushButton& bestButton() { return *best_; }
    const UnderflowEstimate& estimate() const { return *estimate_; }

  public slots:
    /// Looks at this tensor's histogram, where the current run has one: another page asks for it.
    void chooseTensor(const QString& tensor, mantissa::run::Role role);
    /// Shows a tensor of somebody's own file in the place of the run's, until the window looks at another run or a
    /// person goes back.
    void inspect(const mantissa::InspectedTensor& tensor, const mantissa::FloatFormat& format);
    void leaveInspected();

  signals:
    /// A person let the cloud go on a run that trains: the scale contained in the histogram shown times 2^k.
    void scaleChosen(double scale);
    /// A person clicked a bin of a gradient: a number of it is to be followed through a step.
    void numberWanted(const QString& tensor, mantissa::run::Role role, int bin);

  protected:
    void showRun(const RunModel* run) override;
    void runChosen() override;
    void runGoes() override;
    void arrange() override;
    void hideEvent(QHideEvent* event) override;

  private:
    QLabel* about_ = nullptr;
    void build();
    void selectionChanged();
    void showWaterfall(const RunModel& run, const run::Histogram& shown, const QColor& color);
    void showEstimate();
    void showBest(bool possible, const QString& text);
    void showInspected();
    void chosen(int k);

    TensorChoice* choice_ = nullptr;
    UnderflowCloud* cloud_ = nullptr;
    Waterfall* waterfall_ = nullptr;
    RescueChart* rescue_ = nullptr;
    QLabel* note_ = nullptr;
    QPushButton* best_ = nullptr;
    QBoxLayout* columns_ = nullptr;
    std::unique_ptr<UnderflowEstimate> estimate_;
    std::uint32_t shownStep_ = 0;
    std::string picked_;  // tensor and role of what is shown
    float scale_ = 1;     // of the newest step
    struct Inspected;
    std::unique_ptr<Inspected> inspected_;  // a file's tensor stands in the run's place
    QWidget* inspectedBar_ = nullptr;
    QLabel* inspectedName_ = nullptr;
};

}  // namespace mantissa::ui
