// SPDX-License-Identifier: GPL-3.0-or-later
// Throughput by format against FP32, operation by operation: a bar for a size that is a multiple of 8, a thin one under
// it for a size that is not, a line where FP32 stands. Emulated formats are hatched and say so. It draws what it is
// given.
#pragma once

#include <QRectF>
#include <QStringList>
#include <QVariant>
#include <vector>

#include "ui/charts/parts_chart.h"

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

class SpeedBars : public PartsChart {
    Q_OBJECT

  public:
    explicit SpeedBars(const QString& title, QWidget* parent = nullptr);

    void setBars(const SpeedBarsData& data);
    const SpeedBarsData& bars() const { return data_; }
    /// What stands there without bars.
    void setEmptyText(const QString& text);

    ChartTable* makeTable() const override;
    int partCount() const override;
    QString partText(int bar) const override { return barOf(bar)->sentence; }
    int partAt(QPointF position) const override;
    QSize sizeHint() const override { return minimumSizeHint(); }
    QSize minimumSizeHint() const override;

  protected:
    void paintEvent(QPaintEvent* event) override;
    QString restText() const override { return partCount() > 0 ? partText(0) : emptyText_; }
    QString tipAt(QPointF position) const override;

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
    const SpeedBar* barOf(int part) const;
    double longest() const;
    QRectF gaugeArea() const;
    void paintColumns(QPainter& painter, const QStringList& texts, double top, double height) const;
    void paintBar(QPainter& painter, const Line& line, const QRectF& gauges, bool selected) const;
    void paintScale(QPainter& painter, const QRectF& gauges) const;

    SpeedBarsData data_;
    QString emptyText_;
};

}  // namespace mantissa::ui
