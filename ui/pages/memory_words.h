// SPDX-License-Identifier: GPL-3.0-or-later
// From the memory record to the memory chart's data, and what its categories are called.
#pragma once

#include <QString>
#include <array>

#include "engine/run/run.pb.h"
#include "ui/charts/memory_chart.h"

namespace mantissa::ui {

/// Categories from the lowest of a stack to the highest: those that change least lie below.
inline constexpr std::array kMemoryOrder{
    run::MEMORY_MASTER_WEIGHTS, run::MEMORY_WEIGHTS,   run::MEMORY_OPTIMIZER_STATE, run::MEMORY_GRADIENTS,
    run::MEMORY_ACTIVATIONS,    run::MEMORY_WORKSPACE, run::MEMORY_SHADOW};

/// "master weights", "optimizer state".
QString memoryCategoryName(run::MemoryCategory category);

/// Categories that hold nothing anywhere are left out; those that lie below the others change least (weights first).
MemoryData memoryData(const run::MemoryRecord& record);

}  // namespace mantissa::ui
