// SPDX-License-Identifier: Apache-2.0
// How large the numbers of a tensor are, counted finely enough that what any format and any power of two as a scale
// would do to them is a sum over these counts: rounding to nearest decides at powers of two and at fractions that end
// in ones only. One pass over the numbers, whatever is asked afterwards.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>

#include "engine/precision/float_format.h"

namespace mantissa {

/// Numbers x with floor(log2 |x|) = e.
struct Binade {
    std::uint64_t count = 0;
    std::uint64_t powers = 0;              ///< exact powers of two among them
    std::array<std::uint64_t, 25> ones{};  ///< by the ones that their fraction begins with: 0 to 23, the last more
    double squares = 0;                    ///< sum of (x / 2^e)²

    /// |x| >= (2 - 2^-k) 2^e: how many. k from 0 to 24.
    std::uint64_t from_ones(int k) const;
};

struct Magnitudes {
    std::uint64_t zero = 0, nan = 0, infinite = 0;
    std::uint64_t nonzero = 0;         ///< finite ones
    double smallest = 0, largest = 0;  ///< of |x|, finite and not zero; 0 where there is none
    std::map<int, Binade> binades;     ///< by e

    void add(std::span<const double> numbers);
    std::uint64_t count() const noexcept { return zero + nan + infinite + nonzero; }
    /// sqrt(sum x²) of the finite ones; infinite where FP64 does not hold it.
    double norm() const;
};

/// What rounding the finite numbers times 2^`scale` to a format does, ties as rounding_of() has them.
struct CastFigures {
    std::uint64_t flushed = 0;    ///< not zero before, zero after
    std::uint64_t subnormal = 0;  ///< subnormal after: with fewer bits than the format has
    std::uint64_t overflow = 0;   ///< infinite after
    double norm_lost = 0;         ///< L2 norm of the flushed ones / L2 norm of all
};
CastFigures cast_figures(const Magnitudes& magnitudes, const FloatFormat& format, int scale = 0);

inline constexpr int lowest_scale = -16, highest_scale = 40;  ///< exponents of a run's loss scale (validation.cpp)

/// The best scale of all powers of two that leave the largest number two bits below the format's largest.
struct BestScale {
    int exponent = 0;       ///< 0: none is needed. Else the middle of the range: as far from both ends as can be
    int low = 0, high = 0;  ///< the scales 2^low to 2^high lose equally little
    double norm_lost = 0;   ///< there
    bool fits = true;       ///< false: even 2^-16 leaves too little room
};
/// Nothing is known of a tensor without nonzero numbers: 0 and the whole range.
BestScale best_scale(const Magnitudes& magnitudes, const FloatFormat& format);

}  // namespace mantissa
