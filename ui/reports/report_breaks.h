// SPDX-License-Identifier: GPL-3.0-or-later
// Where the pages of a printed report end.
#pragma once

class QTextDocument;

namespace mantissa::ui {

/// QTextDocument ends a page wherever it is full. A heading, or one of the few lines above a drawing, whose successor
/// would stand on the next page begins that page instead. Call it when the document has its page size and its last
/// layout.
void keepTogether(QTextDocument& document);

}  // namespace mantissa::ui
