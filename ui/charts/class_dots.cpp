// SPDX-License-Identifier: GPL-3.0-or-later
// A class's predictions; see the header.
#include "ui/charts/class_dots.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <memory>

#include "ui/charts/format_text.h"
#include "ui/charts/line_data.h"

namespace mantissa::ui {

namespace {

constexpr int kMostPlaces = 60;  // beside each other, before dots cover each other after all

/// Bounds beyond which a value counts as far away: six interquartile ranges beyond the quartiles.
ValueRange usualRange(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const double low = values[values.size() / 4];
    const double high = values[values.size() - 1 - values.size() / 4];
    constexpr double far = 6.0;
    const double width = std::max({high - low, std::abs(low) * 0.25, std::abs(high) * 0.25, 1e-300});
    return {low - far * width, high + far * width};
}

}  // namespace

ClassDots::ClassDots(const QString& title, QWidget* parent) : ChartWidget(title, parent) {
    setMouseTracking(true);
}

void ClassDots::setNumbers(std::vector<ClassDot> dots, const QString& unit) {
    dots_ = std::move(dots);
    choices_.clear();
    right_ = -1;
    unit_ = unit;
    selected_ = -1;
    if (dots_.empty()) emptyText_ = tr("Nobody has both a prediction and an outcome yet");
    findRange();
    place();
    describeAll();
}

void ClassDots::setChoices(std::vector<ClassDot> dots, const QStringList& choices, int right) {
    dots_ = std::move(dots);
    choices_ = choices;
    right_ = right;
    unit_.clear();
    selected_ = -1;
    if (dots_.empty()) emptyText_ = tr("Nobody has chosen yet");
    place();
    describeAll();
}

void ClassDots::clear(const QString& why) {
    emptyText_ = why;
    setNumbers({}, {});
    emptyText_ = why;
    describe(why);
    update();
}

void ClassDots::findRange() {
    if (dots_.empty()) return;
    // Both axes have the same range, so that the line of right predictions is the diagonal.
    std::vector<double> values;
    for (const ClassDot& dot : dots_) values.insert(values.end(), {dot.outcome, dot.predicted});
    const ValueRange usual = usualRange(values);
    ValueRange range{usual.max, usual.min};
    for (const double value : values) {
        if (value < usual.min || value > usual.max) continue;
        range.min = std::min(range.min, value);
        range.max = std::max(range.max, value);
    }
    if (range.min > range.max) range = {0.0, 1.0};
    const double room = std::max((range.max - range.min) * 0.06, 1e-12 * std::max(1.0, std::abs(range.max)));
    range = niceRange({range.min - room, range.max + room}, 6, false);
    if (unit_ == QStringLiteral("%")) {
        if (range.min < 0.0 && usual.min <= 0.0 && *std::min_element(values.begin(), values.end()) >= 0.0)
            range.min = 0.0;
        if (range.max > 100.0 && *std::max_element(values.begin(), values.end()) <= 100.0) range.max = 100.0;
    }
    min_ = range.min;
    max_ = range.max;
}

double ClassDots::plainDot() const {
    return std::clamp(QFontMetricsF(font()).height() * 0.55, 7.0, 16.0);
}

QRectF ClassDots::plot() const {
    const QFontMetricsF metrics(labelFont());
    const double line = metrics.height();
    const double left = choices_.isEmpty() ? 12.0 + metrics.horizontalAdvance(QStringLiteral("−0000.0")) : 12.0;
    const double top = headerHeight() + line + 6.0;
    const double below = choices_.isEmpty() ? 2.0 * line + 10.0 : 3.0 * line + 10.0;
    return {left, top, std::max(40.0, width() - left - 14.0), std::max(40.0, height() - top - below)};
}

double ClassDots::pixelX(double value) const {
    const QRectF area = plot();
    return area.left() + std::clamp((value - min_) / (max_ - min_), 0.0, 1.0) * area.width();
}

double ClassDots::pixelY(double value) const {
    const QRectF area = plot();
    return area.bottom() - std::clamp((value - min_) / (max_ - min_), 0.0, 1.0) * area.height();
}

bool ClassDots::atEdge(std::size_t index) const {
    if (!choices_.isEmpty()) return false;
    const ClassDot& dot = dots_[index];
    return dot.outcome < min_ || dot.outcome > max_ || dot.predicted < min_ || dot.predicted > max_;
}

QPointF ClassDots::placeOf(std::size_t index) const {
    return places_[index];
}

/// Dots that would cover each other are moved to the sides, right and left in turn.
void ClassDots::place() {
    places_.assign(dots_.size(), QPointF());
    if (!choices_.isEmpty()) {
        placePiles();
        update();
        return;
    }
    const double size = dotSize() + 1.5;
    std::vector<QPointF> taken;
    for (std::size_t i = 0; i < dots_.size(); ++i) {
        const QPointF wanted(pixelX(dots_[i].outcome), pixelY(dots_[i].predicted));
        QPointF at = wanted;
        for (int n = 0; n < kMostPlaces; ++n) {
            at = wanted + QPointF((n % 2 ? 1 : -1) * ((n + 1) / 2) * size, 0.0);
            const bool free = std::none_of(taken.begin(), taken.end(), [&](const QPointF& other) {
                return std::hypot(other.x() - at.x(), other.y() - at.y()) < size - 0.5;
            });
            if (free) break;
        }
        taken.push_back(at);
        places_[i] = at;
    }
    update();
}

std::size_t ClassDots::pileOf(const ClassDot& dot) const {
    return static_cast<std::size_t>(
        std::clamp(static_cast<int>(dot.predicted), 0, static_cast<int>(choices_.size()) - 1));
}

void ClassDots::placePiles() {
    const QRectF area = plot();
    const double column = area.width() / static_cast<double>(choices_.size());
    std::vector<int> count(static_cast<std::size_t>(choices_.size()), 0);
    for (const ClassDot& dot : dots_) ++count[pileOf(dot)];
    const int most = std::max(1, *std::max_element(count.begin(), count.end()));
    // So many dots fill four fifths of the column's width and of its height.
    const double room = std::sqrt(column * 0.8 * area.height() * 0.8 / most);
    pileDot_ = std::clamp(std::min(room, column * 0.25) - 4.0, 4.0, 2.5 * plainDot());
    const double size = pileDot_ + 2.0;
    // Four beside each other make a pile; more where the pile would grow out of the chart.
    const int needed = std::max(4, static_cast<int>(std::ceil(most * size / (area.height() * 0.9))));
    const int across = std::clamp(needed, 1, std::max(1, static_cast<int>(column * 0.8 / size)));
    std::vector<int> height(static_cast<std::size_t>(choices_.size()), 0);
    for (std::size_t i = 0; i < dots_.size(); ++i) {
        const std::size_t choice = pileOf(dots_[i]);
        const int n = height[choice]++;
        const double middle = area.left() + (static_cast<double>(choice) + 0.5) * column;
        places_[i] = {middle + (n % across - (across - 1) / 2.0) * size, area.bottom() - (n / across + 0.6) * size};
    }
}

QString ClassDots::valueText(double value) const {
    return numberText(value) + (unit_.isEmpty() ? QString() : QStringLiteral(" ") + unit_);
}

QString ClassDots::dotText(std::size_t index) const {
    const ClassDot& dot = dots_[index];
    if (choices_.isEmpty())
        return tr("%1: predicted %2, outcome %3").arg(dot.name, valueText(dot.predicted), valueText(dot.outcome));
    return tr("%1: %2").arg(dot.name, choices_.value(static_cast<int>(dot.predicted)));
}

QString ClassDots::selectedText() const {
    return selected_ < 0 || selected_ >= static_cast<int>(dots_.size()) ? QString()
                                                                        : dotText(static_cast<std::size_t>(selected_));
}

void ClassDots::describeAll() {
    if (dots_.empty()) {
        describe(emptyText_);
    } else if (choices_.isEmpty()) {
        describe(tr("Students: %1. Predictions against outcomes.").arg(dots_.size()));
    } else {
        QStringList piles;
        for (qsizetype choice = 0; choice < choices_.size(); ++choice) {
            const auto count = std::count_if(dots_.begin(), dots_.end(), [choice](const ClassDot& dot) {
                return static_cast<qsizetype>(dot.predicted) == choice;
            });
            piles << tr("%1: %2%3").arg(choices_[choice]).arg(count).arg(choice == right_ ? tr(" (right)") : QString());
        }
        describe(piles.join(QStringLiteral(", ")));
    }
    update();
}

void ClassDots::paintNumbers(QPainter& painter) const {
    const QRectF area = plot();
    const QFontMetricsF metrics(labelFont());
    painter.setFont(labelFont());
    const int most = std::max(3, static_cast<int>(area.height() / (metrics.height() * 2.2)));
    const Ticks ticks = niceTicks(min_, max_, std::min(most, 7));
    // As many as tell the ticks apart.
    const int decimals = ticks.step < 1 ? std::min(9, static_cast<int>(std::ceil(-std::log10(ticks.step) - 1e-9))) : 0;
    for (int i = 0; i < ticks.count; ++i) {
        const double tick = ticks.at(i);
        const double x = std::round(pixelX(tick)) + 0.5;
        const double y = std::round(pixelY(tick)) + 0.5;
        painter.setPen(colors().grid);
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        painter.setPen(colors().muted);
        const QString text = QString::number(tick, 'f', decimals);
        painter.drawText(QRectF(0, y - metrics.height() / 2, area.left() - 5.0, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, text);
        painter.drawText(QRectF(x - 60.0, area.bottom() + 3.0, 120.0, metrics.height()), Qt::AlignCenter, text);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colors().bookmark, 1.6 * colors().stroke));
    painter.drawLine(QPointF(area.left(), area.bottom()), QPointF(area.right(), area.top()));
    painter.setPen(colors().muted);
    const QString unit = unit_.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(unit_);
    painter.drawText(QRectF(area.left(), area.bottom() + metrics.height() + 4.0, area.width(), metrics.height()),
                     Qt::AlignRight, tr("outcome%1").arg(unit));
    painter.drawText(QRectF(8.0, area.top() - metrics.height() - 3.0, area.width() / 2, metrics.height()),
                     Qt::AlignLeft, tr("predicted%1").arg(unit));
    const QString line = tr("on the line: predicted correctly");
    painter.drawText(
        QRectF(area.left() + area.width() / 2, area.top() - metrics.height() - 3.0, area.width() / 2, metrics.height()),
        Qt::AlignRight, metrics.elidedText(line, Qt::ElideRight, area.width() / 2));
}

void ClassDots::paintChoices(QPainter& painter) const {
    const QRectF area = plot();
    const QFontMetricsF metrics(labelFont());
    painter.setFont(labelFont());
    const double column = area.width() / static_cast<double>(choices_.size());
    painter.setPen(colors().grid);
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    for (qsizetype choice = 0; choice < choices_.size(); ++choice) {
        const QRectF pile(area.left() + static_cast<double>(choice) * column, area.top(), column, area.height());
        if (choice == right_) {
            painter.fillRect(pile.adjusted(4, 0, -4, 0), QBrush(colors().zone, Qt::BDiagPattern));
            painter.setPen(colors().text);
            painter.drawText(QRectF(pile.left(), area.top() - metrics.height() - 3.0, column, metrics.height()),
                             Qt::AlignCenter, tr("right"));
        }
        painter.setPen(colors().text);
        painter.drawText(QRectF(pile.left() + 4.0, area.bottom() + 4.0, column - 8.0, 3.0 * metrics.height()),
                         Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, choices_[choice]);
    }
}

void ClassDots::paintSelected(QPainter& painter) const {
    if (selected_ < 0) return;
    const QPointF at = places_[static_cast<std::size_t>(selected_)];
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colors().text, 2.0));
    painter.drawEllipse(at, dotSize() / 2 + 3.0, dotSize() / 2 + 3.0);
    painter.setFont(labelFont());
    const QFontMetricsF metrics(labelFont());
    const QString text = metrics.elidedText(selectedText(), Qt::ElideRight, width() - 30.0);
    const double w = metrics.horizontalAdvance(text) + 12.0;
    const double h = metrics.height() + 6.0;
    const double y = at.y() - dotSize() - h < headerHeight() ? at.y() + dotSize() : at.y() - dotSize() - h;
    const QRectF box(std::clamp(at.x() - w / 2, 4.0, std::max(4.0, width() - w - 4.0)), y, w, h);
    painter.setPen(colors().grid);
    painter.setBrush(colors().background);
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(colors().text);
    painter.drawText(box, Qt::AlignCenter | Qt::TextSingleLine, text);
}

void ClassDots::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), colors().background);
    paintHeader(painter);
    if (dots_.empty()) {
        paintEmpty(painter, emptyText_);
        return;
    }
    choices_.isEmpty() ? paintNumbers(painter) : paintChoices(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor color = colors().precision(u"TF32").color;
    for (std::size_t i = 0; i < dots_.size(); ++i)
        paintMarker(painter, atEdge(i) ? Glyph::Triangle : Glyph::Circle, places_[i], dotSize(), color,
                    colors().background);
    paintSelected(painter);
    paintFocus(painter);
}

void ClassDots::resizeEvent(QResizeEvent* event) {
    ChartWidget::resizeEvent(event);
    place();
}

void ClassDots::clearHover() {
    selected_ = -1;
    update();
}

void ClassDots::mouseMoveEvent(QMouseEvent* event) {
    int nearest = -1;
    double distance = dotSize();
    for (std::size_t i = 0; i < places_.size(); ++i) {
        const QPointF away = places_[i] - event->position();
        const double length = std::hypot(away.x(), away.y());
        if (length >= distance) continue;
        distance = length;
        nearest = static_cast<int>(i);
    }
    if (nearest == selected_) return;
    selected_ = nearest;
    update();
}

void ClassDots::leaveEvent(QEvent* event) {
    ChartWidget::leaveEvent(event);
    clearHover();
}

void ClassDots::keyPressEvent(QKeyEvent* event) {
    const bool left = event->key() == Qt::Key_Left;
    if (dots_.empty() || (!left && event->key() != Qt::Key_Right)) {
        ChartWidget::keyPressEvent(event);
        return;
    }
    const int count = static_cast<int>(dots_.size());
    selected_ = selected_ < 0 ? (left ? count - 1 : 0) : std::clamp(selected_ + (left ? -1 : 1), 0, count - 1);
    describe(selectedText());
    update();
}

ChartTable* ClassDots::makeTable() const {
    const auto dots = std::make_shared<std::vector<ClassDot>>(dots_);
    if (!choices_.isEmpty()) {
        auto cell = [dots, choices = choices_, right = right_](int row, int column) -> QVariant {
            const ClassDot& dot = (*dots)[static_cast<std::size_t>(row)];
            const int choice = static_cast<int>(dot.predicted);
            if (column == 0) return dot.name;
            if (column == 1) return choices.value(choice);
            return right < 0 ? QString() : choice == right ? tr("yes") : tr("no");
        };
        return new ChartTable({tr("student"), tr("chosen"), tr("right")}, static_cast<int>(dots_.size()), cell);
    }
    auto cell = [dots](int row, int column) -> QVariant {
        const ClassDot& dot = (*dots)[static_cast<std::size_t>(row)];
        if (column == 0) return dot.name;
        return column == 1 ? dot.predicted : column == 2 ? dot.outcome : dot.predicted - dot.outcome;
    };
    return new ChartTable({tr("student"), tr("predicted"), tr("outcome"), tr("difference")},
                          static_cast<int>(dots_.size()), cell);
}

}  // namespace mantissa::ui
