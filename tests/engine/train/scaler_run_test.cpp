// SPDX-License-Identifier: Apache-2.0
// The scalers of other frameworks in runs: what their steps use, what is said of it, and where a run ends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/base/error.h"
#include "engine/run/scaler_recipes.h"
#include "tests/engine/train/train_testing.h"

namespace mantissa {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// FP16 with this scaler and first scale, in a network whose forward pass overflows in every step.
run::RunConfig always_overflows(run::Scaler scaler, double start) {
    return small_config([&](run::RunConfig& c) {
        c.set_precision(run::FP16);
        c.MergeFrom(settings_of(scaler));
        c.set_loss_scale(start);
        c.set_depth(4);
        c.set_init_scale(2000);
    });
}

std::vector<float> scales(const Lane& lane) {
    std::vector<float> all;
    for (const run::StepRecord& step : lane.sink.steps()) all.push_back(step.scale());
    return all;
}

TEST(ScalerRun, DeepSpeedEndsItAtTheFloor) {
    const Dataset dataset = small_dataset();
    for (const bool fast : {false, true}) {
        Lane lane(fast ? fast_device() : reference(), dataset, always_overflows(run::SCALER_DEEPSPEED, 2));
        lane.steps(2);
        EXPECT_THAT(scales(lane), ElementsAre(2, 2)) << "the first overflow is absorbed";
        try {
            lane.steps(1);
            FAIL() << "the scale is at its floor";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::failed);
            EXPECT_THAT(error.what(), HasSubstr("the loss scale is 1, its floor is 1"));
            EXPECT_FALSE(error.remedy().empty());
        }
        EXPECT_THAT(scales(lane), ElementsAre(2, 2, 1)) << "the last step has its record";
        EXPECT_EQ(lane.trainer.steps_done(), 3u);
        const auto falls = lane.sink.events(run::EventRecord::SCALE_DOWN);
        ASSERT_EQ(falls.size(), 1u);
        EXPECT_THAT(falls[0].event().text(), HasSubstr("2¹ → 1"));
        const auto others = lane.sink.events(run::EventRecord::SKIPPED);
        ASSERT_EQ(others.size(), 2u);
        EXPECT_THAT(others[0].event().text(), HasSubstr("overflow 1 of the 2 that hysteresis waits for"));
        EXPECT_THAT(others[1].event().text(), HasSubstr("may not fall below 1"));
        EXPECT_EQ(lane.sink.steps()[0].overflows_absorbed(), 1u);
    }
}

TEST(ScalerRun, FairseqEndsItBelowItsLeastScale) {
    const Dataset dataset = small_dataset();
    Lane lane(fast_device(), dataset, always_overflows(run::SCALER_FAIRSEQ, 0x1p-12));
    lane.steps(1);
    EXPECT_THROW(lane.steps(1), Error);
    EXPECT_THAT(scales(lane), ElementsAre(0x1p-12f, 0x1p-13f));
}

TEST(ScalerRun, MXNetUsesANewScaleOneStepLate) {
    const Dataset dataset = small_dataset();
    Lane lane(fast_device(), dataset, always_overflows(run::SCALER_MXNET, 0x1p16));
    lane.steps(4);
    EXPECT_THAT(scales(lane), ElementsAre(0x1p16f, 0x1p16f, 0x1p15f, 0x1p14f));
    EXPECT_EQ(lane.sink.steps()[0].pending_scale(), 0x1p15f);
    EXPECT_EQ(lane.sink.events(run::EventRecord::SCALE_DOWN).size(), 3u);
    const auto events = lane.sink.events(run::EventRecord::SKIPPED);
    ASSERT_EQ(events.size(), 1u) << "the first one lowers no scale yet";
    EXPECT_THAT(events[0].event().text(), HasSubstr("the step after the next uses 32768"));
}

TEST(ScalerRun, ADelayedFallWithoutAnOverflowIsTold) {
    const Dataset dataset = small_dataset();
    Lane lane(fast_device(), dataset, small_config([](run::RunConfig& c) {
                  c.set_precision(run::FP16);
                  c.MergeFrom(settings_of(run::SCALER_MXNET));
                  c.set_loss_scale(0x1p24);
              }));
    while (lane.sink.events(run::EventRecord::SCALE_DOWN).empty() || lane.sink.steps().back().skipped()) lane.steps(1);
    lane.steps(1);
    const auto events = lane.sink.events(run::EventRecord::SCALE_DOWN);
    EXPECT_THAT(events.back().event().text(), HasSubstr("one step late"));
    EXPECT_LT(lane.sink.steps().back().scale(), lane.sink.steps()[lane.sink.steps().size() - 2].scale());
}

TEST(ScalerRun, Keras3GrowsToInfinityAndSkipsEveryStep) {
    const Dataset dataset = small_dataset();
    Lane lane(fast_device(), dataset, small_config([](run::RunConfig& c) {
                  c.set_precision(run::FP32);  // in which the scaled gradients hold longest
                  c.MergeFrom(settings_of(run::SCALER_KERAS3));
                  c.set_loss_scale(0x1p40);
                  c.set_growth_interval(1);
                  c.set_growth_factor(1e6);
                  c.set_init_scale(0);  // all gradients but the last bias's are 0
                  c.set_lr(0);
              }));
    lane.steps(20);
    const auto events = lane.sink.events(run::EventRecord::SCALE_UP);
    const auto steps = lane.sink.steps();
    if (std::isinf(steps.back().scale())) {
        EXPECT_TRUE(steps.back().skipped());
        EXPECT_THAT(events.back().event().text(), HasSubstr("every later step will be skipped"));
    } else {
        FAIL() << "the scale is " << steps.back().scale();
    }
}

TEST(ScalerRun, ApexAmpLetsThemThroughUnderAStaticScale) {
    const Dataset dataset = small_dataset();
    for (const bool fast : {false, true})
        for (const bool checks : {true, false}) {
            Lane lane(fast ? fast_device() : reference(), dataset, small_config([&](run::RunConfig& c) {
                          c.set_precision(run::FP16);
                          c.set_scaling(run::STATIC);
                          c.set_loss_scale(0x1p40);
                          c.set_check_static_scale(checks);
                      }));
            const std::string before = lane.hash();
            lane.steps(3);
            for (const run::StepRecord& step : lane.sink.steps()) EXPECT_EQ(step.skipped(), checks);
            EXPECT_EQ(lane.sink.events(run::EventRecord::SKIPPED).size(), checks ? 3u : 0u);
            EXPECT_TRUE(lane.sink.events(run::EventRecord::SCALE_DOWN).empty()) << "a static scale never falls";
            EXPECT_EQ(lane.hash() == before, checks);
            EXPECT_EQ(std::isfinite(lane.losses().back()), checks);
        }
}

TEST(ScalerRun, ThePyTorchRecipeAddsNothingToItsRecords) {
    const Dataset dataset = small_dataset();
    Lane lane(fast_device(), dataset, always_overflows(run::SCALER_PYTORCH, 0x1p16));
    lane.steps(3);
    for (const run::StepRecord& step : lane.sink.steps()) {
        EXPECT_FALSE(step.has_overflows_absorbed() || step.has_overflows_tolerated() || step.has_pending_scale());
        EXPECT_TRUE(step.skipped());
    }
    EXPECT_THAT(scales(lane), ElementsAre(0x1p16f, 0x1p15f, 0x1p14f));
}

TEST(ScalerRun, ARecipeCanBeChosenInMidRun) {
    const Dataset dataset = small_dataset();
    Lane lane(fast_device(), dataset, always_overflows(run::SCALER_PYTORCH, 0x1p16));
    lane.steps(2);
    run::RunConfig change;
    change.MergeFrom(settings_of(run::SCALER_MXNET));
    lane.trainer.change(change);
    lane.steps(3);
    EXPECT_THAT(scales(lane), ElementsAre(0x1p16f, 0x1p15f, 0x1p16f, 0x1p16f, 0x1p15f))
        << "its first scale was asked for";
    EXPECT_THAT(lane.sink.events(run::EventRecord::CHANGED)[0].event().text(), HasSubstr("scaler: pytorch → mxnet"));
}

}  // namespace
}  // namespace mantissa
