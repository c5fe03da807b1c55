// SPDX-License-Identifier: Apache-2.0
// What a run's preset is called where the run may have become another one.
#pragma once

#include "engine/base/phrase.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// The name of the preset that the settings began with; "MLP 2×64, from classic" where their network or their task is
/// another than that of this shipped preset. Empty where there is none.
Phrase preset_phrase(const run::RunConfig& config);

}  // namespace mantissa
