// SPDX-License-Identifier: GPL-3.0-or-later
// The Follow page: one real element of a gradient, its bits in four formats, and its way through a training step to the
// weight that it changed, or to the place where it died. The page asks for a number by a signal and shows the traces
// that the run has; of a run that has ended, those that were made while it trained.
#pragma once

#include <cstdint>

#include "engine/run/run.pb.h"
#include "ui/pages/page_frame.h"

class QComboBox;
class QLabel;
class QPushButton;

namespace mantissa::ui {

class BinBox;
class NumberBits;
class NumberWay;
class RunModel;
class SessionModel;
struct TraceAt;

class FollowPage : public RunPage {
    Q_OBJECT

  public:
    /// `session` is not owned and must outlive the page.
    explicit FollowPage(SessionModel& session, QWidget* parent = nullptr);

    QComboBox& roleBox() { return *role_; }
    QComboBox& tensorBox() { return *tensor_; }
    BinBox& binBox() { return *bin_; }
    QPushButton& button() { return *button_; }
    /// Where nothing trains: a new run, paused after its first step.
    QPushButton& startButton() { return *start_; }
    QComboBox& list() { return *list_; }
    QLabel& headlineLabel() { return *headline_; }
    NumberBits& bits() { return *bits_; }
    NumberWay& way() { return *way_; }

  public slots:
    /// Chooses this bin of this gradient, and asks for a number of it if the run is alive: a bin was clicked.
    void ask(const QString& tensor, mantissa::run::Role role, int bin);

  signals:
    /// A person wants to see a number of this bin on its way through the next step.
    void followWanted(const QString& tensor, mantissa::run::Role role, int bin);
    /// A person wants a new run that is paused after its first step, to follow numbers of it.
    void startWanted();

  protected:
    void showRun(const RunModel* run) override;
    void runChosen() override;

  private:
    void build();
    void offer(const RunModel* run);
    void offerTensors(const RunModel& run);
    void offerTraces(const RunModel* run);
    void suggestBin();
    void wanted();
    run::Role role() const;
    const TraceAt* shown(const RunModel& run) const;

    QComboBox* role_ = nullptr;
    QComboBox* tensor_ = nullptr;
    BinBox* bin_ = nullptr;
    QPushButton* button_ = nullptr;
    QPushButton* start_ = nullptr;
    QComboBox* list_ = nullptr;
    QLabel* headline_ = nullptr;
    NumberBits* bits_ = nullptr;
    NumberWay* way_ = nullptr;
    bool binChosen_ = false;       // by a person; else the fullest is suggested
    bool waiting_ = false;         // a number was asked for and has not come yet
    std::size_t heardOf_ = 0;      // traces when it was asked for
    std::uint32_t heardStep_ = 0;  // step of the newest of them
};

}  // namespace mantissa::ui
