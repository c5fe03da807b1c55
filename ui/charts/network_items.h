// SPDX-License-Identifier: GPL-3.0-or-later
// What the picture of a network consists of: boxes, lines with the marks of casts, and bands behind the boxes of an
// unfolded block. They draw what they are given, and the less the farther away a person looks.
#pragma once

#include <QFont>
#include <QGraphicsItem>
#include <QString>
#include <optional>

#include "ui/charts/network_layout.h"
#include "ui/charts/palette.h"

namespace mantissa::ui {

/// The exponents that a format has, and where they end.
struct FormatLimits {
    int subnormal = 0;  ///< of the smallest number
    int normal = 0;     ///< of the smallest normal number
    int largest = 0;
    bool operator==(const FormatLimits&) const = default;
};

/// Exponents of the smallest and the largest magnitude.
struct ExponentRange {
    int lowest = 0;
    int highest = 0;
    bool operator==(const ExponentRange&) const = default;
};

/// An operation, a block that is folded, the samples or the loss.
struct DiagramBox {
    QString id;     ///< by which it is chosen
    QString layer;  ///< that takes a format of its own; empty: none does
    QString label;  ///< what is painted of its name
    QString kind;
    QString shape;
    QString format;  ///< of what it stores, "FP16"; empty: not known
    bool folded = false;
    std::optional<ExponentRange> range;
    std::optional<FormatLimits> limits;
    QString extent;  ///< "2⁻¹² … 2³"
    QString note;    ///< "3 % lost"
    QString need;    ///< "needs E5M10", the fewest bits; empty: not known
    bool alarm = false;
    QString mark;  ///< "first inf: step 12"; empty: it did not arise here
    QString text;  ///< the whole of it in sentences, for the tooltip and screen readers

    // For the table.
    double flushed = 0;   ///< share of what was nonzero; NaN: not known
    double overflow = 0;  ///< share of all elements
    double normLost = 0;  ///< share
    quint32 step = 0;
    bool operator==(const DiagramBox&) const;
};

/// A tensor on its way from one box to another.
struct DiagramEdge {
    int from = 0;
    int to = 0;
    QString tensor;
    QString format;    ///< empty: not known
    QString cast;      ///< the format that it is cast to where it is read; empty: none
    QString castBack;  ///< the same of its gradient
    QString text;
    bool order = false;  ///< no tensor: only the order is known
    bool operator==(const DiagramEdge&) const = default;
};

/// What all of them are painted with.
struct DiagramStyle {
    ChartPalette palette;
    QFont font;
    QFont label;
    LayoutMeasures measures;
    bool backward = false;

    double padding() const;
};

/// From this magnification on a box shows everything; below it only its name, larger.
inline constexpr double kFullDetail = 0.62;

class BoxItem : public QGraphicsItem {
  public:
    BoxItem(const DiagramBox& box, const DiagramStyle& style, const QRectF& place, int index);

    int index() const { return index_; }
    /// Whether it is of a layer, to which a format can be given: a folded block and the loss are none.
    bool takesFormat() const { return !box_.layer.isEmpty(); }
    void show(const DiagramBox& box);
    void setChosen(bool chosen);
    void setTarget(bool target);
    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

    static int typeId() { return UserType + 1; }
    int type() const override { return typeId(); }

  private:
    void paintCard(QPainter& painter, double width) const;
    void paintDetail(QPainter& painter) const;
    void paintName(QPainter& painter, double zoom) const;
    void paintRuler(QPainter& painter, const QRectF& room) const;
    void paintNote(QPainter& painter, const QRectF& row) const;

    DiagramBox box_;
    const DiagramStyle& style_;
    QRectF place_;
    int index_;
    bool chosen_ = false;
    bool target_ = false;  // something is being dragged over it
};

class EdgeItem : public QGraphicsItem {
  public:
    EdgeItem(const DiagramEdge& edge, const DiagramStyle& style, const PlacedEdge& place);

    void show(const DiagramEdge& edge);
    void setStrong(bool strong);
    const QString& text() const { return edge_.text; }
    QRectF boundingRect() const override;
    QPainterPath shape() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;
    /// Where its mark is; empty where it has none.
    QRectF markArea() const;

    static int typeId() { return UserType + 2; }
    int type() const override { return typeId(); }

  private:
    QPainterPath path() const;
    QColor color() const;
    void paintArrow(QPainter& painter) const;
    void paintMark(QPainter& painter, const QRectF& area) const;
    const QString& cast() const { return style_.backward ? edge_.castBack : edge_.cast; }

    DiagramEdge edge_;
    const DiagramStyle& style_;
    PlacedEdge place_;
    bool strong_ = false;  // of the box that is chosen
};

class BandItem : public QGraphicsItem {
  public:
    BandItem(const QString& path, const QString& title, const DiagramStyle& style, const QRectF& place);

    /// The block that a click on its title folds.
    const QString& block() const { return path_; }
    QRectF titleArea() const;
    QRectF boundingRect() const override { return place_; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

    static int typeId() { return UserType + 3; }
    int type() const override { return typeId(); }

  private:
    QString path_, title_;
    const DiagramStyle& style_;
    QRectF place_;
};

}  // namespace mantissa::ui
