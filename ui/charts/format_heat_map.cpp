// SPDX-License-Identifier: GPL-3.0-or-later
// The number stands in each cell.
#include "ui/charts/format_heat_map.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/charts/format_text.h"
#include "ui/charts/heat_shade.h"

namespace mantissa::ui {

FormatHeatMap::FormatHeatMap(const QString& title, QWidget* parent) : ChartWidget(title, parent) {
    setFocusPolicy(Qt::StrongFocus);
    describe(sentence(selected_));
}

void FormatHeatMap::setData(const HeatMapData& shown) {
    if (shown == data_) return;
    data_ = shown;
    describe(sentence(selected_));
    update();
}

void FormatHeatMap::select(HeatMapData::Bits bits) {
    bits.first = std::clamp(bits.first, data_.firstExponent, data_.lastExponent);
    bits.second = std::clamp(bits.second, data_.firstFraction, data_.lastFraction);
    if (bits == selected_) return;
    selected_ = bits;
    describe(sentence(selected_));
    emit selectionChanged();
    update();
}

ChartTable* FormatHeatMap::makeTable() const {
    std::vector<HeatMapData::Bits> rows;
    for (int e = data_.lastExponent; e >= data_.firstExponent; --e)
        for (int f = data_.firstFraction; f <= data_.lastFraction; ++f) rows.emplace_back(e, f);
    const int count = static_cast<int>(rows.size());
    return new ChartTable({tr("Exponent bits"), tr("Fraction bits"), tr("Name"), tr("Test accuracy")}, count,
                          [rows = std::move(rows), data = data_](int row, int column) -> QVariant {
                              const auto& bits = rows[static_cast<std::size_t>(row)];
                              if (column == 0) return bits.first;
                              if (column == 1) return bits.second;
                              if (column == 2) {
                                  const auto name = data.names.find(bits);
                                  return name == data.names.end() ? QString() : name->second;
                              }
                              const auto value = data.values.find(bits);
                              return value == data.values.end() ? QVariant() : QVariant(value->second);
                          });
}

QRectF FormatHeatMap::plot() const {
    const QFontMetricsF metrics(labelFont());
    const double left = metrics.height() * 2.0 + 14.0;
    const double top = headerHeight() + 4.0;
    const double below = metrics.height() * 4.0 + 14.0;
    return {left, top, std::max(20.0, width() - left - 10.0), std::max(20.0, height() - top - below)};
}

QRectF FormatHeatMap::cell(HeatMapData::Bits bits) const {
    const QRectF area = plot();
    const double columns = data_.lastFraction - data_.firstFraction + 1;
    const double rows = data_.lastExponent - data_.firstExponent + 1;
    const double w = area.width() / columns, h = area.height() / rows;
    return {area.left() + (bits.second - data_.firstFraction) * w, area.top() + (data_.lastExponent - bits.first) * h,
            w, h};
}

QString FormatHeatMap::sentence(HeatMapData::Bits bits) const {
    const auto name = data_.names.find(bits);
    QString text = tr("%1 exponent bits, %2 fraction bits").arg(bits.first).arg(bits.second);
    if (name != data_.names.end()) text = name->second + QStringLiteral(" · ") + text;
    const auto value = data_.values.find(bits);
    if (value != data_.values.end()) return tr("%1: %2 %3").arg(text, percentText(value->second, 2), data_.metric);
    return data_.busy == bits ? tr("%1: training now").arg(text) : tr("%1: not run yet").arg(text);
}

void FormatHeatMap::paintCell(QPainter& painter, HeatMapData::Bits bits) const {
    const QRectF box = cell(bits).adjusted(0.5, 0.5, -0.5, -0.5);
    const auto value = data_.values.find(bits);
    const auto name = data_.names.find(bits);
    const QColor fill = value == data_.values.end() ? colors().background : heatShade(colors(), value->second);
    painter.fillRect(box, fill);
    if (value == data_.values.end()) painter.fillRect(box, QBrush(colors().grid, Qt::BDiagPattern));
    QFont font = labelFont();
    font.setBold(name != data_.names.end());
    const double room = box.width() - 5.0;  // inside the frame of a named cell
    const auto write = [&](const QRectF& where, const QString& text) {
        QFont fitted = font;
        const double wide = QFontMetricsF(fitted).horizontalAdvance(text);
        if (wide > room && wide > 0) fitted.setPointSizeF(std::max(4.5, fitted.pointSizeF() * room / wide));
        painter.setFont(fitted);
        painter.drawText(where, Qt::AlignCenter, text);
    };
    painter.setPen(value == data_.values.end() ? colors().text : inkOn(fill));
    const double half = box.height() / 2.0;
    if (value != data_.values.end()) {
        const QString text = QString::number(std::floor(value->second * 100.0 + 0.5), 'f', 0);
        write(name == data_.names.end() ? box : QRectF(box.left(), box.top(), box.width(), half), text);
    }
    if (name != data_.names.end())
        write(value == data_.values.end() ? box : QRectF(box.left(), box.top() + half, box.width(), half),
              name->second);
    if (name != data_.names.end()) {
        painter.setPen(QPen(colors().text, 1.5));
        painter.drawRect(box.adjusted(1, 1, -1, -1));
    }
    if (data_.busy == bits) {
        painter.setPen(QPen(colors().focus, 2, Qt::DashLine));
        painter.drawRect(box.adjusted(1, 1, -1, -1));
    }
}

void FormatHeatMap::paintLegend(QPainter& painter) const {
    const QRectF area = plot();
    painter.setFont(labelFont());
    const QFontMetricsF metrics(labelFont());
    painter.setPen(colors().muted);
    const double below = area.bottom() + 3.0;
    for (int f = data_.firstFraction; f <= data_.lastFraction; ++f) {
        const QRectF box = cell({data_.firstExponent, f});
        painter.drawText(QRectF(box.left() - 4, below, box.width() + 8, metrics.height()), Qt::AlignCenter,
                         QString::number(f));
    }
    painter.drawText(QRectF(area.left(), below + metrics.height(), area.width(), metrics.height()), Qt::AlignCenter,
                     tr("fraction bits (precision)"));
    for (int e = data_.firstExponent; e <= data_.lastExponent; ++e) {
        const QRectF box = cell({e, data_.firstFraction});
        painter.drawText(QRectF(area.left() - metrics.height() - 4, box.top(), metrics.height(), box.height()),
                         Qt::AlignVCenter | Qt::AlignRight, QString::number(e));
    }
    painter.save();
    painter.translate(2.0, area.bottom());
    painter.rotate(-90);
    painter.drawText(QRectF(0, 0, area.height(), metrics.height()), Qt::AlignCenter, tr("exponent bits (range)"));
    painter.restore();
    painter.setPen(colors().text);
    const QRectF line(4.0, below + 2.2 * metrics.height() + 4.0, width() - 8.0, metrics.height() * 1.2);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(sentence(selected_), Qt::ElideRight, line.width()));
}

void FormatHeatMap::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), colors().background);
    paintHeader(painter);
    for (int e = data_.firstExponent; e <= data_.lastExponent; ++e)
        for (int f = data_.firstFraction; f <= data_.lastFraction; ++f) paintCell(painter, {e, f});
    if (!takingPicture()) {
        painter.setPen(QPen(colors().focus, 2.5));
        painter.drawRect(cell(selected_));
    }
    paintLegend(painter);
    paintFocus(painter);
}

void FormatHeatMap::mousePressEvent(QMouseEvent* event) {
    const QRectF area = plot();
    if (event->button() != Qt::LeftButton || !area.contains(event->position())) {
        ChartWidget::mousePressEvent(event);
        return;
    }
    const QRectF box = cell({data_.lastExponent, data_.firstFraction});
    select({data_.lastExponent - static_cast<int>((event->position().y() - area.top()) / box.height()),
            data_.firstFraction + static_cast<int>((event->position().x() - area.left()) / box.width())});
}

void FormatHeatMap::keyPressEvent(QKeyEvent* event) {
    HeatMapData::Bits to = selected_;
    switch (event->key()) {
        case Qt::Key_Left:
            --to.second;
            break;
        case Qt::Key_Right:
            ++to.second;
            break;
        case Qt::Key_Up:
            ++to.first;
            break;
        case Qt::Key_Down:
            --to.first;
            break;
        default:
            ChartWidget::keyPressEvent(event);
            return;
    }
    select(to);
}

}  // namespace mantissa::ui
