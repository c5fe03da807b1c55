// SPDX-License-Identifier: GPL-3.0-or-later
// See report_tables.h.
#include "ui/reports/report_tables.h"

#include <QAbstractTextDocumentLayout>
#include <QColor>
#include <QFontMetricsF>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextTable>
#include <algorithm>
#include <numeric>
#include <vector>

namespace mantissa::ui {

namespace {

constexpr qreal kGapOfColumns = 9;
constexpr qreal kGapOfRows = 2;
constexpr qreal kSmallestPrint = 0.5;  // of the document's: below, nobody reads it

struct Widths {
    qreal longestWord = 0;
    qreal longestLine = 0;
};

QFont fontOf(const QTextTableCell& cell, const QTextDocument& document) {
    for (auto part = cell.firstCursorPosition().block().begin(); !part.atEnd(); ++part)
        if (part.fragment().isValid()) return part.fragment().charFormat().font().resolve(document.defaultFont());
    return document.defaultFont();
}

/// How wide each column must be, and how wide it would like to be, its gap included.
std::vector<Widths> widthsOf(const QTextTable& table, const QTextDocument& document) {
    std::vector<Widths> columns(static_cast<std::size_t>(table.columns()));
    for (int row = 0; row < table.rows(); ++row) {
        for (int column = 0; column < table.columns(); ++column) {
            const QTextTableCell cell = table.cellAt(row, column);
            const QFontMetricsF metrics(fontOf(cell, document), document.documentLayout()->paintDevice());
            Widths& widths = columns[static_cast<std::size_t>(column)];
            const qreal slack = kGapOfColumns + 2;  // of rounding
            for (auto block = cell.begin(); !block.atEnd(); ++block) {
                const QString text = block.currentBlock().text();
                widths.longestLine = std::max(widths.longestLine, metrics.horizontalAdvance(text) + slack);
                for (const QString& word : text.split(QLatin1Char(' ')))
                    widths.longestWord = std::max(widths.longestWord, metrics.horizontalAdvance(word) + slack);
            }
        }
    }
    return columns;
}

/// What the words leave of the page goes to the columns in the measure in which their lines are longer.
QVector<QTextLength> constraintsFor(const std::vector<Widths>& columns, qreal pageWidth) {
    const auto sum = [&](qreal Widths::*which) {
        return std::accumulate(columns.begin(), columns.end(), qreal(0),
                               [which](qreal total, const Widths& one) { return total + one.*which; });
    };
    const qreal words = sum(&Widths::longestWord), lines = sum(&Widths::longestLine);
    if (lines <= pageWidth || words <= 0) return {};
    // Only where even the smallest print has no room for the words is one cut.
    const qreal most = words > pageWidth ? pageWidth / static_cast<qreal>(columns.size()) : pageWidth;
    std::vector<qreal> widths;
    for (const Widths& one : columns) widths.push_back(std::min(one.longestWord, most));
    const qreal left = std::max(qreal(0), pageWidth - std::accumulate(widths.begin(), widths.end(), qreal(0)));
    QVector<QTextLength> result;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const qreal wish = columns[i].longestLine - columns[i].longestWord;
        const qreal width = widths[i] + (lines > words ? left * wish / (lines - words) : 0);
        result << QTextLength(QTextLength::PercentageLength, 100 * width / pageWidth);
    }
    return result;
}

/// The print of a table whose words have no room beside each other becomes smaller: a word is never broken for that.
void shrinkToFit(QTextTable& table, const QTextDocument& document, qreal pageWidth) {
    qreal words = 0;
    for (const Widths& one : widthsOf(table, document)) words += one.longestWord;
    if (words <= pageWidth) return;
    const qreal gaps = table.columns() * (kGapOfColumns + 2);
    const qreal factor = std::max(kSmallestPrint, (pageWidth - gaps) / std::max(qreal(1), words - gaps));
    for (int row = 0; row < table.rows(); ++row) {
        for (int column = 0; column < table.columns(); ++column) {
            const QTextTableCell cell = table.cellAt(row, column);
            const QFont font = fontOf(cell, document);
            QTextCursor cursor = cell.firstCursorPosition();
            cursor.setPosition(cell.lastCursorPosition().position(), QTextCursor::KeepAnchor);
            QTextCharFormat smaller;
            if (font.pointSizeF() > 0)
                smaller.setFontPointSize(font.pointSizeF() * factor);
            else
                smaller.setProperty(QTextFormat::FontPixelSize, std::max(1, qRound(font.pixelSize() * factor)));
            cursor.mergeCharFormat(smaller);
        }
    }
}

bool hasHeadings(const QTextTable& table) {
    const QTextTableCell last = table.cellAt(0, table.columns() - 1);
    for (auto part = last.firstCursorPosition().block().begin(); !part.atEnd(); ++part)
        if (part.fragment().isValid()) return part.fragment().charFormat().fontWeight() >= QFont::DemiBold;
    return false;
}

void lay(QTextTable& table, const QTextDocument& document, qreal pageWidth) {
    const bool headings = hasHeadings(table);
    QTextTableFormat format = table.format();
    format.setHeaderRowCount(headings ? 1 : 0);
    format.setCellPadding(kGapOfRows);
    format.setCellSpacing(0);  // the gap is in the cells, where widthsOf() counts it
    format.setTopMargin(3);
    shrinkToFit(table, document, pageWidth);
    const QVector<QTextLength> constraints = constraintsFor(widthsOf(table, document), pageWidth);
    if (!constraints.isEmpty()) {
        format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
        format.setColumnWidthConstraints(constraints);
    }
    table.setFormat(format);
    for (int row = 0; row < table.rows(); ++row) {
        const bool heading = headings && row == 0;
        for (int column = 0; column < table.columns(); ++column) {
            QTextTableCell cell = table.cellAt(row, column);
            QTextTableCellFormat line = cell.format().toTableCellFormat();
            line.setBottomBorder(heading ? 1.2 : 0.5);
            line.setBottomBorderStyle(QTextFrameFormat::BorderStyle_Solid);
            line.setBottomBorderBrush(QColor(heading ? "#1a1a1a" : "#bbbbbb"));
            line.setTopPadding(kGapOfRows);
            line.setBottomPadding(kGapOfRows);
            line.setLeftPadding(0);
            line.setRightPadding(column + 1 < table.columns() ? kGapOfColumns : 0);
            cell.setFormat(line);
        }
    }
}

void layIn(QTextFrame* frame, const QTextDocument& document, qreal pageWidth) {
    for (QTextFrame* child : frame->childFrames()) {
        auto* table = qobject_cast<QTextTable*>(child);
        const bool figures = table && table->format().width().type() == QTextLength::PercentageLength;
        if (table && !figures) lay(*table, document, pageWidth);
        layIn(child, document, pageWidth);
    }
}

}  // namespace

void layTables(QTextDocument& document, qreal pageWidth) {
    layIn(document.rootFrame(), document, pageWidth);
}

}  // namespace mantissa::ui
