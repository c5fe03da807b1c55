// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of a PDF report: QTextDocument puts columns next to each other without a gap and cuts words where a table
// is wide, so widths, gaps and rules are set here.
#pragma once

#include <QtGlobal>

class QTextDocument;

namespace mantissa::ui {

/// All tables but those that lay out figures (of the page's width): no word is cut, cells keep a gap, each row has a
/// thin line under it. `pageWidth` in the document's units.
void layTables(QTextDocument& document, qreal pageWidth);

}  // namespace mantissa::ui
