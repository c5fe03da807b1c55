// SPDX-License-Identifier: GPL-3.0-or-later
// The histogram of the Live page with its two selectors: what (weight gradients, activations, ...) and which tensor. By
// default it follows the tensor that loses most, since that is where to look.
#pragma once

#include <QColor>
#include <QWidget>
#include <cstdint>
#include <optional>

#include "engine/run/run.pb.h"
#include "ui/charts/histogram_math.h"

class QComboBox;

namespace mantissa::ui {

class HistogramChart;
class RunModel;

/// A record as the chart takes it. A format that is not known is taken as FP32.
HistogramData histogramData(const run::Histogram& histogram);

/// Plural noun of a role: "weight gradients".
QString roleName(run::Role role);

class LiveHistogram : public QWidget {
    Q_OBJECT

  public:
    explicit LiveHistogram(QWidget* parent = nullptr);

    /// Shows the latest histogram of `run` (null: none), or the one recorded at or before `step`.
    void show(const RunModel* run, std::optional<std::uint32_t> step, const QColor& color);

    HistogramChart& chart() { return *chart_; }
    QComboBox& roleBox() { return *role_; }
    QComboBox& tensorBox() { return *tensor_; }

  signals:
    /// A person chose: the owner calls show() again.
    void selectionChanged();

  private:
    void fillRoles(const RunModel& run);
    void fillTensors(const RunModel& run);
    std::string followed(const RunModel& run);

    QComboBox* role_;
    QComboBox* tensor_;
    HistogramChart* chart_;
    std::string worst_;
};

}  // namespace mantissa::ui
