// SPDX-License-Identifier: GPL-3.0-or-later
// See wrap_layout.h.
#include "ui/charts/wrap_layout.h"

#include <QWidget>
#include <algorithm>

namespace mantissa::ui {

WrapLayout::~WrapLayout() {
    qDeleteAll(items_);
}

void WrapLayout::addGap() {
    addItem(new QSpacerItem(0, 0, QSizePolicy::Expanding, QSizePolicy::Minimum));
}

QLayoutItem* WrapLayout::takeAt(int index) {
    return index >= 0 && index < items_.size() ? items_.takeAt(index) : nullptr;
}

QSize WrapLayout::wanted(const QLayoutItem& item) const {
    QSize size = item.sizeHint();
    if (!columns_) return size;
    for (const QLayoutItem* other : items_)
        if (other->widget() && !other->isEmpty()) size.rwidth() = std::max(size.width(), other->sizeHint().width());
    return size;
}

std::vector<WrapLayout::Line> WrapLayout::lines(int width) const {
    std::vector<Line> lines;
    for (QLayoutItem* item : items_) {
        // A gap counts as empty for Qt; it never begins a line of its own.
        if (item->isEmpty() && !item->spacerItem()) continue;
        const QSize size = item->spacerItem() ? QSize() : wanted(*item);
        const bool first = lines.empty() || lines.back().items.isEmpty();
        const int space = first || item->spacerItem() ? 0 : across_;
        if (lines.empty() || (!item->spacerItem() && !first && lines.back().width + space + size.width() > width))
            lines.push_back({});
        Line& line = lines.back();
        if (!item->spacerItem()) line.width += (line.items.isEmpty() ? 0 : space) + std::min(size.width(), width);
        line.height = std::max(line.height, size.height());
        line.items.append(item);
    }
    return lines;
}

int WrapLayout::heightForWidth(int width) const {
    int height = 0;
    for (const Line& line : lines(width)) height += line.height + (height > 0 ? down_ : 0);
    return height;
}

QSize WrapLayout::minimumSize() const {
    QSize least;
    for (const QLayoutItem* item : items_)
        if (!item->isEmpty()) least = least.expandedTo(item->minimumSize());
    return least;
}

QSize WrapLayout::sizeHint() const {
    QSize all;
    for (const Line& line : lines(QLAYOUTSIZE_MAX)) all = QSize(line.width, line.height);
    return all;
}

void WrapLayout::setGeometry(const QRect& place) {
    QLayout::setGeometry(place);
    const bool mirrored = parentWidget() && parentWidget()->isRightToLeft();
    int y = place.y();
    for (const Line& line : lines(place.width())) {
        const auto takesMore = [](const QLayoutItem* item) {
            return bool(item->expandingDirections() & Qt::Horizontal);
        };
        const auto takers = static_cast<int>(std::count_if(line.items.begin(), line.items.end(), takesMore));
        const int more = takers > 0 ? std::max(0, place.width() - line.width) / takers : 0;
        int x = place.x();
        for (QLayoutItem* item : line.items) {
            if (item->spacerItem()) {
                x += more;
                continue;
            }
            const QSize size = wanted(*item);
            const int width = std::min(size.width() + (takesMore(item) ? more : 0), place.width());
            const int height = std::min(size.height(), line.height);
            QRect box(x, y + (line.height - height) / 2, columns_ ? item->sizeHint().width() : width, height);
            if (mirrored) box.moveLeft(place.x() + place.right() - box.right());
            item->setGeometry(box);
            x += width + across_;
        }
        y += line.height + down_;
    }
}

}  // namespace mantissa::ui
