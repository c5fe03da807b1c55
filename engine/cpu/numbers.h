// SPDX-License-Identifier: Apache-2.0
// Numbers in memory as the CPU stores them: FP32, or BF16 where the processor multiplies it. A BF16 number is the upper
// half of the FP32 number of the same value.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "engine/backend/tensor.h"

namespace mantissa {

/// Elements at an address, and how they are stored. It owns nothing.
struct Numbers {
    void* data = nullptr;
    bool narrow = false;  ///< BF16, 2 bytes an element; else FP32

    Numbers() = default;
    Numbers(const float* p) : data(const_cast<float*>(p)) {}  // NOLINT(google-explicit-constructor)
    explicit Numbers(const Tensor& t) : data(t.data), narrow(t.dtype == DType::bfloat16) {}

    float* f32() const noexcept { return static_cast<float*>(data); }
    std::uint16_t* bf16() const noexcept { return static_cast<std::uint16_t*>(data); }
    explicit operator bool() const noexcept { return data != nullptr; }
    bool operator==(const Numbers&) const = default;

    /// The same elements without the first i.
    Numbers from(std::int64_t i) const noexcept {
        Numbers rest = *this;
        if (data) rest.data = narrow ? static_cast<void*>(bf16() + i) : static_cast<void*>(f32() + i);
        return rest;
    }
    float get(std::int64_t i) const noexcept {
        return narrow ? std::bit_cast<float>(static_cast<std::uint32_t>(bf16()[i]) << 16) : f32()[i];
    }
    /// `value` on the grid of the storage.
    void set(std::int64_t i, float value) const noexcept {
        if (narrow)
            bf16()[i] = static_cast<std::uint16_t>((std::bit_cast<std::uint32_t>(value) >> 16) |
                                                   (std::isnan(value) ? 0x40u : 0u));
        else
            f32()[i] = value;
    }
};

/// Calls f with the elements' own pointer: float* or std::uint16_t* (BF16).
template <class F>
void with_pointer(const Numbers& numbers, const F& f) {
    if (numbers.narrow)
        f(numbers.bf16());
    else
        f(numbers.f32());
}

}  // namespace mantissa
