// SPDX-License-Identifier: Apache-2.0
// Philox4x32-10 against the vectors published with Random123 (tests/kat_vectors), and what RandomKey promises.
#include "engine/base/rng.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace mantissa {
namespace {

using Words = std::array<std::uint32_t, 4>;

TEST(Philox, PublishedVectors) {
    EXPECT_EQ(philox4x32({0, 0, 0, 0}, {0, 0}), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    EXPECT_EQ(philox4x32({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
              (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
    EXPECT_EQ(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
              (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Philox, IsAConstantExpression) {
    constexpr Words words = philox4x32({0, 0, 0, 0}, {0, 0});
    static_assert(words[0] == 0x6627e8d5);
}

TEST(RandomKey, FourIndicesShareOneBlock) {
    const RandomKey key{0x299f31d0a4093822, RandomUse::shuffle, 5, 6};
    const std::uint32_t use = std::uint32_t{2} << 24;
    const Words block = philox4x32({1, use, 5, 6}, {0xa4093822, 0x299f31d0});
    for (std::uint32_t i = 0; i < 4; ++i) EXPECT_EQ(key.bits(4 + i), block[i]);
    const std::uint64_t far = (std::uint64_t{1} << 34) + 1;
    EXPECT_EQ(key.bits(far), philox4x32({0, use | 1, 5, 6}, {0xa4093822, 0x299f31d0})[1]);
}

TEST(RandomKey, EveryPartOfItMatters) {
    std::set<std::uint32_t> first;
    for (std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 32})
        for (RandomUse use : {RandomUse::initial_weights, RandomUse::shuffle, RandomUse::stochastic_rounding})
            for (std::uint32_t step : {0u, 1u})
                for (std::uint32_t tensor : {0u, 1u}) first.insert(RandomKey{seed, use, step, tensor}.bits(0));
    EXPECT_EQ(first.size(), 36u);
}

TEST(RandomKey, UniformIsInItsIntervalAndEven) {
    const RandomKey key{7, RandomUse::initial_weights, 0, 0};
    constexpr int draws = 100'000;
    double sum = 0, squares = 0;
    for (std::uint64_t i = 0; i < draws; ++i) {
        const float u = key.uniform(i);
        ASSERT_GE(u, 0.0f);
        ASSERT_LT(u, 1.0f);
        ASSERT_EQ(u * 0x1p24f, std::floor(u * 0x1p24f)) << "not a multiple of 2^-24";
        sum += double{u};
        squares += double{u} * double{u};
    }
    // Six standard deviations of the means of u and u squared.
    EXPECT_NEAR(sum / draws, 1.0 / 2, 6 * std::sqrt(1.0 / 12 / draws));
    EXPECT_NEAR(squares / draws, 1.0 / 3, 6 * std::sqrt(4.0 / 45 / draws));
}

}  // namespace
}  // namespace mantissa
