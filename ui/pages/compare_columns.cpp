// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of the Compare page's table: as wide as their cells where there is room; between two docks on a small
// screen closer together, with names and headings in two lines.
#include <QHeaderView>
#include <QScrollBar>
#include <QStyle>
#include <QTableView>
#include <algorithm>
#include <array>
#include <numeric>

#include "ui/pages/compare_page.h"

namespace mantissa::ui {

namespace {

constexpr int kHeaderPadding = 14, kTightHeaderPadding = 8;  // pixels, both sides
constexpr int kHeaderHigh = 10;                              // above and below a heading
constexpr int kApart = 16;                                   // more between columns, where there is room
constexpr int kRowPadding = 14;                              // above and below the text

/// The least width in which each of these stands in two lines.
int widthOfTwoLines(const QFontMetrics& metrics, const QStringList& names) {
    int width = 0;
    for (const QString& name : names)
        for (const QString& word : name.split(QLatin1Char(' ')))
            width = std::max(width, metrics.horizontalAdvance(word));
    constexpr int step = 4;
    for (const QString& name : names)
        while (metrics.boundingRect(QRect(0, 0, width, 10000), Qt::TextWordWrap, name).height() >
                   2 * metrics.height() &&
               width < metrics.horizontalAdvance(name))
            width += step;
    return width;
}

}  // namespace

/// As high as its rows, in which a name has one line or two.
void ComparePage::fitRows(int lines) {
    const int row = lines * table_->fontMetrics().height() + kRowPadding;
    table_->verticalHeader()->setMinimumSectionSize(row);
    table_->verticalHeader()->setDefaultSectionSize(row);
    QHeaderView* header = table_->horizontalHeader();
    const int high = tight_ ? 2 * header->fontMetrics().height() + kHeaderHigh : 0;
    if (header->minimumHeight() != high) header->setMinimumHeight(high);
    const int height = std::max(header->sizeHint().height(), high) + 4 + model_->rowCount() * row +
                       table_->horizontalScrollBar()->sizeHint().height();
    if (table_->height() != height || table_->minimumHeight() != height) table_->setFixedHeight(height);
}

/// Cells and headings closer together (mantissa.qss).
void ComparePage::setTight(bool tight) {
    if (tight == tight_) return;
    tight_ = tight;
    for (QWidget* widget : std::initializer_list<QWidget*>{table_, table_->horizontalHeader()}) {
        widget->setProperty("narrow", tight);
        widget->style()->unpolish(widget);
        widget->style()->polish(widget);
    }
}

/// Where the columns do not fit they stand closer together, until there is clearly more room than that; what is too
/// wide even then scrolls.
void ComparePage::fitColumns() {
    const int room = table_->viewport()->width();
    constexpr int more = 40;  // than the page's scroll bar, which may come and go with the height of the headings
    if (tight_ && room > tightRoom_ + more) setTight(false);
    if (layColumns(room) || tight_) return;
    tightRoom_ = room;
    setTight(true);
    layColumns(room);
}

/// As wide as their cells, and not narrower again while they fit: figures that change must not make them twitch. Where
/// they do not fit, the names of the runs stand in two lines, then where they diverged. Whether that was enough.
bool ComparePage::layColumns(int room) {
    QHeaderView* header = table_->horizontalHeader();
    const QFontMetrics metrics = header->fontMetrics();
    const QAbstractItemView& cells = *table_;
    std::array<int, CompareTable::ColumnCount> wanted{};
    std::array<int, CompareTable::ColumnCount> kept{};
    std::array<int, CompareTable::ColumnCount> headings{};
    for (std::size_t c = 0; c < wanted.size(); ++c) {
        const int column = static_cast<int>(c);
        if (table_->isColumnHidden(column)) continue;
        const QString title = model_->headerData(column, Qt::Horizontal).toString();
        headings[c] = tight_ ? widthOfTwoLines(metrics, {title}) + kTightHeaderPadding
                             : metrics.horizontalAdvance(title) + kHeaderPadding;
        wanted[c] = std::max({headings[c], cells.sizeHintForColumn(column),
                              header->minimumSectionSize()});  // the header makes none narrower
        kept[c] = std::max(wanted[c], header->sectionSize(column));
    }
    if (const int spare = room - std::accumulate(wanted.begin(), wanted.end(), 0); !tight_ && spare > 0) {
        // As far apart as there is room for, so that no two numbers read as one.
        const int apart = std::min(kApart, spare / CompareTable::ColumnCount);
        for (int& width : wanted)
            if (width > 0) width += apart;  // not of a hidden one
        for (std::size_t c = 0; c < wanted.size(); ++c) kept[c] = std::max(wanted[c], kept[c]);
    }
    bool twoLines = false;
    if (std::accumulate(kept.begin(), kept.end(), 0) <= room) {
        wanted = kept;
        twoLines = kept[CompareTable::Name] < cells.sizeHintForColumn(CompareTable::Name);
    } else {
        for (const CompareTable::Column column : {CompareTable::Name, CompareTable::Parted, CompareTable::Target}) {
            const int excess = std::accumulate(wanted.begin(), wanted.end(), 0) - room;
            if (excess <= 0) break;
            QStringList texts;
            int longest = 0;
            for (int row = 0; row < model_->rowCount(); ++row) {
                texts << model_->index(row, column).data().toString();
                longest = std::max(longest, table_->fontMetrics().horizontalAdvance(texts.back()));
            }
            const int whole = cells.sizeHintForColumn(column);
            const int least =
                std::max(whole - longest + widthOfTwoLines(table_->fontMetrics(), texts) + 2, headings[column]);
            int& width = wanted[column];
            width = std::max(std::min(width, least), width - excess);
            twoLines = twoLines || width < whole;
        }
    }
    for (std::size_t c = 0; c < wanted.size(); ++c)
        if (!table_->isColumnHidden(static_cast<int>(c))) header->resizeSection(static_cast<int>(c), wanted[c]);
    fitRows(twoLines ? 2 : 1);
    return std::accumulate(wanted.begin(), wanted.end(), 0) <= room;
}

}  // namespace mantissa::ui
