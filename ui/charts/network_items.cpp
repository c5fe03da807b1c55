// SPDX-License-Identifier: GPL-3.0-or-later
// See network_items.h.
#include "ui/charts/network_items.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <QPainterPathStroker>
#include <QStyleOptionGraphicsItem>
#include <algorithm>
#include <cmath>

namespace mantissa::ui {
namespace {

/// Exponents at the ends of a box's ruler: gradients of an unscaled loss begin here, FP16 ends before there.
constexpr int kRulerFirst = -40;
constexpr int kRulerLast = 20;
constexpr double kCorner = 6.0;
constexpr double kStripe = 5.0;
constexpr double kArrow = 7.0;

bool sameItem(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

/// A corner is rounded as far as its two sides allow.
QPainterPath rounded(const QPolygonF& line, double radius) {
    QPainterPath path(line.front());
    for (qsizetype i = 1; i + 1 < line.size(); ++i) {
        const QLineF before(line[i], line[i - 1]), after(line[i], line[i + 1]);
        const double turn = std::min({radius, before.length() / 2, after.length() / 2});
        if (turn < 0.5) {
            path.lineTo(line[i]);
            continue;
        }
        path.lineTo(before.pointAt(turn / before.length()));
        path.quadTo(line[i], after.pointAt(turn / after.length()));
    }
    path.lineTo(line.back());
    return path;
}

QString elided(const QString& text, const QFont& font, double width, Qt::TextElideMode mode = Qt::ElideRight) {
    return QFontMetricsF(font).elidedText(text, mode, width);
}

}  // namespace

bool DiagramBox::operator==(const DiagramBox& o) const {
    return id == o.id && layer == o.layer && label == o.label && kind == o.kind && shape == o.shape &&
           format == o.format && folded == o.folded && range == o.range && limits == o.limits && extent == o.extent &&
           note == o.note && need == o.need && alarm == o.alarm && mark == o.mark && text == o.text &&
           sameItem(flushed, o.flushed) && sameItem(overflow, o.overflow) && sameItem(normLost, o.normLost) &&
           step == o.step;
}

double DiagramStyle::padding() const {
    return std::round(QFontMetricsF(label).height() * 0.5);
}

BoxItem::BoxItem(const DiagramBox& box, const DiagramStyle& style, const QRectF& place, int index)
    : box_(box), style_(style), place_(place), index_(index) {
    setZValue(2);
}

void BoxItem::show(const DiagramBox& box) {
    if (box == box_) return;
    box_ = box;
    update();
}

void BoxItem::setChosen(bool chosen) {
    if (chosen == chosen_) return;
    chosen_ = chosen;
    update();
}

void BoxItem::setTarget(bool target) {
    if (target == target_) return;
    target_ = target;
    update();
}

QRectF BoxItem::boundingRect() const {
    return place_.adjusted(-4, -4, 10, 10);
}

void BoxItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* /*widget*/) {
    const double zoom = option->levelOfDetailFromTransform(painter->worldTransform());
    painter->setRenderHints(QPainter::Antialiasing | QPainter::NonCosmeticBrushPatterns);
    paintCard(*painter, zoom < kFullDetail ? 1.0 / std::max(zoom, 0.1) : 1.0);
    if (zoom < kFullDetail) {
        paintName(*painter, zoom);
    } else {
        paintDetail(*painter);
    }
}

/// The paper of the box; of a folded block there are more behind it.
void BoxItem::paintCard(QPainter& painter, double width) const {
    const ChartPalette& colors = style_.palette;
    painter.setBrush(colors.background);
    painter.setPen(QPen(colors.zone, width));
    if (box_.folded)
        for (const double shift : {6.0, 3.0})
            painter.drawRoundedRect(place_.translated(shift, shift), kCorner, kCorner);
    const bool alarm = box_.alarm || !box_.mark.isEmpty();
    painter.setPen(QPen(alarm ? colors.text : colors.zone, alarm ? 2.0 * width : width));
    painter.drawRoundedRect(place_, kCorner, kCorner);
    if (!box_.format.isEmpty()) {
        painter.save();
        QPainterPath inside;
        inside.addRoundedRect(place_.adjusted(1, 1, -1, -1), kCorner - 1, kCorner - 1);
        painter.setClipPath(inside, Qt::IntersectClip);
        painter.fillRect(QRectF(place_.left(), place_.top(), kStripe * std::min(width, 2.0), place_.height()),
                         colors.precision(box_.format).color);
        painter.restore();
    }
    if (!chosen_ && !target_) return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colors.focus, 2.5 * width));
    painter.drawRoundedRect(place_.adjusted(-2, -2, 2, 2), kCorner + 2, kCorner + 2);
}

/// As large as it can be read: the name alone, or as much of it as there is room for.
void BoxItem::paintName(QPainter& painter, double zoom) const {
    const QRectF room = place_.adjusted(kStripe * 2 + 4, 2, -6, -2);
    QFont font = style_.font;
    font.setBold(true);
    const double plain = QFontMetricsF(font).height();
    const double wide = QFontMetricsF(font).horizontalAdvance(box_.label);
    const double wanted = std::min({0.82 / std::max(zoom, 0.05), room.height() / plain});
    const double grown = std::max(1.0, std::min(wanted, room.width() / std::max(1.0, wide)));
    font.setPointSizeF(font.pointSizeF() * grown);
    painter.setFont(font);
    painter.setPen(style_.palette.text);
    const QString mark = box_.alarm || !box_.mark.isEmpty() ? QStringLiteral("▲ ") : QString();
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     elided(mark + box_.label, font, room.width(), Qt::ElideMiddle));
}

void BoxItem::paintDetail(QPainter& painter) const {
    const ChartPalette& colors = style_.palette;
    const double pad = style_.padding();
    QRectF row = place_.adjusted(kStripe + pad, pad * 0.6, -pad, 0);
    QFont bold = style_.font;
    bold.setBold(true);
    const QFontMetricsF metrics(bold), small(style_.label);

    const QString name = (box_.folded ? QStringLiteral("▸ ") : QString()) + box_.label;
    row.setHeight(metrics.height());
    // "fc1.relu" says what it is.
    const bool named = box_.label.compare(box_.kind, Qt::CaseInsensitive) == 0 ||
                       box_.label.endsWith(u'.' + box_.kind, Qt::CaseInsensitive);
    const QString kind = named ? QString() : box_.kind;
    const double beside = row.width() - metrics.horizontalAdvance(name) - pad;
    const double kindWide = std::min(small.horizontalAdvance(kind), std::max(beside, row.width() * 0.5));
    painter.setFont(bold);
    painter.setPen(colors.text);
    painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     elided(name, bold, row.width() - kindWide - pad, Qt::ElideMiddle));
    painter.setFont(style_.label);
    painter.setPen(colors.muted);
    painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine,
                     elided(kind, style_.label, kindWide + 1.0));

    row.moveTop(row.bottom() + 1.0);
    row.setHeight(small.height());
    double right = row.right();
    if (!box_.format.isEmpty()) {
        const double wide = small.horizontalAdvance(box_.format);
        painter.setPen(colors.text);
        painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, box_.format);
        const PrecisionStyle look = colors.precision(box_.format);
        right -= wide + small.height() * 0.7;
        paintMarker(painter, look.marker, {right, row.center().y()}, small.height() * 0.55, look.color,
                    colors.background);
        right -= small.height() * 0.5;
    }
    if (!box_.need.isEmpty()) {
        const QRectF before(row.left(), row.top(), right - row.left(), row.height());
        painter.setPen(colors.text);
        painter.drawText(before, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, box_.need);
        right -= small.horizontalAdvance(box_.need) + small.height() * 0.5;
    }
    painter.setPen(colors.muted);
    painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     elided(box_.shape, style_.label, right - row.left()));

    row.moveTop(row.bottom() + 3.0);
    row.setHeight(std::round(small.height() * 0.5));
    if (box_.limits) paintRuler(painter, row);
    row.moveTop(row.bottom() + 3.0);
    row.setHeight(small.height());
    paintNote(painter, row);
}

/// The magnitudes (a bar) against what the format holds: normal numbers in its colour, subnormal ones hatched.
void BoxItem::paintRuler(QPainter& painter, const QRectF& room) const {
    const ChartPalette& colors = style_.palette;
    const auto x = [&room](double exponent) {
        const double share = (exponent - kRulerFirst) / double(kRulerLast - kRulerFirst);
        return room.left() + std::clamp(share, 0.0, 1.0) * room.width();
    };
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    const QColor color = colors.precision(box_.format).color;
    const FormatLimits& limits = *box_.limits;
    painter.fillRect(QRectF(QPointF(x(limits.normal), room.top()), QPointF(x(limits.largest + 1), room.bottom())),
                     colors.faint(color));
    painter.fillRect(QRectF(QPointF(x(limits.subnormal), room.top()), QPointF(x(limits.normal), room.bottom())),
                     QBrush(color, Qt::Dense6Pattern));
    painter.setPen(QPen(colors.zone, 1.0));
    painter.drawLine(room.bottomLeft(), room.bottomRight());
    if (box_.range) {
        const double thick = std::max(3.0, std::round(room.height() * 0.42));
        QRectF bar(QPointF(x(box_.range->lowest), room.center().y() - thick / 2),
                   QPointF(x(box_.range->highest + 1), room.center().y() + thick / 2));
        if (bar.width() < 3.0) bar.setWidth(3.0);
        painter.fillRect(bar, colors.text);
    }
    painter.restore();
}

void BoxItem::paintNote(QPainter& painter, const QRectF& row) const {
    const ChartPalette& colors = style_.palette;
    QFont font = style_.label;
    if (!box_.mark.isEmpty()) {  // in the text's colour: no colour has a meaning of its own here
        painter.setPen(Qt::NoPen);
        painter.setBrush(colors.text);
        painter.drawRoundedRect(row.adjusted(-3, 0, 3, 1), 3, 3);
        font.setBold(true);
        painter.setFont(font);
        painter.setPen(colors.background);
        painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                         elided(QStringLiteral("▲ ") + box_.mark, font, row.width()));
        return;
    }
    font.setBold(box_.alarm);
    const QString note = (box_.alarm ? QStringLiteral("▲ ") : QString()) + box_.note;
    const double wide = std::min(QFontMetricsF(font).horizontalAdvance(note), row.width());
    painter.setFont(font);
    painter.setPen(box_.alarm ? colors.text : colors.muted);
    painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, elided(note, font, wide + 1.0));
    const double left = row.width() - wide - style_.padding();
    if (QFontMetricsF(style_.label).horizontalAdvance(box_.extent) > left) return;
    painter.setFont(style_.label);
    painter.setPen(colors.muted);
    painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, box_.extent);
}

EdgeItem::EdgeItem(const DiagramEdge& edge, const DiagramStyle& style, const PlacedEdge& place)
    : edge_(edge), style_(style), place_(place) {
    setZValue(1);
}

void EdgeItem::show(const DiagramEdge& edge) {
    if (edge == edge_) return;
    prepareGeometryChange();
    edge_ = edge;
    update();
}

void EdgeItem::setStrong(bool strong) {
    if (strong == strong_) return;
    strong_ = strong;
    update();
}

QPainterPath EdgeItem::path() const {
    return rounded(place_.line, 8.0);
}

QColor EdgeItem::color() const {
    return edge_.format.isEmpty() ? style_.palette.zone : style_.palette.precision(edge_.format).color;
}

QRectF EdgeItem::markArea() const {
    if (cast().isEmpty()) return {};
    const QFontMetricsF metrics(style_.label);
    const double wide = metrics.horizontalAdvance(cast()) + metrics.height() * 1.25;
    QRectF area(0, 0, wide, metrics.height() + 2.0);
    area.moveCenter(style_.backward ? place_.markFrom : place_.markTo);
    return area;
}

QRectF EdgeItem::boundingRect() const {
    return (place_.line.boundingRect().adjusted(-kArrow, -kArrow, kArrow, kArrow) | markArea()).adjusted(-2, -2, 2, 2);
}

QPainterPath EdgeItem::shape() const {
    QPainterPathStroker stroker;
    stroker.setWidth(10.0);
    QPainterPath shape = stroker.createStroke(path());
    shape.addRect(markArea());
    return shape;
}

void EdgeItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* /*widget*/) {
    const double zoom = option->levelOfDetailFromTransform(painter->worldTransform());
    painter->setRenderHint(QPainter::Antialiasing);
    QPen pen(color(), (strong_ ? 3.5 : 2.0) * style_.palette.stroke / std::clamp(zoom, 0.3, 1.0));
    pen.setCapStyle(Qt::FlatCap);
    if (edge_.order) pen.setStyle(Qt::DotLine);
    painter->setPen(pen);
    painter->setBrush(Qt::NoBrush);
    painter->drawPath(path());
    if (!edge_.order) paintArrow(*painter);
    if (!cast().isEmpty()) paintMark(*painter, markArea());
}

/// At the box that reads: forward the second one, backward the first.
void EdgeItem::paintArrow(QPainter& painter) const {
    const QPolygonF& line = place_.line;
    const QPointF tip = style_.backward ? line.front() : line.back();
    const QLineF last(style_.backward ? line[1] : line[line.size() - 2], tip);
    if (last.length() < 0.5) return;
    const QPointF along((tip - last.p1()) / last.length());
    const QPointF across(-along.y(), along.x());
    const QPointF back = tip - along * kArrow;
    painter.setPen(Qt::NoPen);
    painter.setBrush(color());
    painter.drawPolygon(QPolygonF{tip, back + across * kArrow * 0.55, back - across * kArrow * 0.55});
}

void EdgeItem::paintMark(QPainter& painter, const QRectF& area) const {
    const ChartPalette& colors = style_.palette;
    const PrecisionStyle look = colors.precision(cast());
    painter.setPen(QPen(look.color, 1.5));
    painter.setBrush(colors.background);
    painter.drawRoundedRect(area, area.height() / 2, area.height() / 2);
    const double side = area.height() * 0.5;
    paintMarker(painter, look.marker, {area.left() + area.height() * 0.52, area.center().y()}, side, look.color,
                colors.background);
    painter.setFont(style_.label);
    painter.setPen(colors.text);
    painter.drawText(area.adjusted(area.height() * 0.9, 0, -2, 0), Qt::AlignLeft | Qt::AlignVCenter, cast());
}

BandItem::BandItem(const QString& path, const QString& title, const DiagramStyle& style, const QRectF& place)
    : path_(path), title_(title), style_(style), place_(place) {
    setZValue(0);
}

QRectF BandItem::titleArea() const {
    QFont bold = style_.label;
    bold.setBold(true);
    const QFontMetricsF metrics(bold);
    const double wide = std::min(metrics.horizontalAdvance(title_) + 12.0, place_.width());
    return {place_.left() + 4.0, place_.top() + 1.0, wide, metrics.height() + 2.0};
}

void BandItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* /*option*/, QWidget* /*widget*/) {
    const ChartPalette& colors = style_.palette;
    painter->setRenderHint(QPainter::Antialiasing);
    QColor fill = colors.grid;
    fill.setAlphaF(0.35F);
    painter->setBrush(fill);
    painter->setPen(QPen(colors.grid, 1.0));
    painter->drawRoundedRect(place_, 8, 8);
    QFont bold = style_.label;
    bold.setBold(true);
    painter->setFont(bold);
    painter->setPen(colors.muted);
    painter->drawText(titleArea(), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                      elided(title_, bold, titleArea().width()));
}

}  // namespace mantissa::ui
