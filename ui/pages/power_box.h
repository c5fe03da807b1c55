// SPDX-License-Identifier: GPL-3.0-or-later
// A field for an exponent of two, which shows the power: "2⁹", as every page writes it.
#pragma once

#include <QSpinBox>

namespace mantissa::ui {

/// Its value is the exponent. Takes "2⁹", "2^9" and the exponent alone, "9".
class PowerBox : public QSpinBox {
    Q_OBJECT

  public:
    explicit PowerBox(QWidget* parent = nullptr) : QSpinBox(parent) {}

  protected:
    QString textFromValue(int value) const override;
    int valueFromText(const QString& text) const override;
    QValidator::State validate(QString& text, int& cursor) const override;
};

}  // namespace mantissa::ui
