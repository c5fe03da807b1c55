// SPDX-License-Identifier: Apache-2.0
// Scratch as a card holds it: what is kept, and what its generation tells of.
#include "engine/cuda/card_scratch.h"

#include <gtest/gtest.h>

#include "engine/reference/reference_device.h"
#include "tests/engine/backend/wrapped_device.h"

namespace mantissa::cuda {
namespace {

TEST(CardScratch, KeepsWhatSufficesAndGivesAllOfItBack) {
    const auto device = make_reference_device();
    const auto held = std::make_shared<std::uint64_t>(0);
    std::uint64_t beside = 0;  // what was held when a piece was taken
    CardScratch scratch([&](std::size_t bytes) {
        beside = *held;
        return std::make_unique<CountedMemory>(device->allocate(bytes), held);
    });
    const void* sums = scratch.bytes(ScratchUse::sums, 5000);
    scratch.bytes(ScratchUse::patches, 100);
    EXPECT_EQ(*held, 3 * 4096u);
    const std::uint64_t generation = scratch.generation();
    EXPECT_EQ(scratch.bytes(ScratchUse::sums, 8192), sums);
    EXPECT_EQ(scratch.generation(), generation);
    scratch.bytes(ScratchUse::sums, 8193);
    EXPECT_EQ(*held, 4 * 4096u);
    EXPECT_EQ(beside, 4096u) << "the piece that it replaces was given back first";
    EXPECT_GT(scratch.generation(), generation);

    const std::uint64_t moved = scratch.generation();
    scratch.release();
    EXPECT_EQ(*held, 0u);
    EXPECT_GT(scratch.generation(), moved) << "addresses that were handed out are gone";
    scratch.bytes(ScratchUse::sums, 1);
    EXPECT_EQ(*held, 4096u);
}

}  // namespace
}  // namespace mantissa::cuda
