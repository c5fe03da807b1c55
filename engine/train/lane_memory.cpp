// SPDX-License-Identifier: Apache-2.0
#include "engine/train/lane_memory.h"

#include <fmt/format.h>

#include "engine/base/error.h"

namespace mantissa {

std::uint64_t memory_for_lanes(const Device& device) {
    const std::uint64_t all = device.describe().memory_bytes, own = device.overhead_bytes();
    return all == 0 ? 0 : all > own ? all - own : 1;
}

void check_memory(const Device& device, std::uint64_t bytes, std::size_t lanes, const std::string& remedy) {
    const std::uint64_t limit = memory_for_lanes(device);
    if (limit == 0 || bytes <= limit) return;
    throw Error(
        ErrorCode::usage,
        fmt::format("{} lane{} need{} {:.2f} GiB and the device has {:.2f} GiB for them", lanes, lanes == 1 ? "" : "s",
                    lanes == 1 ? "s" : "", static_cast<double>(bytes) / 0x1p30, static_cast<double>(limit) / 0x1p30),
        "memory", remedy);
}

}  // namespace mantissa
