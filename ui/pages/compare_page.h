// SPDX-License-Identifier: GPL-3.0-or-later
// The Compare page: the lanes of the next race above, one row a lane, accuracy and loss of all of them, and below how
// far each is from the baseline with a flag where it parted. Live or stored; without a race the visible runs that share
// their network stand in.
#pragma once

#include <QElapsedTimer>
#include <functional>
#include <optional>
#include <vector>

#include "engine/run/run.pb.h"
#include "ui/pages/beat.h"
#include "ui/pages/compare_table.h"

class QBoxLayout;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QTableView;
class QToolButton;

namespace mantissa::ui {

class CompareForeign;
class CompareSetup;
class LineChart;
class SeedView;
class SessionModel;

class ComparePage : public BeatPage {
    Q_OBJECT

  public:
    /// `session` is not owned and must outlive the page; `settings` are those of the Setup dock.
    ComparePage(SessionModel& session, std::function<run::RunConfig()> settings, QWidget* parent = nullptr);

    void refreshNow() override;
    /// Whether a race can begin; `reason` why not.
    void setPossible(bool possible, const QString& reason);
    /// Races of a repetition that are still to come.
    void setToCome(int races);
    /// Compares with this run; empty: the first lane.
    void setBaseline(const QString& runId);
    QString baseline() const { return QString::fromStdString(baseline_); }
    void setByTime(bool on);

    CompareSetup& setup() { return *setup_; }
    CompareTable& lanes() { return *model_; }
    QTableView& table() { return *table_; }
    LineChart& accuracyChart() { return *accuracy_; }
    LineChart& lossChart() { return *loss_; }
    LineChart& accuracyDifference() { return *accuracyDifference_; }
    LineChart& lossDifference() { return *lossDifference_; }
    /// What stands there and how it is to be read.
    QString about() const;
    QString seeds() const;
    SeedView& seedTable() { return *seedTable_; }
    /// The rule by which lanes part, or why lanes have no time.
    QString note() const;

  public slots:
    void showStep(quint32 step);
    void followLive();

  signals:
    /// A person pressed Start the race.
    void raceWanted(const std::vector<mantissa::run::RunConfig>& lanes, int seeds);
    /// A person opened a lane: the timeline should go to where it parted.
    void stepWanted(quint32 step);
    /// and the tensor in which it began.
    void tensorWanted(const QString& tensor, mantissa::run::Role role);

  protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    QWidget* makeContent();
    void connectTable();
    void connectCharts();
    std::vector<LineChart*> charts() const;
    void arrange();
    bool concerns(const QString& runId) const;
    void tick() override;
    void collect();
    void showTarget(run::Task task);
    void showTable();
    void fitColumns();
    bool layColumns(int room);
    void fitRows(int lines);
    void setTight(bool tight);
    void showLines();
    void showDifferences();
    void showWords();
    QString aboutText() const;
    void openSetup(bool open);

    SessionModel& session_;
    CompareSetup* setup_ = nullptr;
    CompareTable* model_ = nullptr;
    QTableView* table_ = nullptr;
    QLabel* about_ = nullptr;
    SeedView* seedTable_ = nullptr;
    QLabel* seeds_ = nullptr;
    QLabel* note_ = nullptr;
    QComboBox* axis_ = nullptr;
    QDoubleSpinBox* target_ = nullptr;
    QToolButton* setupToggle_ = nullptr;
    bool tight_ = false;
    int tightRoom_ = 0;  ///< in which the table's columns did not fit as they are usually
    QWidget* results_ = nullptr;
    QBoxLayout* upper_ = nullptr;
    QBoxLayout* lower_ = nullptr;
    LineChart* accuracy_ = nullptr;
    LineChart* loss_ = nullptr;
    LineChart* accuracyDifference_ = nullptr;
    CompareForeign* foreign_ = nullptr;
    LineChart* lossDifference_ = nullptr;

    RaceLanes shown_;
    std::vector<CompareLane> lanes_;  // with their lines: built once for all that shows them
    std::string race_;                // whose lanes stand there: of a fork, the run that was forked
    std::string baseline_;            // chosen by a person
    bool byTime_ = false;
    bool fillingTable_ = false;
    int toCome_ = 0;
    std::optional<quint32> lookAt_;
    QElapsedTimer drawn_;
};

}  // namespace mantissa::ui
