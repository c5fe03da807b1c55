// SPDX-License-Identifier: Apache-2.0
// Lanes that take turns on one device that works while the host does other things: what is enqueued ahead of whose
// records, where they stop, what their steps took, and what one's failure leaves of the others.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/base/error.h"
#include "tests/engine/backend/late_device.h"
#include "tests/engine/train/turns_testing.h"

namespace mantissa {
namespace {

using ::testing::ElementsAre;

/// On a late device, beside the reference.
struct LateLanes : Together {
    explicit LateLanes(const std::vector<run::RunConfig>& configs,
                       const std::shared_ptr<Lateness>& with = std::make_shared<Lateness>())
        : Together(std::make_unique<LateDevice>(with), small_data(), configs), late(with) {
        late->order.clear();
    }
    void expect_as_alone(std::uint32_t lane) { Together::expect_as_alone(lane, reference()); }
    void expect_as_alone() {
        for (std::uint32_t lane = 0; lane < trainers.size(); ++lane) expect_as_alone(lane);
    }

    std::shared_ptr<Lateness> late;
};

run::RunConfig evaluated_config() {
    return small_config([](run::RunConfig& c) {
        c.set_eval_interval(2);
        c.set_eval_images(20);
    });
}

TEST(Turns, OneLanesStepIsOnItsWayWhileTheOthersRecordsAreMade) {
    LateLanes test({small_config(), small_config([](run::RunConfig& c) { c.set_seed(8); })});
    EXPECT_TRUE(test.take(Lane::unhurried(3)).empty());
    EXPECT_EQ(test.sink.order, "ababab");
    EXPECT_EQ(test.late->order, "ffwfwfwfwfww") << "one ahead, whosever it is, and none when it returns";
    EXPECT_THAT(test.done(), ElementsAre(3, 3));
    test.expect_as_alone();
}

TEST(Turns, EachLaneRecordsWhatItWouldAlone) {
    LateLanes test(unlike_configs());
    EXPECT_TRUE(test.take(Lane::unhurried(13)).empty());
    EXPECT_THAT(test.done(), ElementsAre(13, 13, 13));
    EXPECT_TRUE(test.late->ahead());
    test.expect_as_alone();
}

TEST(Turns, AnEvaluationIsPartOfItsLanesTurn) {
    LateLanes test({evaluated_config(), small_config()});
    EXPECT_TRUE(test.take(Lane::unhurried(4)).empty());
    EXPECT_EQ(test.sink.order, "abaAbabaAb");
    test.expect_as_alone();
}

TEST(Turns, StopTogetherWhereOneHasTakenAllOfItsSteps) {
    LateLanes test({small_config(), small_config([](run::RunConfig& c) { c.set_steps(7); }), small_config()});
    EXPECT_TRUE(test.take().empty());
    EXPECT_THAT(test.done(), ElementsAre(7, 7, 7));
    EXPECT_TRUE(test.trainers[1]->finished());
    test.expect_as_alone();
}

TEST(Turns, StopTogetherWhereTheyAreTold) {
    LateLanes test({small_config(), small_config()});
    Stretch told = Lane::unhurried();
    told.ends = [&] { return test.trainers[0]->steps_done() == 4; };  // its fifth would be next
    EXPECT_TRUE(test.take(told).empty());
    EXPECT_THAT(test.done(), ElementsAre(4, 4));
    Stretch late = Lane::unhurried();
    late.seconds = 0;
    EXPECT_TRUE(test.take(late).empty());
    EXPECT_THAT(test.done(), ElementsAre(5, 5));
    test.trainers[1]->set_poll([] { return true; });
    EXPECT_TRUE(test.take().empty());
    EXPECT_THAT(test.done(), ElementsAre(6, 6)) << "whichever of them is wanted";
    test.expect_as_alone();
}

TEST(Turns, AFollowedStepIsAloneAndTheOthersAreNot) {
    LateLanes test({small_config(), small_config()});
    test.trainers[1]->trace(trace_request_index("fc1.weight", 3));
    EXPECT_TRUE(test.take().empty());
    EXPECT_THAT(test.done(), ElementsAre(1, 1));
    EXPECT_EQ(test.late->order, "fwfw") << "the followed one waits for the one before it";
    EXPECT_TRUE(test.sink.sinks[1].records.back().has_trace());
    EXPECT_TRUE(test.take(Lane::unhurried(2)).empty());
    EXPECT_THAT(test.done(), ElementsAre(3, 3));
}

TEST(Turns, TwoNeighboursShadowsFitTheFetchesOfACard) {
    const run::RunConfig shadowed = small_config([](run::RunConfig& c) {
        c.set_precision(run::FP16);
        c.set_histogram_interval(1);
        c.set_shadow_interval(1);
    });
    LateLanes test({shadowed, shadowed});
    EXPECT_TRUE(test.take(Lane::unhurried(3)).empty());
    EXPECT_EQ(test.late->most_held, 7);
    test.expect_as_alone();
}

TEST(Turns, AStepTakesFromTheEndOfWhatTheDeviceDidBeforeWhosever) {
    LateLanes test({small_config(), evaluated_config()});
    test.late->seconds = 0x1p-30;
    EXPECT_TRUE(test.take(Lane::unhurried(5)).empty());
    for (std::size_t lane = 0; lane < 2; ++lane) {
        const std::vector<run::StepRecord> steps = test.sink.sinks[lane].steps();
        ASSERT_EQ(steps.size(), 5u);
        for (std::size_t i = lane == 0 ? 1 : 0; i < 5; ++i)
            EXPECT_EQ(steps[i].step_ms(), static_cast<float>(0x1p-30 * 1e3)) << lane << ", " << i;
    }
    EXPECT_GT(test.sink.sinks[0].steps()[0].step_ms(), static_cast<float>(0x1p-30 * 1e3)) << "before it was nothing";
}

TEST(Turns, AnAbandonedEvaluationLeavesTheOthersTheirStep) {
    LateLanes test({evaluated_config(), small_config()});
    bool abandon = false;
    test.trainers[0]->set_poll([&] { return abandon; });
    test.sink.watch = [&](const run::Record& record) {
        abandon = abandon || (record.lane() == 1 && record.step() == 1);
    };
    EXPECT_TRUE(test.take().empty());
    EXPECT_THAT(test.done(), ElementsAre(2, 2));
    EXPECT_TRUE(test.take().empty());
    EXPECT_THAT(test.done(), ElementsAre(2, 3)) << "again abandoned: no step of the lane that owes it";
    test.sink.watch = nullptr;
    abandon = false;
    EXPECT_TRUE(test.take(Lane::unhurried(2)).empty());
    EXPECT_THAT(test.done(), ElementsAre(4, 5));
    test.expect_as_alone();
}

TEST(Turns, WhereOneFailsTheOthersLoseNothing) {
    for (const bool waited : {true, false}) {  // seen when it is waited for, or when it is enqueued
        LateLanes test({small_config(), small_config(), small_config()});
        auto& hook = waited ? test.late->on_wait : test.late->on_fetch;
        hook = [calls = 0]() mutable {
            if (++calls == 5) throw Error(ErrorCode::device, "a product has no plan", "fetch");  // b's second
        };
        const std::vector<TurnFailure> failures = test.take();
        ASSERT_EQ(failures.size(), 1u);
        EXPECT_EQ(failures[0].trainer, test.trainers[1].get());
        EXPECT_THROW(std::rethrow_exception(failures[0].error), Error);
        EXPECT_EQ(test.done()[1], 1u) << (waited ? "waited" : "fetched");
        EXPECT_EQ(test.done()[0], test.done()[2]);
        EXPECT_LE(test.done()[0], 3u) << "no further than the step that was being enqueued";
        test.expect_as_alone(0);
        test.expect_as_alone(2);
        EXPECT_EQ(test.sink.sinks[1].steps().size(), 1u);
        EXPECT_EQ(test.trainers[1]->snapshot().position, (BatchPosition{0, 10}));
        EXPECT_EQ(test.late->held, 0);
    }
}

TEST(Turns, WhereTheDeviceIsGoneEachSaysWhatItMet) {
    LateLanes test({small_config(), small_config()});
    test.late->on_wait = [&] {
        if (test.late->count('w') >= 3) throw Error(ErrorCode::device, "the card stopped", "fetch");
    };
    const std::vector<TurnFailure> failures = test.take();
    ASSERT_EQ(failures.size(), 2u);
    EXPECT_EQ(failures[0].trainer, test.trainers[1].get()) << "the first to meet it";
    EXPECT_THAT(test.done(), ElementsAre(2, 1));
}

}  // namespace
}  // namespace mantissa
