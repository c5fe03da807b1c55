// SPDX-License-Identifier: Apache-2.0
#include "engine/base/shape.h"

#include <fmt/format.h>

#include "engine/base/error.h"

namespace mantissa {

void Shape::refuse(int i) {
    throw Error(ErrorCode::failed, fmt::format("a tensor has no extent {}", i), "shape",
                fmt::format("extents 0 to {}", max_rank - 1));
}

}  // namespace mantissa
