// SPDX-License-Identifier: Apache-2.0
// Tensors that are stored in 16 bits, made from arrays of numbers on the format's grid and widened again to be
// compared.
#pragma once

#include "tests/engine/backend/kernel_testing.h"

namespace mantissa {

/// BF16 unless FP16 is asked for. Elements start as NaN.
struct Narrow {
    Shape shape;
    DType type = DType::bfloat16;
    std::vector<std::uint16_t> values;

    explicit Narrow(const Shape& s, DType t = DType::bfloat16)
        : shape(s), type(t), values(static_cast<std::size_t>(s.size()), t == DType::float16 ? 0x7E00 : 0x7FC0) {}
    explicit Narrow(const Array& array, DType t = DType::bfloat16) : Narrow(array.shape(), t) {
        for (std::int64_t i = 0; i < array.size(); ++i)
            values[static_cast<std::size_t>(i)] = static_cast<std::uint16_t>(encode(array[i], format()));
    }
    FloatFormat format() const { return type == DType::float16 ? fp16 : bf16; }
    Tensor view() const { return {const_cast<std::uint16_t*>(values.data()), type, shape}; }
    Array wide() const {
        Array array(shape);
        for (std::int64_t i = 0; i < array.size(); ++i)
            array[i] = decode(values[static_cast<std::size_t>(i)], format());
        return array;
    }
};

}  // namespace mantissa
