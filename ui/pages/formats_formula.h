// SPDX-License-Identifier: GPL-3.0-or-later
// The formula behind a number's bits, its parts in the tones of the bits and named below.
#pragma once

#include <QWidget>
#include <vector>

#include "ui/models/format_facts.h"
#include "ui/pages/formats_bits.h"

namespace mantissa::ui {

class FormulaView : public QWidget {
    Q_OBJECT

  public:
    explicit FormulaView(QWidget* parent = nullptr);

    void show(const QString& formatName, const Formula& formula, double value);
    /// All of it as one line of text.
    QString text() const { return text_; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

  protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    /// A term, a raised one behind it, and what it is.
    struct Part {
        BitField field = BitField::Sign;
        QString base;
        QString raised;
        QString caption;
    };
    double partWidth(const Part& part) const;
    QFont formulaFont() const;
    QFont smallFont() const;

    std::vector<Part> parts_;
    bool number_ = true;  ///< factors of a product; else what the bits stand for
    QString lead_;
    QString result_;
    QString text_;
};

}  // namespace mantissa::ui
