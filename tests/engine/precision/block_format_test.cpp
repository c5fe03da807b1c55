// SPDX-License-Identifier: Apache-2.0
// MX and NVFP4 against torchao (tests/data/formats/blocks.txt, made by make_formats.py there), and what their scales,
// the scales of whole tensors and the Hadamard transform promise.
#include "engine/precision/block_format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <fstream>
#include <numeric>
#include <vector>

#include "engine/base/rng.h"
#include "engine/precision/operand_recipe.h"

namespace mantissa {
namespace {

using testing::ElementsAre;

/// As numbers() of make_formats.py.
std::vector<float> numbers(std::uint64_t seed, int count, int spread) {
    std::vector<float> all;
    std::uint64_t z = seed;
    for (int i = 0; i < count; ++i) {
        double total = 0;
        for (int k = 0; k < 4; ++k) {
            z = z * 6364136223846793005u + 1442695040888963407u;
            total += static_cast<double>(z >> 40) / 0x1p24 - 0.5;
        }
        const int exponent = (i / 16 * 7 + static_cast<int>(seed)) % (2 * spread + 1) - spread;
        all.push_back(static_cast<float>(total) * std::ldexp(1.0f, exponent));
    }
    return all;
}

std::string hex_of(const std::vector<std::uint8_t>& bytes, std::size_t begin, std::size_t end) {
    static const char* digits = "0123456789abcdef";
    std::string text;
    for (std::size_t i = begin; i < end; ++i) (text += digits[bytes[i] >> 4]) += digits[bytes[i] & 15];
    return text;
}

/// What the file says of scales and codes, against ours.
void expect_as_told(std::ifstream& file, const std::vector<std::uint8_t>& scales,
                    const std::vector<std::uint8_t>& codes, const std::string& what) {
    std::string told_scales, told_hash, first, last;
    file >> told_scales >> told_hash >> first >> last;
    ASSERT_TRUE(file) << what;
    EXPECT_EQ(hex_of(scales, 0, scales.size()), told_scales) << what;
    std::uint64_t hash = 0xCBF29CE484222325u;
    for (const std::uint8_t code : codes) hash = (hash ^ code) * 0x100000001B3u;
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
    EXPECT_EQ(hex_of(codes, 0, 32), first) << what;
    EXPECT_EQ(hex_of(codes, codes.size() - 32, codes.size()), last) << what;
    EXPECT_EQ(text, told_hash) << what << ": a code between";
}

TEST(BlockFormat, AsTorchao) {
    std::ifstream file(MANTISSA_SOURCE "/tests/data/formats/blocks.txt");
    ASSERT_TRUE(file);
    std::string word;
    std::getline(file, word);  // who made it
    std::vector<float> x;
    int compared = 0;
    while (file >> word) {
        if (word == "tensor") {
            std::uint64_t seed = 0;
            int spread = 0, rows = 0, columns = 0;
            std::uint32_t sum = 0;
            file >> seed >> spread >> rows >> columns >> std::hex >> sum >> std::dec;
            x = numbers(seed, rows * columns, spread);
            std::uint32_t ours = 0;
            for (const float one : x) ours += std::bit_cast<std::uint32_t>(one);
            ASSERT_EQ(ours, sum) << "the same tensor";
            continue;
        }
        std::string name, rule;
        file >> name >> rule;
        std::vector<std::uint8_t> scales, codes;
        if (word == "mx") {
            const FloatFormat element = format_named(name);
            for (std::size_t i = 0; i < x.size(); ++i) {
                if (i % 32 == 0)
                    scales.push_back(
                        e8m0_scale(amax_of(&x[i], 32), element, rule == "up" ? PowerRule::up : PowerRule::floor));
                codes.push_back(
                    static_cast<std::uint8_t>(encode(mx_element(x[i], scales.back(), element).value, element)));
            }
        } else {
            const float tensor = nvfp4_tensor_scale(amax_of(x.data(), static_cast<std::int64_t>(x.size())));
            EXPECT_EQ(std::bit_cast<std::uint32_t>(tensor), std::stoul(name, nullptr, 16));
            float block = 0;
            for (std::size_t i = 0; i < x.size(); ++i) {
                if (i % 16 == 0) {
                    block = nvfp4_block_scale(amax_of(&x[i], 16), tensor);
                    scales.push_back(static_cast<std::uint8_t>(encode(block, e4m3fn)));
                }
                codes.push_back(static_cast<std::uint8_t>(encode(nvfp4_element(x[i], block, tensor).value, e2m1fn)));
            }
        }
        expect_as_told(file, scales, codes, word + " " + name + " " + rule);
        ++compared;
    }
    EXPECT_EQ(compared, 2 * (5 * 2 + 1));
}

TEST(BlockFormat, RoundedUpNothingClipsAndTheFloorClips) {
    for (const FloatFormat& element : {e4m3fn, e5m2, e3m2fn, e2m3fn, e2m1fn}) {
        const auto largest = static_cast<float>(element.max_finite());
        std::uint64_t clipped = 0;
        for (int i = 0; i < 2000; ++i) {
            const float amax = std::ldexp(1.0f + static_cast<float>(i) / 2000, i % 200 - 100);
            const std::uint8_t up = e8m0_scale(amax, element, PowerRule::up);
            EXPECT_LE(amax, largest * e8m0_value(up));
            EXPECT_GT(amax, largest * e8m0_value(static_cast<std::uint8_t>(up - 1))) << "the least such power";
            EXPECT_EQ(mx_element(amax, up, element).fate, BlockFate::kept);
            const std::uint8_t floor = e8m0_scale(amax, element, PowerRule::floor);
            EXPECT_TRUE(floor == up || floor + 1 == up);
            clipped += mx_element(amax, floor, element).fate == BlockFate::clipped ? 1 : 0;
        }
        EXPECT_GT(clipped, 0u) << name_of(element);
    }
    // exactly the largest, and the next number above it
    EXPECT_EQ(e8m0_scale(448.0f, e4m3fn, PowerRule::up), 127);
    EXPECT_EQ(e8m0_scale(std::nextafter(448.0f, 500.0f), e4m3fn, PowerRule::up), 128);
    EXPECT_EQ(e8m0_scale(511.0f, e4m3fn, PowerRule::floor), 127);
}

TEST(BlockFormat, TheEndsOfE8M0) {
    for (const PowerRule rule : {PowerRule::up, PowerRule::floor}) {
        EXPECT_EQ(e8m0_scale(0.0f, e4m3fn, rule), 0);
        EXPECT_EQ(e8m0_scale(0x1p-149f, e4m3fn, rule), 0);
        EXPECT_EQ(e8m0_scale(NAN, e4m3fn, rule), e8m0_nan);
        EXPECT_TRUE(std::isnan(mx_element(1.0f, e8m0_nan, e2m1fn).value));
        EXPECT_EQ(mx_element(INFINITY, e8m0_scale(INFINITY, e2m1fn, rule), e2m1fn).value, 6.0f);
    }
    EXPECT_EQ(e8m0_scale(3.4e38f, e2m1fn, PowerRule::up), 127 + 126);
    EXPECT_EQ(e8m0_scale(INFINITY, e2m1fn, PowerRule::up), 254);
    EXPECT_EQ(mx_element(0.0f, 0, e4m3fn).value, 0.0f);
}

TEST(BlockFormat, AmaxTakesNaN) {
    const std::array<float, 6> x{1, -8, 0, 5, -2, 3};
    EXPECT_EQ(amax_of(x.data(), 6), 8.0f);
    EXPECT_EQ(amax_of(x.data(), 3, 2), 2.0f) << "every other";
    const std::array<float, 2> nan{INFINITY, -NAN};
    EXPECT_TRUE(std::isnan(amax_of(nan.data(), 2)));
}

TEST(BlockFormat, FatesAreTold) {
    EXPECT_EQ(block_element(0.2f, e2m1fn, Rounding::nearest_even).fate, BlockFate::flushed);
    EXPECT_EQ(block_element(-0.2f, e2m1fn, Rounding::nearest_even).value, -0.0f);
    EXPECT_EQ(block_element(0.3f, e2m1fn, Rounding::nearest_even).fate, BlockFate::kept);
    EXPECT_EQ(block_element(6.1f, e2m1fn, Rounding::nearest_even).fate, BlockFate::clipped);
    EXPECT_EQ(block_element(0.0f, e2m1fn, Rounding::nearest_even).fate, BlockFate::kept);
}

TEST(BlockFormat, StochasticRoundingIsRightOnAverage) {
    double sum = 0;
    constexpr int draws = 20000;
    for (std::uint64_t i = 0; i < draws; ++i)
        sum += static_cast<double>(nvfp4_element(2.2f, 1.0f, 1.0f, Rounding::stochastic,
                                                 RandomKey{1, RandomUse::stochastic_rounding, 0, 0}.bits(i))
                                       .value);
    // 2 with probability 0.8, 3 with 0.2: 5 standard deviations of the mean
    EXPECT_NEAR(sum / draws, 2.2, 5 * 0.4 / std::sqrt(draws));
}

TEST(BlockFormat, NVFP4sScalesNeverVanish) {
    EXPECT_EQ(nvfp4_tensor_scale(0.0f), 1.0f);
    EXPECT_EQ(nvfp4_tensor_scale(2688.0f), 1.0f);
    EXPECT_EQ(nvfp4_block_scale(0.0f, 1.0f), 0x1p-6f);
    EXPECT_EQ(nvfp4_block_scale(2688.0f, 1.0f), 448.0f);
    EXPECT_TRUE(std::isnan(nvfp4_block_scale(NAN, 1.0f)));
    EXPECT_EQ(nvfp4_element(6.0f, 1.0f, 1.0f).value, 6.0f);
}

TEST(BlockFormat, HadamardIsOrthonormalAndItsOwnInverse) {
    std::array<float, 16> one{};
    one[3] = 4;  // powers of two: exact
    hadamard16(one.data(), 1);
    for (const float x : one) EXPECT_EQ(std::abs(x), 1.0f);
    hadamard16(one.data(), 1);
    for (int i = 0; i < 16; ++i) EXPECT_EQ(one[static_cast<std::size_t>(i)], i == 3 ? 4.0f : 0.0f);
    // a product of two transformed rows is that of the rows; integers below 2^20 are exact
    std::array<float, 32> a{}, b{};
    std::iota(a.begin(), a.end(), 1.0f);
    for (std::size_t i = 0; i < 32; ++i) b[i] = static_cast<float>((i * 7) % 16) - 8;
    const auto dot = [&] {
        float sum = 0;
        for (std::size_t i = 0; i < 32; i += 2) sum += a[i] * b[i];
        return sum;
    };
    const float before = dot();
    hadamard16(a.data(), 2, 0xA5C3);
    hadamard16(b.data(), 2, 0xA5C3);
    EXPECT_EQ(dot(), before);
    EXPECT_EQ(a[1], 2.0f) << "what lies between is left alone";
}

TEST(TensorScale, CurrentAndDelayed) {
    EXPECT_EQ(current_scale(448.0f, e4m3fn), 1.0f);
    EXPECT_EQ(current_scale(7.0f, e4m3fn), 64.0f);
    for (const float amax : {0.0f, INFINITY, NAN}) EXPECT_EQ(current_scale(amax, e4m3fn), 1.0f);
    EXPECT_EQ(current_scale(0x1p-149f, e5m2), static_cast<float>(fp32.max_finite()));

    DelayedScale scale;
    scale.record(7, e4m3fn);
    EXPECT_EQ(scale.scale, 64.0f);
    for (const float amax : {0.0f, 3.5f}) scale.record(amax, e4m3fn);
    EXPECT_EQ(scale.scale, 64.0f) << "the history's largest counts";
    // a jump is too large for the scale until the step after it
    EXPECT_EQ(scale.cast(700.0f, e4m3fn, Overflow::saturates), 448.0f);
    EXPECT_TRUE(std::isnan(scale.cast(700.0f, e4m3fn, Overflow::special)));
    scale.record(700, e4m3fn);
    EXPECT_EQ(scale.scale, 448.0f / 700.0f);
    EXPECT_EQ(scale.cast(700.0f, e4m3fn, Overflow::special), 448.0f);
    for (std::uint32_t i = 0; i < DelayedScale::history - 1; ++i) scale.record(14, e4m3fn);
    EXPECT_EQ(scale.scale, 448.0f / 700.0f);
    scale.record(14, e4m3fn);  // 1024 steps after the jump
    EXPECT_EQ(scale.scale, 32.0f);
    for (const float amax : {INFINITY, NAN}) {
        DelayedScale kept = scale;
        kept.record(amax, e4m3fn);
        EXPECT_EQ(kept.scale, 32.0f);
        for (std::uint32_t i = 0; i < DelayedScale::history - 1; ++i) kept.record(1, e4m3fn);
        EXPECT_EQ(kept.scale, 32.0f) << "as long as it is in the history";
        kept.record(1, e4m3fn);
        EXPECT_EQ(kept.scale, 448.0f);
    }
    DelayedScale margin;
    margin.record(7, e4m3fn, 2);
    EXPECT_EQ(margin.scale, 16.0f);
    DelayedScale zeros;
    for (int i = 0; i < 3000; ++i) zeros.record(0, e4m3fn);
    EXPECT_EQ(zeros.scale, 1.0f);
}

TEST(OperandRecipes, AreWhatTheirNamesSay) {
    EXPECT_EQ(operand_recipes().size(), 11u);
    EXPECT_EQ(operand_recipe_named("mxfp8"), &operand_recipes()[4]);
    EXPECT_EQ(operand_recipe_named("mxfp"), nullptr);
    for (const OperandRecipe& recipe : operand_recipes()) {
        EXPECT_LE(recipe.input.format.bits(), 8) << recipe.name;
        EXPECT_EQ(recipe.block() > 0,
                  recipe.scale == ScaleSource::mx_block || recipe.scale == ScaleSource::nvfp4_block);
        if (recipe.name == "nvfp4") {
            EXPECT_EQ(recipe.bits_each(recipe.input), 4.5);
            EXPECT_EQ(recipe.bits_each(recipe.weight), 4 + 8.0 / 256);
        }
        if (recipe.name == "mxfp8") {
            EXPECT_EQ(recipe.bits_each(recipe.gradient), 8.25);
        }
    }
}

}  // namespace
}  // namespace mantissa
