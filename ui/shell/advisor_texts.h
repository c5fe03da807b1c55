// SPDX-License-Identifier: GPL-3.0-or-later
// The advisor's sentences in the person's language.
#pragma once

#include <QString>
#include <string>

namespace mantissa::ui {

/// A sentence of the engine's advisor, translated if it is a fixed one or a title with names in it; a reason full of
/// figures stays English.
QString advisorText(const std::string& english);

}  // namespace mantissa::ui
