// SPDX-License-Identifier: GPL-3.0-or-later
// A combo box whose choice stands in two lines where one is too short: names of experiments are sentences, in a dock
// that leaves the charts their room. It has the height of two lines whatever is chosen, so that nothing below it moves.
#pragma once

#include <QComboBox>

namespace mantissa::ui {

class WrappedBox : public QComboBox {
    Q_OBJECT

  public:
    using QComboBox::QComboBox;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    /// What is painted: the text in one line or two, its end replaced by "…" where two are too few.
    QStringList shownLines() const;

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    QRect field() const;
};

}  // namespace mantissa::ui
