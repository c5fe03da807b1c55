// SPDX-License-Identifier: Apache-2.0
// A device that measures: every kernel call is timed, and its operations and bytes are counted, by the kernel's name.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "engine/backend/device.h"

namespace mantissa {

/// Sums over the calls of one kernel.
struct KernelTally {
    std::uint32_t calls = 0;
    double seconds = 0;
    double flops = 0;  ///< of products and convolutions: two for each multiply and add
    double bytes = 0;  ///< tensors read and written, once each
};
using KernelTallies = std::map<std::string, KernelTally>;

/// Wraps `device`, which outlives it; each call is waited for, so a device that enqueues loses what it gains by that.
std::unique_ptr<Device> make_timed_device(Device& device, KernelTallies& tallies);

}  // namespace mantissa
