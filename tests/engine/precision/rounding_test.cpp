// SPDX-License-Identifier: Apache-2.0
// Rounding to nearest: BF16 and TF32 against integer formulas, every small format against a search through all of its
// numbers, every other format against the C library's rounding.
#include "engine/precision/rounding.h"

#include <gtest/gtest.h>

#include "engine/base/rng.h"
#include "tests/engine/precision/float_samples.h"

namespace mantissa {
namespace {

/// BF16 by the carry trick: half a unit, less one where the kept part is even.
std::uint32_t bf16_by_integers(std::uint32_t bits) {
    return (bits + 0x7FFFu + ((bits >> 16) & 1)) & 0xFFFF0000u;
}
/// TF32 with ties away: half a unit of the 13 dropped bits.
std::uint32_t tf32_by_integers(std::uint32_t bits) {
    return (bits + 0x1000u) & 0xFFFFE000u;
}

void expect_bf16_and_tf32(std::uint32_t pattern) {
    const float x = float_of(pattern);
    if (std::isnan(x)) {
        ASSERT_TRUE(std::isnan(round_to(x, bf16)) && std::isnan(round_to(x, tf32, Rounding::nearest_away)));
        return;
    }
    ASSERT_EQ(bits_of(round_to(x, bf16)), bf16_by_integers(pattern)) << x;
    ASSERT_EQ(bits_of(round_to(x, tf32, Rounding::nearest_away)), tf32_by_integers(pattern)) << x;
}

TEST(Rounding, Bf16AndTf32ByIntegers) {
    for (std::uint64_t pattern = 0; pattern < (std::uint64_t{1} << 32); pattern += 2039)  // prime: all low bits occur
        expect_bf16_and_tf32(static_cast<std::uint32_t>(pattern));
    for (const FloatFormat& format : {bf16, tf32})
        for (const std::uint32_t pattern : boundary_patterns(format)) {
            expect_bf16_and_tf32(pattern);
            expect_bf16_and_tf32(pattern | 0x80000000u);
        }
}

TEST(Rounding, NightlyBf16AndTf32EveryFloat) {
    for (std::uint64_t pattern = 0; pattern < (std::uint64_t{1} << 32); ++pattern) {
        const auto bits = static_cast<std::uint32_t>(pattern);
        const float x = float_of(bits);
        if (std::isnan(x)) continue;
        ASSERT_EQ(bits_of(round_to(x, bf16)), bf16_by_integers(bits)) << x;
        ASSERT_EQ(bits_of(round_to(x, tf32, Rounding::nearest_away)), tf32_by_integers(bits)) << x;
    }
}

/// All non-negative finite numbers of a format in order, by its definition; the last is what infinity stands for.
std::vector<double> grid_of(const FloatFormat& format) {
    std::vector<double> grid;
    const int top = (1 << format.exponent_bits) - 1, fractions = 1 << format.fraction_bits;
    const int bias = (1 << (format.exponent_bits - 1)) - 1;
    for (int exponent = 0; exponent < top; ++exponent)
        for (int fraction = 0; fraction < fractions; ++fraction)
            grid.push_back(exponent == 0 ? std::ldexp(fraction, 1 - bias - format.fraction_bits)
                                         : std::ldexp(fractions + fraction, exponent - bias - format.fraction_bits));
    grid.push_back(std::ldexp(1.0, top - bias));
    return grid;
}

/// The nearest of `grid` by search; the index is the encoding, so its parity decides ties.
double nearest_by_search(const std::vector<double>& grid, double x, bool away) {
    const auto above = std::lower_bound(grid.begin(), grid.end(), x);
    if (above == grid.end()) return grid.back();
    if (*above == x) return x;
    const auto below = above - 1;
    const double down = x - *below, up = *above - x;
    if (down != up) return down < up ? *below : *above;
    return away || (below - grid.begin()) % 2 != 0 ? *above : *below;
}

TEST(Rounding, EverySmallFormatBySearch) {
    for (int exponent_bits = 2; exponent_bits <= 8; ++exponent_bits)
        for (int fraction_bits = 1; exponent_bits + fraction_bits <= 10; ++fraction_bits) {
            const FloatFormat format{exponent_bits, fraction_bits};
            const std::vector<double> grid = grid_of(format);
            std::vector<std::uint32_t> patterns = boundary_patterns(format);
            for (std::size_t i = 0; i + 1 < grid.size(); ++i)  // every tie and its neighbours
                for (int step = -1; step <= 1; ++step)
                    patterns.push_back(static_cast<std::uint32_t>(
                        static_cast<std::int64_t>(bits_of(static_cast<float>((grid[i] + grid[i + 1]) / 2))) + step));
            for (const std::uint32_t pattern : patterns)
                for (const bool away : {false, true}) {
                    const float x = float_of(pattern);
                    const double nearest = nearest_by_search(grid, x, away);
                    const float expected =
                        nearest == grid.back() ? std::numeric_limits<float>::infinity() : static_cast<float>(nearest);
                    const Rounding rounding = away ? Rounding::nearest_away : Rounding::nearest_even;
                    ASSERT_EQ(bits_of(round_to(x, format, rounding)), bits_of(expected))
                        << name_of(format) << " of " << x << " away " << away;
                    ASSERT_EQ(bits_of(round_to(-x, format, rounding)), bits_of(-expected))
                        << name_of(format) << " of " << -x;
                }
        }
}

TEST(Rounding, EveryFormatByTheLibrary) {
    const RandomKey random{3, RandomUse::shuffle, 0, 0};
    for (int exponent_bits = 2; exponent_bits <= 8; ++exponent_bits)
        for (int fraction_bits = 1; fraction_bits <= 23; ++fraction_bits) {
            const FloatFormat format{exponent_bits, fraction_bits};
            std::vector<std::uint32_t> patterns = boundary_patterns(format);
            for (std::uint64_t i = 0; i < 2000; ++i) {
                patterns.push_back(random.bits(i) & 0x7FFFFFFFu);
                // and as many in the format's own range
                const auto spread =
                    static_cast<std::uint32_t>(format.max_exponent() - format.min_subnormal_exponent() + 4);
                const auto exponent =
                    127 + format.min_subnormal_exponent() - 2 + static_cast<int>(random.bits(i + 1000000) % spread);
                patterns.push_back((static_cast<std::uint32_t>(std::clamp(exponent, 0, 254)) << 23) |
                                   (random.bits(i + 2000000) >> 9));
            }
            for (const std::uint32_t pattern : patterns) {
                const float x = float_of(pattern);
                if (std::isnan(x)) continue;
                for (const bool away : {false, true}) {
                    const Rounding rounding = away ? Rounding::nearest_away : Rounding::nearest_even;
                    ASSERT_EQ(bits_of(round_to(x, format, rounding)), bits_of(nearest_by_library(x, format, away)))
                        << name_of(format) << " of " << x << " away " << away;
                }
            }
        }
}

TEST(Rounding, IsIdempotentAndMonotonic) {
    const RandomKey random{4, RandomUse::shuffle, 0, 0};
    for (const FloatFormat& format : {tf32, fp16, bf16, FloatFormat{5, 2}, FloatFormat{4, 3}})
        for (std::uint64_t i = 0; i < 20000; ++i) {
            const float a = float_of(random.bits(2 * i) & 0x7F7FFFFFu),
                        b = float_of(random.bits(2 * i + 1) & 0x7F7FFFFFu);
            const float ra = round_to(a, format), rb = round_to(b, format);
            ASSERT_EQ(bits_of(round_to(ra, format)), bits_of(ra));
            ASSERT_TRUE(a <= b ? ra <= rb : ra >= rb) << a << " " << b;
        }
}

TEST(Rounding, SpecialValues) {
    const float infinity = std::numeric_limits<float>::infinity();
    for (const FloatFormat& format : {fp32, tf32, fp16, bf16, FloatFormat{5, 2}})
        for (const Rounding rounding : {Rounding::nearest_even, Rounding::nearest_away, Rounding::stochastic}) {
            EXPECT_EQ(round_to(infinity, format, rounding, 7), infinity);
            EXPECT_EQ(round_to(-infinity, format, rounding, 7), -infinity);
            EXPECT_TRUE(std::isnan(round_to(std::numeric_limits<float>::quiet_NaN(), format, rounding, 7)));
            EXPECT_EQ(bits_of(round_to(0.0f, format, rounding, 0)), 0u);
            EXPECT_EQ(bits_of(round_to(-0.0f, format, rounding, 0)), 0x80000000u);
        }
    EXPECT_EQ(bits_of(round_to(-0x1p-30f, fp16)), 0x80000000u);  // a flushed negative keeps its sign
    EXPECT_EQ(round_to(0x1.fffffep+127f, fp32), 0x1.fffffep+127f);
    EXPECT_EQ(round_to(0x1.fffffep+127f, bf16), infinity);
}

TEST(Rounding, Fp16Limits) {
    const float infinity = std::numeric_limits<float>::infinity();
    EXPECT_EQ(round_to(65504.0f, fp16), 65504.0f);
    EXPECT_EQ(round_to(std::nextafter(65520.0f, 0.0f), fp16), 65504.0f);
    EXPECT_EQ(round_to(65520.0f, fp16), infinity);
    EXPECT_EQ(round_to(-65520.0f, fp16), -infinity);
    EXPECT_EQ(round_to(0x1p-24f, fp16), 0x1p-24f);
    EXPECT_EQ(round_to(0x1p-25f, fp16), 0.0f);  // the tie goes to even, which is zero
    EXPECT_EQ(round_to(std::nextafter(0x1p-25f, 1.0f), fp16), 0x1p-24f);
    EXPECT_EQ(round_to(0x1.8p-24f, fp16), 0x1p-23f);  // the tie goes to even, which is two units
    EXPECT_EQ(round_to(0x1p-25f, fp16, Rounding::nearest_away), 0x1p-24f);
}

TEST(Rounding, IsAConstantExpression) {
    static_assert(round_to(1.0f + 0x1p-11f, fp16) == 1.0f);
    static_assert(round_to(1.0f + 0x1p-11f, tf32, Rounding::nearest_away) == 1.0f + 0x1p-10f);
    static_assert(encode(1.0f, bf16) == 0x3F80u && decode(0x3C00u, fp16) == 1.0f);
}

}  // namespace
}  // namespace mantissa
