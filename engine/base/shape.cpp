// SPDX-License-Identifier: Apache-2.0
#include "engine/base/shape.h"

#include "engine/base/error.h"

namespace mantissa {

void Shape::refuse(int i) {
    throw Error(ErrorCode::failed, say("a tensor has no extent %1", {i}), "shape",
                say("extents 0 to %1", {max_rank - 1}));
}

}  // namespace mantissa
