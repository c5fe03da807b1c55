// SPDX-License-Identifier: Apache-2.0
// Memory of the host as device memory, for the devices that are the host: reference and cpu.
#pragma once

#include "engine/backend/device.h"

namespace mantissa {

/// Throws Error(device) where the system refuses.
std::unique_ptr<DeviceMemory> allocate_host_memory(std::size_t bytes);

/// Total memory of this machine, in bytes; 0 where the system does not tell.
std::uint64_t host_memory_bytes() noexcept;

/// "AMD EPYC 9B14" from the operating system, "unknown processor" where it does not tell.
std::string host_processor_name();

}  // namespace mantissa
