// SPDX-License-Identifier: Apache-2.0
// Whether several lanes fit into a device together.
#pragma once

#include <string>

#include "engine/backend/device.h"

namespace mantissa {

/// Throws Error(usage) with `remedy` where `bytes`, held by `lanes` lanes together, are more than the device has.
void check_memory(const Device& device, std::uint64_t bytes, std::size_t lanes, const std::string& remedy);

}  // namespace mantissa
