// SPDX-License-Identifier: GPL-3.0-or-later
// Live bytes by category through the operations of one step, stacked, with the peak. Painted with QPainter: one stepped
// area per category, hatched apart, and a legend with the bytes at the peak.
#pragma once

#include <QRectF>
#include <QString>
#include <array>
#include <cstdint>
#include <vector>

#include "ui/charts/parts_chart.h"

class QCheckBox;

namespace mantissa::ui {

/// What is live during one operation, by category (indices of MemoryData::categories).
struct MemoryOperation {
    QString name;                       ///< "backward fc1"; its first word groups operations on the axis
    std::vector<std::uint64_t> held;    ///< bytes on this device
    std::vector<std::uint64_t> native;  ///< bytes that a device with native arithmetic would hold
    bool operator==(const MemoryOperation&) const = default;
};

struct MemoryData {
    QStringList categories;
    std::vector<int> styles;  ///< ChartPalette::category() of each, so that a category looks the same in every run
    std::vector<MemoryOperation> operations;
    std::uint64_t peakHeld = 0;
    std::uint64_t peakNative = 0;
    std::uint64_t deviceUsed = 0;  ///< a card's total in use; 0: none
    std::uint64_t deviceTotal = 0;
    bool operator==(const MemoryData&) const = default;

    /// Palette index of category `i`; its place where no styles are given.
    int styleOf(int i) const { return i < static_cast<int>(styles.size()) ? styles[static_cast<std::size_t>(i)] : i; }
    /// Sum over categories at operation `i`.
    std::uint64_t heldAt(std::size_t i) const;
    std::uint64_t nativeAt(std::size_t i) const;
    /// Operation with the most live bytes, the first of equals; operations not empty.
    std::size_t peakOperation(bool ofNative) const;
    /// Whether a native device would hold anything else than this one.
    bool emulated() const;
};

class MemoryChart : public PartsChart {
    Q_OBJECT

  public:
    explicit MemoryChart(const QString& title, QWidget* parent = nullptr);

    void setMemory(const MemoryData& memory);
    void clear();
    /// Stacks what a native device would hold instead of what is held here.
    void setShowNative(bool on);
    const MemoryData& memory() const { return memory_; }

    ChartTable* makeTable() const override;
    int partCount() const override { return static_cast<int>(memory_.operations.size()); }
    QString partText(int operation) const override;
    int partAt(QPointF position) const override;
    QSize minimumSizeHint() const override { return lines(22, 9); }

  protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    QString restText() const override;

  private:
    struct Layout {
        QRectF plot;
        QRectF legend;
        double top = 1.0;  // bytes at the upper edge
    };
    Layout layOut() const;
    const std::vector<std::uint64_t>& bytesOf(std::size_t operation) const;
    void paintAxes(QPainter& painter, const Layout& layout) const;
    void paintAreas(QPainter& painter, const Layout& layout) const;
    void paintPeak(QPainter& painter, const Layout& layout) const;
    void paintLegend(QPainter& painter, const Layout& layout) const;

    MemoryData memory_;
    QString emptyText_;
    QCheckBox* nativeBox_;  // only there for an emulated run
    bool native_ = false;
};

}  // namespace mantissa::ui
