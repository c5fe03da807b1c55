// SPDX-License-Identifier: GPL-3.0-or-later
// Reports in the language that the window speaks.
#pragma once

#include "engine/report/words.h"

namespace mantissa::ui {

/// For reports that are made from now on; to be asked on the UI thread, and may be used on another.
Words reportWords();

}  // namespace mantissa::ui
