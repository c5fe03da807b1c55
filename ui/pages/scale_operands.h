// SPDX-License-Identifier: GPL-3.0-or-later
// The Scale page's part on operands in eight or fewer bits: a row for each operand of each product with what was
// clipped and flushed, and for the chosen one how late its scale was, its largest magnitude over the steps beside the
// largest number that its scale holds, and the shares of numbers and blocks that were clipped and flushed.
#pragma once

#include <QWidget>
#include <cstdint>
#include <string>
#include <vector>

class QLabel;
class QTableView;

namespace mantissa::ui {

class LineChart;
class RunModel;

class ScaleOperands : public QWidget {
    Q_OBJECT

  public:
    explicit ScaleOperands(QWidget* parent = nullptr);

    /// Shows itself where the run has such operands, else hides itself. The run is read, not kept.
    void show(const RunModel* run);
    QTableView& table() { return *table_; }
    LineChart& chart() { return *chart_; }
    LineChart& shares() { return *shares_; }
    /// How late the chosen operand's delayed scale was; empty where it has none.
    QLabel& lateness() { return *lateness_; }
    /// Draws its lines anew, in the colours of now.
    void restyle() { stepShown_ = 0; }

  private:
    void fill(const RunModel& run);
    void draw(const RunModel& run);

    QTableView* table_ = nullptr;
    LineChart* chart_ = nullptr;
    LineChart* shares_ = nullptr;
    QLabel* lateness_ = nullptr;
    std::string runShown_;
    std::uint32_t stepShown_ = 0;
    int row_ = 0;  ///< the chosen operand
    int rowShown_ = -1;
    bool chosen_ = false;  ///< by a person; else the one that was clipped most
};

}  // namespace mantissa::ui
