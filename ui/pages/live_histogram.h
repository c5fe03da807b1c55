// SPDX-License-Identifier: GPL-3.0-or-later
// The histogram of the Live page with its two selectors: what (weight gradients, activations, ...) and which tensor. By
// default it follows the tensor that loses most, since that is where to look.
#pragma once

#include <QWidget>
#include <cstdint>
#include <optional>

#include "engine/run/run.pb.h"
#include "ui/models/session_model.h"

class QComboBox;

namespace mantissa::ui {

class HistogramChart;
class RunModel;
class TensorChoice;

class LiveHistogram : public QWidget {
    Q_OBJECT

  public:
    explicit LiveHistogram(QWidget* parent = nullptr);

    /// Shows the latest histogram of `run` (null: none), or the one recorded at or before `step`.
    void show(const RunModel* run, std::optional<std::uint32_t> step, const RunFace& face);

    /// TensorChoice::choose(); the owner calls show() again.
    bool choose(const RunModel* run, const QString& tensor, run::Role role);

    /// A run is about to be deleted.
    void forgetRun();

    HistogramChart& chart() { return *chart_; }
    QComboBox& roleBox();
    QComboBox& tensorBox();

  signals:
    /// A person chose: the owner calls show() again.
    void selectionChanged();

  private:
    TensorChoice* choice_;
    HistogramChart* chart_;
};

}  // namespace mantissa::ui
