// SPDX-License-Identifier: GPL-3.0-or-later
// What became of an import, as a sentence in the person's language; the English one is that of the terminal.
#pragma once

#include <QString>

#include "engine/store/library_exchange.h"

namespace mantissa::ui {

/// As describe(): "3 runs imported, 1 was here already. Not taken: ...".
QString wordsFor(const ImportResult& result);

}  // namespace mantissa::ui
