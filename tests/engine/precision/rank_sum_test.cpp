// SPDX-License-Identifier: Apache-2.0
// The sum over ranks against an emulation that is written from its definition: all ranks' numbers at hand, one number
// at a time, roundings in FP64.
#include "engine/precision/rank_sum.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "engine/base/rng.h"

namespace mantissa {
namespace {

using Matrix = std::vector<std::vector<float>>;  // by rank

double nearest(double x, const FloatFormat& format) {
    if (!std::isfinite(x) || x == 0) return x;
    const int exponent = std::max(std::ilogb(x), 2 - (1 << (format.exponent_bits - 1)));
    const double spacing = std::ldexp(1.0, exponent - format.fraction_bits), y = std::nearbyint(x / spacing) * spacing;
    const double largest =
        std::ldexp(2 - std::ldexp(1.0, -format.fraction_bits), (1 << (format.exponent_bits - 1)) - 1);
    return std::abs(y) > largest ? std::copysign(std::numeric_limits<double>::infinity(), x) : y;
}

/// One number of all ranks.
struct Emulation {
    const RankPolicy& policy;
    std::size_t index;
    RandomKey key(std::uint32_t place) const { return {11, RandomUse::stochastic_rounding, 5, 0x80000000 + place}; }

    float round(float x, std::uint32_t place) const {
        if (policy.format == fp32) return x;
        if (policy.rounding == Rounding::stochastic)
            return round_to(x, policy.format, Rounding::stochastic, key(place).bits(index));
        return static_cast<float>(nearest(static_cast<double>(x), policy.format));
    }
    float plus(float a, float b, std::uint32_t term) const {
        if (policy.wide || policy.format == fp32) return a + b;
        if (policy.rounding == Rounding::stochastic) return round(a + b, term);
        return static_cast<float>(nearest(static_cast<double>(a) + static_cast<double>(b), policy.format));
    }
    float ring(const std::vector<float>& v, std::uint32_t chunk) const {
        const auto n = static_cast<std::uint32_t>(v.size());
        float sum = v[chunk];
        for (std::uint32_t k = 1; k < n; ++k) sum = plus(sum, v[(chunk + k) % n], (chunk + k) % n);
        return sum;
    }
    float tree(const std::vector<float>& v, std::uint32_t first, std::uint32_t others) const {
        const std::uint32_t left = (others + 1) / 2, right = others - left;
        float sum = v[first];
        if (left > 0) sum = plus(sum, tree(v, first + 1, left - 1), first + 1);
        if (right > 0) sum = plus(sum, tree(v, first + 1 + left, right - 1), first + 1 + left);
        return sum;
    }
    /// Every rank's partial sum after each exchange; who has the larger number names the addition.
    float doubling(const std::vector<float>& v) const {
        std::uint32_t power = 1;
        while (2 * power <= v.size()) power *= 2;
        const auto beyond = static_cast<std::uint32_t>(v.size()) - power;
        std::vector<float> sums;
        std::vector<std::uint32_t> firsts;
        for (std::uint32_t rank = 0; rank < v.size(); ++rank) {
            firsts.push_back(rank);
            if (rank < 2 * beyond) {
                sums.push_back(plus(v[rank], v[rank + 1], rank + 1));
                ++rank;
            } else {
                sums.push_back(v[rank]);
            }
        }
        for (std::uint32_t distance = 1; distance < power; distance *= 2) {
            const std::vector<float> before = sums;
            for (std::uint32_t i = 0; i < power; ++i) {
                const std::uint32_t upper = (i | distance) & ~(distance - 1);
                sums[i] = plus(before[i], before[i ^ distance], firsts[upper]);
            }
        }
        for (const float one : sums)  // of NaN the payload may differ
            EXPECT_TRUE(std::memcmp(&one, sums.data(), sizeof one) == 0 || (std::isnan(one) && std::isnan(sums[0])))
                << "a rank has another";
        return sums[0];
    }
    float mean(std::vector<float> v, std::uint32_t chunk) const {
        const auto n = static_cast<std::uint32_t>(v.size());
        const double root = std::sqrt(static_cast<double>(n));
        const auto before = static_cast<float>(policy.divide == RankDivide::before ? 1.0 / n : 1 / root),
                   after = static_cast<float>(policy.divide == RankDivide::after ? 1.0 / n : 1 / root);
        for (std::uint32_t rank = 0; rank < n; ++rank) {
            v[rank] = round(v[rank], n + rank);
            if (policy.divide != RankDivide::after) v[rank] = round(v[rank] * before, 2 * n + rank);
        }
        float sum = policy.order == RankOrder::ring   ? ring(v, chunk)
                    : policy.order == RankOrder::tree ? tree(v, 0, n - 1)
                                                      : doubling(v);
        if (policy.wide) sum = round(sum, 3 * n);
        if (policy.divide != RankDivide::before) sum = round(sum * after, 3 * n + 1);
        return sum;
    }
};

std::vector<float> emulate(const RankPolicy& policy, const std::vector<std::size_t>& buckets, const Matrix& ranks) {
    std::vector<float> means;
    for (const std::size_t bucket : buckets)
        for (std::size_t i = 0; i < bucket; ++i) {
            std::uint32_t chunk = 0;  // that holds number i
            while (bucket * (chunk + 1) / policy.ranks <= i) ++chunk;
            std::vector<float> column;
            for (const std::vector<float>& rank : ranks) column.push_back(rank[means.size()]);
            means.push_back(Emulation{policy, means.size()}.mean(column, chunk));
        }
    return means;
}

std::vector<float> computed(const RankPolicy& policy, const std::vector<std::size_t>& buckets, const Matrix& ranks,
                            RankCounts* counts = nullptr) {
    RankSum sum(policy, buckets);
    const RankArithmetic arithmetic(policy, 11, 5);
    std::vector<float> mean;
    for (int again = 0; again < 2; ++again) {  // nothing is left of a step in the next
        sum.begin(arithmetic);
        for (const std::vector<float>& rank : ranks) {
            std::copy(rank.begin(), rank.end(), sum.next().begin());
            sum.add_rank();
        }
        const std::span<const float> result = sum.mean();
        mean.assign(result.begin(), result.end());
    }
    if (counts) *counts = sum.counts();
    return mean;
}

/// From far below FP16's smallest number to beyond its largest, with zeros, ties, inf and NaN.
Matrix rank_numbers(std::uint32_t ranks, std::size_t size, bool finite) {
    const RandomKey random{ranks, RandomUse::initial_weights, 0, 0};
    Matrix all(ranks, std::vector<float>(size));
    std::uint64_t drawn = 0;
    for (std::vector<float>& rank : all)
        for (float& x : rank) {
            const std::uint32_t bits = random.bits(drawn++);
            const int exponent = static_cast<int>(bits >> 8 & 63) - 40;
            x = std::ldexp(1 + static_cast<float>(bits >> 14 & 4095) / 4096, exponent) * (bits & 1 ? 1.0f : -1.0f);
            if (bits % 11 == 0) x = 0;
            if (!finite && bits % 97 == 0) x = std::numeric_limits<float>::infinity();
            if (!finite && bits % 389 == 0) x = std::numeric_limits<float>::quiet_NaN();
        }
    return all;
}

template <class Do>
void for_all_policies(std::uint32_t ranks, const Do& check) {
    for (const FloatFormat& format : {fp32, fp16, bf16, FloatFormat{5, 2}, FloatFormat{8, 14}, FloatFormat{4, 20}})
        for (const bool wide : {false, true})
            for (const Rounding rounding : {Rounding::nearest_even, Rounding::stochastic})
                for (const RankDivide divide : {RankDivide::before, RankDivide::after, RankDivide::half})
                    for (const RankOrder order : {RankOrder::ring, RankOrder::tree, RankOrder::doubling}) {
                        if (format == fp32 && (wide || rounding == Rounding::stochastic)) continue;
                        const RankPolicy policy{ranks, format, wide, rounding, divide, order};
                        SCOPED_TRACE(name_of(format) + " ranks " + std::to_string(ranks) + " wide " +
                                     std::to_string(wide) + " rounding " + std::to_string(static_cast<int>(rounding)) +
                                     " divide " + std::to_string(static_cast<int>(divide)) + " order " +
                                     std::to_string(static_cast<int>(order)));
                        check(policy);
                    }
}

TEST(RankSum, EveryPolicyIsTheEmulationToTheBit) {
    const std::vector<std::size_t> buckets{37, 2, 16, 1};
    for (const std::uint32_t ranks : {2u, 3u, 4u, 6u, 7u, 8u, 13u, 32u})
        for (const bool finite : {true, false}) {
            const Matrix all = rank_numbers(ranks, 56, finite);
            for_all_policies(ranks, [&](const RankPolicy& policy) {
                const std::vector<float> mean = computed(policy, buckets, all),
                                         expected = emulate(policy, buckets, all);
                ASSERT_EQ(mean.size(), expected.size());
                for (std::size_t i = 0; i < mean.size(); ++i) {
                    if (std::isnan(expected[i])) {
                        ASSERT_TRUE(std::isnan(mean[i])) << i;
                        continue;
                    }
                    ASSERT_EQ(std::bit_cast<std::uint32_t>(mean[i]), std::bit_cast<std::uint32_t>(expected[i]))
                        << i << ": " << mean[i] << " for " << expected[i];
                }
            });
        }
}

TEST(RankSum, OneRanksInfinityIsInTheMeanUnderEveryPolicy) {
    Matrix all(5, std::vector<float>(9, 0.25f));
    all[3][4] = std::numeric_limits<float>::infinity();
    for_all_policies(5, [&](const RankPolicy& policy) {
        RankCounts counts;
        const std::vector<float> mean = computed(policy, {9}, all, &counts);
        EXPECT_FALSE(std::isfinite(mean[4]));
        EXPECT_TRUE(std::isfinite(mean[3]));
        EXPECT_EQ(counts.nonfinite, 1u);
        EXPECT_EQ(counts.overflowed, 0u) << "the sum is not to blame";
    });
}

TEST(RankSum, AnFp16SumOverflowsWhereFp32AccumulationAndDividingFirstDoNot) {
    const Matrix all(256, std::vector<float>(3, 300.0f));  // 76,800 together
    RankCounts counts;
    RankPolicy policy{256, fp16, false, Rounding::nearest_even, RankDivide::after, RankOrder::ring};
    EXPECT_TRUE(std::isinf(computed(policy, {3}, all, &counts)[0]));
    EXPECT_EQ(counts.overflowed, 3u);
    policy.ranks = 128;
    EXPECT_NEAR(static_cast<double>(computed(policy, {3}, Matrix(128, std::vector<float>(3, 300.0f)))[0]), 300,
                300 * 128 * 0x1p-11);
    policy.ranks = 256;
    policy.divide = RankDivide::before;
    EXPECT_NEAR(static_cast<double>(computed(policy, {3}, all, &counts)[0]), 300, 300 * 256 * 0x1p-11);
    EXPECT_EQ(counts.overflowed, 0u);
    policy.divide = RankDivide::half;
    EXPECT_NEAR(static_cast<double>(computed(policy, {3}, all)[0]), 300, 300 * 256 * 0x1p-11);
}

TEST(RankSum, DividingFirstStarvesSmallGradients) {
    const Matrix all(64, std::vector<float>(3, 0x1p-20f));
    RankCounts counts;
    RankPolicy policy{64, fp16, true, Rounding::nearest_even, RankDivide::before, RankOrder::tree};
    EXPECT_EQ(computed(policy, {3}, all, &counts)[0], 0.0f);
    EXPECT_EQ(counts.nonzero, 64u * 3);
    EXPECT_EQ(counts.flushed, 64u * 3);
    policy.divide = RankDivide::after;
    EXPECT_EQ(computed(policy, {3}, all, &counts)[0], 0x1p-20f);
    EXPECT_EQ(counts.flushed, 0u);
    policy.divide = RankDivide::before;
    policy.format = bf16;
    EXPECT_EQ(computed(policy, {3}, all)[0], 0x1p-20f);
}

TEST(RankSum, TakesNoMoreThanWasPlanned) {
    // What a ring keeps: half of all numbers, by the definition of its chunks.
    const std::vector<std::size_t> even{64};
    EXPECT_EQ(
        RankSum::planned_bytes({8, fp16, false, Rounding::nearest_even, RankDivide::before, RankOrder::ring}, even),
        4u * (2 * 64 + (7 + 6 + 5 + 4 + 3 + 2 + 1) * 8));
    EXPECT_LE(
        RankSum::planned_bytes({1024, fp16, false, Rounding::nearest_even, RankDivide::before, RankOrder::tree}, even),
        4u * 64 * 13);
}

}  // namespace
}  // namespace mantissa
