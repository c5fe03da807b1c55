// SPDX-License-Identifier: GPL-3.0-or-later
// See sweep_heat_map.h.
#include "ui/charts/sweep_heat_map.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QLinearGradient>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/charts/format_text.h"
#include "ui/charts/heat_shade.h"

namespace mantissa::ui {

namespace {

constexpr double most_label = 9.0;  ///< width of the rows' names, in heights of a line

}  // namespace

SweepHeatMap::SweepHeatMap(const QString& title, QWidget* parent) : ChartWidget(title, parent) {
    setFocusPolicy(Qt::StrongFocus);
}

void SweepHeatMap::setData(const SweepMapData& shown) {
    if (shown == data_) return;
    data_ = shown;
    select(std::min(selected_.first, std::max(rowCount() - 1, 0)),
           std::min(selected_.second, std::max(columnCount() - 1, 0)));
    describe(data_.cells.empty() ? data_.empty : sentence(selected_.first, selected_.second));
    update();
}

void SweepHeatMap::select(int row, int column) {
    if (row < 0 || column < 0 || row >= rowCount() || column >= columnCount()) return;
    if (selected_ == std::pair(row, column)) return;
    selected_ = {row, column};
    describe(sentence(row, column));
    update();
}

const SweepMapData::Cell& SweepHeatMap::cellOf(int row, int column) const {
    return data_.cells[static_cast<std::size_t>(row * columnCount() + column)];
}

QString SweepHeatMap::valueText(double value) const {
    return QString::number(value, 'f', data_.decimals);
}

QString SweepHeatMap::sentence(int row, int column) const {
    if (data_.cells.empty()) return {};
    const SweepMapData::Cell& cell = cellOf(row, column);
    QString where = tr("%1 %2").arg(data_.across, data_.columns[column]);
    if (!data_.down.isEmpty()) where = tr("%1 %2, %3").arg(data_.down, data_.rows[row], where);
    QStringList parts;
    if (cell.known) parts << valueText(cell.mean) + data_.suffix;
    if (cell.runs == 0)
        parts << tr("no run");
    else if (cell.runs == 1)
        parts << (cell.done      ? cell.known ? QString() : tr("done without a number")
                       : cell.running ? tr("training")
                  : cell.failed  ? tr("failed")
                                 : tr("not run yet"));
    else
        parts << tr("%1 of %2 runs done").arg(cell.done).arg(cell.runs);
    if (cell.runs > 1 && cell.running) parts << tr("%1 training").arg(cell.running);
    if (cell.runs > 1 && cell.failed) parts << tr("%1 failed").arg(cell.failed);
    parts.removeAll(QString());
    return tr("%1: %2").arg(where, parts.join(QStringLiteral(" · ")));
}

int SweepHeatMap::partCount() const {
    return data_.cells.empty() ? 0 : rowCount() * columnCount();
}

QString SweepHeatMap::partText(int part) const {
    return sentence(part / columnCount(), part % columnCount());
}

ChartTable* SweepHeatMap::makeTable() const {
    return new ChartTable({data_.down, data_.across, title(), tr("Runs"), tr("Done"), tr("Failed")},
                          static_cast<int>(data_.cells.size()), [data = data_](int row, int column) -> QVariant {
                              const auto columns = static_cast<int>(data.columns.size());
                              const SweepMapData::Cell& cell = data.cells[static_cast<std::size_t>(row)];
                              if (column == 0) return data.rows[row / columns];
                              if (column == 1) return data.columns[row % columns];
                              if (column == 2) return cell.known ? QVariant(cell.mean) : QVariant();
                              return column == 3 ? cell.runs : column == 4 ? cell.done : cell.failed;
                          });
}

QRectF SweepHeatMap::plot() const {
    const QFontMetricsF metrics(labelFont());
    double names = 0;
    for (const QString& row : data_.rows) names = std::max(names, metrics.horizontalAdvance(row));
    const double left = 8.0 + (data_.down.isEmpty() ? 0.0 : metrics.height() + 4.0) +
                        std::min(names + 6.0, most_label * metrics.height());
    const double below = metrics.height() * 6.0;
    const double top = headerHeight() + 4.0;
    return {left, top, std::max(20.0, width() - left - 12.0), std::max(20.0, height() - top - below)};
}

QRectF SweepHeatMap::cellAt(int row, int column) const {
    const QRectF area = plot();
    const double w = area.width() / std::max(columnCount(), 1), h = area.height() / std::max(rowCount(), 1);
    return {area.left() + column * w, area.top() + row * h, w, h};
}

std::optional<std::pair<int, int>> SweepHeatMap::cellUnder(QPointF place) const {
    const QRectF area = plot();
    if (data_.cells.empty() || !area.contains(place)) return std::nullopt;
    const QRectF one = cellAt(0, 0);
    return std::pair(std::min(static_cast<int>((place.y() - area.top()) / one.height()), rowCount() - 1),
                     std::min(static_cast<int>((place.x() - area.left()) / one.width()), columnCount() - 1));
}

/// The least and the largest number; the first is the larger one where there is none.
std::pair<double, double> SweepHeatMap::range() const {
    std::pair ends{std::numeric_limits<double>::max(), std::numeric_limits<double>::lowest()};
    for (const SweepMapData::Cell& cell : data_.cells) {
        if (!cell.known) continue;
        ends = {std::min(ends.first, cell.mean), std::max(ends.second, cell.mean)};
    }
    return ends;
}

void SweepHeatMap::paintCell(QPainter& painter, int row, int column, std::pair<double, double> ends) const {
    const SweepMapData::Cell& cell = cellOf(row, column);
    const QRectF box = cellAt(row, column).adjusted(0.5, 0.5, -0.5, -0.5);
    const double share = ends.second > ends.first ? (cell.mean - ends.first) / (ends.second - ends.first) : 1.0;
    const QColor fill = cell.known ? heatShade(colors(), share) : colors().background;
    painter.fillRect(box, fill);
    const bool ended = cell.done + cell.failed >= std::max(cell.runs, 1);
    if (!cell.known) painter.fillRect(box, QBrush(colors().grid, ended ? Qt::Dense6Pattern : Qt::BDiagPattern));
    const QFontMetricsF metrics(labelFont());
    painter.setFont(labelFont());
    painter.setPen(cell.known ? inkOn(fill) : colors().text);
    const QString number = cell.known                                    ? valueText(cell.mean)
                           : cell.failed > 0 && cell.failed == cell.runs ? tr("failed")
                           : cell.running                                ? tr("training")
                           : ended                                       ? QStringLiteral("–")
                                                                         : QString();
    const bool some = cell.runs > 1 && cell.done < cell.runs && cell.known;
    const QString count = some ? tr("%1 of %2").arg(cell.done).arg(cell.runs) : QString();
    if (metrics.horizontalAdvance(number) <= box.width() - 4 && metrics.height() <= box.height()) {
        const bool both =
            some && 2 * metrics.height() <= box.height() && metrics.horizontalAdvance(count) <= box.width() - 4;
        const QRectF line(box.left(), box.center().y() - (both ? 1.0 : 0.5) * metrics.height(), box.width(),
                          metrics.height());
        painter.drawText(line, Qt::AlignCenter, number);
        if (both) painter.drawText(line.translated(0, metrics.height()), Qt::AlignCenter, count);
    }
    if (cell.running) {
        painter.setPen(QPen(colors().focus, 2, Qt::DashLine));
        painter.drawRect(box.adjusted(1, 1, -1, -1));
    }
}

/// Names of values, as many as there is room for.
void SweepHeatMap::paintAxes(QPainter& painter) const {
    const QRectF area = plot();
    const QFontMetricsF metrics(labelFont());
    painter.setFont(labelFont());
    painter.setPen(colors().muted);
    double widest = 1;
    for (const QString& column : data_.columns) widest = std::max(widest, metrics.horizontalAdvance(column) + 6);
    const double w = cellAt(0, 0).width(), h = cellAt(0, 0).height();
    // Up to a few letters are cut off a name before every other one is left out.
    const int everyColumn = std::max(1, static_cast<int>(std::ceil(std::min(widest, 4 * metrics.height()) / w)));
    const double below = area.bottom() + 3.0;
    for (int column = 0; column < columnCount(); column += everyColumn) {
        const QRectF box(cellAt(0, column).left(), below, w * everyColumn, metrics.height());
        painter.drawText(everyColumn > 1 ? box : box.adjusted(1, 0, -1, 0),
                         everyColumn > 1 ? Qt::AlignLeft : Qt::AlignCenter,
                         metrics.elidedText(data_.columns[column], Qt::ElideRight, box.width() - 2));
    }
    painter.drawText(QRectF(area.left(), below + metrics.height(), area.width(), metrics.height()), Qt::AlignCenter,
                     metrics.elidedText(data_.across, Qt::ElideRight, area.width()));
    if (data_.down.isEmpty()) return;
    const double room = area.left() - metrics.height() - 12.0;
    const int everyRow = std::max(1, static_cast<int>(std::ceil(metrics.height() / h)));
    for (int row = 0; row < rowCount(); row += everyRow)
        painter.drawText(QRectF(area.left() - 4.0 - room, cellAt(row, 0).center().y() - metrics.height() / 2, room,
                                metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, metrics.elidedText(data_.rows[row], Qt::ElideRight, room));
    painter.save();
    painter.translate(4.0, area.bottom());
    painter.rotate(-90);
    painter.drawText(QRectF(0, 0, area.height(), metrics.height()), Qt::AlignCenter,
                     metrics.elidedText(data_.down, Qt::ElideRight, area.height()));
    painter.restore();
}

/// What the shades mean: the least and the largest number with their unit; and the chosen cell in words.
void SweepHeatMap::paintScale(QPainter& painter, std::pair<double, double> ends) const {
    const QRectF area = plot();
    const QFontMetricsF metrics(labelFont());
    const double y = area.bottom() + 2.5 * metrics.height();
    painter.setFont(labelFont());
    painter.setPen(colors().text);
    if (ends.first <= ends.second) {
        const QString least = valueText(ends.first) + data_.suffix;
        const QString largest = valueText(ends.second) + data_.suffix;
        const double left = area.left() + metrics.horizontalAdvance(least) + 6;
        const double right = area.right() - metrics.horizontalAdvance(largest) - 6;
        const QRectF bar(left, y + 2, std::max(10.0, right - left), metrics.height() - 4);
        QLinearGradient gradient(bar.topLeft(), bar.topRight());
        for (const double at : {0.0, 0.25, 0.5, 0.75, 1.0}) gradient.setColorAt(at, heatShade(colors(), at));
        painter.fillRect(bar, gradient);
        painter.drawText(QRectF(area.left(), y, left - area.left(), metrics.height()), Qt::AlignLeft, least);
        painter.drawText(QRectF(right + 6, y, area.right() - right, metrics.height()), Qt::AlignLeft, largest);
    }
    const QRectF line(8.0, y + 1.6 * metrics.height(), width() - 16.0, metrics.height() * 1.2);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(sentence(selected_.first, selected_.second), Qt::ElideRight, line.width()));
}

void SweepHeatMap::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), colors().background);
    paintHeader(painter);
    if (data_.cells.empty()) return paintEmpty(painter, data_.empty);
    const auto ends = range();
    for (int row = 0; row < rowCount(); ++row)
        for (int column = 0; column < columnCount(); ++column) paintCell(painter, row, column, ends);
    painter.setPen(colors().grid);
    painter.drawRect(plot());
    if (!takingPicture()) {
        painter.setPen(QPen(colors().focus, 2.5));
        painter.drawRect(cellAt(selected_.first, selected_.second));
    }
    paintAxes(painter);
    paintScale(painter, ends);
    paintFocus(painter);
}

bool SweepHeatMap::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return ChartWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const auto cell = cellUnder(help->pos()))
        QToolTip::showText(help->globalPos(), plainTip(sentence(cell->first, cell->second)), this);
    else
        QToolTip::hideText();
    return true;
}

void SweepHeatMap::mousePressEvent(QMouseEvent* event) {
    const auto cell = event->button() == Qt::LeftButton ? cellUnder(event->position()) : std::nullopt;
    if (!cell) return ChartWidget::mousePressEvent(event);
    select(cell->first, cell->second);
}

void SweepHeatMap::keyPressEvent(QKeyEvent* event) {
    auto [row, column] = selected_;
    switch (event->key()) {
        case Qt::Key_Left:
            --column;
            break;
        case Qt::Key_Right:
            ++column;
            break;
        case Qt::Key_Up:
            --row;
            break;
        case Qt::Key_Down:
            ++row;
            break;
        default:
            return ChartWidget::keyPressEvent(event);
    }
    select(row, column);
}

}  // namespace mantissa::ui
