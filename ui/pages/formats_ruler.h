// SPDX-License-Identifier: GPL-3.0-or-later
// The ranges of the four formats on one ruler of powers of two, with the current number marked in each. Zero, infinity
// and NaN, which no logarithm has, stand in columns at the ends.
#pragma once

#include <array>

#include "ui/charts/chart_widget.h"
#include "ui/models/format_facts.h"

namespace mantissa::ui {

class FormatsRuler : public ChartWidget {
    Q_OBJECT

  public:
    explicit FormatsRuler(QWidget* parent = nullptr);

    /// The number as typed, and what it is in each format of kPageFormats.
    void setNumber(double typed, const std::array<double, 4>& values);

    /// Leaves out the largest numbers, which a lesson asks for.
    void setQuiet(bool quiet);

    ChartTable* makeTable() const override;
    QSize sizeHint() const override { return lines(36, 15); }
    QSize minimumSizeHint() const override { return lines(30, 15); }

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    struct Layout {
        double left = 0;   ///< of the ruler
        double right = 0;  ///< of the ruler
        double zero = 0;   ///< centre of the column of zeros
        double end = 0;    ///< centre of the column of infinities and NaN
        double top = 0;
        double row = 0;  ///< height of a format's row
        double bar = 0;  ///< height of its bar
    };
    Layout layOut() const;
    double pixelX(const Layout& layout, double exponent) const;
    void paintAxis(QPainter& painter, const Layout& layout) const;
    void paintFormat(QPainter& painter, const Layout& layout, std::size_t index) const;
    void paintNumber(QPainter& painter, const Layout& layout, std::size_t index) const;

    double typed_ = 0;
    bool quiet_ = false;
    std::array<double, 4> values_{};
};

}  // namespace mantissa::ui
