// SPDX-License-Identifier: GPL-3.0-or-later
// The figure of mixed precision training that articles print, for one layer of a run and with its numbers: master
// weights, their copy, the three products of a step with what they read and write, unscaling and the update. Of an
// operation without weights what is left of it. It draws what it is given.
#pragma once

#include <QString>
#include <array>
#include <cstddef>

#include "ui/charts/chart_widget.h"

namespace mantissa::ui {

/// What is in the figure, by place.
enum class FigurePart {
    master,
    copy,
    input,
    forward,
    output,
    inputGradient,
    backwardData,
    outputGradient,
    backwardWeights,
    weightGradient,
    unscale,
    update,
};
inline constexpr std::size_t kFigureParts = 12;

/// A tensor (with a format) or something that is computed (without).
struct FigurePlate {
    bool there = false;
    bool recorded = true;  ///< false: it has no format at this step, and so neither colour nor marker
    QString name;          ///< "Weight gradient"
    QString format;        ///< empty: no tensor
    QString extent;        ///< "2⁻¹² … 2³"
    QString note;          ///< "3 % lost"
    QString brief;         ///< "3 %": where there is no room for the note
    bool alarm = false;
    QString text;  ///< the whole sentence, for the tooltip
    bool operator==(const FigurePlate&) const = default;
};

struct LayerFigureData {
    std::array<FigurePlate, kFigureParts> plates;
    FigurePlate& operator[](FigurePart part) { return plates[static_cast<std::size_t>(part)]; }
    const FigurePlate& operator[](FigurePart part) const { return plates[static_cast<std::size_t>(part)]; }
    bool empty() const;
    bool operator==(const LayerFigureData&) const = default;
};

class LayerFigure : public ChartWidget {
    Q_OBJECT

  public:
    explicit LayerFigure(const QString& title, QWidget* parent = nullptr);

    void setFigure(const LayerFigureData& shown);
    const LayerFigureData& figure() const { return data_; }
    void setEmptyText(const QString& text);
    /// Where a plate is painted, in this widget; empty where there is none.
    QRectF plateArea(FigurePart part) const;
    /// The name as it is painted: whole, or its end replaced by "…".
    QString shownName(FigurePart part) const;

    ChartTable* makeTable() const override;
    QSize sizeHint() const override { return {lines(24, 0).width(), minimumSizeHint().height()}; }
    QSize minimumSizeHint() const override;

  protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

  private:
    double plateHeight() const;
    /// The font in which a name stands in this room: smaller where it is long, and never hard to read.
    QFont nameFont(const QString& name, double room) const;
    static double nameRoom(const FigurePlate& plate, const QRectF& place);
    /// The longest of the names so far, in the smallest font that they get.
    void measureNames();
    QRectF placeOf(FigurePart part) const;
    void paintPlate(QPainter& painter, const FigurePlate& plate, const QRectF& place) const;
    void paintWays(QPainter& painter) const;
    void paintWay(QPainter& painter, const QPolygonF& line, const QString& format) const;
    void tell();
    void themeChanged() override {
        longestName_ = 0;
        measureNames();
    }

    LayerFigureData data_;
    QString emptyText_;
    double longestName_ = 0;
};

}  // namespace mantissa::ui
