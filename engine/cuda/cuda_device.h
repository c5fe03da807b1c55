// SPDX-License-Identifier: Apache-2.0
// NVIDIA cards as devices: "cuda:0", "cuda:1" and so on. The worker is linked with nothing of CUDA that a machine could
// lack: the driver's library is opened when a card is asked for, cuBLASLt beside it, so that one program serves
// machines with and without a card. Built without nvcc, no_cuda.cpp stands in for the whole room.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/backend/device.h"
#include "engine/base/phrase.h"

namespace mantissa {

/// A card as `devices` lists it.
struct CudaCard {
    DeviceDescription description;
    DeviceCapabilities capabilities;
    Phrase reason;  ///< why it cannot be used and what to do, one line; empty where it can
};

/// The cards of this machine, usable or not; where there is none to name, one card "cuda" with the reason. Opens the
/// libraries but no card: it takes no memory of one and disturbs no other program.
std::vector<CudaCard> list_cuda_cards();

/// Whether `id` names a card: "cuda" (the first) or "cuda:" and a number.
bool is_cuda_id(const std::string& id);

/// Opens a card. Throws Error(device) with the reason that list_cuda_cards() gives.
std::unique_ptr<Device> make_cuda_device(const std::string& id);

}  // namespace mantissa
