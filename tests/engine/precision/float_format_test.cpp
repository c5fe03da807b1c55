// SPDX-License-Identifier: Apache-2.0
// Limits computed from bit counts, encodings, neighbours, units in the last place, names.
#include "engine/precision/float_format.h"

#include <gtest/gtest.h>

#include "engine/base/error.h"
#include "engine/precision/rounding.h"
#include "tests/engine/precision/float_samples.h"

namespace mantissa {
namespace {

TEST(FloatFormat, LimitsAreThePublishedOnes) {
    static_assert(fp16.max_finite() == 65504 && fp16.overflow_threshold() == 65520);
    static_assert(fp16.min_normal() == 0x1p-14 && fp16.min_subnormal() == 0x1p-24 && fp16.flush_threshold() == 0x1p-25);
    static_assert(fp16.epsilon() == 0x1p-10 && fp16.bits() == 16 && fp16.storage_bytes() == 2);
    EXPECT_EQ(fp32.max_finite(), std::numeric_limits<float>::max());
    EXPECT_EQ(fp32.min_normal(), std::numeric_limits<float>::min());
    EXPECT_EQ(fp32.min_subnormal(), std::numeric_limits<float>::denorm_min());
    EXPECT_EQ(fp32.epsilon(), std::numeric_limits<float>::epsilon());
    EXPECT_EQ(bf16.max_finite(), 0x1.FEp127);  // 3.3895e38
    EXPECT_EQ(bf16.min_normal(), 0x1p-126);
    EXPECT_EQ(bf16.min_subnormal(), 0x1p-133);
    EXPECT_EQ(tf32.max_finite(), 0x1.FFCp127);
    EXPECT_EQ(tf32.storage_bytes(), 4);
    const FloatFormat e5m2{5, 2};
    EXPECT_EQ(e5m2.max_finite(), 57344);  // OCP FP8 E5M2
    EXPECT_EQ(e5m2.min_subnormal(), 0x1p-16);
    EXPECT_EQ(e5m2.storage_bytes(), 1);
}

TEST(FloatFormat, Contains) {
    EXPECT_TRUE(fp32.contains(tf32) && fp32.contains(fp16) && fp32.contains(bf16) && fp32.contains(fp32));
    EXPECT_TRUE(tf32.contains(fp16) && tf32.contains(bf16));
    EXPECT_FALSE(fp16.contains(bf16) || bf16.contains(fp16) || fp16.contains(tf32) || tf32.contains(fp32));
    EXPECT_TRUE(fp16.contains(FloatFormat{5, 2}) && fp16.contains(FloatFormat{4, 3}));
}

TEST(FloatFormat, NamesGoBothWays) {
    for (const FloatFormat& format : {fp32, tf32, fp16, bf16, FloatFormat{5, 2}, FloatFormat{4, 3}, FloatFormat{2, 1}})
        EXPECT_EQ(format_named(name_of(format)), format) << name_of(format);
    EXPECT_EQ(format_named("fp16"), fp16);
    EXPECT_EQ(format_named("e5m10"), fp16);
    for (const char* bad : {"", "fp17", "E9M3", "E5M0", "E5M24", "E1M1", "FP16 "}) try {
            format_named(bad);
            ADD_FAILURE() << bad;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::usage);
            EXPECT_NE(error.remedy().find("BF16"), std::string::npos);
        }
}

class Encoding16 : public ::testing::TestWithParam<FloatFormat> {};

TEST_P(Encoding16, EveryEncodingRoundTrips) {
    const FloatFormat format = GetParam();
    const std::uint32_t infinity = ((1u << format.exponent_bits) - 1) << format.fraction_bits;
    for (std::uint32_t code = 0; code < 0x10000; ++code) {
        const float value = decode(code, format);
        const bool is_nan = (code & 0x7FFFu) > infinity;
        ASSERT_EQ(std::isnan(value), is_nan) << code;
        if (is_nan) {
            ASSERT_GT(encode(value, format) & 0x7FFFu, infinity) << "NaN must not become infinity";
            continue;
        }
        ASSERT_EQ(std::isinf(value), (code & 0x7FFFu) == infinity) << code;
        ASSERT_EQ(encode(value, format), code);
        ASSERT_EQ(bits_of(round_to(value, format)), bits_of(value)) << "a number of the grid rounds to itself";
        ASSERT_EQ(bits_of(round_to(value, format, Rounding::stochastic, 0)), bits_of(value));
    }
}

TEST_P(Encoding16, NeighboursAreTheNextEncodings) {
    const FloatFormat format = GetParam();
    const std::uint32_t infinity = ((1u << format.exponent_bits) - 1) << format.fraction_bits;
    for (std::uint32_t code = 0; code < infinity; ++code) {
        const float value = decode(code, format), above = decode(code + 1, format);
        ASSERT_EQ(next_up(value, format), above) << value;
        ASSERT_EQ(next_down(above, format), value) << above;
        ASSERT_EQ(next_up(-above, format), -value) << -above;
        ASSERT_EQ(next_down(-value, format), -above) << -value;
        if (code + 1 < infinity) {
            ASSERT_EQ(ulp(value, format), static_cast<double>(above) - static_cast<double>(value)) << value;
            ASSERT_EQ(ulp(-value, format), ulp(value, format));
        }
    }
    const float top = std::numeric_limits<float>::infinity();
    EXPECT_EQ(next_up(static_cast<float>(format.max_finite()), format), top);
    EXPECT_EQ(next_up(top, format), top);
    EXPECT_EQ(next_down(top, format), static_cast<float>(format.max_finite()));
    EXPECT_TRUE(std::isnan(next_up(std::numeric_limits<float>::quiet_NaN(), format)));
}

INSTANTIATE_TEST_SUITE_P(Formats, Encoding16, ::testing::Values(fp16, bf16),
                         [](const auto& test) { return name_of(test.param); });

TEST(Encoding, EverySmallFormatRoundTrips) {
    for (int exponent_bits = 2; exponent_bits <= 8; ++exponent_bits)
        for (int fraction_bits = 1; exponent_bits + fraction_bits <= 12; ++fraction_bits) {
            const FloatFormat format{exponent_bits, fraction_bits};
            const std::uint32_t infinity = ((1u << exponent_bits) - 1) << fraction_bits;
            for (std::uint32_t code = 0; code <= infinity; ++code)
                ASSERT_EQ(encode(decode(code, format), format), code) << name_of(format);
        }
}

TEST(Encoding, Fp32IsItself) {
    for (std::uint64_t pattern = 0; pattern <= 0x7F800000u; pattern += 9973) {
        const auto bits = static_cast<std::uint32_t>(pattern);
        ASSERT_EQ(encode(float_of(bits), fp32), bits);
        ASSERT_EQ(bits_of(decode(bits, fp32)), bits);
    }
}

}  // namespace
}  // namespace mantissa
