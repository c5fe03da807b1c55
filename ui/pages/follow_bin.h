// SPDX-License-Identifier: GPL-3.0-or-later
// A spin box for a bin of a histogram: shown as the power of two at its lower end; typed as "2^-24", "2⁻²⁴" or "-24".
#pragma once

#include <QSpinBox>

namespace mantissa::ui {

class BinBox : public QSpinBox {
    Q_OBJECT

  public:
    explicit BinBox(QWidget* parent = nullptr);

  protected:
    QString textFromValue(int value) const override;
    int valueFromText(const QString& text) const override;
    QValidator::State validate(QString& text, int& position) const override;
};

}  // namespace mantissa::ui
