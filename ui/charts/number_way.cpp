// SPDX-License-Identifier: GPL-3.0-or-later
// A way from stage to stage; see the header.
#include "ui/charts/number_way.h"

#include <QKeyEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <memory>

namespace mantissa::ui {

namespace {
constexpr double kLeft = 30.0;      // where the text begins, right of the line with its arrows
constexpr double kWayMargin = 8.0;  // at the right
constexpr double kBetweenPlaces = 9.0;

QString spoken(const WayStage& stage) {
    QString text = stage.name + QStringLiteral(": ") + stage.value;
    if (!stage.verdict.isEmpty()) text += QStringLiteral(", ") + stage.verdict;
    return stage.comment.isEmpty() ? text : text + QStringLiteral(". ") + stage.comment;
}
}  // namespace

NumberWay::NumberWay(const QString& title, QWidget* parent) : ChartWidget(title, parent) {
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void NumberWay::setEmptyText(const QString& text) {
    if (text == emptyText_) return;
    emptyText_ = text;
    if (way_.stages.empty()) describe(text);
    update();
}

void NumberWay::setWay(const WayData& shown) {
    if (shown == way_) return;
    way_ = shown;
    selected_ = -1;
    describe(way_.stages.empty() ? emptyText_ : spoken(way_.stages.back()));
    updateGeometry();
    update();
}

std::vector<NumberWay::Place> NumberWay::placesFor(double width) const {
    QFont bold = font();
    bold.setBold(true);
    const double line = std::ceil(QFontMetricsF(bold).height()) + 2.0;
    const QFontMetricsF small(labelFont());
    const double room = std::max(60.0, width - kLeft - kWayMargin);
    std::vector<Place> places;
    double top = headerHeight() + 2.0;
    for (const WayStage& stage : way_.stages) {
        Place place;
        place.top = top;
        place.line = line;
        if (!stage.comment.isEmpty()) {
            const QRectF box = small.boundingRect(QRectF(0, 0, room, 10000), Qt::TextWordWrap, stage.comment);
            place.comment = std::ceil(box.height());
        }
        place.bottom = top + place.line + place.comment + kBetweenPlaces;
        top = place.bottom;
        places.push_back(place);
    }
    return places;
}

int NumberWay::heightForWidth(int wide) const {
    const std::vector<Place> places = placesFor(wide);
    double height = places.empty() ? 0.0 : places.back().bottom + 4.0;
    if (!way_.rest.isEmpty()) {
        const QFontMetricsF small(labelFont());
        height += small
                      .boundingRect(QRectF(0, 0, std::max(60.0, wide - kLeft - kWayMargin), 10000), Qt::TextWordWrap,
                                    way_.rest)
                      .height();
    }
    return std::max(minimumSizeHint().height(), static_cast<int>(std::ceil(height)));
}

void NumberWay::paintStage(QPainter& painter, std::size_t index, const Place& place, bool last) const {
    const WayStage& stage = way_.stages[index];
    const double room = width() - kLeft - kWayMargin;
    const QRectF box(4.0, place.top - 2.0, width() - 8.0, place.line + place.comment + 5.0);
    if (stage.died) {
        painter.fillRect(box, QBrush(colors().zone, Qt::BDiagPattern));
        painter.setPen(QPen(colors().text, 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box);
        // Paper under the words, so that the hatching does not run through them.
        const auto paper = [&](double top, double wide, double high) {
            painter.fillRect(QRectF(kLeft - 4.0, top, wide + 8.0, high), colors().background);
        };
        QFont bold = font();
        bold.setBold(true);
        paper(place.top, QFontMetricsF(bold).horizontalAdvance(stage.name + stage.value) + 16.0, place.line);
        const double wide = QFontMetricsF(bold).horizontalAdvance(stage.verdict);
        painter.fillRect(QRectF(width() - kWayMargin - wide - 8.0, place.top, wide + 8.0, place.line),
                         colors().background);
        paper(
            place.top + place.line,
            QFontMetricsF(labelFont()).boundingRect(QRectF(0, 0, room, 10000), Qt::TextWordWrap, stage.comment).width(),
            place.comment + 2.0);
        painter.fillRect(QRectF(10.0, place.top + 1.0, 13.0, place.line - 1.0), colors().background);
    }
    if (static_cast<int>(index) == selected_) {
        QColor tint = colors().text;
        tint.setAlpha(24);
        painter.fillRect(box, tint);
    }
    const double centre = place.top + place.line / 2;
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(colors().text, 1.5));
    const QPointF dot(16.0, centre);
    if (stage.died) {
        painter.drawLine(dot + QPointF(-5, -5), dot + QPointF(5, 5));
        painter.drawLine(dot + QPointF(-5, 5), dot + QPointF(5, -5));
    } else {
        painter.setBrush(colors().text);
        painter.drawEllipse(dot, 3.0, 3.0);
    }
    if (!last) {
        const QPointF end(16.0, place.bottom + place.line / 2 - 7.0);
        painter.drawLine(dot + QPointF(0, 6), end);
        painter.drawLine(end, end + QPointF(-4, -5));
        painter.drawLine(end, end + QPointF(4, -5));
    }
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(colors().text);
    const QRectF first(kLeft, place.top, room, place.line);
    painter.drawText(first, Qt::AlignLeft | Qt::AlignVCenter, stage.name);
    double x = kLeft + QFontMetricsF(bold).horizontalAdvance(stage.name) + 12.0;
    if (!stage.verdict.isEmpty()) {
        const double wide = QFontMetricsF(bold).horizontalAdvance(stage.verdict);
        painter.drawText(QRectF(width() - kWayMargin - wide - 4.0, place.top, wide + 4.0, place.line),
                         Qt::AlignRight | Qt::AlignVCenter, stage.verdict);
    }
    painter.setFont(font());
    painter.drawText(QRectF(x, place.top, std::max(10.0, width() - x - kWayMargin), place.line),
                     Qt::AlignLeft | Qt::AlignVCenter, stage.value);
    painter.setFont(labelFont());
    painter.setPen(colors().muted);
    painter.drawText(QRectF(kLeft, place.top + place.line, room, place.comment + 2.0),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, stage.comment);
}

void NumberWay::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), colors().background);
    paintHeader(painter);
    const std::vector<Place> places = placesFor(width());
    if (places.empty()) {
        paintEmpty(painter, emptyText_);
        return;
    }
    for (std::size_t i = 0; i < places.size(); ++i) paintStage(painter, i, places[i], i + 1 == places.size());
    painter.setFont(labelFont());
    painter.setPen(colors().muted);
    painter.drawText(QRectF(kLeft, places.back().bottom + 1.0, width() - kLeft - kWayMargin, height()),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, way_.rest);
    paintFocus(painter);
}

void NumberWay::select(int stage) {
    selected_ = std::clamp(stage, 0, static_cast<int>(way_.stages.size()) - 1);
    describe(spoken(way_.stages[static_cast<std::size_t>(selected_)]));
    update();
}

void NumberWay::keyPressEvent(QKeyEvent* event) {
    const bool up = event->key() == Qt::Key_Up;
    if (way_.stages.empty() || (!up && event->key() != Qt::Key_Down)) {
        ChartWidget::keyPressEvent(event);
        return;
    }
    select(selected_ < 0 ? (up ? static_cast<int>(way_.stages.size()) - 1 : 0) : selected_ + (up ? -1 : 1));
}

void NumberWay::focusInEvent(QFocusEvent* event) {
    ChartWidget::focusInEvent(event);
    if (!way_.stages.empty() && selected_ < 0 && event->reason() == Qt::TabFocusReason) select(0);
}

void NumberWay::clearHover() {
    selected_ = -1;
    update();
}

int NumberWay::partCount() const {
    return static_cast<int>(way_.stages.size());
}

QString NumberWay::partText(int part) const {
    return spoken(way_.stages[static_cast<std::size_t>(part)]);
}

ChartTable* NumberWay::makeTable() const {
    auto stages = std::make_shared<std::vector<WayStage>>(way_.stages);
    auto cell = [stages](int row, int column) -> QVariant {
        return (*stages)[static_cast<std::size_t>(row)].cells.value(column);
    };
    return new ChartTable(way_.tableColumns, static_cast<int>(stages->size()), std::move(cell));
}

}  // namespace mantissa::ui
