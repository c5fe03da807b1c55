// SPDX-License-Identifier: Apache-2.0
#include "engine/backend/kernels.h"

#include "engine/base/error.h"

namespace mantissa {

void Kernels::lacks(const char* operation) {
    throw Error(ErrorCode::device, say("this device does not support the operation %1", {operation}), operation);
}

}  // namespace mantissa
