// SPDX-License-Identifier: Apache-2.0
// Stochastic rounding: the probability of going up is the discarded fraction, to the last of 32 random bits.
#include <gtest/gtest.h>

#include "engine/base/rng.h"
#include "engine/precision/rounding.h"
#include "tests/engine/precision/float_samples.h"

namespace mantissa {
namespace {

float stochastic(float x, const FloatFormat& format, std::uint32_t random) {
    return round_to(x, format, Rounding::stochastic, random);
}

TEST(StochasticRounding, ThresholdIsTheDiscardedFraction) {
    const RandomKey random{5, RandomUse::shuffle, 0, 0};
    for (const FloatFormat& format : {fp16, bf16, FloatFormat{5, 2}})
        for (std::uint64_t i = 0; i < 20000; ++i) {
            // a number between two neighbours of the grid, in the format's range
            const float x = static_cast<float>(
                std::ldexp(1.0 + random.uniform(2 * i), static_cast<int>(random.bits(2 * i + 1) % 28) - 14));
            const double quantum =
                std::ldexp(1.0, std::max(std::ilogb(x), format.min_exponent()) - format.fraction_bits);
            const double below = std::floor(x / quantum) * quantum, above = below + quantum;
            if (above > format.max_finite()) continue;
            const double up_count =
                (x - below) / quantum * 0x1p32;  // random numbers that must round up; a whole number
            ASSERT_EQ(up_count, std::floor(up_count));
            if (up_count == 0) {
                ASSERT_EQ(stochastic(x, format, 0), x);
                continue;
            }
            const auto threshold = static_cast<std::uint32_t>(up_count);
            ASSERT_EQ(stochastic(x, format, threshold - 1), static_cast<float>(above)) << x;
            ASSERT_EQ(stochastic(x, format, threshold), static_cast<float>(below)) << x;
            ASSERT_EQ(stochastic(-x, format, threshold - 1), static_cast<float>(-above)) << x;
        }
}

TEST(StochasticRounding, TinyNumbersSurviveAsOftenAsTheyShould) {
    // 2^-k of the smallest subnormal goes up for 2^(32-k) of the 2^32 random numbers, however small it is.
    for (int k = 1; k <= 32; ++k) {
        const auto x = static_cast<float>(std::ldexp(fp16.min_subnormal(), -k));
        const auto ups = static_cast<std::uint32_t>(std::uint64_t{1} << (32 - k));
        EXPECT_EQ(stochastic(x, fp16, ups - 1), static_cast<float>(fp16.min_subnormal())) << k;
        EXPECT_EQ(stochastic(x, fp16, ups), 0.0f) << k;
    }
    EXPECT_EQ(stochastic(0x1p-149f, fp16, 0), 0.0f);  // less than one in 2^32
}

TEST(StochasticRounding, MeanIsTheNumber) {
    // n draws of a yes with probability p: the count is within 5 standard deviations of n·p (the draws are fixed).
    const RandomKey random{6, RandomUse::stochastic_rounding, 1, 2};
    constexpr int n = 100000;
    for (const double fraction : {0.001, 0.1, 0.25, 0.5, 0.9}) {
        const auto x = static_cast<float>(1.0 + fraction * bf16.epsilon());
        const double p = (static_cast<double>(x) - 1.0) / bf16.epsilon();
        int ups = 0;
        for (std::uint64_t i = 0; i < n; ++i) ups += stochastic(x, bf16, random.bits(i)) > 1.0f ? 1 : 0;
        EXPECT_NEAR(ups, n * p, 5 * std::sqrt(n * p * (1 - p))) << fraction;
    }
}

TEST(StochasticRounding, NeverOverflowsBelowTheThreshold) {
    for (const FloatFormat& format : {fp16, bf16, FloatFormat{5, 2}, FloatFormat{4, 3}})
        for (const std::uint32_t random : {0u, 1u, 0x7FFFFFFFu, 0xFFFFFFFFu}) {
            const auto top = static_cast<float>(format.max_finite());
            const auto threshold = static_cast<float>(format.overflow_threshold());
            EXPECT_EQ(stochastic(top, format, random), top);
            const float below = std::nextafter(threshold, 0.0f);
            EXPECT_EQ(stochastic(below, format, random), top) << name_of(format);
            EXPECT_EQ(stochastic(-below, format, random), -top) << name_of(format);
            if (format.exponent_bits == 8) continue;
            EXPECT_EQ(stochastic(static_cast<float>(std::ldexp(1.0, format.max_exponent() + 1)), format, random),
                      std::numeric_limits<float>::infinity());
        }
}

TEST(StochasticRounding, Fp32IsUntouched) {
    EXPECT_EQ(stochastic(0x1.234567p-3f, fp32, 0), 0x1.234567p-3f);
    EXPECT_EQ(stochastic(0x1p-149f, fp32, 0), 0x1p-149f);
}

}  // namespace
}  // namespace mantissa
