// SPDX-License-Identifier: GPL-3.0-or-later
// The lanes of the next race: up to four, each a precision with its loss scaling, one of them perhaps a control. All
// else comes from the Setup dock.
#pragma once

#include <QWidget>
#include <array>
#include <functional>
#include <vector>

#include "engine/run/run.pb.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;
class QToolButton;

namespace mantissa::ui {

inline constexpr std::size_t kMostLanes = 4;

class CompareSetup : public QWidget {
    Q_OBJECT

  public:
    /// `settings`: what the Setup dock shows.
    explicit CompareSetup(std::function<run::RunConfig()> settings, QWidget* parent = nullptr);

    /// The configurations of the race as it is set up now.
    std::vector<run::RunConfig> lanes() const;
    /// Times the race is run, each with the next seed.
    int seeds() const;
    /// Whether a race can begin; `reason` why not.
    void setPossible(bool possible, const QString& reason);

  signals:
    /// The button was pressed.
    void raceWanted(const std::vector<mantissa::run::RunConfig>& lanes, int seeds);

  private:
    struct Row {
        QWidget* box;
        QLabel* number;
        QComboBox* precision;
        QComboBox* scaling;
        QCheckBox* control;
        QToolButton* remove;
    };
    Row makeRow(std::size_t index);
    void setCount(std::size_t count);
    void removeRow(std::size_t index);
    void copyRow(std::size_t from, std::size_t to);
    void update();

    std::function<run::RunConfig()> settings_;
    std::array<Row, kMostLanes> rows_{};
    std::size_t count_ = 0;
    QPushButton* add_;
    QSpinBox* seeds_;
    QPushButton* start_;
    QLabel* why_;
};

}  // namespace mantissa::ui
