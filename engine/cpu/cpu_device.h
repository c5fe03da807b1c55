// SPDX-License-Identifier: Apache-2.0
// The processor as a device: oneDNN for products and convolutions, Highway for what lies between them, OpenMP for its
// threads. BF16 is native on processors with AVX-512 BF16 or AMX; other narrow formats are emulated, exact in rounding.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "engine/backend/device.h"

namespace mantissa {

/// `threads` 0: one per core that this process may use, its control groups' quota counted. Results depend on the number
/// of threads (the order of sums), so it is part of a run's identity. `native_times`: the file in which it remembers,
/// for `version` of the program, what products take (Device::product_times); empty: it measures nothing.
std::unique_ptr<Device> make_cpu_device(int threads, const std::filesystem::path& native_times = {},
                                        const std::string& version = {});

}  // namespace mantissa
