// SPDX-License-Identifier: GPL-3.0-or-later
// What a run's state is called in the person's language.
#pragma once

#include <QString>

#include "ui/models/run_model.h"

namespace mantissa::ui {

/// "running", "paused", ... as nameOf() has it, translated.
QString wordOf(RunState state);

}  // namespace mantissa::ui
