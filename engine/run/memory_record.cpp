// SPDX-License-Identifier: Apache-2.0
#include "engine/run/memory_record.h"

#include <algorithm>

namespace mantissa {

std::uint64_t device_bytes(const run::MemoryRecord& plan) {
    return std::max<std::uint64_t>(plan.peak_held(), plan.arena_bytes() + plan.scratch_bytes()) + plan.device_own();
}

}  // namespace mantissa
