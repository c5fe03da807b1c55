// SPDX-License-Identifier: Apache-2.0
// The memory of a configuration that is not running.
#pragma once

#include "engine/backend/device.h"
#include "engine/data/dataset.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// Plans `config` (complete and valid) on `device` without allocating anything.
run::MemoryRecord plan_memory(Device& device, const Dataset& dataset, const run::RunConfig& config);

}  // namespace mantissa
