// SPDX-License-Identifier: Apache-2.0
// The oracle: plain loops, double sums where a device may choose its order, one thread. Every other device is tested
// against it; nobody should train on it for speed.
#pragma once

#include <memory>

#include "engine/backend/device.h"

namespace mantissa {

std::unique_ptr<Device> make_reference_device();

}  // namespace mantissa
