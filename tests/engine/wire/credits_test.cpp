// SPDX-License-Identifier: Apache-2.0
// Credit: never more under way than granted, nothing lost on the way back, no combination that waits for ever.
#include "engine/wire/credits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <limits>
#include <thread>

#include "engine/base/rng.h"
#include "engine/wire/framing.h"

namespace mantissa {
namespace {

using Available = CreditWindow::Available;

TEST(CreditWindow, StartsAtTheDesignsCredit) {
    EXPECT_EQ(CreditWindow().available(), (Available{64, 4 << 20}));
    EXPECT_EQ(CreditWindow(0, 0).available(), (Available{1, 1}));
}

TEST(CreditWindow, CountsFramesAndBytes) {
    CreditWindow credit(3, 1000);
    EXPECT_TRUE(credit.try_take(600));
    EXPECT_FALSE(credit.try_take(401)) << "too many bytes";
    EXPECT_TRUE(credit.try_take(400));
    EXPECT_EQ(credit.available(), (Available{1, 0}));
    EXPECT_FALSE(credit.try_take(1));
    credit.grant(1, 600);
    EXPECT_EQ(credit.available(), (Available{2, 600}));
    EXPECT_TRUE(credit.try_take(1));
    EXPECT_TRUE(credit.try_take(1));
    EXPECT_FALSE(credit.try_take(1)) << "no frames left";
}

TEST(CreditWindow, NeverHoldsMoreThanItBeganWith) {
    CreditWindow credit(3, 1000);
    ASSERT_TRUE(credit.try_take(10));
    constexpr auto most32 = std::numeric_limits<std::uint32_t>::max();
    constexpr auto most64 = std::numeric_limits<std::uint64_t>::max();
    credit.grant(most32, most64);
    EXPECT_EQ(credit.available(), (Available{3, 1000}));
    credit.grant(most32, most64);
    EXPECT_EQ(credit.available(), (Available{3, 1000}));
    CreditWindow huge(most32, most64);
    EXPECT_TRUE(huge.try_take(std::numeric_limits<std::size_t>::max()));
    huge.grant(most32, most64);
    EXPECT_EQ(huge.available().frames, most32);
}

TEST(CreditWindow, AFrameLargerThanTheCreditPassesWhenLittleIsOutstanding) {
    CreditWindow credit(10, 1000);
    EXPECT_TRUE(credit.try_take(5000));
    EXPECT_EQ(credit.available(), (Available{9, -4000}));
    EXPECT_FALSE(credit.try_take(1));
    credit.grant(1, 5000);
    EXPECT_EQ(credit.available(), (Available{10, 1000}));
    ASSERT_TRUE(credit.try_take(500));
    EXPECT_FALSE(credit.try_take(5000)) << "half is outstanding: credit will come";
    credit.grant(0, 1);
    EXPECT_TRUE(credit.try_take(5000)) << "less than half is outstanding: the receiver may be keeping it";
}

TEST(CreditWindow, WaitEndsWithCreditOrWithStop) {
    CreditWindow credit(1, 1000);
    ASSERT_TRUE(credit.wait_take(10, {}));
    std::atomic<int> taken = 0;
    std::jthread sender([&](std::stop_token stop) {
        while (credit.wait_take(10, stop)) ++taken;
    });
    for (int i = 1; i <= 5; ++i) {
        credit.grant(1, 10);
        while (taken < i) std::this_thread::yield();
    }
    EXPECT_EQ(credit.available(), (Available{0, 990}));
    sender.request_stop();
    sender.join();
    EXPECT_EQ(taken, 5);
    std::stop_source stopped;
    stopped.request_stop();
    credit.grant(1, 10);
    EXPECT_FALSE(credit.wait_take(10, stopped.get_token())) << "a sender that must stop sends nothing more";
}

TEST(CreditReturner, ReturnsEachFrameAsItWasTaken) {
    // Held back, the credit of a run's last frame would only come with a later run's: the sender would never learn that
    // its end is safe.
    CreditWindow window(4, 1000);
    CreditReturner returner;
    for (const std::size_t payload : {10u, 20u, 900u}) {
        ASSERT_TRUE(window.try_take(payload + frame_header_size));
        const run::Credit credit = returner.consumed(payload);
        EXPECT_EQ(credit.frames(), 1u);
        EXPECT_EQ(credit.bytes(), payload + frame_header_size);
        window.grant(credit.frames(), credit.bytes());
        EXPECT_EQ(window.available(), (Available{4, 1000}));
    }
}

// Sizes from tiny to larger than all the credit, over several credits: the sender must always get on once the receiver
// has consumed everything, whatever it has not returned yet.
TEST(Credits, NoSequenceOfSizesStops) {
    const RandomKey random{5, RandomUse::shuffle, 0, 0};
    std::uint64_t draw = 0;
    for (std::uint32_t frames : {1u, 2u, 3u, 64u}) {
        for (std::uint64_t bytes : {std::uint64_t{1}, std::uint64_t{100}, std::uint64_t{5000}}) {
            CreditWindow window(frames, bytes);
            CreditReturner returner;
            std::deque<std::size_t> under_way;
            std::size_t outstanding = 0;
            for (int sent = 0; sent < 2000;) {
                const std::uint32_t largest = random.bits(draw++) % 4 == 0 ? 8000 : 200;
                const std::size_t payload = 1 + random.bits(draw++) % largest;
                const std::size_t size = payload + frame_header_size;
                while (!window.try_take(size)) {
                    ASSERT_FALSE(under_way.empty()) << "everything is consumed and the sender still waits";
                    const std::size_t consumed = under_way.front();
                    under_way.pop_front();
                    outstanding -= consumed + frame_header_size;
                    const run::Credit credit = returner.consumed(consumed);
                    window.grant(credit.frames(), credit.bytes());
                }
                under_way.push_back(payload);
                outstanding += size;
                ++sent;
                ASSERT_LE(under_way.size(), frames);
                ASSERT_TRUE(outstanding <= bytes || outstanding - size <= bytes / 2) << "more under way than agreed";
            }
            for (std::size_t payload : under_way) {
                const run::Credit credit = returner.consumed(payload);
                window.grant(credit.frames(), credit.bytes());
            }
            EXPECT_EQ(window.available(), (Available{frames, static_cast<std::int64_t>(bytes)}));
        }
    }
}

TEST(Credits, TwoThreadsExchangeAllFrames) {
    constexpr int total = 20'000;
    CreditWindow window(8, 2000);
    CreditReturner returner;
    std::atomic<int> sent = 0, received = 0;
    std::atomic<int> most = 0;
    std::jthread sender([&](std::stop_token stop) {
        for (int i = 0; i < total && window.wait_take(100 + frame_header_size, stop); ++i) {
            ++sent;
            most = std::max(most.load(), sent.load() - received.load());
        }
    });
    while (received < total) {
        if (received == sent) {
            std::this_thread::yield();
            continue;
        }
        const run::Credit credit = returner.consumed(100);
        window.grant(credit.frames(), credit.bytes());
        ++received;
    }
    sender.join();
    EXPECT_EQ(sent, total);
    // The returner grants one frame before this loop counts it.
    EXPECT_LE(most, 9);
}

}  // namespace
}  // namespace mantissa
