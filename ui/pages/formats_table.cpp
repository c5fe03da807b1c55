// SPDX-License-Identifier: GPL-3.0-or-later
// See formats_table.h.
#include "ui/pages/formats_table.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>
#include <algorithm>

namespace mantissa::ui {

namespace {
constexpr int kTableLetters = 36;  // narrower, it would be all scrolling
}

FormatsTable::FormatsTable(const QString& name, const QStringList& columns, int rows, QWidget* parent)
    : QTableWidget(rows, static_cast<int>(columns.size()), parent) {
    setAccessibleName(name);
    setHorizontalHeaderLabels(columns);
    setEditTriggers(NoEditTriggers);
    setSelectionMode(ContiguousSelection);
    setTabKeyNavigation(false);
    setCornerButtonEnabled(false);
    setShowGrid(false);
    setFrameShape(QFrame::NoFrame);
    setWordWrap(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    verticalHeader()->hide();
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionsClickable(false);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columnCount(); ++column) setItem(row, column, new QTableWidgetItem);
    }
    fit();
}

void FormatsTable::setRow(int row, const QStringList& cells) {
    for (int column = 0; column < columnCount() && column < cells.size(); ++column)
        item(row, column)->setText(cells[column]);
    fit();
}

QString FormatsTable::cell(int row, int column) const {
    return item(row, column)->text();
}

QString FormatsTable::toText() const {
    QStringList lines;
    QStringList line;
    for (int column = 0; column < columnCount(); ++column) line << horizontalHeaderItem(column)->text();
    lines << line.join(u'\t');
    for (int row = 0; row < rowCount(); ++row) {
        line.clear();
        for (int column = 0; column < columnCount(); ++column) line << cell(row, column);
        lines << line.join(u'\t');
    }
    return lines.join(u'\n') + u'\n';
}

void FormatsTable::fit() {
    resizeRowsToContents();
    // The last column takes what is left over; the others share nothing, so that numbers stay beside their names.
    horizontalHeader()->setStretchLastSection(false);
    resizeColumnsToContents();
    wanted_ = measured();
    horizontalHeader()->setStretchLastSection(true);
    setMinimumHeight(sizeHint().height());
    updateGeometry();
}

/// With room for the scroll bar where it is narrower than its contents.
QSize FormatsTable::sizeHint() const {
    const bool narrow = isVisible() && width() < wanted_.width();
    return wanted_ + QSize(0, narrow ? horizontalScrollBar()->sizeHint().height() : 0);
}

QSize FormatsTable::minimumSizeHint() const {
    return {std::min(wanted_.width(), fontMetrics().averageCharWidth() * kTableLetters), sizeHint().height()};
}

void FormatsTable::resizeEvent(QResizeEvent* event) {
    QTableWidget::resizeEvent(event);
    if (minimumHeight() == sizeHint().height()) return;
    setMinimumHeight(sizeHint().height());
    updateGeometry();
}

QSize FormatsTable::measured() const {
    int width = 0;
    for (int column = 0; column < columnCount(); ++column)
        width += std::max(sizeHintForColumn(column), horizontalHeader()->sectionSizeHint(column)) + 1;
    int height = horizontalHeader()->sizeHint().height() + 2;
    for (int row = 0; row < rowCount(); ++row) height += rowHeight(row);
    return {width + 2, height};
}

void FormatsTable::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) {
        QApplication::clipboard()->setText(toText());
        return;
    }
    QTableWidget::keyPressEvent(event);
}

void FormatsTable::changeEvent(QEvent* event) {
    QTableWidget::changeEvent(event);
    const bool larger = event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange;
    if (larger && item(rowCount() - 1, columnCount() - 1)) fit();
}

}  // namespace mantissa::ui
