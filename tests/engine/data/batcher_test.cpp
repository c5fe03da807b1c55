// SPDX-License-Identifier: Apache-2.0
// The order of images: every image once an epoch, the same for the same seed, resumable from any place.
#include "engine/data/batcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <new>
#include <numeric>

#include "engine/base/sha256.h"
#include "tests/engine/data/idx_samples.h"

namespace mantissa {
namespace {

using Indices = std::vector<std::uint32_t>;

Indices take(Batcher& batcher) {
    const auto batch = batcher.next();
    return {batch.begin(), batch.end()};
}

Indices epoch_of(Batcher& batcher) {
    Indices all;
    const std::uint32_t epoch = batcher.position().epoch;
    while (batcher.position().epoch == epoch) {
        const Indices batch = take(batcher);
        all.insert(all.end(), batch.begin(), batch.end());
    }
    return all;
}

Indices counting(std::uint32_t count) {
    Indices indices(count);
    std::iota(indices.begin(), indices.end(), 0u);
    return indices;
}

TEST(Batcher, WithoutShuffleCountsAndKeepsTheLastBatch) {
    Batcher batcher(7, 3, 1, false);
    EXPECT_EQ(batcher.steps_per_epoch(), 3);
    for (std::uint32_t epoch = 0; epoch < 2; ++epoch) {
        EXPECT_EQ(batcher.position(), (BatchPosition{epoch, 0}));
        EXPECT_EQ(take(batcher), (Indices{0, 1, 2}));
        EXPECT_EQ(take(batcher), (Indices{3, 4, 5}));
        EXPECT_EQ(batcher.position(), (BatchPosition{epoch, 6}));
        EXPECT_EQ(take(batcher), (Indices{6}));
    }
}

TEST(Batcher, StepsPerEpochRoundsUp) {
    EXPECT_EQ(Batcher(60'000, 590, 0, true).steps_per_epoch(), 102);
    EXPECT_EQ(Batcher(60'000, 256, 0, true).steps_per_epoch(), 235);
    EXPECT_EQ(Batcher(60'000, 60'000, 0, true).steps_per_epoch(), 1);
    EXPECT_EQ(Batcher(60'000, 60'001, 0, true).steps_per_epoch(), 1);
}

TEST(Batcher, EachEpochIsAPermutationOfItsOwn) {
    Batcher batcher(1000, 64, 42, true);
    const Indices first = epoch_of(batcher);
    const Indices second = epoch_of(batcher);
    EXPECT_NE(first, second);
    EXPECT_NE(first, counting(1000));
    for (Indices order : {first, second}) {
        std::sort(order.begin(), order.end());
        EXPECT_EQ(order, counting(1000));
    }
    Batcher same(1000, 7, 42, true), other(1000, 64, 43, true);
    EXPECT_EQ(epoch_of(same), first) << "the order must not depend on the batch size";
    EXPECT_NE(epoch_of(other), first);
}

TEST(Batcher, EveryOrderIsEquallyLikely) {
    std::map<Indices, int> seen;
    constexpr int epochs = 24'000;
    Batcher batcher(4, 4, 3, true);
    for (int i = 0; i < epochs; ++i) ++seen[take(batcher)];
    ASSERT_EQ(seen.size(), 24u);
    double chi_square = 0;
    for (const auto& [order, count] : seen)
        chi_square += (count - epochs / 24.0) * (count - epochs / 24.0) / (epochs / 24.0);
    EXPECT_LT(chi_square, 65.0) << "23 degrees of freedom: 65 is exceeded once in 150,000";
}

TEST(Batcher, OneImageAndBatchesLargerThanTheData) {
    Batcher one(1, 5, 9, true);
    EXPECT_EQ(take(one), (Indices{0}));
    EXPECT_EQ(take(one), (Indices{0}));
    EXPECT_EQ(one.position(), (BatchPosition{2, 0}));
    Batcher small(3, 100, 9, false);
    EXPECT_EQ(take(small), counting(3));
}

TEST(Batcher, SeekFromAnyPlaceGivesTheSameStream) {
    constexpr int batches = 40;
    Batcher batcher(53, 8, 11, true);
    std::vector<BatchPosition> places;
    std::vector<Indices> stream;
    for (int i = 0; i < batches; ++i) {
        places.push_back(batcher.position());
        stream.push_back(take(batcher));
    }
    Batcher resumed(53, 8, 11, true);
    for (std::size_t from = batches; from-- > 0;) {
        resumed.seek(places[from]);
        EXPECT_EQ(resumed.position(), places[from]);
        for (std::size_t i = from; i < batches; ++i) ASSERT_EQ(take(resumed), stream[i]) << from << ", " << i;
    }
}

TEST(Batcher, SeekRefusesPlacesOutsideTheData) {
    Batcher batcher(10, 2, 0, true);
    for (std::int64_t index : {-1, 10, 11})
        EXPECT_THAT(test::refusal([&] { batcher.seek({3, index}); }), testing::HasSubstr("of epoch 3 does not exist"));
    EXPECT_EQ(batcher.position(), (BatchPosition{0, 0}));
}

TEST(Batcher, ABatchChangeGoesOnFromTheSamePlace) {
    Batcher whole(20, 20, 5, true);
    const Indices order = epoch_of(whole);
    Batcher batcher(20, 6, 5, true);
    Indices seen = take(batcher);
    batcher.set_batch(5);
    EXPECT_EQ(batcher.steps_per_epoch(), 4);
    EXPECT_EQ(batcher.position(), (BatchPosition{0, 6}));
    for (std::size_t size : {5u, 5u, 4u}) {
        const Indices batch = take(batcher);
        EXPECT_EQ(batch.size(), size);
        seen.insert(seen.end(), batch.begin(), batch.end());
    }
    EXPECT_EQ(seen, order);
    EXPECT_EQ(batcher.position(), (BatchPosition{1, 0}));
}

TEST(Batcher, RefusesWhatCannotBeBatched) {
    EXPECT_THROW(Batcher(0, 1, 0, true), Error);
    EXPECT_THROW(Batcher(-1, 1, 0, true), Error);
    EXPECT_THROW(Batcher(std::int64_t{1} << 32, 1, 0, true), Error);
    EXPECT_THROW(Batcher(10, 0, 0, true), Error);
    Batcher batcher(10, 2, 0, true);
    EXPECT_THROW(batcher.set_batch(0), Error);
    EXPECT_EQ(batcher.batch(), 2);
}

TEST(Batcher, TheOrdersNameIsItsHash) {
    Batcher batcher(300, 32, 8, true);
    batcher.next();
    const std::string name = batcher.order_sha256(0);
    EXPECT_EQ(batcher.position(), (BatchPosition{0, 32}));
    Batcher again(300, 7, 8, true);
    const Indices order = epoch_of(again);
    Sha256 hash;
    for (std::uint32_t index : order) {
        const std::array<std::uint8_t, 4> bytes{static_cast<std::uint8_t>(index), static_cast<std::uint8_t>(index >> 8),
                                                0, 0};
        hash.add(std::as_bytes(std::span(bytes)));
    }
    EXPECT_EQ(name, hash.hex());
    EXPECT_NE(name, batcher.order_sha256(1));
}

// A recorded run names this order: whoever changes the shuffle must know that no earlier run can be repeated.
TEST(Batcher, GoldenOrder) {
    Batcher batcher(10, 10, 1, true);
    EXPECT_EQ(take(batcher), (Indices{9, 5, 6, 1, 3, 8, 0, 4, 2, 7}));
    EXPECT_EQ(Batcher(60'000, 64, 7, true).order_sha256(0),
              "286669cf9b4785500e9c8f722c80a1eb2c10e0e4908ff9018d97c363a27452fe");
}

}  // namespace
}  // namespace mantissa
