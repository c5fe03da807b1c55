// SPDX-License-Identifier: Apache-2.0
// Which settings decide a result: what makes two runs repetitions of each other.
#pragma once

#include "engine/run/run.pb.h"

namespace mantissa {

/// `config` (complete) without what cannot change a result but by chance: name, preset and device, the seed, what only
/// watches, and settings that its other settings leave without effect. Two runs in which this is equal, on the same
/// data, are repetitions of each other.
run::RunConfig deciding_settings(run::RunConfig config);

}  // namespace mantissa
