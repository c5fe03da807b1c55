// SPDX-License-Identifier: GPL-3.0-or-later
// Planned memory over the batch size, a line for each mode on logarithmic axes; under it what the peak is made of, mode
// beside mode, at the batch that is pointed at. The heads of that table are the legend. It draws what it is given.
#pragma once

#include <QRectF>
#include <QStringList>
#include <cstdint>
#include <vector>

#include "ui/charts/parts_chart.h"

namespace mantissa::ui {

/// The planned peak of one batch.
struct BatchPoint {
    std::uint32_t batch = 0;
    std::uint64_t peak = 0;                 ///< bytes
    std::vector<std::uint64_t> categories;  ///< bytes by MemoryByBatchData::categories, together `peak`
    std::uint64_t other = 0;  ///< peak of the reading that is not drawn (held for native and so on): for the table
    bool operator==(const BatchPoint&) const = default;
};

struct BatchSeries {
    QString precision;               ///< "FP16": its name, its colour, its marker
    std::vector<BatchPoint> points;  ///< ascending batches
    bool operator==(const BatchSeries&) const = default;
};

struct MemoryByBatchData {
    QStringList categories;
    std::vector<BatchSeries> series;
    std::uint64_t budget = 0;         ///< a line across; 0: none
    std::uint32_t batch = 0;          ///< the table shows the planned batch nearest to this until one is pointed at
    QString peakColumn, otherColumn;  ///< heads of the two readings in the table of the data
    bool operator==(const MemoryByBatchData&) const = default;
};

class MemoryByBatch : public PartsChart {
    Q_OBJECT

  public:
    explicit MemoryByBatch(const QString& title, QWidget* parent = nullptr);

    void setMemory(const MemoryByBatchData& data);
    const MemoryByBatchData& memory() const { return data_; }
    void setEmptyText(const QString& text);
    /// The batch whose parts are shown; 0 where there is nothing.
    std::uint32_t shownBatch() const;

    ChartTable* makeTable() const override;
    int partCount() const override { return static_cast<int>(longest().size()); }
    QString partText(int batch) const override;
    int partAt(QPointF position) const override;
    QSize sizeHint() const override { return minimumSizeHint(); }
    QSize minimumSizeHint() const override;

  protected:
    void paintEvent(QPaintEvent* event) override;
    QString restText() const override;
    int beginning(bool forward) const override;

  private:
    double rowHeight() const;
    QRectF plot() const;
    double pixelX(const QRectF& plot, double batch) const;
    double pixelY(const QRectF& plot, double bytes) const;
    const std::vector<BatchPoint>& longest() const;
    void refreshRange();
    int shownPart() const;
    void paintAxes(QPainter& painter, const QRectF& plot) const;
    void paintBudget(QPainter& painter, const QRectF& plot) const;
    void paintLines(QPainter& painter, const QRectF& plot) const;
    void paintParts(QPainter& painter) const;

    MemoryByBatchData data_;
    QString emptyText_;
    int low_ = 20;  // log2 of the bytes at the plot's lower and upper edge
    int high_ = 24;
};

}  // namespace mantissa::ui
