// SPDX-License-Identifier: GPL-3.0-or-later
// What a preset says of itself, in the person's language where it is one of the shipped.
#pragma once

#include <QString>

#include "engine/run/presets.h"

namespace mantissa::ui {

/// Its title, else its name. A person's own preset speaks as it was written.
QString presetTitle(const run::Preset& preset);
QString presetDescription(const run::Preset& preset);

}  // namespace mantissa::ui
