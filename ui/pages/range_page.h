// SPDX-License-Identifier: GPL-3.0-or-later
// Range or precision? A grid of formats and of recipes for eight or fewer bits, one short run for each, computed in the
// background and kept: at a glance, whether this network needs exponent bits or fraction bits.
#pragma once

#include <QElapsedTimer>
#include <QWidget>
#include <functional>
#include <optional>
#include <vector>

#include "engine/run/run.pb.h"
#include "ui/models/format_grid.h"

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace mantissa::ui {

class FormatHeatMap;
class SweepRunner;

class RangePage : public QWidget {
    Q_OBJECT

  public:
    /// `base` gives the configuration whose network the grid is asked for: what Setup holds.
    explicit RangePage(std::function<run::RunConfig()> base, QWidget* parent = nullptr);

    /// Who computes (not owned, outlives the page); without one the button is off.
    void setRunner(SweepRunner* runner);
    /// Adds what earlier sessions kept.
    void addResults(const std::vector<std::pair<run::RunConfig, double>>& cells);
    /// Shows the grid of the present base configuration. While runs are under way their grid stays.
    void refresh();

    FormatHeatMap& map() { return *map_; }
    QPushButton& button() { return *button_; }
    QSpinBox& steps() { return *steps_; }
    QComboBox& scaling() { return *scaling_; }
    QLabel& verdict() { return *verdict_; }
    QLabel& status() { return *status_; }
    /// Runs of a grid are under way.
    bool running() const { return underWay_.has_value(); }

  public slots:
    /// Starts the missing cells, or stops the runs under way.
    void toggle();

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    void build();
    GridOptions options() const;
    void showProgress();
    void say(const QString& text);

    std::function<run::RunConfig()> base_;
    SweepRunner* runner_ = nullptr;
    FormatGrid grid_;
    std::optional<run::RunConfig> underWay_;  // base of the runs under way
    GridOptions underWayOptions_;
    std::optional<std::pair<int, int>> busy_;
    FormatHeatMap* map_ = nullptr;
    QLabel* network_ = nullptr;
    QLabel* verdict_ = nullptr;
    QLabel* status_ = nullptr;
    QProgressBar* progress_ = nullptr;
    QSpinBox* steps_ = nullptr;
    QComboBox* scaling_ = nullptr;
    QPushButton* button_ = nullptr;
};

}  // namespace mantissa::ui
