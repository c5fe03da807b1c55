// SPDX-License-Identifier: Apache-2.0
// Stretches of steps of one lane on a device that works while the host does other things: what is enqueued ahead, where
// a stretch ends, what its steps took, and what is left where a step fails.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/base/error.h"
#include "engine/train/bench.h"
#include "tests/engine/backend/late_device.h"
#include "tests/engine/train/train_testing.h"

namespace mantissa {
namespace {

using ::testing::ElementsAre;

/// A lane on a late device.
struct LateLane {
    explicit LateLane(const run::RunConfig& config = small_config(),
                      std::shared_ptr<Lateness> with = std::make_shared<Lateness>())
        : late(std::move(with)), lane(std::make_unique<LateDevice>(late), small_data(), config) {}
    Trainer& trainer() { return lane.trainer; }
    /// Steps done after each of the next `calls`.
    std::vector<std::uint32_t> ends(int calls, const Stretch& limits = Lane::unhurried()) {
        std::vector<std::uint32_t> result;
        for (int i = 0; i < calls; ++i) {
            trainer().steps(limits);
            result.push_back(trainer().steps_done());
        }
        return result;
    }

    std::shared_ptr<Lateness> late;
    Lane lane;
};

/// What a control that takes single steps has recorded after `steps`.
void expect_steps_of_control(LateLane& test, std::uint32_t steps) {
    Lane control(reference(), small_data(), test.trainer().config());
    control.steps(static_cast<int>(steps));
    const auto& a = test.lane.sink.records;
    const auto& b = control.sink.records;
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(without_time(a[i]), without_time(b[i])) << i;
}

TEST(Stretch, TheNextStepIsEnqueuedBeforeTheRecordsOfTheOneBefore) {
    LateLane test;
    std::vector<std::string> orders;
    test.late->on_wait = [&] { orders.push_back(test.late->order); };
    test.trainer().steps(Lane::unhurried(4));
    EXPECT_THAT(orders, ElementsAre("ff", "ffwf", "ffwfwf", "ffwfwfw"));
    EXPECT_EQ(test.late->order, "ffwfwfww") << "and none is on its way when it returns";
    EXPECT_EQ(test.trainer().steps_done(), 4u);
    expect_steps_of_control(test, 4);
}

TEST(Stretch, WhatAShadowFoundIsOfItsOwnStep) {
    LateLane test(small_config([](run::RunConfig& c) {
        c.set_precision(run::FP16);
        c.set_histogram_interval(1);
        c.set_shadow_interval(2);
    }));
    test.trainer().steps(Lane::unhurried(5));
    EXPECT_EQ(test.late->order, "ffffwwwfffwfwwwfffwwww") << "three fetches of every other step";
    expect_steps_of_control(test, 5);
}

TEST(Stretch, NeedsAsManyFetchesAsACardHasRoomFor) {
    LateLane test(small_config([](run::RunConfig& c) {
        c.set_precision(run::FP16);
        c.set_histogram_interval(1);
        c.set_shadow_interval(1);
        c.set_eval_interval(2);
    }));
    test.trainer().steps(Lane::unhurried(5));
    EXPECT_EQ(test.late->most_held, 7)
        << "three of each step on its way, and the one that tells when the step before ended";
    expect_steps_of_control(test, 5);
}

/// Nothing else tells how long the first step of a stretch took.
TEST(Stretch, TheFirstStepIsToldOfBeforeItsEvaluationIsEnqueued) {
    LateLane test(small_config([](run::RunConfig& c) { c.set_eval_interval(1); }));
    test.late->order.clear();
    test.trainer().step();
    EXPECT_EQ(test.late->order, "fwfw");
}

TEST(Stretch, WhereTheFirstStepFailsItsEvaluationIsNotMade) {
    LateLane test(small_config([](run::RunConfig& c) { c.set_eval_interval(1); }));
    const std::size_t before = test.lane.sink.records.size();
    test.late->order.clear();
    test.late->on_wait = [] { throw Error(ErrorCode::device, "the card stopped", "fetch"); };
    EXPECT_THROW(test.trainer().step(), Error);
    EXPECT_EQ(test.late->order, "f");
    EXPECT_EQ(test.lane.sink.records.size(), before);
}

TEST(Stretch, ASingleStepIsWaitedForAtOnce) {
    LateLane test;
    test.trainer().step();
    test.trainer().steps({.steps = 1});
    EXPECT_EQ(test.trainer().steps_done(), 2u);
    EXPECT_EQ(test.late->order, "fwfw");
}

TEST(Stretch, IsOneStepOnADeviceThatDoesNotOverlap) {
    EXPECT_FALSE(fast_device()->overlaps());
    Lane lane(fast_device(), small_data(), small_config());
    lane.trainer.steps(Lane::unhurried());
    EXPECT_EQ(lane.trainer.steps_done(), 1u);
}

TEST(Stretch, AnEvaluationIsOnItsWayAsAStepIs) {
    LateLane test(small_config([](run::RunConfig& c) { c.set_eval_interval(4); }));
    test.late->order.clear();
    test.trainer().steps(Lane::unhurried(6));
    EXPECT_EQ(test.late->order, "ffwfwfwfwfwfww")
        << "the fifth fetch is the evaluation's, the fifth step's before its wait";
    expect_steps_of_control(test, 6);
    const auto& records = test.lane.sink.records;
    const auto evaluated =
        std::find_if(records.begin() + 4, records.end(), [](const auto& r) { return r.has_evaluated(); });
    ASSERT_NE(evaluated, records.end());
    EXPECT_EQ(evaluated->step(), 4u);
    EXPECT_TRUE((evaluated - 1)->has_step_done());
    EXPECT_TRUE((evaluated + 1)->has_step_done());
}

TEST(Stretch, GoesOnOverEpochsAndEvaluationsToTheEnd) {
    for (const auto& [what, edit] : std::vector<std::pair<std::string, Edit>>{
             {"steps", [](run::RunConfig& c) { c.set_steps(23); }},
             {"epochs", [](run::RunConfig& c) { c.set_epochs(3); }},
             {"evaluations, one before an epoch's last step",
              [](run::RunConfig& c) { c.set_steps(23), c.set_eval_interval(3); }},
             {"histograms", [](run::RunConfig& c) { c.set_steps(23), c.set_histogram_interval(3); }},
             {"shadows", [](run::RunConfig& c) {
                  c.set_steps(23);
                  c.set_precision(run::FP16);
                  c.set_histogram_interval(2);
                  c.set_shadow_interval(4);
              }}}) {
        LateLane test(small_config(edit));
        test.trainer().steps(Lane::unhurried());
        EXPECT_TRUE(test.trainer().finished()) << what;
        EXPECT_EQ(test.trainer().steps_done(), what == "epochs" ? 30u : 23u) << what;
        expect_steps_of_control(test, test.trainer().steps_done());
    }
}

TEST(Stretch, EndsWhereItIsToldTo) {
    LateLane test;
    EXPECT_THAT(test.ends(2, Lane::unhurried(3)), ElementsAre(3, 6));
    Stretch late = Lane::unhurried();
    late.seconds = 0;
    EXPECT_THAT(test.ends(2, late), ElementsAre(7, 8)) << "the time is up at once";
    int asked = 0;
    Stretch command = Lane::unhurried();
    command.ends = [&] { return ++asked == 3; };
    LateLane other;
    EXPECT_THAT(other.ends(1, command), ElementsAre(3)) << "asked before each step but the first";
    bool stop = false;
    other.trainer().set_poll([&] { return stop; });
    EXPECT_THAT(other.ends(1, Lane::unhurried(7)), ElementsAre(10));
    stop = true;
    EXPECT_THAT(other.ends(2), ElementsAre(11, 12)) << "who wants an evaluation to end wants this to end";
}

TEST(Stretch, AFollowedStepIsAlone) {
    LateLane test;
    test.ends(1, Lane::unhurried(3));
    test.trainer().trace(trace_request_index("fc1.weight", 3));
    test.late->order.clear();
    EXPECT_THAT(test.ends(1), ElementsAre(4));
    EXPECT_EQ(test.late->order, "fw");
    EXPECT_TRUE(test.lane.sink.records.back().has_trace());
    EXPECT_EQ(test.lane.sink.records.back().step(), 4u);
    EXPECT_THAT(test.ends(1, Lane::unhurried(6)), ElementsAre(10));
}

TEST(Stretch, AnAbandonedEvaluationEndsItAndIsMadeUpForBeforeTheNextStep) {
    LateLane test(small_config([](run::RunConfig& c) { c.set_eval_interval(4); }));
    bool abandon = false;
    test.trainer().set_poll([&] { return abandon; });
    Stretch to_eight = Lane::unhurried();
    to_eight.ends = [&] {
        abandon = test.trainer().steps_done() == 6;  // asked before the eighth step, while the seventh is on its way
        return false;
    };
    EXPECT_THAT(test.ends(1, to_eight), ElementsAre(8));
    EXPECT_THAT(test.ends(2), ElementsAre(8, 8)) << "again abandoned, and no step";
    EXPECT_EQ(test.trainer().snapshot().owed_evaluation, std::optional(false));
    abandon = false;
    EXPECT_THAT(test.ends(1, Lane::unhurried(2)), ElementsAre(10));
    expect_steps_of_control(test, 10);
}

TEST(Stretch, AStepTakesFromTheEndOfTheOneBeforeToItsOwn) {
    LateLane test;
    test.late->seconds = 0x1p-30;
    test.trainer().steps(Lane::unhurried(4));
    const std::vector<run::StepRecord> quick = test.lane.sink.steps();
    for (std::size_t i = 1; i < 4; ++i) EXPECT_EQ(quick[i].step_ms(), static_cast<float>(0x1p-30 * 1e3)) << i;
    EXPECT_GT(quick[0].step_ms(), quick[1].step_ms()) << "before it nothing was on its way";

    // A device that had nothing to do since the step before: the time from when this one was enqueued.
    test.late->seconds = 1e9;
    test.trainer().steps(Lane::unhurried(4));
    const std::vector<run::StepRecord> idle = test.lane.sink.steps();
    for (std::size_t i = 4; i < 8; ++i) {
        EXPECT_LT(idle[i].step_ms(), 1e9f) << i;
        EXPECT_GT(idle[i].step_ms(), 0.0f) << i;
    }
    double sum = 0;
    for (const run::StepRecord& step : idle) sum += static_cast<double>(step.step_ms()) * 1e-3;
    EXPECT_NEAR(test.trainer().snapshot().totals.seconds, sum, 1e-5 * sum);
}

TEST(Stretch, WhereAStepFailsOnItsWayNothingOfItIsTold) {
    LateLane test;
    test.late->on_wait = [&] {
        if (test.late->count('w') == 3) throw Error(ErrorCode::device, "the card stopped", "fetch");
    };
    EXPECT_THROW(test.trainer().steps(Lane::unhurried()), Error);
    EXPECT_EQ(test.late->count('f'), 5) << "the fifth was on its way";
    EXPECT_EQ(test.trainer().steps_done(), 3u);
    EXPECT_EQ(test.trainer().snapshot().position, (BatchPosition{0, 30}));
    expect_steps_of_control(test, 3);
}

TEST(Stretch, WhereAStepCannotBeEnqueuedTheOneBeforeIsTold) {
    for (const bool sent : {false, true}) {  // before its work, or behind it
        LateLane test;
        auto& hook = sent ? test.late->on_fetch : test.late->on_upload;
        hook = [&, calls = 0]() mutable {
            if (++calls == 4) throw Error(ErrorCode::device, "there is no room", "device memory");
        };
        try {
            test.trainer().steps(Lane::unhurried());
            FAIL() << "no error was thrown";
        } catch (const Error& error) {
            EXPECT_EQ(error.message(), "there is no room");
        }
        EXPECT_EQ(test.trainer().steps_done(), 3u);
        EXPECT_EQ(test.trainer().snapshot().position, (BatchPosition{0, 30}));
        expect_steps_of_control(test, 3);
    }
}

TEST(Stretch, OfTwoErrorsTheFirstIsTold) {
    LateLane test;
    test.late->on_fetch = [&, calls = 0]() mutable {
        if (++calls == 4) throw Error(ErrorCode::device, "in softmax_loss", "the first");
    };
    test.late->on_wait = [&] {
        if (test.late->count('w') == 2) throw Error(ErrorCode::device, "", "the second");
    };
    try {
        test.trainer().steps(Lane::unhurried());
        FAIL() << "no error was thrown";
    } catch (const Error& error) {
        EXPECT_EQ(error.place(), "the first");
    }
    EXPECT_EQ(test.trainer().steps_done(), 2u);
    expect_steps_of_control(test, 2);
}

/// A single step that fails leaves its place in the data too.
TEST(Stretch, AStepThatFailsAloneIsNotCounted) {
    LateLane test;
    test.trainer().step();
    test.late->on_upload = [] { throw Error(ErrorCode::device, "there is no room", "device memory"); };
    EXPECT_THROW(test.trainer().step(), Error);
    EXPECT_EQ(test.trainer().snapshot().position, (BatchPosition{0, 10}));
}

TEST(Stretch, IsWhatABenchMeasures) {
    const auto late = std::make_shared<Lateness>();
    LateDevice device(late);
    run::Bench bench;
    bench.set_kind(run::Bench::STEP);
    bench.set_seconds(0.01);
    *bench.mutable_config() = small_config([](run::RunConfig& c) {
        c.set_width(4);
        c.set_batch(1);  // no epoch ends meanwhile, with an evaluation, which is fetched too
    });
    std::vector<int> fetched;  // before each call of steps() but the one that warms up
    const run::BenchResult result = run_bench(device, bench, [&] {
        fetched.push_back(late->count('f'));
        return false;
    });
    EXPECT_GE(result.repetitions(), 3u);
    ASSERT_GT(fetched.size(), 2u);
    EXPECT_EQ(static_cast<int>(result.repetitions()), late->count('f') - fetched.at(2)) << "steps, not stretches";
    EXPECT_LE(result.seconds_least(), result.seconds());
    EXPECT_GT(result.images_per_second(), 0);
}

}  // namespace
}  // namespace mantissa
