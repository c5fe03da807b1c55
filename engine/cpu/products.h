// SPDX-License-Identifier: Apache-2.0
// oneDNN's matrix products of BF16 numbers, summed in FP32: created once for each size.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/cpu/scratch.h"

namespace mantissa {

/// Whether this processor multiplies BF16 numbers (AVX-512 BF16 or AMX) and oneDNN may use it (ONEDNN_MAX_CPU_ISA).
/// Such products treat subnormal numbers, below 2^-126, as zero, and are summed in FP32 in an order of oneDNN's.
bool multiplies_bf16();

class Bf16Products {
  public:
    explicit Bf16Products(Scratch& scratch);
    ~Bf16Products();

    /// c[m, n] = a · b, row-major FP32. a is stored as [m, k], or as [k, m] where `transposed_a`; b as [k, n], or as
    /// [n, k] where `transposed_b`; both BF16.
    void multiply(std::int64_t m, std::int64_t n, std::int64_t k, const std::uint16_t* a, bool transposed_a,
                  const std::uint16_t* b, bool transposed_b, float* c);

    /// "product 64x256x784: brg:avx512_core_bf16".
    std::vector<std::string> implementations() const;

  private:
    struct Key {
        std::int64_t m = 0, n = 0, k = 0;
        bool transposed_a = false, transposed_b = false;
        auto operator<=>(const Key&) const = default;
    };
    struct Primitive;
    struct State;
    Primitive& primitive(const Key& key);

    Scratch& scratch_;
    std::unique_ptr<State> state_;
    std::map<Key, std::unique_ptr<Primitive>> primitives_;
};

}  // namespace mantissa
