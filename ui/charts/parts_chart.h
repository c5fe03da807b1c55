// SPDX-License-Identifier: GPL-3.0-or-later
// What painted charts of parts have in common (bars, operations, points of an axis): one part is selected, by the mouse
// that is over it or by the arrow keys, and said to a screen reader.
#pragma once

#include "ui/charts/chart_widget.h"

namespace mantissa::ui {

class PartsChart : public ChartWidget {
    Q_OBJECT

  public:
    /// The part under the mouse or reached by the arrow keys, counted from 0; -1: none.
    int selected() const { return selected_; }

    // The parts, as screen readers and the arrow keys meet them.
    int partCount() const override = 0;
    QString partText(int part) const override = 0;
    int partAt(QPointF position) const override = 0;

  protected:
    /// How parts follow each other, and with them the arrow keys.
    enum class Along { row, column };
    PartsChart(const QString& title, Along along, QWidget* parent);

    /// The description while no part is selected.
    virtual QString restText() const = 0;
    /// Where the arrow keys begin while no part is selected; only with parts.
    virtual int beginning(bool forward) const { return forward ? 0 : partCount() - 1; }
    /// The tooltip at a place; empty: none.
    virtual QString tipAt(QPointF /*position*/) const { return {}; }

    void select(int part);
    /// After the parts have changed, or what is said of them: the selection stays where there still is such a part.
    void refreshParts();

    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;
    void clearHover() override { select(-1); }

  private:
    const Along along_;
    int selected_ = -1;
};

}  // namespace mantissa::ui
