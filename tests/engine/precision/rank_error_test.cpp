// SPDX-License-Identifier: Apache-2.0
// The errors of sums over ranks against a computation in double, and the bound above them.
#include "engine/precision/rank_error.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace mantissa {
namespace {

/// Rounded in double, by the definition: nearest, ties to even, subnormals kept.
double rounded(double x, const FloatFormat& format) {
    if (x == 0) return 0;
    const int exponent = std::max(std::ilogb(x), static_cast<int>(format.min_exponent()));
    const double spacing = std::ldexp(1.0, exponent - format.fraction_bits), y = std::nearbyint(x / spacing) * spacing;
    return std::abs(y) > format.max_finite() ? std::copysign(INFINITY, x) : y;
}

std::vector<std::vector<double>> spread(const FloatFormat& format, int exponent, std::uint32_t ranks) {
    std::vector<std::vector<double>> all;
    std::vector<float> numbers(SpreadGradients::count);
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
        SpreadGradients{exponent}.fill(rank, numbers);
        std::vector<double>& own = all.emplace_back();
        for (const float x : numbers) own.push_back(rounded(static_cast<double>(x), format));
    }
    return all;
}

/// The mean error of pairwise sums that are divided first or last, everything in double.
double pairwise_error(const FloatFormat& format, bool first, int exponent, std::uint32_t ranks) {
    const auto all = spread(format, exponent, ranks);
    double total = 0;
    for (std::size_t i = 0; i < SpreadGradients::count; ++i) {
        double exact = 0;
        std::vector<double> sums;
        for (const auto& own : all) {
            exact += own[i];
            sums.push_back(first ? rounded(own[i] / ranks, format) : own[i]);
        }
        for (; sums.size() > 1;) {
            std::vector<double> next;
            for (std::size_t k = 0; k < sums.size(); k += 2) next.push_back(rounded(sums[k] + sums[k + 1], format));
            sums = next;
        }
        const double mean = first ? sums[0] : rounded(sums[0] / ranks, format);
        total += std::abs(mean * ranks - exact) / exact;
    }
    return total / SpreadGradients::count;
}

RankPolicy policy_of(std::uint32_t ranks, const FloatFormat& format, RankDivide divide, RankOrder order) {
    return {ranks, format, false, Rounding::nearest_even, divide, order};
}

TEST(RankError, IsWhatAComputationInDoubleGives) {
    for (const FloatFormat& format : {fp16, bf16})
        for (const bool first : {false, true})
            for (const std::uint32_t ranks : {2u, 64u, 256u}) {
                const RankPolicy policy =
                    policy_of(ranks, format, first ? RankDivide::before : RankDivide::after, RankOrder::doubling);
                EXPECT_NEAR(rank_error(policy, SpreadGradients{-4}).mean_of_finite,
                            pairwise_error(format, first, -4, ranks), 1e-12)
                    << name_of(format) << first << ranks;
            }
}

TEST(RankError, StaysBelowTheBoundWhereNothingUnderflowsAndIsNotFarBelow) {
    for (const FloatFormat& format : {fp32, fp16, bf16})
        for (const RankOrder order : {RankOrder::ring, RankOrder::tree, RankOrder::doubling})
            for (const RankDivide divide : {RankDivide::before, RankDivide::after, RankDivide::half})
                for (const bool wide : {false, true})
                    for (const std::uint32_t ranks : {2u, 3u, 8u, 100u, 128u, 1024u}) {
                        RankPolicy policy = policy_of(ranks, format, divide, order);
                        policy.wide = wide;
                        for (const int exponent : {-8, 4}) {
                            const RankError error = rank_error(policy, SpreadGradients{exponent});
                            const std::string what = name_of(format) + " " + std::to_string(ranks) + " " +
                                                     std::to_string(static_cast<int>(order)) +
                                                     std::to_string(static_cast<int>(divide)) + (wide ? "w" : "");
                            EXPECT_LE(error.largest, error.bound) << what;
                            EXPECT_LE(error.mean, error.largest) << what;
                            if (ranks == 2 && divide == RankDivide::after && !wide) {
                                EXPECT_GT(error.largest, error.bound / 4) << what;
                            }
                        }
                    }
}

TEST(RankError, CountsWhatOverflowsAndWhatIsLost) {
    const auto at = [](int exponent, RankDivide divide, std::uint32_t ranks, const FloatFormat& format) {
        return rank_error(policy_of(ranks, format, divide, RankOrder::ring), SpreadGradients{exponent});
    };
    EXPECT_EQ(at(8, RankDivide::after, 128, fp16).overflowed, 0u);
    EXPECT_GT(at(8, RankDivide::after, 512, fp16).overflowed, 0u);
    EXPECT_EQ(at(8, RankDivide::before, 512, fp16).overflowed, 0u);
    EXPECT_EQ(at(8, RankDivide::after, 512, fp32).overflowed, 0u);
    const RankError starved = at(-8, RankDivide::before, 256, fp16);
    EXPECT_GT(starved.counts.flushed, starved.counts.nonzero / 3);
    EXPECT_GT(starved.zero, starved.sums / 3);
    EXPECT_EQ(at(-8, RankDivide::before, 256, bf16).counts.flushed, 0u);
    EXPECT_EQ(at(-8, RankDivide::after, 256, fp16).counts.flushed, 0u);
    EXPECT_EQ(starved.sums, SpreadGradients::count);
    // Without underflow BF16's ring comes to a halt where a gradient is less than half of the sum's ulp.
    const RankError halted = at(-8, RankDivide::after, 2048, bf16);
    EXPECT_EQ(halted.underflowed, 0u);
    EXPECT_GT(halted.mean, 0.5);
    EXPECT_TRUE(std::isinf(halted.bound));
    EXPECT_LT(at(-8, RankDivide::after, 2048, fp32).mean, 1e-6);
}

TEST(RankError, TheBoundIsHighams) {
    const double u = 0x1p-11;
    EXPECT_DOUBLE_EQ(rank_bound(policy_of(64, fp16, RankDivide::after, RankOrder::ring)), 63 * u / (1 - 63 * u));
    EXPECT_DOUBLE_EQ(rank_bound(policy_of(64, fp16, RankDivide::before, RankOrder::doubling)), 6 * u / (1 - 6 * u));
    EXPECT_DOUBLE_EQ(rank_bound(policy_of(3, fp16, RankDivide::after, RankOrder::ring)), 4 * u / (1 - 4 * u));
    EXPECT_DOUBLE_EQ(rank_bound(policy_of(8, fp16, RankDivide::half, RankOrder::doubling)), 7 * u / (1 - 7 * u));
    EXPECT_TRUE(std::isinf(rank_bound(policy_of(1024, bf16, RankDivide::after, RankOrder::ring))));
}

}  // namespace
}  // namespace mantissa
