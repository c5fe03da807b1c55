// SPDX-License-Identifier: Apache-2.0
// Where an evaluation first reached a target, in steps and in seconds of the run's own steps; what is not known is not
// made up.
#include "engine/report/time_to_target.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace mantissa {
namespace {

run::Record step(std::uint32_t number, float ms) {
    run::Record record;
    record.set_step(number);
    record.mutable_step_done()->set_step_ms(ms);
    return record;
}

run::Record evaluated(std::uint32_t number, float metric, bool training_set = false) {
    run::Record record;
    record.set_step(number);
    record.mutable_evaluated()->set_accuracy(metric);
    record.mutable_evaluated()->set_training_set(training_set);
    return record;
}

/// Steps of 250 ms with an evaluation every second one: 0.5, 0.9, 0.8, 0.95.
EvaluationTimes a_run(bool emulated = false, std::uint32_t missing = 0) {
    EvaluationTimes times;
    run::Record begun;
    begun.mutable_started()->set_emulated(emulated);
    times.apply(begun);
    for (std::uint32_t i = 1; i <= 8; ++i) {
        if (i != missing) times.apply(step(i, 250));
        if (i % 2 == 0) times.apply(evaluated(i, std::vector<float>{0.5f, 0.9f, 0.8f, 0.95f}[i / 2 - 1]));
    }
    return times;
}

/// The step of the first evaluation that reaches it, 0 where none does.
std::uint32_t step_at(const EvaluationTimes& times, double target) {
    const auto at = first_reaching(times.all(), target);
    return at ? at->step : 0;
}

TEST(TimeToTarget, IsThatOfTheFirstEvaluationThatReachesIt) {
    const EvaluationTimes times = a_run();
    const auto at = first_reaching(times.all(), 0.85);
    ASSERT_TRUE(at);
    EXPECT_EQ(at->step, 4u) << "that it fell below again does not matter";
    EXPECT_DOUBLE_EQ(*at->seconds, 1.0);
    EXPECT_EQ(step_at(times, 0.9), 4u) << "0.9 as a float is below 0.9";
    EXPECT_EQ(step_at(times, 0.95), 8u);
    EXPECT_FALSE(first_reaching(times.all(), 0.9501));
    EXPECT_FALSE(first_reaching({}, 0.01));
}

TEST(TimeToTarget, TheWholeTestSetAfterAPartOfItAtTheSameStepCounts) {
    EvaluationTimes times;
    times.apply(step(1, 500));
    times.apply(evaluated(1, 0.9f));
    times.apply(evaluated(1, 0.92f));
    const auto at = first_reaching(times.all(), 0.91);
    ASSERT_TRUE(at);
    EXPECT_DOUBLE_EQ(*at->seconds, 0.5);
}

TEST(TimeToTarget, TheTrainingSetAndNaNReachNothing) {
    EvaluationTimes times;
    times.apply(step(1, 10));
    times.apply(evaluated(1, std::nanf("")));
    times.apply(step(2, 10));
    times.apply(evaluated(2, 0.99f, true));
    EXPECT_FALSE(first_reaching(times.all(), 0.01));
}

TEST(TimeToTarget, BeforeTheFirstStepItTakesNone) {
    EvaluationTimes times;
    times.apply(evaluated(0, 0.1f));
    const auto at = first_reaching(times.all(), 0.1);
    ASSERT_TRUE(at);
    EXPECT_EQ(at->step, 0u);
    EXPECT_EQ(*at->seconds, 0);
}

TEST(TimeToTarget, WhatAResumedRunTellsAgainCountsOnce) {
    EvaluationTimes times = a_run();
    times.apply(step(7, 1000));
    times.apply(step(8, 1000));
    times.apply(evaluated(6, 0.99f));
    times.apply(evaluated(8, 0.95f));
    times.apply(step(9, 250));
    times.apply(evaluated(9, 0.97f));
    ASSERT_EQ(step_at(times, 0.97), 9u);
    EXPECT_DOUBLE_EQ(*first_reaching(times.all(), 0.97)->seconds, 2.25);
}

TEST(TimeToTarget, SecondsThatAreNotKnownAreNotMadeUp) {
    const auto emulated = first_reaching(a_run(true).all(), 0.85);
    ASSERT_TRUE(emulated);
    EXPECT_EQ(emulated->step, 4u);
    EXPECT_FALSE(emulated->seconds);
    const EvaluationTimes thinned = a_run(false, 3);
    EXPECT_TRUE(first_reaching(thinned.all(), 0.5)->seconds) << "before the gap";
    EXPECT_EQ(step_at(thinned, 0.85), 4u);
    EXPECT_FALSE(first_reaching(thinned.all(), 0.85)->seconds) << "a step's time is missing";
}

TEST(TimeToTarget, MeansAreOverTheRunsThatReachedIt) {
    const TimeToTarget two =
        time_to_target({TimedEvaluation{10, 0.9f, 1.0}, std::nullopt, TimedEvaluation{30, 1, 2.5}});
    EXPECT_EQ(two.reached, 2u);
    EXPECT_EQ(two.runs.size(), 3u);
    EXPECT_DOUBLE_EQ(*two.step, 20);
    EXPECT_DOUBLE_EQ(*two.seconds, 1.75);
    const TimeToTarget untimed = time_to_target({TimedEvaluation{10, 0.9f, 1.0}, TimedEvaluation{20, 1, {}}});
    EXPECT_DOUBLE_EQ(*untimed.step, 15);
    EXPECT_FALSE(untimed.seconds) << "a mean over others than the steps' would mislead";
    const TimeToTarget none = time_to_target({std::nullopt});
    EXPECT_EQ(none.reached, 0u);
    EXPECT_FALSE(none.step || none.seconds);
}

TEST(TimeToTarget, RangesAreTheMetrics) {
    EXPECT_EQ(largest_target(run::CLASSIFY), 1);
    EXPECT_EQ(largest_target(run::REGRESS), 1);
    EXPECT_EQ(largest_target(run::DENOISE), 2);
    EXPECT_EQ(largest_target(run::RECONSTRUCT), 2);
}

}  // namespace
}  // namespace mantissa
