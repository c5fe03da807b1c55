// SPDX-License-Identifier: GPL-3.0-or-later
// What a foreign run logged under names of its own, one at a time: a selector and a line. Part of the Live page; hidden
// where there is nothing of the kind.
#pragma once

#include <QWidget>
#include <string>

#include "ui/charts/palette.h"

class QComboBox;

namespace mantissa::ui {

class LineChart;
class RunModel;

class LiveLogged : public QWidget {
    Q_OBJECT

  public:
    explicit LiveLogged(QWidget* parent = nullptr);

    /// Shows the current run's; null, or one without any: nothing. `look`: of the run; `end`: the
    /// last step of the axes of the charts above it.
    void show(const RunModel* run, const PrecisionStyle& look, double end);
    using QWidget::show;

    LineChart& chart() { return *chart_; }
    QComboBox& names() { return *names_; }

  signals:
    /// A person chose another name: the owner calls show() again.
    void nameChosen();

  private:
    QComboBox* names_;
    LineChart* chart_;
    double end_ = 0;
    std::string shown_;  // run, name and number of values
};

}  // namespace mantissa::ui
