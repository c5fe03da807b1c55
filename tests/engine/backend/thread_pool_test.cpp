// SPDX-License-Identifier: Apache-2.0
// The threads that OpenMP's regions run on in the worker: every part once, barriers, and when to spin.
#include "engine/backend/thread_pool.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <vector>

namespace mantissa {
namespace {

template <class F>
void run(ThreadPool& pool, int parts, F f) {
    pool.run(
        parts, [](void* data) { (*static_cast<F*>(data))(); }, &f);
}

TEST(ThreadPool, EveryPartRunsOnceInEveryRun) {
    ThreadPool pool;
    for (int turn = 0; turn < 3000; ++turn) {
        const int parts = 1 + turn % 5;
        std::vector<int> calls(static_cast<std::size_t>(parts));  // each is written by one thread
        run(pool, parts, [&] {
            EXPECT_EQ(ThreadPool::parts(), parts);
            EXPECT_EQ(ThreadPool::inside(), parts > 1);
            ++calls[static_cast<std::size_t>(ThreadPool::part())];
        });
        for (const int count : calls) ASSERT_EQ(count, 1) << "in run " << turn;
        ASSERT_EQ(ThreadPool::parts(), 1);
        ASSERT_EQ(ThreadPool::part(), 0);
    }
}

// Threads that wait for a processor: the caller does parts of theirs, and nobody does one twice.
TEST(ThreadPool, WithMoreThreadsThanProcessorsEveryPartStillRunsOnce) {
    constexpr int parts = 24, runs = 3000;
    ThreadPool pool;
    struct Count {
        std::array<std::atomic<int>, parts> calls{};
        std::atomic<int> wrong{0};
    } count;
    for (int run = 1; run <= runs; ++run) {
        pool.run(
            parts,
            [](void* data) {
                Count& all = *static_cast<Count*>(data);
                ++all.calls[static_cast<std::size_t>(ThreadPool::part())];
                if (ThreadPool::parts() != parts || !ThreadPool::inside()) ++all.wrong;
            },
            &count);
        for (const std::atomic<int>& calls : count.calls) ASSERT_EQ(calls, run);
        ASSERT_EQ(ThreadPool::part(), 0);
        if (run % 100 != 0) continue;
        pool.run(
            parts, [](void*) { ThreadPool::barrier(); }, nullptr);  // in which they wait for each other
    }
    EXPECT_EQ(count.wrong, 0);
}

TEST(ThreadPool, NobodyPassesABarrierAlone) {
    ThreadPool pool;
    constexpr int parts = 7, rounds = 200;  // more than most machines that run tests have processors
    std::atomic<int> arrived{0};
    std::atomic<bool> early{false};
    run(pool, parts, [&] {
        for (int round = 1; round <= rounds; ++round) {
            ++arrived;
            ThreadPool::barrier();
            if (arrived < round * parts) early = true;
            ThreadPool::barrier();
        }
    });
    EXPECT_EQ(arrived, parts * rounds);
    EXPECT_FALSE(early);
}

TEST(ThreadPool, WithinAPartAloneIsOnePart) {
    ThreadPool pool;
    std::atomic<int> calls{0};
    run(pool, 3, [&] {
        const int part = ThreadPool::part();
        auto inner = [&] {
            EXPECT_EQ(ThreadPool::parts(), 1);
            EXPECT_EQ(ThreadPool::part(), 0);
            ThreadPool::barrier();  // of one
            ++calls;
        };
        ThreadPool::alone([](void* data) { (*static_cast<decltype(inner)*>(data))(); }, &inner);
        EXPECT_EQ(ThreadPool::part(), part);
        EXPECT_EQ(ThreadPool::parts(), 3);
    });
    EXPECT_EQ(calls, 3);
}

TEST(ThreadPool, EndsAndBeginsAgain) {
    std::atomic<int> calls{0};
    for (int i = 0; i < 20; ++i) {
        ThreadPool pool;
        run(pool, 4, [&] { ++calls; });
    }
    EXPECT_EQ(calls, 80);
}

/// Time in milliseconds, of a clock of the test's own, and looks whenever they are due.
struct Clock {
    SpinRule rule;
    SpinRule::Time now = SpinRule::Time(std::chrono::seconds(1));
    std::uint64_t delayed = 0;
    double spun = 0, passed = 0;  // milliseconds

    /// Two threads, each kept from running for `share` of the time in which they spin.
    void pass(double milliseconds, double share) {
        for (double end = passed + milliseconds; passed < end; passed += 0.5) {
            now += std::chrono::microseconds(500);
            if (rule.spins()) {
                spun += 0.5;
                delayed += static_cast<std::uint64_t>(2 * share * 500'000);
            }
            if (rule.due(now)) rule.observe(now, delayed, 2);
        }
    }
};

TEST(SpinRule, AloneItSpinsAllTheTime) {
    Clock clock;
    clock.pass(10000, 0.01);
    EXPECT_EQ(clock.spun, clock.passed);
}

TEST(SpinRule, BesideBusyProgramsItSpinsForLessThanOnePercent) {
    Clock clock;
    clock.pass(4000, 0.5);
    clock.spun = 0;
    clock.pass(60000, 0.5);
    EXPECT_LT(clock.spun, 600);
    EXPECT_GT(clock.spun, 0) << "or it would never see that they have gone";
}

TEST(SpinRule, OnceTheyHaveGoneItSpinsAgainWithinSeconds) {
    Clock clock;
    clock.pass(60000, 0.5);
    clock.pass(2500, 0);
    clock.spun = clock.passed = 0;
    clock.pass(1000, 0);
    EXPECT_EQ(clock.spun, clock.passed);
}

TEST(RunDelay, IsThatOfAThread) {
    const RunDelay delay;
    const std::uint64_t before = delay.nanoseconds();
    EXPECT_GE(delay.nanoseconds(), before);
}

}  // namespace
}  // namespace mantissa
