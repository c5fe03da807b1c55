// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reports/report_breaks.h"

#include <QAbstractTextDocumentLayout>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextLayout>

namespace mantissa::ui {
namespace {

bool hasDrawing(const QTextBlock& block) {
    return block.text().trimmed() == QString(QChar::ObjectReplacementCharacter);  // a legend's lines hold small ones
}

/// A heading, or one of the few lines above a drawing: what it shows, and its legend.
bool leads(const QTextBlock& block) {
    constexpr int most = 3;
    if (block.blockFormat().headingLevel() > 0) return true;
    QTextBlock below = block;
    for (int i = 0; i < most && below.isValid() && !hasDrawing(below); ++i) {
        below = below.next();
        if (hasDrawing(below)) return true;
        if (below.blockFormat().headingLevel() > 0) return false;
    }
    return false;
}

/// Of the block's first line: a line that does not fit begins a page, its block may begin above that.
int pageOf(const QTextBlock& block) {
    const QTextDocument& document = *block.document();
    const QRectF area = document.documentLayout()->blockBoundingRect(block);  // lays it out
    const qreal line = block.layout()->lineCount() > 0 ? block.layout()->lineAt(0).y() : 0;
    return static_cast<int>((area.top() + line + 0.5) / document.pageSize().height());
}

}  // namespace

void keepTogether(QTextDocument& document) {
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        if (!leads(block)) continue;
        QTextBlock last = block.next();
        while (last.isValid() && leads(last)) last = last.next();
        if (!last.isValid() || pageOf(block) == pageOf(last)) continue;
        QTextBlockFormat format = block.blockFormat();
        format.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
        QTextCursor(block).setBlockFormat(format);
        block = last;
    }
}

}  // namespace mantissa::ui
