// SPDX-License-Identifier: GPL-3.0-or-later
// Spin boxes for numbers whose natural step is a factor: loss scales in powers of two, learning rates in 1-2-5 steps.
#pragma once

#include <QDoubleSpinBox>
#include <QLineEdit>

namespace mantissa::ui {

/// A loss scale from 2^-16 to 2^40, shown as "2¹⁶". Arrows go to the next power of two; "2^12", "2¹²" or "4096" can be
/// typed, and a number that is no power of two is kept as it is.
class ScaleSpinBox : public QDoubleSpinBox {
    Q_OBJECT

  public:
    explicit ScaleSpinBox(QWidget* parent = nullptr);
    void stepBy(int steps) override;
    QString textFromValue(double value) const override;
    double valueFromText(const QString& text) const override;
    QValidator::State validate(QString& text, int& position) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }
};

/// A number shown with four digits ("0.001", "3e-05"); arrows go 1, 2, 5, 10, ..., below zero as above it.
class RateSpinBox : public QDoubleSpinBox {
    Q_OBJECT

  public:
    explicit RateSpinBox(double smallest, double largest, QWidget* parent = nullptr);
    void stepBy(int steps) override;
    QString textFromValue(double value) const override;
    double valueFromText(const QString& text) const override;
    QValidator::State validate(QString& text, int& position) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }
};

}  // namespace mantissa::ui
