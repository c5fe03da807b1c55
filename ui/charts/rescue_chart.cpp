// SPDX-License-Identifier: GPL-3.0-or-later
// Rescued and lost norm against the scale; see the header.
#include "ui/charts/rescue_chart.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/charts/format_text.h"

namespace mantissa::ui {

namespace {
constexpr int kSentenceLines = 4;
/// Of the legend, in pixels: a marker with its room, and what is between entries.
constexpr double kLegendSample = 18.0, kBetween = 12.0;

/// S·2^k in words: "2¹³".
QString scaleAt(double scale, int k) {
    return scaleText(std::ldexp(scale, k));
}
}  // namespace

RescueChart::RescueChart(const QString& title, QWidget* parent) : ChartWidget(title, parent) {
    setMouseTracking(true);
}

void RescueChart::setRescue(const RescueData& shown) {
    if (shown == data_) return;
    data_ = shown;
    if (selected_ && !at(*selected_)) selected_.reset();
    describe(data_.points.empty() ? emptyText_ : sentence(data_.best.value_or(0)));
    update();
}

void RescueChart::setEmptyText(const QString& text) {
    if (text == emptyText_) return;
    emptyText_ = text;
    if (data_.points.empty()) describe(text);
    update();
}

void RescueChart::setPreview(int k) {
    if (k == preview_) return;
    preview_ = k;
    update();
}

const RescuePoint* RescueChart::at(int k) const {
    const auto found =
        std::find_if(data_.points.begin(), data_.points.end(), [k](const RescuePoint& point) { return point.k == k; });
    return found == data_.points.end() ? nullptr : &*found;
}

QString RescueChart::sentence(int k) const {
    const RescuePoint* point = at(k);
    if (!point) return {};
    const QString numbers =
        tr("rescues %1 of the norm, loses %2, overflows %3 of the values.")
            .arg(percentText(point->normRescued), percentText(point->normLost), percentText(point->overflow));
    const QString scale = scaleAt(data_.scale, k);
    if (k == 0 && data_.step) return tr("The scale of step %1, %2, %3").arg(*data_.step).arg(scale, numbers);
    if (k == 0) return tr("The scale now, %1, %2").arg(scale, numbers);
    if (data_.best && *data_.best == k) return tr("The best power of two, %1, %2").arg(scale, numbers);
    return tr("Scale %1 (× %2) %3").arg(scale, powerOfTwo(k), numbers);
}

QString RescueChart::markOfZero() const {
    const QString scale = scaleAt(data_.scale, 0);
    return data_.step ? tr("step %1: %2").arg(*data_.step).arg(scale) : tr("now %1").arg(scale);
}

QRectF RescueChart::plot() const {
    const QFontMetricsF metrics(labelFont());
    const double left = metrics.horizontalAdvance(QStringLiteral("100 %")) + 8.0;
    const double top = legendArea().bottom() + 2.0 * metrics.height() + 6.0;
    const double below = metrics.height() + 6.0 + kSentenceLines * QFontMetricsF(font()).lineSpacing() + 4.0;
    return {left, top, std::max(20.0, width() - left - 12.0), std::max(20.0, height() - top - below)};
}

double RescueChart::pixelX(const QRectF& plot, double k) const {
    const double first = data_.points.front().k;
    const double last = std::max<double>(data_.points.back().k, first + 1);
    return plot.left() + (k - first) / (last - first) * plot.width();
}

void RescueChart::paintAxes(QPainter& painter, const QRectF& plot) const {
    painter.setFont(labelFont());
    const QFontMetricsF metrics(labelFont());
    for (int percent = 0; percent <= 100; percent += plot.height() > 120 ? 25 : 50) {
        const double y = std::round(plot.bottom() - percent / 100.0 * plot.height());
        painter.setPen(colors().grid);
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        painter.setPen(colors().muted);
        painter.drawText(QRectF(0, y - metrics.height() / 2, plot.left() - 5, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("%1 %").arg(percent));
    }
    // Beyond the best scale something overflows, here or in another layer, and the step is skipped.
    const std::optional<int> wall = data_.highest ? data_.highest : data_.best;
    if (wall && *wall < data_.points.back().k) {
        const double x = pixelX(plot, *wall + 0.5);
        const QRectF area(QPointF(std::max(x, plot.left()), plot.top()), plot.bottomRight());
        painter.fillRect(area, QBrush(colors().zone, Qt::FDiagPattern));
        const QString name = tr("overflow");
        if (metrics.horizontalAdvance(name) + 8.0 < area.width()) {
            const QRectF box(area.center().x() - metrics.horizontalAdvance(name) / 2 - 3, area.center().y() - 8,
                             metrics.horizontalAdvance(name) + 6, metrics.height());
            painter.fillRect(box, colors().background);
            painter.setPen(colors().muted);
            painter.drawText(box, Qt::AlignCenter, name);
        }
    }
    painter.setPen(colors().muted);
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    double free = -1e9;
    for (const RescuePoint& point : data_.points) {
        const int exponent = static_cast<int>(std::lround(std::log2(data_.scale))) + point.k;
        if (exponent % 4 != 0) continue;
        const QString text = scaleAt(data_.scale, point.k);
        const double half = metrics.horizontalAdvance(text) / 2;
        const double x = std::round(pixelX(plot, point.k));
        if (x - half < free || x + half > width()) continue;
        painter.drawLine(QPointF(x, plot.bottom()), QPointF(x, plot.bottom() + 3));
        painter.drawText(QRectF(x - 40, plot.bottom() + 3, 80, metrics.height()), Qt::AlignHCenter, text);
        free = x + half + 6.0;
    }
}

void RescueChart::paintLine(QPainter& painter, const QRectF& plot, double RescuePoint::*value, bool hollow) const {
    QPolygonF line;
    for (const RescuePoint& point : data_.points) {
        line << QPointF(pixelX(plot, point.k), plot.bottom() - std::clamp(point.*value, 0.0, 1.0) * plot.height());
    }
    const QColor color = hollow ? colors().text : colors().precision(u"TF32").color;
    painter.setPen(QPen(color, 2.0 * colors().stroke));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(line);
    const qsizetype every = std::max<qsizetype>(1, line.size() / 8);
    for (qsizetype i = every / 2; i < line.size(); i += every) {
        paintMarker(painter, hollow ? Glyph::Circle : Glyph::Square, line[i], 7.0, hollow ? colors().background : color,
                    color);
    }
}

void RescueChart::paintMarks(QPainter& painter, const QRectF& plot) const {
    painter.setFont(labelFont());
    const QFontMetricsF metrics(labelFont());
    // Labels in two rows above the plot, now below best, so that neighbours do not meet.
    const auto mark = [&](int k, const QString& text, int row, const QPen& pen) {
        if (!at(k)) return;
        const double x = std::round(pixelX(plot, k)) + 0.5;
        const double y = plot.top() - 4.0 - (2 - row) * metrics.height();
        painter.setPen(pen);
        painter.drawLine(QPointF(x, y + metrics.height()), QPointF(x, plot.bottom()));
        const double w = metrics.horizontalAdvance(text) + 4.0;
        const QRectF box(std::clamp(x - w / 2, 2.0, std::max(2.0, width() - w - 2.0)), y, w, metrics.height());
        painter.setPen(colors().text);
        painter.drawText(box, Qt::AlignCenter, text);
    };
    if (data_.best) {
        const QString arrow = *data_.best != 0 ? tr("best %1")
                              : data_.step     ? tr("best: step %1, %2").arg(*data_.step)
                                               : tr("best: now, %1");
        mark(*data_.best, arrow.arg(scaleAt(data_.scale, *data_.best)), 0, QPen(colors().text, 1.6));
    }
    if (!data_.best || *data_.best != 0) mark(0, markOfZero(), 1, QPen(colors().bookmark, 1.2));
    if (preview_ != 0 && at(preview_)) {
        const double x = std::round(pixelX(plot, preview_)) + 0.5;
        painter.setPen(QPen(colors().focus, 2.0));
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    }
}

void RescueChart::paintSentence(QPainter& painter, const QRectF& plot) const {
    painter.setFont(font());
    painter.setPen(colors().text);
    const int k = selected_ ? *selected_ : preview_ != 0 ? preview_ : data_.best.value_or(0);
    const double top = plot.bottom() + QFontMetricsF(labelFont()).height() + 6.0;
    painter.drawText(QRectF(8, top, width() - 16.0, height() - top), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                     sentence(k));
}

void RescueChart::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), colors().background);
    paintHeader(painter);
    if (data_.points.empty()) {
        paintEmpty(painter, emptyText_);
        return;
    }
    const QRectF area = plot();
    paintAxes(painter, area);
    painter.setRenderHint(QPainter::Antialiasing);
    paintLine(painter, area, &RescuePoint::normLost, true);
    paintLine(painter, area, &RescuePoint::normRescued, false);
    if (selected_) {
        painter.setPen(QPen(colors().text, 1.0));
        const double x = pixelX(area, *selected_);
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintMarks(painter, area);
    paintLegend(painter);
    paintSentence(painter, area);
    paintFocus(painter);
}

/// In the title's row, or below it where the title leaves no room: nothing lies on the curves.
QRectF RescueChart::legendArea() const {
    const QFontMetricsF metrics(labelFont());
    double wide = 0;
    for (const QString& name : {tr("rescued"), tr("lost")}) wide += metrics.horizontalAdvance(name) + kLegendSample;
    wide += kBetween;
    if (titleEnd() + kBetween + wide <= headerRight()) return {headerRight() - wide, 0, wide, headerHeight() * 1.0};
    return {8, headerHeight() * 1.0, wide, metrics.height() + 2.0};
}

void RescueChart::paintLegend(QPainter& painter) const {
    painter.setFont(labelFont());
    const QFontMetricsF metrics(labelFont());
    QRectF box = legendArea();
    for (const bool hollow : {false, true}) {
        const QString name = hollow ? tr("lost") : tr("rescued");
        box.setWidth(metrics.horizontalAdvance(name) + kLegendSample);
        const QColor color = hollow ? colors().text : colors().precision(u"TF32").color;
        paintMarker(painter, hollow ? Glyph::Circle : Glyph::Square, QPointF(box.left() + 6, box.center().y()), 7.0,
                    hollow ? colors().background : color, color);
        painter.setPen(colors().text);
        painter.drawText(box.adjusted(kLegendSample - 4.0, 0, 1.0, 0), Qt::AlignLeft | Qt::AlignVCenter, name);
        box.moveLeft(box.right() + kBetween);
    }
}

void RescueChart::clearHover() {
    if (!selected_) return;
    selected_.reset();
    update();
}

void RescueChart::mouseMoveEvent(QMouseEvent* event) {
    std::optional<int> under;
    if (!data_.points.empty()) {
        const QRectF area = plot();
        if (area.contains(event->position())) {
            const double share = (event->position().x() - area.left()) / area.width();
            under = data_.points.front().k +
                    static_cast<int>(std::lround(share * (data_.points.back().k - data_.points.front().k)));
        }
    }
    if (under == selected_) return;
    selected_ = under;
    update();
}

void RescueChart::leaveEvent(QEvent* event) {
    ChartWidget::leaveEvent(event);
    clearHover();
}

void RescueChart::keyPressEvent(QKeyEvent* event) {
    const bool left = event->key() == Qt::Key_Left;
    if (data_.points.empty() || (!left && event->key() != Qt::Key_Right)) {
        ChartWidget::keyPressEvent(event);
        return;
    }
    const int from = selected_.value_or(data_.best.value_or(0));
    selected_ = std::clamp(selected_ ? from + (left ? -1 : 1) : from, data_.points.front().k, data_.points.back().k);
    describe(sentence(*selected_));
    update();
}

int RescueChart::partCount() const {
    return static_cast<int>(data_.points.size());
}

QString RescueChart::partText(int part) const {
    return sentence(data_.points[static_cast<std::size_t>(part)].k);
}

ChartTable* RescueChart::makeTable() const {
    const auto shown = std::make_shared<RescueData>(data_);
    auto cell = [shown](int row, int column) -> QVariant {
        const RescuePoint& point = shown->points[static_cast<std::size_t>(row)];
        switch (column) {
            case 0:
                return point.k;
            case 1:
                return std::ldexp(shown->scale, point.k);
            case 2:
                return point.normRescued * 100.0;
            case 3:
                return point.normLost * 100.0;
            case 4:
                return point.rescued * 100.0;
            case 5:
                return point.overflow * 100.0;
            default:
                return shown->best == point.k ? tr("best")
                       : point.k != 0         ? QString()
                       : shown->step          ? tr("step %1").arg(*shown->step)
                                              : tr("now");
        }
    };
    return new ChartTable({tr("k"), tr("scale"), tr("norm rescued (%)"), tr("norm lost (%)"), tr("values rescued (%)"),
                           tr("values overflowing (%)"), tr("mark")},
                          static_cast<int>(data_.points.size()), std::move(cell));
}

}  // namespace mantissa::ui
