// SPDX-License-Identifier: Apache-2.0
// What NVIDIA's libraries multiply for us, and what of an operand's place they are told.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/backend/tensor.h"

namespace mantissa::cuda {

/// What multiplies. Sums are FP32 in every case.
enum class Arithmetic {
    fp32,  ///< IEEE FP32 operands and products: no plan that rounds them first
    tf32,  ///< FP32 operands that lie on TF32's grid already
    fp16,  ///< operands stored as float16
    bf16,  ///< operands stored as bfloat16
};

/// For operands of this storage.
constexpr Arithmetic arithmetic_of(DType operands) noexcept {
    switch (operands) {
        case DType::float16:
            return Arithmetic::fp16;
        case DType::bfloat16:
            return Arithmetic::bf16;
        case DType::tfloat32:
            return Arithmetic::tf32;
        case DType::float32:
        case DType::uint8:
        case DType::int32:
            return Arithmetic::fp32;
    }
    return Arithmetic::fp32;
}

constexpr const char* name_of(Arithmetic arithmetic) noexcept {
    switch (arithmetic) {
        case Arithmetic::fp32:
            return "FP32";
        case Arithmetic::tf32:
            return "TF32";
        case Arithmetic::fp16:
            return "FP16";
        case Arithmetic::bf16:
            return "BF16";
    }
    return "?";
}

/// The largest power of two, at most 64, that divides the address. An arena promises 64, so a buffer's place in it
/// chooses no plan: the same product has the same order of sums wherever its operands lie.
inline std::uint32_t alignment_of(const void* pointer) noexcept {
    const auto address = reinterpret_cast<std::uintptr_t>(pointer) | 64;
    return static_cast<std::uint32_t>(address & (~address + 1));
}

/// Elements in a row of a matrix of `columns`, with zeros at the end, so that every row begins where tensor cores load
/// from: at a multiple of 16 bytes. `a`, `b`: the storage of a product's two operands.
constexpr std::int64_t padded_row(std::int64_t columns, DType a, DType b) noexcept {
    const auto whole = static_cast<std::int64_t>(16 / std::min(size_of(a), size_of(b)));
    return (columns + whole - 1) / whole * whole;
}

}  // namespace mantissa::cuda
