// SPDX-License-Identifier: GPL-3.0-or-later
// Four large buttons, each with its precision's colour, marker and bit counts, and PyTorch's default below them.
#pragma once

#include <QAbstractButton>
#include <QMap>
#include <QWidget>

#include "engine/run/run.pb.h"

namespace mantissa::ui {

/// One precision as a button that stays down while it is chosen.
class PrecisionButton : public QAbstractButton {
    Q_OBJECT

  public:
    explicit PrecisionButton(run::Precision precision, bool large, QWidget* parent = nullptr);
    run::Precision precision() const { return precision_; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

  protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

  private:
    run::Precision precision_;
    bool large_;
};

class PrecisionPicker : public QWidget {
    Q_OBJECT

  public:
    explicit PrecisionPicker(QWidget* parent = nullptr);
    /// Shows a choice without emitting `picked`.
    void show(run::Precision precision);
    PrecisionButton* button(run::Precision precision) const { return buttons_.value(precision); }

  signals:
    /// A person chose this one.
    void picked(mantissa::run::Precision precision);

  private:
    QButtonGroup* group_ = nullptr;
    QMap<run::Precision, PrecisionButton*> buttons_;
};

}  // namespace mantissa::ui
