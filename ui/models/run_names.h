// SPDX-License-Identifier: GPL-3.0-or-later
// Names that tell runs apart, where their usual descriptions do not.
#pragma once

#include <QStringList>
#include <vector>

#include "engine/run/run.pb.h"

namespace mantissa::ui {

/// Whether a name has the word "control" already, or its translation: a control is not called so twice.
bool saysControl(const QString& name);

/// For each configuration the settings in which it is not like all the others, in words and at most three: "seed 3",
/// "learning rate 0.1", the name of a preset. What a run's usual description says already (format, loss scaling,
/// batch), its name and the machine are left out. As many lists as configurations, empty ones where they are all alike.
std::vector<QStringList> whatSetsApart(const std::vector<run::RunConfig>& configs);

}  // namespace mantissa::ui
