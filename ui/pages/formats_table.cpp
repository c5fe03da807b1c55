// SPDX-License-Identifier: GPL-3.0-or-later
// See formats_table.h.
#include "ui/pages/formats_table.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QResizeEvent>
#include <QScrollBar>
#include <algorithm>

namespace mantissa::ui {

namespace {
constexpr int kTableLetters = 36;  // narrower, it would be all scrolling

/// Headings of several words in two lines, or in one.
void breakHeadings(QTableWidget& table, bool broken) {
    for (int column = 0; column < table.columnCount(); ++column) {
        QTableWidgetItem& heading = *table.horizontalHeaderItem(column);
        QString text = heading.text().replace(u'\n', u' ');
        if (const qsizetype space = text.lastIndexOf(u' '); broken && space > 0) text[space] = u'\n';
        heading.setText(text);
    }
}

int longestWord(const QTableWidget& table, int column) {
    constexpr int padding = 12;
    QStringList words = table.horizontalHeaderItem(column)->text().split(u'\n');
    for (int row = 0; row < table.rowCount(); ++row) words << table.item(row, column)->text().split(u' ');
    int width = 0;
    for (const QString& word : words) width = std::max(width, table.fontMetrics().horizontalAdvance(word));
    return width + padding;
}

}  // namespace

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
    for (int column = 0; column < columnCount(); ++column)
        line << horizontalHeaderItem(column)->text().replace(u'\n', u' ');
    lines << line.join(u'\t');
    for (int row = 0; row < rowCount(); ++row) {
        line.clear();
        for (int column = 0; column < columnCount(); ++column) line << cell(row, column);
        lines << line.join(u'\t');
    }
    return lines.join(u'\n') + u'\n';
}

void FormatsTable::fit() {
    // The last column takes what is left over; the others share nothing, so that numbers stay beside their names.
    horizontalHeader()->setStretchLastSection(false);
    setWordWrap(false);
    for (const bool broken : {false, true}) {
        breakHeadings(*this, broken);
        resizeColumnsToContents();
        wanted_ = measured();
        if (wanted_.width() <= width()) break;
    }
    // Where that does not do, the words of the last column stand below each other.
    const int last = columnCount() - 1;
    if (const int narrow = wanted_.width() - columnWidth(last) + longestWord(*this, last);
        wanted_.width() > width() && narrow <= width()) {
        setWordWrap(true);
        setColumnWidth(last, columnWidth(last) - (wanted_.width() - width()));
        wanted_.setWidth(width());
    }
    resizeRowsToContents();
    wanted_.setHeight(measured().height());
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
    if (event->oldSize().width() != event->size().width()) fit();
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
