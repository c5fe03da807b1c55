// SPDX-License-Identifier: GPL-3.0-or-later
// See layer_figure.h. Three columns and five rows; weights go down between the last two columns, the input between the
// first two, and the update back to the master along the left edge.
#include "ui/charts/layer_figure.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/charts/format_text.h"

namespace mantissa::ui {
namespace {

constexpr double kEdge = 15.0;                     // beside the columns: the way back to the master
constexpr double kGutter = 24.0;                   // between them
constexpr double kBoxGap = 20.0, kMostGap = 80.0;  // between rows
constexpr double kArrowLength = 6.0;
constexpr double kTensorLeft = 8.0, kTensorRight = 4.0;  // of a plate, beside its text
constexpr double kComputedSide = 2.0;
constexpr int kSmallestName = 90;  // per cent of the labels' font
constexpr int kSmallestKind = 75;  // of it, for what computes: "conv_transpose2d"

struct Place {
    int row;
    int column;
};
/// By FigurePart.
constexpr std::array<Place, kFigureParts> kPlaces{
    {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}, {3, 1}, {3, 2}, {4, 1}, {4, 0}}};

/// `font`, smaller where `text` has no room in it, down to so many per cent.
QFont fittingFont(const QFont& font, const QString& text, double room, int smallest) {
    QFont fitting = font;
    for (int percent = 100; percent >= smallest; percent -= 2) {
        fitting.setPointSizeF(font.pointSizeF() * percent / 100);
        if (QFontMetricsF(fitting).horizontalAdvance(text) <= room) break;
    }
    return fitting;
}

}  // namespace

bool LayerFigureData::empty() const {
    return std::none_of(plates.begin(), plates.end(), [](const FigurePlate& plate) { return plate.there; });
}

LayerFigure::LayerFigure(const QString& title, QWidget* parent)
    : ChartWidget(title, parent), emptyText_(tr("Choose an operation")) {}

void LayerFigure::setFigure(const LayerFigureData& shown) {
    if (shown == data_) return;
    data_ = shown;
    measureNames();
    tell();
    updateGeometry();
    update();
}

void LayerFigure::setEmptyText(const QString& text) {
    if (text == emptyText_) return;
    emptyText_ = text;
    tell();
    update();
}

void LayerFigure::tell() {
    QStringList told;
    for (const FigurePlate& plate : data_.plates)
        if (plate.there && !plate.format.isEmpty())
            told << QStringLiteral("%1: %2, %3, %4.").arg(plate.name, plate.format, plate.extent, plate.note);
    describe(told.isEmpty() ? emptyText_ : told.join(u' '));
}

double LayerFigure::plateHeight() const {
    return std::ceil(QFontMetricsF(font()).height() + 2 * QFontMetricsF(labelFont()).height() + 8.0);
}

QSize LayerFigure::minimumSizeHint() const {
    int rows = 1;
    for (std::size_t i = 0; i < kFigureParts; ++i)
        if (data_.plates[i].there) rows = std::max(rows, kPlaces[i].row + 1);
    rows = std::max(rows, 5);  // it keeps its place whatever is chosen
    const double plates = 3.0 * (std::ceil(longestName_) + kTensorLeft + kTensorRight);
    return {std::max(lines(19, 0).width(), static_cast<int>(std::ceil(plates + 2 * kEdge + 2 * kGutter))),
            static_cast<int>(headerHeight() + rows * (plateHeight() + kBoxGap) + 8.0)};
}

void LayerFigure::measureNames() {
    QFont smallest = labelFont();
    smallest.setPointSizeF(smallest.pointSizeF() * kSmallestName / 100);
    for (const FigurePlate& plate : data_.plates)
        if (plate.there) longestName_ = std::max(longestName_, QFontMetricsF(smallest).horizontalAdvance(plate.name));
}

QFont LayerFigure::nameFont(const QString& name, double room) const {
    if (QFontMetricsF(font()).horizontalAdvance(name) <= room) return font();
    return fittingFont(labelFont(), name, room, kSmallestName);
}

double LayerFigure::nameRoom(const FigurePlate& plate, const QRectF& place) {
    return place.width() - (plate.format.isEmpty() ? 2 * kComputedSide : kTensorLeft + kTensorRight);
}

QString LayerFigure::shownName(FigurePart part) const {
    const FigurePlate& plate = data_[part];
    const double room = nameRoom(plate, placeOf(part));
    return QFontMetricsF(nameFont(plate.name, room)).elidedText(plate.name, Qt::ElideRight, room);
}

QRectF LayerFigure::plateArea(FigurePart part) const {
    return data_[part].there ? placeOf(part) : QRectF();
}

QRectF LayerFigure::placeOf(FigurePart part) const {
    const auto i = static_cast<std::size_t>(part);
    const double wide = std::min((width() - 2 * kEdge - 2 * kGutter) / 3.0, lines(14, 0).width() * 1.0);
    const double left = (width() - 3 * wide - 2 * kGutter) / 2.0;
    const double spare = height() - headerHeight() - 8.0 - 5 * plateHeight();
    const double gap = std::clamp(spare / 5.0, kBoxGap, kMostGap);
    return {std::round(left + kPlaces[i].column * (wide + kGutter)),
            std::round(headerHeight() + 6.0 + kPlaces[i].row * (plateHeight() + gap)), std::floor(wide), plateHeight()};
}

void LayerFigure::paintWay(QPainter& painter, const QPolygonF& line, const QString& format) const {
    const QColor color = format.isEmpty() ? colors().zone : colors().precision(format).color;
    painter.setPen(QPen(color, 2.0 * colors().stroke, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(line);
    const QPointF tip = line.back();
    const QLineF last(line[line.size() - 2], tip);
    if (last.length() < 0.5) return;
    const QPointF along((tip - last.p1()) / last.length()), across(-along.y(), along.x());
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    const QPointF back = tip - along * kArrowLength;
    painter.drawPolygon(
        QPolygonF{tip + along * 0.5, back + across * kArrowLength * 0.6, back - across * kArrowLength * 0.6});
}

void LayerFigure::paintWays(QPainter& painter) const {
    const auto area = [this](FigurePart part) { return plateArea(part); };
    const auto format = [this](FigurePart part) { return data_[part].format; };
    const auto across = [&](FigurePart from, FigurePart to, const QString& of) {
        const QRectF a = area(from), b = area(to);
        if (a.isEmpty() || b.isEmpty()) return;
        const bool right = b.left() > a.left();
        paintWay(painter,
                 {{right ? a.right() : a.left(), a.center().y()}, {right ? b.left() : b.right(), b.center().y()}}, of);
    };
    const QRectF copy = area(FigurePart::copy), forward = area(FigurePart::forward);
    const QRectF inputs = area(FigurePart::backwardData), weights = area(FigurePart::backwardWeights);
    const QRectF input = area(FigurePart::input), dy = area(FigurePart::outputGradient);
    across(FigurePart::master, FigurePart::copy, format(FigurePart::copy));
    across(FigurePart::input, FigurePart::forward, format(FigurePart::input));
    across(FigurePart::forward, FigurePart::output, format(FigurePart::output));
    across(FigurePart::outputGradient, FigurePart::backwardData, format(FigurePart::outputGradient));
    across(FigurePart::backwardData, FigurePart::inputGradient, format(FigurePart::inputGradient));
    across(FigurePart::backwardWeights, FigurePart::weightGradient, format(FigurePart::weightGradient));
    across(FigurePart::unscale, FigurePart::update, QStringLiteral("FP32"));
    if (!copy.isEmpty() && !forward.isEmpty()) {
        paintWay(painter, {{forward.center().x(), copy.bottom()}, {forward.center().x(), forward.top()}},
                 format(FigurePart::copy));
        if (!inputs.isEmpty()) {
            const double x = std::round(forward.right() + kGutter * 0.5);
            const double from = std::round(copy.bottom() + (forward.top() - copy.bottom()) * 0.4);
            const double to = std::round(forward.bottom() + (inputs.top() - forward.bottom()) * 0.5);
            const double in = std::round(inputs.center().x() + inputs.width() * 0.25);
            paintWay(painter, {{forward.center().x(), from}, {x, from}, {x, to}, {in, to}, {in, inputs.top()}},
                     format(FigurePart::copy));
        }
    }
    if (!weights.isEmpty() && !input.isEmpty() && !dy.isEmpty()) {
        const double above = placeOf(FigurePart::backwardData).bottom();  // the first layer has none
        const double y = std::round(above + (weights.top() - above) * 0.5);
        const double x = std::round(input.right() + kGutter * 0.4);
        const double in = std::round(weights.center().x() - weights.width() * 0.25);
        paintWay(painter, {{x, input.center().y()}, {x, y}, {in, y}, {in, weights.top()}}, format(FigurePart::input));
        const double other = std::round(weights.center().x() + weights.width() * 0.25);
        paintWay(painter, {{dy.center().x(), dy.bottom()}, {dy.center().x(), y}, {other, y}, {other, weights.top()}},
                 format(FigurePart::outputGradient));
    }
    const QRectF gradient = area(FigurePart::weightGradient), unscale = area(FigurePart::unscale);
    if (!gradient.isEmpty() && !unscale.isEmpty())
        paintWay(painter,
                 {{gradient.center().x(), gradient.bottom()},
                  {gradient.center().x(), unscale.center().y()},
                  {unscale.right(), unscale.center().y()}},
                 format(FigurePart::weightGradient));
    const QRectF update = area(FigurePart::update), master = area(FigurePart::master);
    if (!update.isEmpty() && !master.isEmpty()) {
        const double x = std::round(update.left() - kEdge * 0.6);
        paintWay(painter,
                 {{update.left(), update.center().y()},
                  {x, update.center().y()},
                  {x, master.center().y()},
                  {master.left(), master.center().y()}},
                 format(FigurePart::master));
    }
}

/// A tensor is a plate with its colour at the left, what is computed has round ends.
void LayerFigure::paintPlate(QPainter& painter, const FigurePlate& plate, const QRectF& place) const {
    const bool tensor = !plate.format.isEmpty();
    painter.setPen(QPen(plate.alarm ? colors().text : colors().zone, plate.alarm ? 2.0 : 1.0));
    painter.setBrush(colors().background);
    painter.drawRoundedRect(place, tensor ? 4.0 : place.height() / 3.0, tensor ? 4.0 : place.height() / 3.0);
    const PrecisionStyle look = colors().precision(plate.format);
    const QColor formatColor = plate.recorded ? look.color : colors().zone;
    if (tensor) painter.fillRect(QRectF(place.left(), place.top() + 3, 4.0, place.height() - 6), formatColor);
    const QFontMetricsF metrics(font()), small(labelFont());
    bool extentShown = !tensor;
    QRectF row = place.adjusted(tensor ? kTensorLeft : kComputedSide, 3.0, tensor ? -kTensorRight : -kComputedSide, 0);
    row.setHeight(metrics.height());
    const Qt::Alignment side = tensor ? Qt::AlignLeft : Qt::AlignHCenter;
    const QFont named = nameFont(plate.name, row.width());
    painter.setFont(named);
    painter.setPen(colors().text);
    painter.drawText(row, side | Qt::AlignVCenter | Qt::TextSingleLine,
                     QFontMetricsF(named).elidedText(plate.name, Qt::ElideRight, row.width()));
    row.moveTop(row.bottom() + 1.0);
    row.setHeight(small.height());
    painter.setFont(labelFont());
    if (tensor) {
        // The marker goes where there is no room for it: the format's name stays.
        const double glyph = small.height() * 0.9, name = small.horizontalAdvance(plate.format);
        const double extent = small.horizontalAdvance(plate.extent);
        const bool marked =
            plate.recorded && (glyph + name + 6.0 + extent <= row.width() || name + 6.0 + extent > row.width());
        if (marked)
            paintMarker(painter, look.marker, {row.left() + small.height() * 0.32, row.center().y()},
                        small.height() * 0.55, look.color, colors().background);
        painter.setPen(colors().text);
        painter.drawText(row.adjusted(marked ? glyph : 0.0, 0, 0, 0),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, plate.format);
        if (extent <= row.width() - name - (marked ? glyph : 0.0) - 6.0) {
            painter.setPen(colors().muted);
            painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, plate.extent);
            extentShown = true;
        }
    } else {
        painter.setPen(colors().muted);
        const QFont kind = fittingFont(labelFont(), plate.extent, row.width(), kSmallestKind);
        painter.setFont(kind);
        painter.drawText(row, side | Qt::AlignVCenter | Qt::TextSingleLine,
                         QFontMetricsF(kind).elidedText(plate.extent, Qt::ElideRight, row.width()));
    }
    row.moveTop(row.bottom());
    QFont last = labelFont();
    last.setBold(plate.alarm);
    const QFontMetricsF wide(last);
    const auto fitting = [&](const QStringList& texts) {  // the first that has room
        for (const QString& text : texts)
            if (wide.horizontalAdvance(text) <= row.width()) return text;
        return wide.elidedText(texts.back(), Qt::ElideRight, row.width());
    };
    const QString sign = plate.alarm ? QStringLiteral("▲ ") : QString();
    QStringList texts;
    if (!extentShown && !plate.extent.isEmpty()) {
        texts << plate.extent + QStringLiteral(" · ") + sign + plate.note;
        if (!plate.alarm) texts << plate.extent;
    }
    texts << sign + plate.note;
    if (!plate.brief.isEmpty()) texts << sign + plate.brief;
    painter.setFont(last);
    painter.setPen(plate.alarm ? colors().text : colors().muted);
    painter.drawText(row, side | Qt::AlignVCenter | Qt::TextSingleLine, fitting(texts));
}

void LayerFigure::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), colors().background);
    paintHeader(painter);
    if (data_.empty()) return paintEmpty(painter, emptyText_);
    painter.setRenderHint(QPainter::Antialiasing);
    paintWays(painter);
    for (std::size_t i = 0; i < kFigureParts; ++i)
        if (data_.plates[i].there) paintPlate(painter, data_.plates[i], plateArea(static_cast<FigurePart>(i)));
    paintFocus(painter);
}

bool LayerFigure::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return ChartWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    for (std::size_t i = 0; i < kFigureParts; ++i) {
        if (!plateArea(static_cast<FigurePart>(i)).contains(help->pos())) continue;
        QToolTip::showText(help->globalPos(), plainTip(data_.plates[i].text), this);
        return true;
    }
    QToolTip::hideText();
    return true;
}

ChartTable* LayerFigure::makeTable() const {
    std::vector<FigurePlate> rows;
    for (const FigurePlate& plate : data_.plates)
        if (plate.there) rows.push_back(plate);
    const QStringList columns{tr("part"), tr("format"), tr("magnitudes"), tr("lost in its cast")};
    const int count = static_cast<int>(rows.size());
    return new ChartTable(columns, count, [rows = std::move(rows)](int row, int column) -> QVariant {
        const FigurePlate& plate = rows[static_cast<std::size_t>(row)];
        const QStringList cells{plate.name, plate.format, plate.extent, plate.note};
        return cells[column];
    });
}

}  // namespace mantissa::ui
