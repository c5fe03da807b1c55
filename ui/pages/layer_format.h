// SPDX-License-Identifier: GPL-3.0-or-later
// The choice of a format for one layer of a run that trains, or why there is none: a label, a box, and a sentence. For
// pages that show a layer; they place them and set nothing themselves.
#pragma once

#include <QObject>

#include "engine/run/run.pb.h"

class QComboBox;
class QLabel;
class QWidget;

namespace mantissa::ui {

class RunModel;

class LayerFormatChoice : public QObject {
    Q_OBJECT

  public:
    /// Makes the three for the caller to place; `parent` owns them.
    explicit LayerFormatChoice(QWidget* parent);

    QLabel& label() { return *label_; }
    QComboBox& box() { return *box_; }
    QLabel& reason() { return *reason_; }

    /// Shows the format of `layer` (empty: none is chosen) of `run`, which may be null.
    void show(const RunModel* run, const QString& layer);
    /// Whether the layer shown can be given a format.
    bool possible() const;

  signals:
    /// A person wants the layer in this format from now on; PRECISION_UNSET: as the run.
    void chosen(const QString& layer, mantissa::run::Precision precision);

  private:
    QString layer_;
    QLabel* label_;
    QComboBox* box_;
    QLabel* reason_;
};

}  // namespace mantissa::ui
