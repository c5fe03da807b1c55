// SPDX-License-Identifier: Apache-2.0
// How elements lie in memory. Apart from a FloatFormat, which says on which grid the numbers lie: an emulated FP16
// tensor is stored as float32 with every number on the FP16 grid.
#pragma once

#include <cstddef>

namespace mantissa {

enum class DType {
    float32,
    tfloat32,  ///< FP32 numbers on TF32's grid, where a device has units that multiply such; elsewhere float32
    float16,
    bfloat16,
    uint8,
    int32
};

constexpr std::size_t size_of(DType type) noexcept {
    switch (type) {
        case DType::float32:
        case DType::tfloat32:
        case DType::int32:
            return 4;
        case DType::float16:
        case DType::bfloat16:
            return 2;
        case DType::uint8:
            return 1;
    }
    return 4;
}

}  // namespace mantissa
