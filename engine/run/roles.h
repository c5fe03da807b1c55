// SPDX-License-Identifier: Apache-2.0
// What a tensor's role in a record says of it.
#pragma once

#include "engine/run/run.pb.h"

namespace mantissa {

/// Whether the loss scale is contained in tensors of this role.
inline bool is_gradient(run::Role role) {
    return role == run::ROLE_ACTIVATION_GRADIENT || role == run::ROLE_WEIGHT_GRADIENT;
}

/// Of run::DeviceCounts: microsiemens a bin of conductances, and how many bins there are.
inline constexpr float device_conductance_bin = 0.5f;
inline constexpr int device_conductance_bins = 32;
/// From which a pair may be written anew.
inline constexpr float device_saturation = 8;
/// From -1 to 1 pulse.
inline constexpr int device_gathered_bins = 20;

}  // namespace mantissa
