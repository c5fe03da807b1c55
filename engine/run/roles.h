// SPDX-License-Identifier: Apache-2.0
// What a tensor's role in a record says of it.
#pragma once

#include "engine/run/run.pb.h"

namespace mantissa {

/// Whether the loss scale is contained in tensors of this role.
inline bool is_gradient(run::Role role) {
    return role == run::ROLE_ACTIVATION_GRADIENT || role == run::ROLE_WEIGHT_GRADIENT;
}

}  // namespace mantissa
