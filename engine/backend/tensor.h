// SPDX-License-Identifier: Apache-2.0
// A view of device memory: address, storage type, extents. It owns nothing; the arena does.
#pragma once

#include "engine/base/dtype.h"
#include "engine/base/shape.h"

namespace mantissa {

struct Tensor {
    void* data = nullptr;
    DType dtype = DType::float32;
    Shape shape;

    /// The elements, where the device's memory is the host's.
    float* f32() const noexcept { return static_cast<float*>(data); }
    std::int64_t size() const noexcept { return shape.size(); }
    std::size_t bytes() const noexcept { return static_cast<std::size_t>(size()) * size_of(dtype); }
    explicit operator bool() const noexcept { return data != nullptr; }
};

}  // namespace mantissa
