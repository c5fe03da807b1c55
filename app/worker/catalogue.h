// SPDX-License-Identifier: Apache-2.0
// The devices that this build knows. catalogue.cpp is the only file that names the backends.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/backend/device.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// Every device, available or not and why.
std::vector<run::DeviceInfo> list_devices(bool verbose);

/// Opens a device by id; `threads` 0: one per core. Throws Error(usage) listing the ids.
std::unique_ptr<Device> open_device(const std::string& id, int threads);

}  // namespace mantissa
