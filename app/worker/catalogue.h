// SPDX-License-Identifier: Apache-2.0
// The devices that this build knows. catalogue.cpp is the only file that names the backends.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/backend/device.h"
#include "engine/base/rank_link.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// Every device, available or not and why.
std::vector<run::DeviceInfo> list_devices(bool verbose);

/// What `auto` (RunConfig.native) chooses on this processor for the usual networks in BF16, a line each; measures what
/// it does not remember. None where the processor has no BF16 products. Throws Error(device) without a device "cpu".
std::vector<std::string> native_choices();

/// Opens a device by id; `threads` 0: one per core. Throws Error(usage) listing the ids.
std::unique_ptr<Device> open_device(const std::string& id, int threads);

/// The ranks that mpirun or srun has started with this process; `interrupted` as stop_requested(). To be opened once.
/// Throws Error(usage) where there are none.
std::unique_ptr<RankLink> open_ranks(bool (*interrupted)());

}  // namespace mantissa
