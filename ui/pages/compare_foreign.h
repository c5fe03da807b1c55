// SPDX-License-Identifier: GPL-3.0-or-later
// What the Compare page has where a training of another program stands beside others: the story of the loss scale, the
// settings in which the runs differ, and a sentence on what each of them lacks. Hidden where there is none.
#pragma once

#include <QString>
#include <QWidget>
#include <vector>

class QLabel;
class QTableView;

namespace mantissa::ui {

class LineChart;
class RunModel;
struct CompareLane;

/// A setting of a run in words: own and foreign runs have the same ones where they can.
struct RunSetting {
    QString what;
    QString value;
};
std::vector<RunSetting> settingsInWords(const RunModel& run);

/// What the runs lack that others here have, run by run; empty where nothing is missing.
QString lackSentence(const std::vector<CompareLane>& lanes);

class CompareForeign : public QWidget {
    Q_OBJECT

  public:
    explicit CompareForeign(QWidget* parent = nullptr);

    /// `foreign`: there is one among the lanes; else all of this is hidden.
    void setLanes(const std::vector<CompareLane>& lanes, bool foreign);

    LineChart& scale() { return *scale_; }
    QTableView& settings() { return *settings_; }
    QString lacks() const;

  private:
    void showScale(const std::vector<CompareLane>& lanes);
    void showSettings(const std::vector<CompareLane>& lanes);

    QLabel* lacks_;
    LineChart* scale_;
    QLabel* head_;
    QTableView* settings_;
    std::vector<std::vector<QString>> rows_;
};

}  // namespace mantissa::ui
