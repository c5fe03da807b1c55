// SPDX-License-Identifier: GPL-3.0-or-later
// A list of bars; see the header.
#include "ui/charts/bar_list.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <memory>

#include "ui/charts/format_text.h"

namespace mantissa::ui {

namespace {
constexpr double kMargin = 8.0;
constexpr double kGap = 8.0, kWideGap = 18.0;  // between columns: at least, and where there is room
constexpr double kIndent = 12.0;               // of each folder that a name is in
/// Rows for which there is room before any came.
constexpr std::size_t kLeastRows = 3;
}  // namespace

BarList::BarList(const QString& title, QWidget* parent)
    : PartsChart(title, Along::column, parent), emptyText_(tr("No data yet")) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
}

void BarList::setBars(const BarListData& shown, const QColor& color) {
    if (shown == data_ && color == color_) return;
    const bool resized = shown.rows.size() != data_.rows.size() || shown.note.isEmpty() != data_.note.isEmpty();
    data_ = shown;
    color_ = color;
    measure();
    chosen_ = std::min(chosen_, partCount() - 1);
    refreshParts();
    if (resized) updateGeometry();
}

void BarList::setEmptyText(const QString& text) {
    if (text == emptyText_) return;
    emptyText_ = text;
    refreshParts();
}

void BarList::setChoosable(bool on) {
    choosable_ = on;
}

void BarList::setChosen(int row) {
    if (row == chosen_) return;
    chosen_ = row;
    update();
}

double BarList::leastRowHeight() const {
    return std::ceil(QFontMetricsF(labelFont()).height() + 3.0);
}

double BarList::rowHeight() const {
    // Few rows use a part of the room that they are given.
    constexpr double kMost = 1.7;
    const double least = leastRowHeight();
    const auto rows = static_cast<double>(data_.rows.size() + 2);
    return std::clamp(std::floor((height() - headerHeight() - 6.0) / rows), least, kMost * least);
}

double BarList::rowsTop() const {
    return headerHeight() + (data_.columns.isEmpty() ? 0.0 : rowHeight());
}

QSize BarList::minimumSizeHint() const {
    const auto rows = static_cast<double>(std::max(kLeastRows, data_.rows.size()) + (data_.note.isEmpty() ? 0 : 1));
    const int height = static_cast<int>(std::ceil(headerHeight() + (rows + 1.0) * leastRowHeight() + 6.0));
    return {lines(15, 1).width(), height};
}

int BarList::partAt(QPointF position) const {
    const int row = static_cast<int>(std::floor((position.y() - rowsTop()) / rowHeight()));
    return row >= 0 && row < static_cast<int>(data_.rows.size()) ? row : -1;
}

void BarList::measure() {
    const QFontMetricsF metrics(labelFont());
    widths_.clear();
    for (int column = 0; column < data_.columns.size(); ++column) {
        double width = metrics.horizontalAdvance(data_.columns[column]);
        for (const BarRow& row : data_.rows)
            width = std::max(width, metrics.horizontalAdvance(row.texts.value(column)));
        widths_.push_back(std::ceil(width));
    }
    longestName_ = metrics.horizontalAdvance(data_.nameColumn);
    for (const BarRow& row : data_.rows)
        longestName_ = std::max(longestName_, row.depth * kIndent + metrics.horizontalAdvance(row.name));
}

double BarList::nameWidth() const {
    return std::min(std::ceil(longestName_) + 1.0, this->width() * 0.4);
}

double BarList::gap() const {
    double texts = nameWidth() + 2 * kMargin;
    for (const double one : widths_) texts += one;
    const auto gaps = static_cast<double>(widths_.size() + 1);
    const double bar = this->width() * 0.3;  // stays for the bars
    return std::clamp((this->width() - texts - bar) / gaps, kGap, kWideGap);
}

void BarList::paintRow(QPainter& painter, std::size_t index, double names) const {
    const BarRow& row = data_.rows[index];
    const QFontMetricsF metrics(labelFont());
    const double top = rowsTop() + static_cast<double>(index) * rowHeight();
    const QRectF whole(2.0, top, width() - 4.0, rowHeight());
    const bool isSelected = static_cast<int>(index) == selected();
    if (static_cast<int>(index) == chosen_ || isSelected) {
        QColor tint = colors().text;
        tint.setAlpha(isSelected ? 30 : 18);
        painter.fillRect(whole, tint);
    }
    if (static_cast<int>(index) == chosen_) {
        painter.fillRect(QRectF(whole.left(), whole.top(), 3.0, whole.height()), colors().text);
    }
    painter.setPen(colors().text);
    const double in = std::min(row.depth * kIndent, names / 2);
    painter.drawText(QRectF(kMargin + in, top, names - in, rowHeight()), Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(row.name, Qt::ElideMiddle, names - in));
    double right = width() - kMargin;
    const double between = gap();
    for (std::size_t column = widths_.size(); column-- > 0;) {
        painter.drawText(QRectF(right - widths_[column] - 1.0, top, widths_[column] + 1.0, rowHeight()),
                         Qt::AlignRight | Qt::AlignVCenter, row.texts.value(static_cast<int>(column)));
        right -= widths_[column] + between;
    }
    const QRectF gauge(kMargin + names + between, top + 3.0, right - kMargin - names - between, rowHeight() - 6.0);
    if (gauge.width() < 10.0 || std::isnan(row.length)) return;
    painter.setPen(QPen(colors().zone, 1.0));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(gauge.adjusted(0.5, 0.5, -0.5, -0.5));
    const double length = std::clamp(row.length, 0.0, 1.0);
    if (length <= 0.0) return;
    const QRectF fill(gauge.left(), gauge.top(), std::max(2.0, length * gauge.width()), gauge.height());
    painter.fillRect(fill, row.lost ? colors().faint(color_) : color_);
    if (row.lost) painter.fillRect(fill, QBrush(color_, Qt::BDiagPattern));
}

void BarList::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    painter.fillRect(rect(), colors().background);
    paintHeader(painter);
    if (data_.rows.empty()) {
        paintEmpty(painter, emptyText_);
        return;
    }
    painter.setFont(labelFont());
    painter.setPen(colors().muted);
    if (!data_.columns.isEmpty()) {
        const double top = headerHeight();
        painter.drawText(QRectF(kMargin, top, nameWidth(), rowHeight()), Qt::AlignLeft | Qt::AlignVCenter,
                         data_.nameColumn);
        double right = width() - kMargin;
        const double between = gap();
        for (std::size_t column = widths_.size(); column-- > 0;) {
            painter.drawText(QRectF(right - widths_[column] - 1.0, top, widths_[column] + 1.0, rowHeight()),
                             Qt::AlignRight | Qt::AlignVCenter, data_.columns[static_cast<int>(column)]);
            right -= widths_[column] + between;
        }
    }
    const double names = nameWidth();
    // Only what is to be seen: the page around it scrolls.
    const double firstSeen = std::floor((event->rect().top() - rowsTop()) / rowHeight());
    const double lastSeen = std::floor((event->rect().bottom() - rowsTop()) / rowHeight());
    for (std::size_t i = static_cast<std::size_t>(std::max(0.0, firstSeen));
         i < data_.rows.size() && static_cast<double>(i) <= lastSeen; ++i)
        paintRow(painter, i, names);
    if (!data_.note.isEmpty()) {
        const double top = rowsTop() + static_cast<double>(data_.rows.size()) * rowHeight();
        const QRectF line(kMargin, top, width() - 2 * kMargin, rowHeight());
        painter.setPen(colors().muted);
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetricsF(labelFont()).elidedText(data_.note, Qt::ElideRight, line.width()));
    }
    paintFocus(painter);
}

void BarList::mousePressEvent(QMouseEvent* event) {
    const int row = partAt(event->position());
    if (!choosable_ || row < 0 || event->button() != Qt::LeftButton) {
        PartsChart::mousePressEvent(event);
        return;
    }
    emit rowChosen(row);
}

void BarList::keyPressEvent(QKeyEvent* event) {
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && choosable_ && selected() >= 0) return emit rowChosen(selected());
    PartsChart::keyPressEvent(event);
}

QString BarList::tipAt(QPointF position) const {
    const int row = partAt(position);
    return row >= 0 ? partText(row) : data_.note;
}

ChartTable* BarList::makeTable() const {
    const auto shown = std::make_shared<BarListData>(data_);
    auto cell = [shown](int row, int column) -> QVariant {
        return shown->rows[static_cast<std::size_t>(row)].cells.value(column);
    };
    return new ChartTable(data_.tableColumns, static_cast<int>(data_.rows.size()), std::move(cell));
}

}  // namespace mantissa::ui
