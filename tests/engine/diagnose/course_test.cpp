// SPDX-License-Identifier: Apache-2.0
// The rules by which a training has failed, each just met and just not.
#include "engine/diagnose/course.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace mantissa {
namespace {

Course course_of(std::size_t steps, float loss) {
    Course course;
    course.losses.assign(steps, loss);
    course.skipped.assign(steps, false);
    return course;
}

TEST(FailureRules, NonFiniteLossInThreeSteps) {
    Course course = course_of(50, 1.0f);
    course.losses[48] = course.losses[49] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_FALSE(own_failure(course)) << "two steps are not three";
    course.losses[47] = std::numeric_limits<float>::infinity();
    const auto failure = own_failure(course);
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->rule, run::Diagnosis::RULE_NONFINITE_LOSS);
    EXPECT_EQ(failure->step, 47u) << "the first of them";
}

TEST(FailureRules, TwentySkippedSteps) {
    Course course = course_of(60, 1.0f);
    for (std::size_t i = 41; i < 60; ++i) course.skipped[i] = true;
    EXPECT_FALSE(own_failure(course)) << "nineteen: a scale that falls from 65536 to 1 takes sixteen";
    course.skipped[40] = true;
    const auto failure = own_failure(course);
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->rule, run::Diagnosis::RULE_SCALE_COLLAPSED);
    EXPECT_EQ(failure->step, 40u);
}

TEST(FailureRules, LossAboveItsOwnPast) {
    Course course = course_of(60, 1.0f);
    for (std::size_t i = 40; i < 60; ++i) course.losses[i] = 1.45f;
    EXPECT_FALSE(own_failure(course));
    for (std::size_t i = 40; i < 60; ++i) course.losses[i] = 1.55f;
    ASSERT_TRUE(own_failure(course));
    EXPECT_EQ(own_failure(course)->rule, run::Diagnosis::RULE_LOSS_ROSE);
}

TEST(FailureRules, TheFirstFailureOfAWholeCourse) {
    Course course = course_of(500, 1.0f);
    EXPECT_FALSE(first_failure(course));
    for (std::size_t i = 400; i < 403; ++i) course.losses[i] = std::numeric_limits<float>::quiet_NaN();
    ASSERT_TRUE(first_failure(course));
    EXPECT_EQ(first_failure(course)->rule, run::Diagnosis::RULE_NONFINITE_LOSS);
    EXPECT_EQ(first_failure(course)->step, 400u);
    for (std::size_t i = 300; i < 320; ++i) course.skipped[i] = true;
    EXPECT_EQ(first_failure(course)->rule, run::Diagnosis::RULE_SCALE_COLLAPSED);
    EXPECT_EQ(first_failure(course)->step, 300u);
    // As own_failure() sees it when the course is that long.
    Course rises = course_of(200, 1.0f);
    for (std::size_t i = 100; i < 200; ++i) rises.losses[i] = 3.0f;
    Course so_far;
    std::optional<Failure> own;
    for (std::size_t i = 0; i < 200 && !own; ++i) {
        so_far.losses.push_back(rises.losses[i]);
        so_far.skipped.push_back(false);
        own = own_failure(so_far);
    }
    ASSERT_TRUE(own && first_failure(rises));
    EXPECT_EQ(first_failure(rises)->step, own->step);
    EXPECT_EQ(first_failure(rises)->rule, own->rule);
}

TEST(FailureRules, KeepsUpWithinTheNoiseOfAControl) {
    const Course wide = course_of(60, 1.0f);
    EXPECT_DOUBLE_EQ(tolerance_of(wide, wide, 60), 0.05) << "no noise: the least that counts";
    Course control = wide;
    for (std::size_t i = 20; i < 40; ++i) control.losses[i] = 1.1f;
    const double tolerance = tolerance_of(wide, control, 60);
    EXPECT_NEAR(tolerance, 0.3, 1e-6) << "what it once did stays noise";
    EXPECT_TRUE(keeps_up(course_of(60, 1.25f), wide, tolerance));
    EXPECT_FALSE(keeps_up(course_of(60, 1.35f), wide, tolerance));
    EXPECT_TRUE(keeps_up(course_of(60, 0.5f), wide, tolerance)) << "better is no failure";
}

TEST(FailureRules, StepsThatAFallingScaleSkipsAreNoLag) {
    Course reference, late;
    for (int i = 0; i < 60; ++i) reference.losses.push_back(6.0f - 0.1f * static_cast<float>(i));
    reference.skipped.assign(60, false);
    for (int i = 0; i < 60; ++i) late.losses.push_back(6.0f - 0.1f * static_cast<float>(std::max(0, i - 16)));
    late.skipped.assign(60, false);
    EXPECT_FALSE(keeps_up(late, reference, 0.2)) << "16 steps behind";
    for (std::size_t i = 0; i < 16; ++i) late.skipped[i] = true;
    EXPECT_TRUE(keeps_up(late, reference, 0.2)) << "16 steps skipped";
}

TEST(FailureRules, NaNIsNeverWithinTheNoise) {
    const Course wide = course_of(60, 1.0f);
    Course course = wide;
    course.losses[59] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_FALSE(keeps_up(course, wide, 1e9));
}

TEST(FailureRules, AnEvaluationBelowFp32ByMoreThanTheNoise) {
    const auto of = [](double loss, double metric, double chance = 0) {
        Evaluation one;
        one.loss = loss;
        one.metric = metric;
        one.chance = chance;
        return one;
    };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const Evaluation wide = of(0.2, 0.9, 0.02);
    EXPECT_DOUBLE_EQ(metric_tolerance_of(wide, wide), 0.045) << "a twentieth of FP32's";
    EXPECT_DOUBLE_EQ(metric_tolerance_of(of(0.2, 0.9, 0.16), wide), 0.16) << "forty answers tell little";
    EXPECT_DOUBLE_EQ(metric_tolerance_of(wide, of(0.2, 0.8)), 0.3) << "the control says what is noise";
    EXPECT_DOUBLE_EQ(metric_tolerance_of(wide, of(nan, nan)), 0.045);
    EXPECT_FALSE(evaluates_worse(of(0.3, 0.86), wide, 0.045));
    EXPECT_TRUE(evaluates_worse(of(0.3, 0.85), wide, 0.045));
    EXPECT_FALSE(evaluates_worse(of(0.1, 0.99), wide, 0.045)) << "better is no failure";
    EXPECT_TRUE(evaluates_worse(of(nan, 0.9), wide, 1e9)) << "a NaN is never within the noise";
    EXPECT_TRUE(evaluates_worse(of(nan, nan), wide, std::numeric_limits<double>::infinity()));
    EXPECT_FALSE(evaluates_worse(of(nan, 0.1), of(nan, 0.1), 0.045)) << "FP32's is no better";
}

}  // namespace
}  // namespace mantissa
