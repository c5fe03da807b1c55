// SPDX-License-Identifier: GPL-3.0-or-later
// A grid of stacked micro-bars: a row a layer, a column a kind of its tensors, in each cell what became of the elements
// and the one number that matters. It draws what it is given; arrow keys and the mouse choose a cell.
#pragma once

#include <QStringList>
#include <array>
#include <cstdint>
#include <vector>

#include "ui/charts/chart_widget.h"

class QScrollBar;

namespace mantissa::ui {

/// Pieces of a bar, from what is nothing to what is too much.
inline constexpr std::size_t kHealthPieces = 7;

/// One cell; a cell without elements has no bar.
struct HealthBar {
    std::array<double, kHealthPieces> shares{};  ///< add up to 1: zero, "zero, not in FP32", flushed, subnormal,
                                                 ///< normal, overflow, inf or NaN
    QString note;                                ///< "98 % lost"
    QString brief;                               ///< "98 %": where there is no room for the note
    bool alarm = false;
    QString text;  ///< the whole sentence, for the tooltip and screen readers

    // For the table.
    QString tensor;
    QString format;
    std::uint32_t step = 0;
    double scale = 1;
    std::uint64_t elements = 0;
    double normLost = 0;       ///< 0 to 1; NaN: not known
    double cosine = 0;         ///< NaN: not known
    double signalToNoise = 0;  ///< decibels; NaN: not known
    bool operator==(const HealthBar&) const;
};

struct HealthGridRow {
    QString layer;                ///< by which it is chosen
    std::vector<HealthBar> bars;  ///< one a column
    QString label{};              ///< what is painted; empty: the layer
    int depth = 0;                ///< folders that it is in
    bool operator==(const HealthGridRow&) const = default;
};

struct HealthGridData {
    QStringList columns;
    std::vector<HealthGridRow> rows;
    bool operator==(const HealthGridData&) const = default;
};

class HealthGrid : public ChartWidget {
    Q_OBJECT

  public:
    explicit HealthGrid(const QString& title, QWidget* parent = nullptr);

    void setGrid(const HealthGridData& shown);
    const HealthGridData& grid() const { return data_; }
    void setEmptyText(const QString& text);

    /// The cell chosen stays with its layer when rows change places. Empty, 0 where there are no rows.
    const QString& selectedLayer() const { return layer_; }
    int selectedColumn() const { return column_; }
    const HealthBar* selected() const;
    void select(const QString& layer, int column);
    /// Where a cell is painted, in this widget; empty if its row is scrolled away.
    QRectF cellArea(const QString& layer, int column) const;
    /// Where the legend's sample of a piece (healthPieceNames()) is painted.
    QRectF legendSwatch(std::size_t piece) const;
    /// Words of the columns' names that are wider than their columns, as they are painted.
    QStringList cutHeadings() const;

    ChartTable* makeTable() const override;
    int partCount() const override;
    QString partText(int part) const override;
    QSize sizeHint() const override { return lines(34, 20); }
    QSize minimumSizeHint() const override;

  signals:
    /// A person chose another cell, or the rows no longer have the one that was chosen.
    void selectionChanged();
    /// Return, or a double click on a cell, which is chosen.
    void activated();

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void themeChanged() override {
        measure();
        arrange();
    }
    bool event(QEvent* event) override;

  private:
    struct Legend {
        QRectF box;
        QString name;
    };
    int rowOf(const QString& layer) const;
    bool selectAt(QPointF position);
    double rowHeight() const;
    double leastRowHeight() const;
    double columnsTop() const;
    /// Where rows are painted, between the columns' names and the legend.
    QRectF rowsArea() const;
    double nameWidth() const;
    void measure();
    int rowAt(double y) const;
    QRectF cellAt(int row, int column) const;
    std::vector<Legend> legend() const;
    void arrange();
    void showSelected();
    void tell();
    QFont headingFont() const;
    void paintBar(QPainter& painter, const QRectF& bar, const HealthBar& shown) const;
    void paintPiece(QPainter& painter, const QRectF& piece, std::size_t index, const QColor& color) const;
    void paintCell(QPainter& painter, int row, int column) const;
    void paintNames(QPainter& painter) const;
    void paintLegend(QPainter& painter) const;

    HealthGridData data_;
    QString emptyText_;
    QString layer_;
    int column_ = 0;
    QScrollBar* scroll_;
    double longestName_ = 0;  // measured when the rows come, not at each painting
};

/// Names of the pieces: "zero", "zero, not in FP32", ...
QStringList healthPieceNames();
/// What each of them is, a sentence.
QStringList healthPieceSentences();

}  // namespace mantissa::ui
