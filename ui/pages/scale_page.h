// SPDX-License-Identifier: GPL-3.0-or-later
// The Scale page: the loss scale over the steps with every halving and its cause, every growth, the countdown to the
// next one, the headroom of each layer, and what the skipped steps cost. Follows the timeline; works on stored runs.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/run/run.pb.h"
#include "ui/models/scale_story.h"
#include "ui/pages/page_frame.h"

class QBoxLayout;
class QGridLayout;
class QLabel;
class QTableView;

namespace mantissa::ui {

class BarList;
class FoldedBars;
class LineChart;
class RunModel;
class ScaleOperands;
class SessionModel;
struct ScalerNow;

/// A move in words: the event's own, else made from the skipped step.
QString moveText(const ScaleMove& move);

/// When the scale grows next, or why it does not, in a sentence. `grewBefore`: it did at least once.
QString growthSentence(const ScaleGrowth& growth, bool grewBefore);

/// What the scaler's rule is and does next, where it is not PyTorch's GradScaler; else empty. `config`: complete.
QString scalerSentence(const run::RunConfig& config, const ScalerNow& now);

/// Where the scale of another lane of the race is another one.
QString partingSentence(const std::optional<ScaleParting>& parting, const QString& other);

/// A layer's headroom in a sentence.
QString headroomSentence(const Headroom& headroom);

class ScalePage : public RunPage {
    Q_OBJECT

  public:
    /// `session` is not owned and must outlive the page.
    explicit ScalePage(SessionModel& session, QWidget* parent = nullptr);

    LineChart& chart() { return *chart_; }
    BarList& headroom();
    /// The same with its tree, where there are many layers.
    FoldedBars& layers() { return *headroom_; }
    QTableView& moves() { return *moves_; }
    /// Operands in eight or fewer bits.
    ScaleOperands& operands() { return *operands_; }
    /// Text of the sentence on the next growth.
    QString sentence() const;
    /// Text on the scaler's rule and on the race's other lanes.
    QString story() const;
    /// Value of a number of the strip: "scale", "growth", "headroom", "skipped", "images".
    QString number(const QString& key) const;

  protected:
    void showRun(const RunModel* run) override;
    void stepChosen() override;
    void arrange() override;
    void restyle() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    /// Of another lane of the race.
    struct Beside {
        std::size_t rows = 0;  ///< on the chart
        std::uint64_t reorders = 0;
        bool styled = false;
        std::optional<ScaleParting> parting;
    };
    void build();
    QGridLayout* makeNumbers(QWidget* parent);
    void showLine(const RunModel& run);
    void showBeside(const RunModel& run);
    bool showBeside(const RunModel& lane, Beside& shown);
    void showMoves(const RunModel& run);
    void fillMoves();
    void showNumbers(const RunModel& run);
    void showHeadroom(const RunModel& run);
    void showOperands(const RunModel* run);
    void setNumber(const QString& key, const QString& value);
    void clear();

    LineChart* chart_ = nullptr;
    FoldedBars* headroom_ = nullptr;
    QTableView* moves_ = nullptr;
    QLabel* movesTitle_ = nullptr;
    QLabel* sentence_ = nullptr;
    QLabel* scaler_ = nullptr;
    QGridLayout* numbers_ = nullptr;
    ScaleOperands* operands_ = nullptr;
    QBoxLayout* columns_ = nullptr;
    int numberColumns_ = 0;

    std::string runShown_;
    std::size_t rowsShown_ = 0;
    std::map<std::string, Beside> beside_;
    std::uint64_t reordersShown_ = 0;
    std::uint64_t eventsShown_ = 0;
    std::vector<ScaleMove> story_;
    bool restyle_ = true;
};

}  // namespace mantissa::ui
