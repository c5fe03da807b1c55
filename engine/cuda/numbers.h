// SPDX-License-Identifier: Apache-2.0
// Numbers in memory as the card stores them: FP32, or FP16 and BF16 in 16 bits. All by integer operations, so that a
// host compiles and tests the same lines.
#pragma once

#include <bit>
#include <cstdint>

#include "engine/backend/tensor.h"
#include "engine/cuda/launch.h"

namespace mantissa::cuda {

MANTISSA_BOTH inline std::uint32_t magnitude_bits(float x) noexcept {
    return std::bit_cast<std::uint32_t>(x) & 0x7FFFFFFFu;
}
MANTISSA_BOTH inline bool is_finite(float x) noexcept {
    return magnitude_bits(x) < 0x7F800000u;
}
MANTISSA_BOTH inline bool is_nan(float x) noexcept {
    return magnitude_bits(x) > 0x7F800000u;
}
MANTISSA_BOTH inline float magnitude(float x) noexcept {
    return std::bit_cast<float>(magnitude_bits(x));
}

/// floor(log2 |x|) of a finite number that is not zero, subnormal ones included.
MANTISSA_BOTH inline int exponent_of(float x) noexcept {
    const std::uint32_t bits = magnitude_bits(x);
    if (bits >= 0x00800000u) return static_cast<int>(bits >> 23) - 127;
    return static_cast<int>(magnitude_bits(static_cast<float>(bits)) >> 23) - 127 - 149;
}

/// The FP32 number that 16 bits of FP16 encode.
MANTISSA_BOTH inline float decode_fp16(std::uint16_t half) noexcept {
    const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000u) << 16, magnitude = half & 0x7FFFu;
    std::uint32_t bits = 0;
    if (magnitude >= 0x7C00u)
        bits = 0x7F800000u | ((magnitude & 0x3FFu) << 13) | (magnitude > 0x7C00u ? 0x00400000u : 0u);
    else if (magnitude >= 0x0400u)
        bits = (magnitude << 13) + 0x38000000u;  // the bias goes from 15 to 127
    else
        bits = std::bit_cast<std::uint32_t>(static_cast<float>(magnitude) * 0x1p-24f);
    return std::bit_cast<float>(sign | bits);
}

/// The 16 bits of a number that lies on FP16's grid; NaN becomes quiet.
MANTISSA_BOTH inline std::uint16_t encode_fp16(float x) noexcept {
    const std::uint32_t sign = (std::bit_cast<std::uint32_t>(x) >> 16) & 0x8000u, bits = magnitude_bits(x);
    std::uint32_t half = 0;
    if (bits > 0x7F800000u)
        half = 0x7E00u;
    else if (bits >= 0x47800000u)
        half = 0x7C00u;
    else if (bits >= 0x38800000u)
        half = (bits - 0x38000000u) >> 13;
    else
        half = static_cast<std::uint32_t>(magnitude(x) * 0x1p24f);
    return static_cast<std::uint16_t>(sign | half);
}

/// Elements at an address, and how they are stored. It owns nothing; used inside kernels only.
struct Numbers {
    void* data = nullptr;
    DType dtype = DType::float32;

    Numbers() = default;
    explicit Numbers(const Tensor& t) : data(t.data), dtype(t.dtype) {}

    MANTISSA_BOTH float get(std::int64_t i) const noexcept {
        if (dtype == DType::float16) return decode_fp16(static_cast<const std::uint16_t*>(data)[i]);
        if (dtype == DType::bfloat16)
            return std::bit_cast<float>(static_cast<std::uint32_t>(static_cast<const std::uint16_t*>(data)[i]) << 16);
        return static_cast<const float*>(data)[i];
    }
    /// `value` must lie on the grid of the storage.
    MANTISSA_BOTH void set(std::int64_t i, float value) const noexcept {
        if (dtype == DType::float16)
            static_cast<std::uint16_t*>(data)[i] = encode_fp16(value);
        else if (dtype == DType::bfloat16)
            static_cast<std::uint16_t*>(data)[i] =
                static_cast<std::uint16_t>((std::bit_cast<std::uint32_t>(value) >> 16) | (is_nan(value) ? 0x40u : 0u));
        else
            static_cast<float*>(data)[i] = value;
    }
    /// The same elements without the first i.
    Numbers from(std::int64_t i) const noexcept {
        Numbers rest = *this;
        rest.data = static_cast<std::byte*>(data) + i * static_cast<std::int64_t>(size_of(dtype));
        return rest;
    }
};

/// i / n and i % n: with 32 bits where both fit, which a card divides several times faster.
struct Division {
    std::int64_t quotient = 0, remainder = 0;
};
MANTISSA_BOTH inline Division divide(std::int64_t i, std::int64_t n) noexcept {
    if (((i | n) >> 32) == 0) {
        const std::uint32_t a = static_cast<std::uint32_t>(i), b = static_cast<std::uint32_t>(n), q = a / b;
        return {static_cast<std::int64_t>(q), static_cast<std::int64_t>(a - q * b)};
    }
    const std::int64_t q = i / n;
    return {q, i - q * n};
}

}  // namespace mantissa::cuda
