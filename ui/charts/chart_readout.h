// SPDX-License-Identifier: GPL-3.0-or-later
// What a chart reads off at the mouse: a small plate beside the chart, above it or below, so that it never lies on the
// data that it reads. The mouse goes through.
#pragma once

#include <QColor>
#include <QString>
#include <QWidget>
#include <vector>

#include "ui/charts/palette.h"

namespace mantissa::ui {

/// One series at the cross-hair.
struct ReadoutLine {
    QString text;
    QColor color;
    Glyph glyph = Glyph::Circle;
};

class ChartReadout : public QWidget {
    Q_OBJECT

  public:
    /// Over the window of `chart`, hidden.
    explicit ChartReadout(QWidget* chart);

    /// Shows the lines under `head` beside the chart, at `x` pixels from its left edge; nothing to show hides it.
    void read(const QString& head, const std::vector<ReadoutLine>& lines, double x);
    const QString& head() const { return head_; }
    const std::vector<ReadoutLine>& lines() const { return lines_; }

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    QWidget* chart_;
    QString head_;
    std::vector<ReadoutLine> lines_;
};

}  // namespace mantissa::ui
