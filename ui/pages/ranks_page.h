// SPDX-License-Identifier: GPL-3.0-or-later
// Many cards: what the sum of gradients over 2 to 4,096 ranks costs in each format and order, against the bound of the
// literature, and where it overflows or makes small gradients zero. It needs no run and no worker: the gradients are
// made up, the sum is the one that trains.
#pragma once

#include <QWidget>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "ui/models/rank_curves.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QSpinBox;

namespace mantissa::ui {

class LineChart;

class RanksPage : public QWidget {
    Q_OBJECT

  public:
    static constexpr std::array<FloatFormat, 3> kFormats{fp32, fp16, bf16};
    static constexpr std::array<RankOrder, 3> kOrders{RankOrder::ring, RankOrder::tree, RankOrder::doubling};
    static constexpr std::array<RankDivide, 3> kDivisions{RankDivide::before, RankDivide::after, RankDivide::half};

    explicit RanksPage(QWidget* parent = nullptr);

    QCheckBox& format(std::size_t i) { return *formats_[i]; }
    QCheckBox& order(std::size_t i) { return *orders_[i]; }
    QComboBox& divide() { return *divide_; }
    QSpinBox& size() { return *size_; }
    QCheckBox& wide() { return *wide_; }
    LineChart& chart() { return *chart_; }
    RankCurves& curves() { return curves_; }
    /// The sentences under the chart.
    QString findings() const;
    /// They are the answer to a lesson's question: not shown while it is open.
    void setQuiet(bool quiet);
    /// A format and an order whose curve is the answer: neither drawn nor spoken of; none: all are.
    using Asked = std::pair<FloatFormat, RankOrder>;
    void leaveOut(std::optional<Asked> curve);
    /// What the controls ask for.
    RankQuestion question() const;
    /// The series of a curve and of its bound.
    static QString seriesOf(const FloatFormat& format, RankOrder order);
    static QString boundOf(const FloatFormat& format, RankOrder order);

  protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    QWidget* makeControls(QWidget* parent);
    void ask();
    void draw();
    void showFindings();
    std::vector<RankCurve> drawn() const;
    void keepRoom();

    RankCurves curves_;
    std::vector<QCheckBox*> formats_;
    std::vector<QCheckBox*> orders_;
    QComboBox* divide_ = nullptr;
    QSpinBox* size_ = nullptr;
    QCheckBox* wide_ = nullptr;
    LineChart* chart_ = nullptr;
    QLabel* findings_ = nullptr;
    bool asked_ = false;
    bool quiet_ = false;
    std::optional<Asked> leftOut_;
};

}  // namespace mantissa::ui
