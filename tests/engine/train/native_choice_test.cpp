// SPDX-License-Identifier: Apache-2.0
// Native or emulated products: whatever is faster, unless the configuration says; told in the records, and kept by a
// run that goes on.
#include "engine/train/native_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/train/checkpoint_message.h"
#include "engine/train/memory_plan.h"
#include "tests/engine/backend/wrapped_device.h"
#include "tests/engine/train/train_testing.h"

namespace mantissa {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// The reference with BF16 products, which take so long as a test says.
class TimedProducts final : public WrappedDevice {
  public:
    explicit TimedProducts(std::optional<ProductTimes> times) : times_(times) {}
    DeviceCapabilities capabilities() const override { return {"test", {fp32, bf16}}; }
    std::optional<ProductTimes> product_times(const ProductShape& shape) const override {
        ++asked;
        EXPECT_EQ(shape.format, bf16);
        return times_;
    }
    mutable int asked = 0;

  private:
    std::optional<ProductTimes> times_;
};

constexpr ProductTimes faster{1, 2}, slower{2, 1}, hardly_faster{0.97, 1};

run::RunConfig bf16_config(run::NativeUse use = run::NATIVE_AUTO) {
    return small_config([use](run::RunConfig& c) {
        c.set_precision(run::BF16);
        c.set_native(use);
    });
}

std::optional<run::NativeChoice> choice_for(const run::RunConfig& config, std::optional<ProductTimes> times) {
    const TimedProducts device(times);
    return choose_native(device, make_network(config, 8, 4), config);
}

TEST(NativeChoice, IsWhateverIsFaster) {
    const auto native = choice_for(bf16_config(), faster);
    ASSERT_TRUE(native);
    EXPECT_TRUE(native->native());
    EXPECT_EQ(native->format(), "BF16");
    EXPECT_EQ(native->native_seconds(), 3) << "of three layers";
    EXPECT_EQ(native->emulated_seconds(), 6);
    EXPECT_EQ(native->reason(),
              "BF16: this processor's BF16 instructions, 2 times as fast as FP32 units with exact rounding");
    const auto emulated = choice_for(bf16_config(), slower);
    EXPECT_FALSE(emulated->native());
    EXPECT_EQ(emulated->reason(),
              "BF16: FP32 units with exact rounding; this processor's BF16 instructions are 0.5 times as fast");
    EXPECT_FALSE(choice_for(bf16_config(), hardly_faster)->native()) << "what it loses weighs more";
}

TEST(NativeChoice, IsTheConfigurationsWhereThatSays) {
    EXPECT_TRUE(choice_for(bf16_config(run::NATIVE_ON), slower)->native());
    EXPECT_FALSE(choice_for(bf16_config(run::NATIVE_OFF), faster)->native());
    EXPECT_TRUE(choice_for(bf16_config(), std::nullopt)->native()) << "where a device measures nothing";
    const TimedProducts device(slower);
    const run::RunConfig on = bf16_config(run::NATIVE_ON);
    choose_native(device, make_network(on, 8, 4), on);
    EXPECT_EQ(device.asked, 0) << "then nothing is measured";
}

TEST(NativeChoice, ThereIsNoneWithoutAFormatOfTheDevices) {
    for (const run::Precision precision : {run::FP32, run::TF32, run::FP16})
        EXPECT_FALSE(choice_for(small_config([&](run::RunConfig& c) { c.set_precision(precision); }), faster));
    EXPECT_TRUE(choice_for(small_config([](run::RunConfig& c) { c.set_eval_precision(run::BF16); }), faster))
        << "an evaluation's";
}

TEST(NativeChoice, AMeasuredOneIsAClaimAboutSpeedAndAnAskedOneIsNot) {
    const auto emulated = [](run::NativeUse use, const ProductTimes& times) {
        const TimedProducts device(times);
        const run::RunConfig config = bf16_config(use);
        const RunPolicies policies = policies_of(device, make_network(config, 8, 4), config);
        EXPECT_EQ(policies.training.policy.native, policies.choice->native());
        EXPECT_EQ(policies.evaluation.native, policies.choice->native());
        return policies.training.emulated;
    };
    EXPECT_FALSE(emulated(run::NATIVE_AUTO, faster));
    EXPECT_FALSE(emulated(run::NATIVE_AUTO, slower));
    EXPECT_FALSE(emulated(run::NATIVE_ON, slower));
    EXPECT_TRUE(emulated(run::NATIVE_OFF, faster));
}

/// A run on a device whose products take `times`.
struct ChosenLane {
    explicit ChosenLane(const ProductTimes& times, const run::RunConfig& config = bf16_config())
        : set(small_dataset()), device(times), data(device, set), trainer(device, data, set, config, sink, "run", 0) {}
    const Dataset set;
    TimedProducts device;
    DeviceData data;
    Collector sink;
    Trainer trainer;
};

TEST(NativeChoice, IsInTheRunsRecords) {
    ChosenLane lane(slower);
    lane.trainer.begin();
    EXPECT_FALSE(lane.trainer.started().native_choice().native());
    EXPECT_THAT(lane.trainer.started().native_choice().reason(), StartsWith("BF16: FP32 units"));
    EXPECT_EQ(lane.trainer.started().config().native(), run::NATIVE_AUTO) << "as it was asked for";
    bool in_memory = false;
    for (const run::Record& r : lane.sink.records) in_memory = in_memory || r.memory().has_native_choice();
    EXPECT_TRUE(in_memory);
    EXPECT_THAT(plan_memory(lane.device, lane.set, bf16_config()).native_choice().reason(), HasSubstr("0.5 times"));
    bool operand = false;
    for (const run::ResolvedRole& role : lane.trainer.started().roles())
        if (role.role() == "operand") operand = !role.native();
    EXPECT_TRUE(operand);
}

TEST(NativeChoice, ARunThatGoesOnKeepsIt) {
    for (const ProductTimes& then : {faster, slower}) {
        const ProductTimes now{then.emulated, then.native};  // on another machine
        ChosenLane first(then);
        first.trainer.begin();
        for (int i = 0; i < 3; ++i) first.trainer.step();
        Checkpoint checkpoint;
        checkpoint.run_id = "run";
        checkpoint.started = first.trainer.started();
        checkpoint.snapshot = first.trainer.snapshot();
        const Checkpoint read = checkpoint_from(describe(checkpoint), "here");

        ChosenLane second(now);
        EXPECT_NE(second.trainer.native_choice()->native(), first.trainer.native_choice()->native());
        Snapshot snapshot = read.snapshot;
        snapshot.parameters = checkpoint.snapshot.parameters;
        second.trainer.resume(snapshot, read.started);
        EXPECT_EQ(second.trainer.native_choice()->native(), first.trainer.native_choice()->native());
        EXPECT_EQ(second.trainer.native_choice()->reason(), first.trainer.native_choice()->reason());
        // and what changes nothing about products leaves it
        run::RunConfig change;
        change.set_eval_images(7);
        second.trainer.change(change);
        EXPECT_EQ(second.trainer.native_choice()->native(), first.trainer.native_choice()->native());
    }
}

TEST(NativeChoice, ARunOfAnOlderVersionGoesOnNatively) {
    ChosenLane first(faster);
    Snapshot snapshot = first.trainer.snapshot();
    snapshot.native_choice.reset();
    ChosenLane second(slower);
    EXPECT_FALSE(second.trainer.native_choice()->native());
    second.trainer.restore(snapshot);
    EXPECT_TRUE(second.trainer.native_choice()->native());
}

TEST(NativeChoice, ALiveChangeOfFormatOrBatchChoosesAnew) {
    ChosenLane lane(slower, small_config());
    EXPECT_FALSE(lane.trainer.native_choice());
    run::RunConfig change;
    change.set_precision(run::BF16);
    lane.trainer.change(change);
    ASSERT_TRUE(lane.trainer.native_choice());
    EXPECT_FALSE(lane.trainer.native_choice()->native());
    run::RunConfig on;
    on.set_native(run::NATIVE_ON);
    lane.trainer.change(on);
    EXPECT_TRUE(lane.trainer.native_choice()->native());
    EXPECT_EQ(lane.trainer.planned_config().native(), run::NATIVE_ON);
}

#ifdef MANTISSA_HAS_ONEDNN
/// Numbers that the processor's BF16 products take for zero: the gradients of a deep sigmoid network.
TEST(NativeChoice, WhatNativeProductsLoseIsCounted) {
    const auto cpu = make_cpu_device(2);
    if (cpu->kernels().storage_of(bf16) == DType::float32) GTEST_SKIP() << "no BF16 products here";
    for (const run::NativeUse use : {run::NATIVE_ON, run::NATIVE_OFF}) {
        const run::RunConfig config = small_config([use](run::RunConfig& c) {
            c.set_device("cpu");
            c.set_precision(run::BF16);
            c.set_native(use);
            c.set_depth(20);
            c.set_width(48);
            c.set_activation(run::SIGMOID);
            c.set_init_scale(0.1);
            c.set_optimizer(run::SGD);
            c.set_histogram_interval(1);
            c.set_shadow_interval(0);
            c.set_seed(1);
        });
        const Dataset set = small_dataset();
        const DeviceData data(*cpu, set);
        Collector sink;
        Trainer trainer(*cpu, data, set, config, sink, "run", 0);
        trainer.begin();
        trainer.step();
        std::uint64_t of_tensors = 0;
        for (const run::Record& r : sink.records)
            for (const run::Histogram& h : r.histograms().histograms()) of_tensors += h.lost_in_product();
        const std::uint64_t lost = sink.steps().at(0).lost_in_products();
        EXPECT_EQ(of_tensors, lost);
        EXPECT_EQ(lost > 0, use == run::NATIVE_ON) << lost;
        EXPECT_EQ(trainer.finish(run::RunFinished::STOPPED).lost_in_products(), lost);
        EXPECT_EQ(sink.events(run::EventRecord::NOTICE).size(), lost > 0 ? 1u : 0u) << "said once";
        trainer.step();
        EXPECT_EQ(sink.events(run::EventRecord::NOTICE).size(), lost > 0 ? 1u : 0u);
    }
}
#endif

}  // namespace
}  // namespace mantissa
