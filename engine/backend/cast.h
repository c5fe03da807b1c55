// SPDX-License-Identifier: Apache-2.0
// How a computed result reaches memory: rounded onto a format's grid, and counted before the cast where asked. All
// counters live in device memory; the host reads them after the step.
#pragma once

#include <array>
#include <cstdint>

#include "engine/base/rng.h"
#include "engine/precision/float_format.h"
#include "engine/precision/rounding.h"

namespace mantissa {

/// Counted at every cast of an activation or a gradient, every step. Kernels add to it.
struct FlushCounts {
    std::uint64_t nonzero = 0;    ///< finite and nonzero before the cast
    std::uint64_t flushed = 0;    ///< of those, zero after it
    std::uint64_t nonfinite = 0;  ///< infinite or NaN after the cast

    FlushCounts& operator+=(const FlushCounts& other) noexcept {
        nonzero += other.nonzero;
        flushed += other.flushed;
        nonfinite += other.nonfinite;
        return *this;
    }
};

/// Counted on monitored steps. `bins[i]` counts finite nonzero elements with floor(log2 |x|) == first_bin + i before
/// the cast, the first and last bin taking the tails. Kernels add to it.
struct MagnitudeHistogram {
    static constexpr int first_bin = -64;
    static constexpr int bin_count = 96;  // -64 to 31

    std::array<std::uint32_t, bin_count> bins{};
    std::uint64_t elements = 0;
    std::uint64_t zero = 0;       ///< exactly zero before the cast
    std::uint64_t flushed = 0;    ///< nonzero before, zero after
    std::uint64_t subnormal = 0;  ///< subnormal in the target format after the cast
    std::uint64_t overflow = 0;   ///< finite before, infinite after
    std::uint64_t infinite = 0;   ///< infinite before
    std::uint64_t nan = 0;        ///< NaN before
    double norm_squared = 0;      ///< of the finite elements before the cast
    double lost_squared = 0;      ///< of the elements that were flushed
    float largest = 0;            ///< largest finite magnitude before the cast
    /// Elements of a product's result that are zero before the cast only because the product takes numbers below 2^-126
    /// for zero, as a processor's BF16 instructions do.
    std::uint64_t lost_in_product = 0;

    MagnitudeHistogram& operator+=(const MagnitudeHistogram& other) noexcept {
        for (std::size_t i = 0; i < bins.size(); ++i) bins[i] += other.bins[i];
        elements += other.elements;
        zero += other.zero;
        flushed += other.flushed;
        subnormal += other.subnormal;
        overflow += other.overflow;
        infinite += other.infinite;
        nan += other.nan;
        norm_squared += other.norm_squared;
        lost_squared += other.lost_squared;
        largest = largest < other.largest ? other.largest : largest;
        lost_in_product += other.lost_in_product;
        return *this;
    }
};

/// How far a gradient is from its shadow (the same in FP32). Kernels add to it.
struct ShadowCounts {
    std::uint64_t nonzero = 0;  ///< nonzero in the shadow
    std::uint64_t starved = 0;  ///< of those, zero in the run
    double norm_squared = 0;    ///< of the shadow
    double lost_squared = 0;    ///< of the shadow's elements that are zero in the run
    double run_squared = 0;     ///< of the run's gradient, unscaled
    double dot = 0;             ///< between both
    double error_squared = 0;   ///< of their difference
};

struct Cast {
    FloatFormat format = fp32;
    Rounding rounding = Rounding::nearest_even;
    RandomKey random;                         ///< for stochastic rounding; the index is the element's
    FlushCounts* counts = nullptr;            ///< added to where not null
    MagnitudeHistogram* histogram = nullptr;  ///< added to where not null
    /// Intermediate results of an activation function's gradient are rounded to `format`, too (PrecisionPolicy).
    bool stepwise = false;
    /// Where not null, activation functions and the loss add the number of their arguments that are infinite or NaN. An
    /// FP32 result is not counted when it is stored; its readers count it instead.
    std::uint64_t* nonfinite_arguments = nullptr;

    /// Nothing to round and nothing to count: the result may be stored as it is.
    bool is_plain() const noexcept { return format == fp32 && !counts && !histogram; }
};

}  // namespace mantissa
