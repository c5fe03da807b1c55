// SPDX-License-Identifier: Apache-2.0
// The memory plan: random plans by brute force, plans with a known best answer, bytes by category, host memory.
#include "engine/backend/arena.h"

#include <gtest/gtest.h>

#include <cstring>

#include "engine/backend/host_memory.h"
#include "engine/base/error.h"
#include "engine/base/rng.h"

namespace mantissa {
namespace {

BufferRequest buffer(std::uint64_t bytes, int first, int last, MemoryCategory category = MemoryCategory::activations) {
    return {"b", category, bytes, bytes / 2, first, last};
}

/// Largest sum of the padded sizes of what lives at one time: no plan can be smaller.
std::uint64_t lower_bound_of(const ArenaPlan& plan) {
    std::uint64_t most = 0;
    for (int at = 0; at < 64; ++at) {
        std::uint64_t sum = 0;
        for (const BufferRequest& b : plan.buffers())
            if (b.first <= at && at <= b.last) sum += (b.held + 63) / 64 * 64;
        most = std::max(most, sum);
    }
    return most;
}

void expect_sound(const ArenaPlan& plan) {
    const auto& buffers = plan.buffers();
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        const std::uint64_t begin = plan.offset(static_cast<int>(i)), end = begin + buffers[i].held;
        ASSERT_EQ(begin % 64, 0u);
        ASSERT_LE(end, plan.size());
        for (std::size_t j = 0; j < i; ++j) {
            const bool together = buffers[i].first <= buffers[j].last && buffers[j].first <= buffers[i].last;
            const std::uint64_t other = plan.offset(static_cast<int>(j));
            const bool overlap = begin < other + buffers[j].held && other < end;
            ASSERT_FALSE(together && overlap) << i << " and " << j;
        }
    }
    ASSERT_GE(plan.size(), lower_bound_of(plan));
}

TEST(ArenaPlan, RandomPlansNeverOverlap) {
    for (std::uint32_t round = 0; round < 400; ++round) {
        const RandomKey random{11, RandomUse::shuffle, round, 0};
        ArenaPlan plan;
        std::uint64_t total = 0;
        const auto count = static_cast<int>(2 + random.bits(0) % 60);
        for (int i = 0; i < count; ++i) {
            const auto draw = [&](std::uint64_t which) {
                return random.bits(static_cast<std::uint64_t>(i) * 8 + which + 1);
            };
            const int first = static_cast<int>(draw(0) % 30),
                      last = first + static_cast<int>(draw(1) % (1 + draw(2) % 20));
            const std::uint64_t bytes = draw(3) % 4 == 0 ? draw(4) % 70 : draw(4) % 5000;  // also 0 and odd sizes
            ASSERT_EQ(plan.add(buffer(bytes, first, last)), i);
            if (draw(5) % 8 == 0) plan.extend(i, static_cast<int>(draw(6) % 50));
            total += (bytes + 63) / 64 * 64;
        }
        plan.assign();
        expect_sound(plan);
        ASSERT_LE(plan.size(), total);
        // greedy by size is not optimal, but far from keeping everything apart
        ASSERT_LE(plan.size(), 2 * lower_bound_of(plan)) << "round " << round;
    }
}

TEST(ArenaPlan, BuffersThatNeverMeetShareBytes) {
    ArenaPlan plan;
    for (int i = 0; i < 10; ++i) plan.add(buffer(1000, i, i));
    plan.assign();
    EXPECT_EQ(plan.size(), 1024u);
    for (int i = 0; i < 10; ++i) EXPECT_EQ(plan.offset(i), 0u);
}

TEST(ArenaPlan, TheLastOperationIsPartOfALife) {
    ArenaPlan plan;
    plan.add(buffer(64, 0, 3));
    plan.add(buffer(64, 3, 5));
    plan.assign();
    EXPECT_NE(plan.offset(0), plan.offset(1));
    EXPECT_EQ(plan.size(), 128u);
}

TEST(ArenaPlan, ExtendGoesBothWays) {
    ArenaPlan plan;
    const int a = plan.add(buffer(64, 4, 5)), b = plan.add(buffer(64, 2, 3)), c = plan.add(buffer(64, 6, 7));
    plan.extend(a, 3);
    plan.extend(a, 5);
    plan.extend(a, 6);
    plan.assign();
    EXPECT_NE(plan.offset(a), plan.offset(b));
    EXPECT_NE(plan.offset(a), plan.offset(c));
    EXPECT_EQ(plan.offset(b), plan.offset(c));
    EXPECT_THROW(plan.extend(3, 1), std::out_of_range);
}

TEST(ArenaPlan, AssigningAgainStartsAfresh) {
    ArenaPlan plan;
    plan.add(buffer(640, 0, 1));
    plan.assign();
    plan.add(buffer(640, 1, 2));
    plan.assign();
    EXPECT_EQ(plan.size(), 1280u);
    expect_sound(plan);
}

TEST(ArenaPlan, AnEmptyPlanHasNoBytes) {
    ArenaPlan plan;
    plan.assign();
    EXPECT_EQ(plan.size(), 0u);
    EXPECT_EQ(plan.live(0, false), MemoryByCategory{});
}

TEST(ArenaPlan, LiveBytesByCategory) {
    ArenaPlan plan;
    plan.add(buffer(100, 0, 2, MemoryCategory::activations));
    plan.add(buffer(40, 1, 1, MemoryCategory::gradients));
    plan.add(buffer(10, 1, 3, MemoryCategory::activations));
    plan.assign();
    const auto at = [&](int operation, MemoryCategory category, bool native) {
        return plan.live(operation, native)[static_cast<std::size_t>(category)];
    };
    EXPECT_EQ(at(0, MemoryCategory::activations, false), 100u);
    EXPECT_EQ(at(1, MemoryCategory::activations, false), 110u);
    EXPECT_EQ(at(1, MemoryCategory::gradients, false), 40u);
    EXPECT_EQ(at(1, MemoryCategory::gradients, true), 20u);
    EXPECT_EQ(at(2, MemoryCategory::gradients, false), 0u);
    EXPECT_EQ(at(3, MemoryCategory::activations, true), 5u);
    EXPECT_EQ(at(4, MemoryCategory::activations, false), 0u);
    EXPECT_EQ(at(1, MemoryCategory::weights, false), 0u);
}

TEST(HostMemory, IsAlignedAndHasItsSize) {
    for (const std::size_t bytes :
         {std::size_t{0}, std::size_t{1}, std::size_t{63}, std::size_t{64}, std::size_t{1000003}}) {
        const auto memory = allocate_host_memory(bytes);
        ASSERT_NE(memory->data(), nullptr);
        EXPECT_EQ(memory->size(), bytes);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory->data()) % 64, 0u);
        std::memset(memory->data(), 1, bytes);
    }
}

TEST(HostMemory, TooMuchIsADeviceError) {
    for (const std::size_t bytes : {std::size_t{1} << 62, ~std::size_t{0}, ~std::size_t{0} - 62}) try {
            allocate_host_memory(bytes);
            FAIL() << bytes;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::device);
            EXPECT_NE(error.message().find("GiB"), std::string::npos);
        }
}

TEST(HostMemory, TheMachineIsKnown) {
    EXPECT_GT(host_memory_bytes(), std::uint64_t{1} << 26);
    EXPECT_NE(host_processor_name(), "");
}

}  // namespace
}  // namespace mantissa
