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

/// The FP32 number that 16 bits of FP16 encode. All cases are computed and one is taken: a card's threads do not part.
MANTISSA_BOTH inline float decode_fp16(std::uint16_t half) noexcept {
    const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000u) << 16, magnitude = half & 0x7FFFu;
    std::uint32_t bits = (magnitude << 13) + 0x38000000u;  // the bias goes from 15 to 127
    // a subnormal number's bits behind those of 2^-14, less 2^-14: exact
    const float subnormal = std::bit_cast<float>(0x38800000u | (magnitude << 13)) - 0x1p-14f;
    bits = magnitude < 0x0400u ? std::bit_cast<std::uint32_t>(subnormal) : bits;
    bits = magnitude >= 0x7C00u ? 0x7F800000u | ((magnitude & 0x3FFu) << 13) | (magnitude > 0x7C00u ? 0x00400000u : 0u)
                                : bits;
    return std::bit_cast<float>(sign | bits);
}

/// The 16 bits of a number that lies on FP16's grid; NaN becomes quiet.
MANTISSA_BOTH inline std::uint16_t encode_fp16(float x) noexcept {
    const std::uint32_t sign = (std::bit_cast<std::uint32_t>(x) >> 16) & 0x8000u, bits = magnitude_bits(x);
    std::uint32_t half = (bits - 0x38000000u) >> 13;
    // one half has the spacing of FP16's subnormal numbers as its ulp: the sum's fraction counts them
    const std::uint32_t subnormal = std::bit_cast<std::uint32_t>(magnitude(x) + 0.5f) - 0x3F000000u;
    half = bits < 0x38800000u ? subnormal : half;
    half = bits >= 0x47800000u ? 0x7C00u : half;
    half = bits > 0x7F800000u ? 0x7E00u : half;
    return static_cast<std::uint16_t>(sign | half);
}

/// Elements at an address, and how they are stored. It owns nothing; used inside kernels only.
struct Numbers {
    /// Elements that are read and written at once where addresses and sizes allow it.
    static constexpr int pack = 4;

    void* data = nullptr;
    DType dtype = DType::float32;

    Numbers() = default;
    explicit Numbers(const Tensor& t) : data(t.data), dtype(t.dtype) {}

    MANTISSA_BOTH float get(std::int64_t i) const noexcept {
        return is_wide() ? static_cast<const float*>(data)[i] : decode(static_cast<const std::uint16_t*>(data)[i]);
    }
    /// `value` must lie on the grid of the storage.
    MANTISSA_BOTH void set(std::int64_t i, float value) const noexcept {
        if (is_wide())
            static_cast<float*>(data)[i] = value;
        else
            static_cast<std::uint16_t*>(data)[i] = encode(value);
    }
    /// Elements i to i + V; where V is `pack`, i is a multiple of it and is_packed().
    template <int V>
    MANTISSA_BOTH void load(std::int64_t i, float (&x)[V]) const noexcept {
        if constexpr (V == 1) {
            x[0] = get(i);
        } else if (is_wide()) {
            const Words<float> words = static_cast<const Words<float>*>(data)[i / V];
            for (int k = 0; k < V; ++k) x[k] = words.of[k];
        } else {
            const Words<std::uint16_t> words = static_cast<const Words<std::uint16_t>*>(data)[i / V];
            for (int k = 0; k < V; ++k) x[k] = decode(words.of[k]);
        }
    }
    /// The other way round.
    template <int V>
    MANTISSA_BOTH void store(std::int64_t i, const float (&x)[V]) const noexcept {
        if constexpr (V == 1) {
            set(i, x[0]);
        } else if (is_wide()) {
            Words<float> words;
            for (int k = 0; k < V; ++k) words.of[k] = x[k];
            static_cast<Words<float>*>(data)[i / V] = words;
        } else {
            Words<std::uint16_t> words;
            for (int k = 0; k < V; ++k) words.of[k] = encode(x[k]);
            static_cast<Words<std::uint16_t>*>(data)[i / V] = words;
        }
    }
    /// Whether the address allows packs; that of no numbers does.
    bool is_packed() const noexcept { return reinterpret_cast<std::uintptr_t>(data) % (pack * size_of(dtype)) == 0; }
    /// The same elements without the first i.
    Numbers from(std::int64_t i) const noexcept {
        Numbers rest = *this;
        rest.data = static_cast<std::byte*>(data) + i * static_cast<std::int64_t>(size_of(dtype));
        return rest;
    }

  private:
    template <class Word>
    struct alignas(pack * sizeof(Word)) Words {
        Word of[pack];
    };

    MANTISSA_BOTH bool is_wide() const noexcept { return dtype != DType::float16 && dtype != DType::bfloat16; }
    MANTISSA_BOTH float decode(std::uint16_t bits) const noexcept {
        const float brain = std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
        return dtype == DType::float16 ? decode_fp16(bits) : brain;
    }
    MANTISSA_BOTH std::uint16_t encode(float x) const noexcept {
        const auto brain =
            static_cast<std::uint16_t>((std::bit_cast<std::uint32_t>(x) >> 16) | (is_nan(x) ? 0x40u : 0u));
        return dtype == DType::float16 ? encode_fp16(x) : brain;
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

/// Division by a number that is known before a kernel starts: a multiplication and a shift where both have 31 bits
/// (Granlund and Montgomery, "Division by invariant integers using multiplication", PLDI 1994).
class Divider {
  public:
    Divider() = default;
    explicit Divider(std::int64_t n) : n_(n) {
        if (n <= 1 || n >> 31) return;  // by 1 nothing is to be done, and larger ones are divided by as they are
        const int bits = std::bit_width(static_cast<std::uint64_t>(n - 1));
        factor_ = static_cast<std::uint32_t>(((std::uint64_t{1} << (31 + bits)) + static_cast<std::uint64_t>(n) - 1) /
                                             static_cast<std::uint64_t>(n));
        shift_ = bits - 1;
    }
    /// i >= 0.
    MANTISSA_BOTH Division operator()(std::int64_t i) const noexcept {
        if (factor_ == 0 || i >> 31) return n_ == 1 ? Division{i, 0} : divide(i, n_);
        const std::uint32_t q =
            static_cast<std::uint32_t>((static_cast<std::uint64_t>(static_cast<std::uint32_t>(i)) * factor_) >> 32) >>
            shift_;
        return {static_cast<std::int64_t>(q),
                static_cast<std::int64_t>(static_cast<std::uint32_t>(i) - q * static_cast<std::uint32_t>(n_))};
    }

  private:
    std::int64_t n_ = 1;
    std::uint32_t factor_ = 0;
    int shift_ = 0;
};

}  // namespace mantissa::cuda
