// SPDX-License-Identifier: Apache-2.0
// A run is measured from its records, whatever their number and order, and repeats change nothing.
#include "engine/lesson/measured_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace mantissa {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

run::Record at(std::uint32_t step) {
    run::Record record;
    record.set_run_id("01J00000000000000000000000");
    record.set_step(step);
    return record;
}

run::Record step_done(std::uint32_t step, float loss, bool skipped = false) {
    run::Record record = at(step);
    record.mutable_step_done()->set_loss(loss);
    record.mutable_step_done()->set_skipped(skipped);
    record.mutable_step_done()->set_scale(1024);
    return record;
}

run::Record evaluated(std::uint32_t step, float accuracy, bool training = false) {
    run::Record record = at(step);
    record.mutable_evaluated()->set_accuracy(accuracy);
    record.mutable_evaluated()->set_training_set(training);
    return record;
}

run::Record histogram(std::uint32_t step, run::Role role, std::uint64_t flushed, bool shadow) {
    run::Record record = at(step);
    run::Histogram& h = *record.mutable_histograms()->add_histograms();
    h.set_tensor("fc1.weight");
    h.set_role(role);
    h.mutable_counts()->set_elements(1000);
    h.mutable_counts()->set_zero(200);
    h.mutable_counts()->set_flushed(flushed);
    if (shadow) {
        h.mutable_shadow()->set_norm(4);
        h.mutable_shadow()->set_norm_lost(1);
    }
    if (role == run::ROLE_UPDATE) {
        h.mutable_updates()->set_nonzero(200);
        h.mutable_updates()->set_lost(50);
        h.mutable_updates()->set_lost_without_master(150);
    }
    return record;
}

std::optional<double> value(const MeasuredRun& run, const std::string& text) {
    return run.value(parse_measure("a." + text));
}

TEST(MeasuredRun, TakesAccuracyFromTestImagesOnly) {
    MeasuredRun run;
    EXPECT_EQ(value(run, "accuracy"), std::nullopt);
    run.apply(evaluated(50, 0.25f));
    run.apply(evaluated(100, 0.5f));
    run.apply(evaluated(120, 0.75f, true));
    EXPECT_EQ(value(run, "accuracy"), 50.0);
    EXPECT_EQ(value(run, "accuracy_at:99"), 25.0);
    EXPECT_EQ(value(run, "accuracy_at:100"), 50.0);
    EXPECT_EQ(value(run, "accuracy_at:49"), std::nullopt);
    EXPECT_THAT(run.accuracy(9), ElementsAre(Pair(50, 25.0), Pair(100, 50.0)));
    EXPECT_THAT(run.accuracy(1), ElementsAre(Pair(100, 50.0)));
}

TEST(MeasuredRun, WithoutAStepThereIsNothingToSayOfSteps) {
    const MeasuredRun run;
    for (const char* measure : {"skipped", "steps", "scale", "first_nonfinite", "loss"})
        EXPECT_EQ(value(run, measure), std::nullopt) << measure;
    EXPECT_EQ(MeasuredRun::missing(parse_measure("a.scale")), "the run made no step");
}

TEST(MeasuredRun, CountsEachStepOnce) {
    MeasuredRun run;
    for (const auto& record : {step_done(1, 2.0f, true), step_done(2, 1.5f), step_done(3, 1.0f, true),
                               step_done(2, 1.5f), step_done(3, 1.0f, true)})
        run.apply(record);
    EXPECT_EQ(value(run, "skipped"), 2.0);
    EXPECT_EQ(value(run, "steps"), 3.0);
    EXPECT_EQ(value(run, "loss"), 1.0);
    EXPECT_EQ(value(run, "scale"), 1024.0);
    EXPECT_EQ(value(run, "first_nonfinite"), -1.0);
    run.apply(step_done(5, std::numeric_limits<float>::quiet_NaN()));
    EXPECT_EQ(value(run, "loss_at:9"), std::nullopt);
    run.apply(step_done(4, std::numeric_limits<float>::infinity()));
    EXPECT_EQ(value(run, "loss_at:4"), std::numeric_limits<double>::infinity());
    EXPECT_EQ(value(run, "first_nonfinite"), 4.0);
    run::Record finished = at(5);
    finished.mutable_finished()->set_outcome(run::RunFinished::COMPLETED);
    finished.mutable_finished()->set_final_scale(512);
    EXPECT_FALSE(run.ended());
    run.apply(finished);
    EXPECT_TRUE(run.completed());
    EXPECT_EQ(value(run, "scale"), 512.0);
}

TEST(MeasuredRun, SharesComeFromTheLastShadowedHistogram) {
    MeasuredRun run;
    run.apply(histogram(10, run::ROLE_WEIGHT_GRADIENT, 400, true));
    run.apply(histogram(20, run::ROLE_WEIGHT_GRADIENT, 800, false));
    EXPECT_EQ(value(run, "flushed:fc1.weight:weight_gradient"), 50.0);
    EXPECT_EQ(value(run, "norm_lost:fc1.weight:weight_gradient"), 25.0);
    EXPECT_EQ(value(run, "flushed:fc2.weight:weight_gradient"), std::nullopt);
    EXPECT_EQ(value(run, "lost_updates:fc1.weight"), std::nullopt);
    run.apply(histogram(20, run::ROLE_UPDATE, 0, false));
    EXPECT_EQ(value(run, "lost_updates:fc1.weight"), 25.0);
    EXPECT_EQ(value(run, "lost_updates_without_master:fc1.weight"), 75.0);
}

TEST(MeasuredRun, TheLargestValueIsThatOfAllSteps) {
    MeasuredRun run;
    EXPECT_EQ(value(run, "largest_value:fc1.weight:update"), std::nullopt);
    for (const float largest : {0.5f, 33.0f, 2.0f}) {
        run::Record record = histogram(10, run::ROLE_UPDATE, 0, false);
        record.mutable_histograms()->mutable_histograms(0)->set_largest(largest);
        run.apply(record);
    }
    EXPECT_EQ(value(run, "largest_value:fc1.weight:update"), 33.0);
    EXPECT_EQ(value(run, "largest_value:fc1.weight:weight"), std::nullopt);
}

TEST(MeasuredRun, MemoryIsThatOfTheLargestMomentWithoutTheShadow) {
    MeasuredRun run;
    run::Record record = at(0);
    const auto add = [&](std::uint64_t weights, std::uint64_t shadow) {
        run::MemoryRecord::Operation& operation = *record.mutable_memory()->add_operations();
        run::MemoryBytes& held = *operation.add_live();
        held.set_category(run::MEMORY_WEIGHTS);
        held.set_held(weights << 20);
        held.set_native(weights << 19);
        operation.add_live()->set_category(run::MEMORY_SHADOW);
        operation.mutable_live(1)->set_held(shadow << 20);
    };
    add(3, 0);
    add(2, 9);
    run.apply(record);
    EXPECT_EQ(value(run, "memory_held"), 3.0);
    EXPECT_EQ(value(run, "memory_native"), 1.5);
}

TEST(MeasuredRun, ALongLossCurveIsThinned) {
    MeasuredRun run;
    for (std::uint32_t step = 1; step <= 1000; ++step) run.apply(step_done(step, 1.0f));
    EXPECT_LE(run.loss(100).size(), 100u);
    EXPECT_GE(run.loss(100).size(), 80u);
    EXPECT_EQ(run.loss(2000).size(), 1000u);
}

}  // namespace
}  // namespace mantissa
