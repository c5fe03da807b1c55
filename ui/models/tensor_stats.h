// SPDX-License-Identifier: GPL-3.0-or-later
// From a histogram record to what a chart draws: shares of elements per magnitude and per zone. Pure functions; all
// shares are of all elements of the tensor (0 to 1), so that columns, bins and zones can stand on one axis.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/run/run.pb.h"

namespace mantissa::ui {

/// First and last exponent of the bins that the engine counts; the outer ones also take the tails.
inline constexpr int kFirstBin = -64;
inline constexpr int kLastBin = 31;

/// What became of a tensor's elements in the cast; the seven shares add up to 1 (or are all 0 for an empty tensor).
struct ZoneShares {
    double zero = 0;       ///< Exactly zero before the cast: no underflow.
    double flushed = 0;    ///< Nonzero before, zero after.
    double subnormal = 0;  ///< Subnormal in the target format.
    double normal = 0;
    double overflow = 0;  ///< Finite before, infinite after.
    double infinite = 0;  ///< Infinite before.
    double nan = 0;
    std::uint64_t elements = 0;
};
ZoneShares zoneShares(const run::CastCounts& counts);

/// Share of elements per bin: `shares[i]` have floor(log2 |x|) == firstBin + i. Zeros, infinities and NaN are in no
/// bin.
struct BinShares {
    int firstBin = 0;
    std::vector<double> shares;
    /// Share of the bin with this exponent; 0 outside.
    double at(int exponent) const;
};
BinShares binShares(const run::Histogram& histogram);
/// The same, moved by -log2(scale): magnitudes as they would be without the loss scale. The shift is rounded to a whole
/// bin (scales are powers of two unless a person typed another number).
BinShares unscaledBinShares(const run::Histogram& histogram);

/// Flushed over nonzero-before-the-cast; 0 where nothing was nonzero.
double flushedShare(const run::CastCounts& counts);
/// L2 norm of what this cast flushed over the norm before it, both as recorded: how bad it is, not how many. Kept and
/// flushed are different elements, so |kept|² = (1 - share²) |all|². It does not see what was zero already (starved):
/// HealthCell::normLost does. 0 where the norm is 0 or unknown.
double normLostShare(const run::Histogram& histogram);
/// Exponent of the largest (smallest) occupied bin; nothing if no element is finite and nonzero.
std::optional<int> highestBin(const run::Histogram& histogram);
std::optional<int> lowestBin(const run::Histogram& histogram);

/// Counts of several tensors as if they were one.
run::CastCounts sum(const std::vector<run::CastCounts>& counts);

}  // namespace mantissa::ui
