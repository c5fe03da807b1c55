// SPDX-License-Identifier: GPL-3.0-or-later
// From the memory record to the memory chart's data.
#pragma once

#include "engine/run/run.pb.h"
#include "ui/charts/memory_chart.h"

namespace mantissa::ui {

/// Categories that hold nothing anywhere are left out; those that lie below the others change least (weights first).
MemoryData memoryData(const run::MemoryRecord& record);

}  // namespace mantissa::ui
