// SPDX-License-Identifier: Apache-2.0
// Formats of eight, six and four bits against PyTorch's, ml_dtypes' and torchao's conversions: tests/data/formats has
// what those make of every code and, since they are monotonic, of every number (make_formats.py there recorded it).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <random>
#include <sstream>
#include <vector>

#include "engine/base/error.h"
#include "engine/precision/block_format.h"
#include "engine/precision/quick_round.h"
#include "engine/precision/round_once.h"

namespace mantissa {
namespace {

std::uint32_t bits_of(float x) {
    return std::bit_cast<std::uint32_t>(x);
}

struct Judged {
    FloatFormat format;
    Overflow overflow = Overflow::special;
    std::vector<std::uint32_t> numbers;     ///< by code, as FP32 bits
    std::vector<std::uint32_t> thresholds;  ///< [c - 1]: the smallest FP32 bits whose code is c at least
};

std::vector<std::uint32_t> words_of(std::ifstream& file, std::size_t count) {
    std::vector<std::uint32_t> words(count);
    for (std::uint32_t& word : words) file >> std::hex >> word >> std::dec;
    return words;
}

/// The file's formats; `scales`: the numbers of E8M0.
std::vector<Judged> judged(std::vector<std::uint32_t>& scales) {
    std::ifstream file(MANTISSA_SOURCE "/tests/data/formats/small_formats.txt");
    std::vector<Judged> all;
    for (std::string word; file >> word;) {
        if (word == "scales") {
            file >> word;
            scales = words_of(file, 256);
        } else if (word == "format") {
            std::string name, overflow;
            std::size_t codes = 0, thresholds = 0;
            file >> name >> overflow >> codes >> thresholds;
            Judged& one = all.emplace_back();
            one.format = format_named(name);
            one.overflow = overflow == "saturates" ? Overflow::saturates : Overflow::special;
            one.numbers = words_of(file, codes);
            one.thresholds = words_of(file, thresholds);
        }
    }
    EXPECT_EQ(all.size(), 6u);
    return all;
}

TEST(SmallFormats, EveryCodeMeansWhatTheJudgeSays) {
    std::vector<std::uint32_t> scales;
    for (const Judged& one : judged(scales))
        for (std::uint32_t code = 0; code < one.numbers.size(); ++code) {
            const float theirs = std::bit_cast<float>(one.numbers[code]), ours = decode(code, one.format);
            if (std::isnan(theirs)) {
                EXPECT_TRUE(std::isnan(ours)) << name_of(one.format) << " " << code;
                continue;
            }
            EXPECT_EQ(bits_of(ours), one.numbers[code]) << name_of(one.format) << " " << code;
            EXPECT_EQ(encode(ours, one.format), code) << name_of(one.format);
            EXPECT_EQ(bits_of(round_to(ours, one.format)), one.numbers[code]) << "it is a number of the format";
        }
    ASSERT_EQ(scales.size(), 256u);
    for (std::uint32_t code = 0; code < 255; ++code)
        EXPECT_EQ(bits_of(e8m0_value(static_cast<std::uint8_t>(code))), scales[code]) << code;
    EXPECT_TRUE(std::isnan(e8m0_value(255)));
}

/// The code that the judge makes of a magnitude.
std::uint32_t code_of(const Judged& judge, std::uint32_t magnitude) {
    const auto& edges = judge.thresholds;
    return static_cast<std::uint32_t>(std::upper_bound(edges.begin(), edges.end(), magnitude) - edges.begin());
}

TEST(SmallFormats, EveryNumberIsRoundedAsTheJudgeDoes) {
    std::vector<std::uint32_t> scales;
    std::mt19937 random(7);
    for (const Judged& one : judged(scales)) {
        const std::uint32_t sign = 1u << (one.format.bits() - 1);
        const auto check = [&](std::uint32_t magnitude) {
            const float x = std::bit_cast<float>(magnitude);
            const std::uint32_t expected = code_of(one, magnitude);
            for (const bool negative : {false, true}) {
                const float y = round_to(negative ? -x : x, one.format, Rounding::nearest_even, 0, one.overflow);
                EXPECT_EQ(encode(y, one.format), expected | (negative ? sign : 0))
                    << name_of(one.format) << " of " << x;
                if (one.overflow == Overflow::special) {
                    EXPECT_EQ(encode(round_once(negative ? -x : x, one.format), one.format),
                              expected | (negative ? sign : 0));
                }
            }
        };
        // Both are monotonic, so that equal thresholds are equal functions: ours are looked for where theirs are.
        for (const std::uint32_t edge : one.thresholds)
            for (const std::uint32_t magnitude : {edge - 1, edge, edge + 1})
                if (magnitude <= 0x7F800000u) check(magnitude);
        for (const std::uint32_t magnitude : {0u, 1u, 0x007FFFFFu, 0x7F7FFFFFu, 0x7F800000u}) check(magnitude);
        for (int i = 0; i < 200000; ++i) check(static_cast<std::uint32_t>(random() % 0x7F800001u));
        EXPECT_TRUE(std::isnan(round_to(NAN, one.format, Rounding::nearest_even, 0, one.overflow)));
    }
}

TEST(SmallFormats, LimitsAreComputed) {
    EXPECT_EQ(e4m3fn.max_finite(), 448);
    EXPECT_EQ(e5m2.max_finite(), 57344);
    EXPECT_EQ(e3m2fn.max_finite(), 28);
    EXPECT_EQ(e2m3fn.max_finite(), 7.5);
    EXPECT_EQ(e2m1fn.max_finite(), 6);
    EXPECT_EQ(e2m1fn.min_subnormal(), 0.5);
    EXPECT_EQ(e4m3fn.overflow_threshold(), 464);
    EXPECT_EQ(e4m3fn.min_subnormal(), 0x1p-9);
    EXPECT_TRUE(fp16.contains(e4m3fn) && bf16.contains(e2m1fn) && e4m3fn.contains(e2m3fn));
    EXPECT_FALSE(e4m3fn.contains(FloatFormat{4, 3})) << "it has no infinity";
    EXPECT_FALSE((FloatFormat{4, 3}).contains(e4m3fn)) << "240 is its largest";
    for (const FloatFormat& format : {e4m3fn, e3m2fn, e2m3fn, e2m1fn}) {
        EXPECT_EQ(format_named(name_of(format)), format);
        const auto largest = static_cast<float>(format.max_finite());
        EXPECT_EQ(next_up(largest, format), largest);
        EXPECT_EQ(next_down(-largest, format), -largest);
        EXPECT_EQ(next_down(largest, format), largest - static_cast<float>(ulp(largest, format)));
    }
    EXPECT_EQ(name_of(e4m3fn), "E4M3FN");
    EXPECT_THROW(format_named("E5M2FN"), Error);
}

TEST(SmallFormats, WhatIsTooLarge) {
    for (const FloatFormat& format : {fp16, bf16, e5m2}) {
        EXPECT_EQ(round_to(INFINITY, format), INFINITY);
        EXPECT_EQ(round_to(-INFINITY, format, Rounding::nearest_even, 0, Overflow::saturates), -format.max_finite());
        EXPECT_EQ(round_to(3.3e38f, fp16, Rounding::nearest_even, 0, Overflow::saturates), 65504.0f);
    }
    EXPECT_TRUE(std::isnan(round_to(INFINITY, e4m3fn)));
    EXPECT_EQ(round_to(464.0f, e4m3fn), 448.0f) << "a tie to even";
    EXPECT_TRUE(std::isnan(round_to(465.0f, e4m3fn)));
    for (const std::uint32_t random : {0u, 0xFFFFFFFFu})
        EXPECT_EQ(round_to(463.0f, e4m3fn, Rounding::stochastic, random), 448.0f) << "nearest would not overflow";
    EXPECT_EQ(round_to(INFINITY, e2m1fn), 6.0f);
    EXPECT_EQ(round_to(-7.5f, e2m1fn), -6.0f);
    EXPECT_EQ(encode(NAN, e4m3fn), 0x7Fu);
    EXPECT_EQ(encode(NAN, e2m1fn), 7u) << "which has no NaN";
}

TEST(SmallFormats, TheQuickWayRoundsAsTheSlowOne) {
    std::mt19937 random(11);
    for (const FloatFormat& format : {e4m3fn, e5m2, e3m2fn, e2m3fn, e2m1fn})
        for (const Overflow overflow : {Overflow::special, Overflow::saturates}) {
            const QuickRound quick(format, overflow);
            const auto expect = [&](std::uint32_t bits) {
                const float x = std::bit_cast<float>(bits);
                const float slow = round_to(x, format, Rounding::nearest_even, 0, overflow);
                const float fast = quick_round(x, quick);
                ASSERT_TRUE(bits_of(slow) == bits_of(fast) || (std::isnan(slow) && std::isnan(fast)))
                    << name_of(format) << " " << x << ": " << slow << " and " << fast;
            };
            for (int i = 0; i < 200000; ++i) expect(random());
            for (std::uint32_t code = 0; code < 1u << format.bits(); ++code) {
                const float number = decode(code, format), next = next_up(number, format);
                if (!std::isfinite(number) || !std::isfinite(next)) continue;
                const std::uint32_t middle = bits_of(static_cast<float>((static_cast<double>(number) + next) / 2));
                for (const std::uint32_t bits : {bits_of(number), middle - 1, middle, middle + 1}) expect(bits);
            }
            for (const float x : {0.0f, -0.0f, INFINITY, -INFINITY, NAN, 1e-45f, -3.4e38f}) expect(bits_of(x));
        }
}

}  // namespace
}  // namespace mantissa
