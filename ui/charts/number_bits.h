// SPDX-License-Identifier: GPL-3.0-or-later
// One number in several formats, a row each: its bits as small boxes (filled: 1), the value that they stand for, and
// how far it is from the number. It draws what it is given.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/precision/float_format.h"
#include "ui/charts/chart_widget.h"

namespace mantissa::ui {

struct NumberBitsRow {
    FloatFormat format;
    std::uint32_t bits = 0;
    double value = 0.0;
    double error = 0.0;     ///< value - number; NaN: no such difference
    double relative = 0.0;  ///< |error| / |number|
    bool marked = false;    ///< the format that the number is cast to
    bool operator==(const NumberBitsRow&) const = default;
};

class NumberBits : public ChartWidget {
    Q_OBJECT

  public:
    explicit NumberBits(const QString& title, QWidget* parent = nullptr);

    /// Shows these rows; none: the empty text.
    void setRows(const std::vector<NumberBitsRow>& rows);
    const std::vector<NumberBitsRow>& rows() const { return rows_; }
    void setEmptyText(const QString& text);

    ChartTable* makeTable() const override;
    QSize sizeHint() const override { return minimumSizeHint(); }
    QSize minimumSizeHint() const override;

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    double rowHeight() const;
    void paintRow(QPainter& painter, const NumberBitsRow& row, double top, double left, double bit,
                  const std::vector<double>& columns) const;

    std::vector<NumberBitsRow> rows_;
    QString emptyText_;
};

/// The bits as "0 01111 1000000000": sign, exponent, fraction.
QString bitsText(std::uint32_t bits, const FloatFormat& format);

}  // namespace mantissa::ui
