// SPDX-License-Identifier: Apache-2.0
// A flood of commands: in order, all of them, never more than a few at a time.
#include "engine/train/command_queue.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>

namespace mantissa {
namespace {

run::Command command(std::uint32_t id, std::size_t bytes = 0) {
    run::Command result;
    result.set_id(id);
    if (bytes > 0) result.mutable_start()->mutable_config()->set_name(std::string(bytes, 'x'));
    return result;
}

TEST(CommandQueue, HoldsAFewAndLosesNone) {
    CommandQueue queue;
    constexpr std::uint32_t all = 10'000;
    std::jthread sender([&queue] {
        for (std::uint32_t id = 1; id <= all; ++id) EXPECT_TRUE(queue.push(command(id), [] { return false; }));
        queue.close();
    });
    std::uint32_t last = 0;
    for (;;) {
        const auto taken = queue.take({});
        EXPECT_LE(taken.size(), CommandQueue::most);
        for (const run::Command& one : taken) ASSERT_EQ(one.id(), ++last);
        if (taken.empty() && queue.closed()) break;
    }
    EXPECT_EQ(last, all);
}

TEST(CommandQueue, RefusesWhereNoRoomWillCome) {
    CommandQueue queue;
    const auto stuck = [] { return true; };
    for (std::uint32_t id = 1; id <= CommandQueue::most; ++id) ASSERT_TRUE(queue.push(command(id), stuck));
    EXPECT_FALSE(queue.push(command(1000), stuck));
    EXPECT_EQ(queue.take({}).size(), CommandQueue::most);
    EXPECT_TRUE(queue.push(command(1001), stuck));
}

TEST(CommandQueue, CountsBytesToo) {
    CommandQueue queue;
    const auto stuck = [] { return true; };
    EXPECT_TRUE(queue.push(command(1, 2 * CommandQueue::most_bytes), stuck)) << "one that is alone";
    EXPECT_FALSE(queue.push(command(2, 1), stuck));
    queue.take({});
    EXPECT_TRUE(queue.push(command(3, CommandQueue::most_bytes / 2), stuck));
    EXPECT_FALSE(queue.push(command(4, CommandQueue::most_bytes), stuck));
}

TEST(CommandQueue, LetsWhoWaitsGoAtTheEnd) {
    CommandQueue queue;
    for (std::uint32_t id = 1; id <= CommandQueue::most; ++id) queue.push(command(id), [] { return true; });
    std::jthread sender([&queue] { EXPECT_TRUE(queue.push(command(1000), [] { return false; })); });
    queue.close();
    sender.join();
    EXPECT_EQ(queue.take({}).size(), CommandQueue::most) << "what came after the end is forgotten";
}

}  // namespace
}  // namespace mantissa
