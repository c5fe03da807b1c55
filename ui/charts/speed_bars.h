// SPDX-License-Identifier: GPL-3.0-or-later
// Throughput by format against FP32, operation by operation: a bar for a size that is a multiple of 8, a thin one under
// it for a size that is not, a line where FP32 stands. Emulated formats are hatched and say so. It draws what it is
// given.
#pragma once

#include <QRectF>
#include <QStringList>
#include <QVariant>
#include <vector>

#include "ui/charts/chart_widget.h"

namespace mantissa::ui {

/// One format in one operation.
struct SpeedBar {
    QString precision;  ///< "FP16": its name, its colour, its marker
    double length = 0;  ///< against FP32, 1 is as fast; NaN: no bar
    double second = 0;  ///< of the thin bar, on the same scale
    bool emulated = false;
    QStringList texts;  ///< one for each of SpeedBarsData::columns
    QString sentence;   ///< the bar in words: tooltip, and what a screen reader says
    bool operator==(const SpeedBar&) const = default;
};

/// One operation.
struct SpeedGroup {
    QString name;
    std::vector<SpeedBar> bars;
    bool operator==(const SpeedGroup&) const = default;
};

struct SpeedBarsData {
    QStringList columns;  ///< heads over the texts
    std::vector<SpeedGroup> groups;
    QString note;  ///< one line under the bars
    QStringList tableColumns;
    std::vector<QList<QVariant>> tableRows;
    bool operator==(const SpeedBarsData&) const = default;
};

class SpeedBars : public ChartWidget {
    Q_OBJECT

  public:
    explicit SpeedBars(const QString& title, QWidget* parent = nullptr);

    void setBars(const SpeedBarsData& data);
    const SpeedBarsData& bars() const { return data_; }
    /// What stands there without bars.
    void setEmptyText(const QString& text);
    /// The bar under the mouse or reached by the arrow keys, counted over all groups; -1: none.
    int selected() const { return selected_; }

    ChartTable* makeTable() const override;
    QStringList spokenParts() const override;
    QSize sizeHint() const override { return minimumSizeHint(); }
    QSize minimumSizeHint() const override;

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;
    void clearHover() override;

  private:
    /// A line of the picture: the name of a group, or a bar.
    struct Line {
        const SpeedGroup* group;
        const SpeedBar* bar;  ///< null: the group's name
        double top;
    };
    std::vector<Line> layOut() const;
    double lineHeight(bool bar) const;
    double columnWidth(int column) const;
    /// Between columns, pixels.
    double gap() const;
    const SpeedBar* barAt(QPointF position, int* index = nullptr) const;
    const SpeedBar* selectedBar() const;
    int count() const;
    double longest() const;
    QRectF gaugeArea() const;
    void paintColumns(QPainter& painter, const QStringList& texts, double top, double height) const;
    void paintBar(QPainter& painter, const Line& line, const QRectF& gauges, bool selected) const;
    void paintScale(QPainter& painter, const QRectF& gauges) const;
    void select(int index);

    SpeedBarsData data_;
    QString emptyText_;
    int selected_ = -1;
};

}  // namespace mantissa::ui
