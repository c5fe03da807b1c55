// SPDX-License-Identifier: Apache-2.0
// The processor as a device: oneDNN for products and convolutions, Highway for what lies between them, OpenMP for its
// threads. BF16 is native on processors with AVX-512 BF16 or AMX; other narrow formats are emulated, exact in rounding.
#pragma once

#include <memory>

#include "engine/backend/device.h"

namespace mantissa {

/// `threads` 0: one per core that this process may use. Results depend on the number of threads (the order of sums), so
/// it is part of a run's identity.
std::unique_ptr<Device> make_cpu_device(int threads);

}  // namespace mantissa
