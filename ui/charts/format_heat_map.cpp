// SPDX-License-Identifier: GPL-3.0-or-later
// The number stands in each cell.
#include "ui/charts/format_heat_map.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
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
    const int recipes = static_cast<int>(data_.recipes.size());
    if (bits.first < data_.firstExponent && recipes > 0) {
        bits = {0, std::clamp(bits.second, 0, recipes - 1)};
    } else {
        bits.first = std::clamp(bits.first, data_.firstExponent, data_.lastExponent);
        bits.second = std::clamp(bits.second, data_.firstFraction, data_.lastFraction);
    }
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
    for (std::size_t i = 0; i < data_.recipes.size(); ++i) rows.emplace_back(0, static_cast<int>(i));
    const int count = static_cast<int>(rows.size());
    return new ChartTable({tr("Exponent bits"), tr("Fraction bits"), tr("Name"), data_.heading}, count,
                          [rows = std::move(rows), data = data_](int row, int column) -> QVariant {
                              const auto& bits = rows[static_cast<std::size_t>(row)];
                              const bool recipe = bits.first == 0;
                              if (column < 2 && recipe) return QString();
                              if (column == 0) return bits.first;
                              if (column == 1) return bits.second;
                              if (column == 2 && recipe)
                                  return data.recipes[static_cast<std::size_t>(bits.second)].title;
                              if (column == 2) {
                                  const auto name = data.names.find(bits);
                                  return name == data.names.end() ? QString() : name->second;
                              }
                              const auto value = data.values.find(bits);
                              return value == data.values.end()
                                         ? QVariant()
                                         : QVariant(std::round(value->second * 1e6) * data.scale / 1e6);
                          });
}

QRectF FormatHeatMap::plot() const {
    const QFontMetricsF metrics(labelFont());
    const double left = metrics.height() * 2.0 + 14.0;
    const double top = headerHeight() + 4.0;
    const double row = data_.recipes.empty() ? 0.0 : metrics.height() * 4.6;
    const double below = metrics.height() * 4.0 + 14.0 + row;
    return {left, top, std::max(20.0, width() - left - 10.0), std::max(20.0, height() - top - below)};
}

QRectF FormatHeatMap::recipeRow() const {
    const QFontMetricsF metrics(labelFont());
    const QRectF area = plot();
    return {area.left(), area.bottom() + 3.0 + 3.3 * metrics.height(), area.width(), 3.2 * metrics.height()};
}

QRectF FormatHeatMap::cell(HeatMapData::Bits bits) const {
    if (bits.first == 0) {
        const QRectF row = recipeRow();
        const double w = row.width() / static_cast<double>(std::max<std::size_t>(1, data_.recipes.size()));
        return {row.left() + bits.second * w, row.top(), w, row.height()};
    }
    const QRectF area = plot();
    const double columns = data_.lastFraction - data_.firstFraction + 1;
    const double rows = data_.lastExponent - data_.firstExponent + 1;
    const double w = area.width() / columns, h = area.height() / rows;
    return {area.left() + (bits.second - data_.firstFraction) * w, area.top() + (data_.lastExponent - bits.first) * h,
            w, h};
}

QString FormatHeatMap::sentence(HeatMapData::Bits bits) const {
    const auto name = data_.names.find(bits);
    const bool recipe = bits.first == 0;
    QString text = recipe ? tr("Operands in %1").arg(data_.recipes[static_cast<std::size_t>(bits.second)].title)
                          : tr("%1 exponent bits, %n fraction bits", nullptr, bits.second).arg(bits.first);
    if (name != data_.names.end()) text = name->second + QStringLiteral(" · ") + text;
    const auto value = data_.values.find(bits);
    if (value != data_.values.end())
        return tr("%1: %2 %3")
            .arg(text,
                 std::isfinite(value->second)
                     ? QString::number(value->second * data_.scale, 'f', data_.decimals) + data_.suffix
                     : QStringLiteral("NaN"),
                 data_.metric);
    return data_.busy == bits ? tr("%1: training now").arg(text) : tr("%1: not run yet").arg(text);
}

void FormatHeatMap::paintText(QPainter& painter, const QRectF& box, const QStringList& lines, bool bold) const {
    const double room = box.width() - 5.0;  // inside the frame of a named cell
    const double height = box.height() / static_cast<double>(lines.size());
    for (qsizetype i = 0; i < lines.size(); ++i) {
        QFont font = labelFont();
        font.setBold(bold);
        const double wide = QFontMetricsF(font).horizontalAdvance(lines[i]);
        if (wide > room && wide > 0) font.setPointSizeF(std::max(4.5, font.pointSizeF() * room / wide));
        painter.setFont(font);
        painter.drawText(QRectF(box.left(), box.top() + static_cast<double>(i) * height, box.width(), height),
                         Qt::AlignCenter, lines[i]);
    }
}

void FormatHeatMap::paintCell(QPainter& painter, HeatMapData::Bits bits) const {
    const QRectF box = cell(bits).adjusted(0.5, 0.5, -0.5, -0.5);
    const auto value = data_.values.find(bits);
    const auto name = data_.names.find(bits);
    const double between = std::max(data_.darkest - data_.palest, 1e-9);
    const bool number = value != data_.values.end() && std::isfinite(value->second);
    const QColor fill = number ? heatShade(colors(), (value->second - data_.palest) / between) : colors().background;
    painter.fillRect(box, fill);
    if (value == data_.values.end()) painter.fillRect(box, QBrush(colors().grid, Qt::BDiagPattern));
    QStringList lines;
    if (value != data_.values.end())
        lines << (number ? QString::number(value->second * data_.scale + 1e-9, 'f', data_.inCells)
                         : QStringLiteral("NaN"));
    if (name != data_.names.end()) lines << name->second;
    if (bits.first == 0) lines << data_.recipes[static_cast<std::size_t>(bits.second)].brief.split(u'\n');
    painter.setPen(number ? inkOn(fill) : colors().text);
    paintText(painter, box, lines, name != data_.names.end());
    if (name != data_.names.end() || bits.first == 0) {
        painter.setPen(QPen(colors().text, bits.first == 0 ? 0.5 : 1.5));
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
    if (!data_.recipes.empty())
        painter.drawText(QRectF(area.left(), below + 2.2 * metrics.height(), area.width(), metrics.height()),
                         Qt::AlignCenter, tr("operands in eight or fewer bits, everything else in BF16"));
    painter.setPen(colors().text);
    const double ground = data_.recipes.empty() ? below + 2.2 * metrics.height() : recipeRow().bottom();
    const QRectF line(4.0, ground + 4.0, width() - 8.0, metrics.height() * 1.2);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(sentence(selected_), Qt::ElideRight, line.width()));
}

void FormatHeatMap::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), colors().background);
    paintHeader(painter);
    for (int e = data_.firstExponent; e <= data_.lastExponent; ++e)
        for (int f = data_.firstFraction; f <= data_.lastFraction; ++f) paintCell(painter, {e, f});
    for (std::size_t i = 0; i < data_.recipes.size(); ++i) paintCell(painter, {0, static_cast<int>(i)});
    if (!takingPicture()) {
        painter.setPen(QPen(colors().focus, 2.5));
        painter.drawRect(cell(selected_));
    }
    paintLegend(painter);
    paintFocus(painter);
}

std::optional<HeatMapData::Bits> FormatHeatMap::cellAt(QPointF position) const {
    const QRectF area = plot(), row = recipeRow();
    if (!data_.recipes.empty() && row.contains(position)) {
        const int count = static_cast<int>(data_.recipes.size());
        return HeatMapData::Bits{
            0, std::min(count - 1, static_cast<int>((position.x() - row.left()) / row.width() * count))};
    }
    if (!area.contains(position)) return std::nullopt;
    const QRectF box = cell({data_.lastExponent, data_.firstFraction});
    return HeatMapData::Bits{data_.lastExponent - static_cast<int>((position.y() - area.top()) / box.height()),
                             data_.firstFraction + static_cast<int>((position.x() - area.left()) / box.width())};
}

bool FormatHeatMap::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return ChartWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const std::optional<HeatMapData::Bits> at = cellAt(help->pos());
    if (!at) {
        QToolTip::hideText();
        event->ignore();
        return true;
    }
    QString text = sentence(*at);
    if (at->first == 0) text += u'\n' + data_.recipes[static_cast<std::size_t>(at->second)].what;
    QToolTip::showText(help->globalPos(), plainTip(text), this, cell(*at).toAlignedRect());
    return true;
}

void FormatHeatMap::mousePressEvent(QMouseEvent* event) {
    const std::optional<HeatMapData::Bits> at = cellAt(event->position());
    if (event->button() != Qt::LeftButton || !at) {
        ChartWidget::mousePressEvent(event);
        return;
    }
    select(*at);
}

void FormatHeatMap::keyPressEvent(QKeyEvent* event) {
    HeatMapData::Bits to = selected_;
    const int recipes = static_cast<int>(data_.recipes.size());
    const int fractions = data_.lastFraction - data_.firstFraction + 1;
    switch (event->key()) {
        case Qt::Key_Left:
            --to.second;
            break;
        case Qt::Key_Right:
            ++to.second;
            break;
        case Qt::Key_Up:  // out of the recipes to the format above
            to = to.first > 0
                     ? HeatMapData::Bits{to.first + 1, to.second}
                     : HeatMapData::Bits{data_.firstExponent,
                                         data_.firstFraction + (2 * to.second + 1) * fractions / (2 * recipes)};
            break;
        case Qt::Key_Down:
            if (to.first == 0) break;
            to.first = to.first == data_.firstExponent && recipes > 0 ? 0 : to.first - 1;
            if (to.first == 0) to.second = (to.second - data_.firstFraction) * recipes / fractions;
            break;
        default:
            ChartWidget::keyPressEvent(event);
            return;
    }
    select(to);
}

}  // namespace mantissa::ui
