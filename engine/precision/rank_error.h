// SPDX-License-Identifier: Apache-2.0
// What a sum over ranks costs: the error of the mean that data parallel training computes (rank_sum.h), against the
// bound of the literature. The sum is made by the code that trains.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "engine/precision/rank_sum.h"

namespace mantissa {

/// How many additions a number goes through at most.
std::uint32_t longest_chain(RankOrder order, RankRange ranks);

/// Higham, Accuracy and Stability of Numerical Algorithms, chapter 4: a sum in which no number goes through more than h
/// additions has |error| <= h u / (1 - h u) · the sum of magnitudes, u half the format's epsilon (all of it where
/// rounding is stochastic). h is N - 1 around a ring and log2 N where neighbours are paired. Added are the roundings of
/// the division, where its factor is not a power of two, and of a result whose partial sums were FP32. Infinite where
/// h u reaches 1. It knows neither overflow nor underflow.
double rank_bound(const RankPolicy& policy);

/// Errors are |mean · N - exact| / sum of magnitudes: nothing is counted that is not the sum's, since the numbers that
/// are summed are the format's own.
struct RankError {
    std::uint32_t additions = 0;   ///< longest_chain()
    double bound = 0;              ///< rank_bound()
    double largest = 0, mean = 0;  ///< of finite sums in which no number fell below the format's normal ones
    double mean_of_finite = 0;     ///< of all finite sums
    std::size_t sums = 0;          ///< whose numbers are not all zero
    std::size_t underflowed = 0;   ///< finite ones in which a number fell below the format's normal ones
    std::size_t overflowed = 0;    ///< infinite or NaN
    std::size_t zero = 0;          ///< means that are zero, of a sum that is not
    RankCounts counts;
};

/// The errors of `size` sums. `numbers` gives those of a rank, each rank once and in order; they are rounded to the
/// policy's format.
RankError rank_error(const RankPolicy& policy, std::size_t size,
                     const std::function<void(std::uint32_t rank, std::span<float>)>& numbers);

/// Made-up gradients of any number of ranks, for the Ranks page and its lesson: sizes spread evenly over 16 powers of
/// two, and on each rank between half of that and one and a half times as much. They have one sign, as gradients that
/// all ranks agree on; where they cancel, a sum grows more slowly.
struct SpreadGradients {
    static constexpr std::size_t count = 512;
    static constexpr int powers = 16;
    int exponent = 0;  ///< sizes are from 2^(exponent - powers) to 2^exponent

    void fill(std::uint32_t rank, std::span<float> numbers) const;
};

/// rank_error() of them.
RankError rank_error(const RankPolicy& policy, const SpreadGradients& gradients);

}  // namespace mantissa
