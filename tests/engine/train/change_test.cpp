// SPDX-License-Identifier: Apache-2.0
// Live changes: each takes effect at the very next step and leaves an event with its step; what is refused leaves
// everything as it was.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/base/error.h"
#include "engine/precision/rounding.h"
#include "engine/run/memory_record.h"
#include "engine/run/settings.h"
#include "engine/train/lane_memory.h"
#include "engine/train/memory_plan.h"
#include "tests/engine/backend/wrapped_device.h"
#include "tests/engine/train/train_testing.h"

namespace mantissa {
namespace {

using ::testing::HasSubstr;

run::RunConfig change_of(const Edit& edit) {
    run::RunConfig change;
    edit(change);
    return change;
}

/// What the change did to the run: trained five steps, changed, trained five more.
struct Changed {
    Lane lane, control;
    Changed(const run::RunConfig& config, const Edit& edit, const Dataset& dataset)
        : lane(reference(), dataset, config), control(reference(), dataset, config) {
        lane.steps(5);
        lane.trainer.change(change_of(edit));
        lane.steps(5);
        control.steps(10);
    }
    /// The one CHANGED event.
    run::Record event() const {
        const auto events = lane.sink.events(run::EventRecord::CHANGED);
        EXPECT_EQ(events.size(), 1u);
        return events.empty() ? run::Record{} : events[0];
    }
    void expect_effect_from_step_six() const {
        const auto a = lane.losses(), b = control.losses();
        for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(a[i], b[i]) << "before the change, step " << i;
        EXPECT_EQ(event().step(), 5u);
    }
};

TEST(LiveChange, Precision) {
    for (const auto& [name, network] : network_edits()) {
        SCOPED_TRACE(name);
        const Changed c(
            small_config(network), [](run::RunConfig& change) { change.set_precision(run::FP16); }, small_data());
        c.expect_effect_from_step_six();
        EXPECT_THAT(c.event().event().text(), HasSubstr("precision: FP32 → FP16"));
        EXPECT_EQ(c.event().event().change().precision(), run::FP16);
        EXPECT_FALSE(c.event().event().change().has_lr()) << "only what changed";
        EXPECT_NE(c.lane.losses()[5], c.control.losses()[5]) << "the next forward pass is in FP16";
        EXPECT_EQ(c.lane.sink.steps()[4].weight_gradients_nonzero(), 0u) << "nothing is cast in FP32";
        EXPECT_GT(c.lane.sink.steps()[5].weight_gradients_nonzero(), 0u);
    }
}

TEST(LiveChange, BatchSize) {
    const Changed c(
        small_config(), [](run::RunConfig& change) { change.set_batch(16); }, small_data());
    c.expect_effect_from_step_six();
    EXPECT_EQ(c.lane.sink.steps()[4].batch(), 10u);
    EXPECT_EQ(c.lane.sink.steps()[5].batch(), 16u);
    // 50 images were used: 46 are left of the epoch, 16 + 16 + 14
    EXPECT_EQ(c.lane.sink.steps()[7].batch(), 14u);
    EXPECT_EQ(c.lane.sink.steps()[8].batch(), 16u);
    const auto epochs = c.lane.sink.events(run::EventRecord::EPOCH);
    ASSERT_EQ(epochs.size(), 1u);
    EXPECT_EQ(epochs[0].step(), 8u);
}

TEST(LiveChange, LearningRate) {
    const Changed c(
        small_config(), [](run::RunConfig& change) { change.set_lr(0); }, small_data());
    c.expect_effect_from_step_six();
    EXPECT_EQ(c.lane.sink.steps()[4].lr(), 3e-3f);
    EXPECT_EQ(c.lane.sink.steps()[5].lr(), 0.0f);
    EXPECT_EQ(c.lane.losses()[5], c.control.losses()[5]) << "the sixth loss is computed before its update";
    EXPECT_NE(c.lane.losses()[6], c.control.losses()[6]);
}

TEST(LiveChange, LossScale) {
    run::RunConfig config = small_config([](run::RunConfig& c) {
        c.set_precision(run::FP16);
        c.set_scaling(run::STATIC);
        c.set_loss_scale(128);
    });
    const Changed c(
        config, [](run::RunConfig& change) { change.set_loss_scale(1024); }, small_data());
    c.expect_effect_from_step_six();
    EXPECT_EQ(c.lane.sink.steps()[4].scale(), 128.0f);
    EXPECT_EQ(c.lane.sink.steps()[5].scale(), 1024.0f);

    const Changed kind(
        config,
        [](run::RunConfig& change) {
            change.set_scaling(run::DYNAMIC);
            change.set_growth_interval(2);
        },
        small_data());
    std::vector<float> scales;
    for (const run::StepRecord& s : kind.lane.sink.steps()) scales.push_back(s.scale());
    EXPECT_EQ(scales, (std::vector<float>{128, 128, 128, 128, 128, 128, 128, 256, 256, 512}));
    EXPECT_GE(kind.lane.sink.events(run::EventRecord::SCALE_UP).size(), 2u);

    const Changed none(
        config, [](run::RunConfig& change) { change.set_scaling(run::NONE); }, small_data());
    EXPECT_EQ(none.lane.sink.steps()[5].scale(), 1.0f);
}

TEST(LiveChange, MasterWeightsOffAndOn) {
    const run::RunConfig config = small_config([](run::RunConfig& c) { c.set_precision(run::BF16); });
    Lane lane(reference(), small_data(), config);
    lane.steps(5);
    lane.trainer.change(change_of([](run::RunConfig& c) { c.set_master_weights(false); }));
    const auto on_grid = [&] {
        for (std::size_t i = 0; i < lane.trainer.network().parameters.size(); ++i)
            for (const float w : lane.trainer.parameters().values(i))
                if (w != round_to(w, bf16)) return false;
        return true;
    };
    EXPECT_TRUE(on_grid()) << "the working copy has become the weight";
    lane.steps(3);
    EXPECT_TRUE(on_grid());
    const std::string before = lane.hash();
    lane.trainer.change(change_of([](run::RunConfig& c) { c.set_master_weights(true); }));
    EXPECT_EQ(lane.hash(), before) << "the master starts from the weight";
    lane.steps(3);
    EXPECT_FALSE(on_grid());
}

TEST(LiveChange, AtTheStartIsTheSameAsStartingWithIt) {
    for (const ConfigCase& c : config_cases()) {
        if (c.config.model() != run::MLP || c.config.optimizer() != run::ADAM || !c.config.optimizer_state_fp32() ||
            c.config.activation() != run::RELU)
            continue;
        run::RunConfig change = c.config;
        for (const Setting& setting : settings())
            if (!setting.live)
                change.GetReflection()->ClearField(&change,
                                                   run::RunConfig::descriptor()->FindFieldByName(setting.name.text));
        Lane changed(reference(), small_data(), small_config([&](run::RunConfig& s) {
                         s.set_batch(60);
                         s.set_ranks(c.config.ranks());
                         s.set_operand_recipe(c.config.operand_recipe());
                     }));
        changed.trainer.change(change);
        Lane direct(reference(), small_data(), c.config);
        changed.steps(12);
        direct.steps(12);
        EXPECT_EQ(changed.hash(), direct.hash()) << c.name;
        EXPECT_EQ(changed.losses(), direct.losses()) << c.name;
    }
}

TEST(LiveChange, BackAndForthWithoutAStepChangesNothing) {
    for (const auto& [name, network] : network_edits()) {
        SCOPED_TRACE(name);
        const run::RunConfig config = small_config(network);
        Lane lane(reference(), small_data(), config), control(reference(), small_data(), config);
        lane.steps(4);
        for (const run::Precision precision : {run::FP16, run::TF32, run::BF16, run::FP32})
            lane.trainer.change(change_of([&](run::RunConfig& c) { c.set_precision(precision); }));
        lane.steps(6);
        control.steps(10);
        EXPECT_EQ(lane.hash(), control.hash());
        const auto changes = lane.sink.events(run::EventRecord::CHANGED);
        ASSERT_EQ(changes.size(), 4u);
        for (std::size_t i = 0; i < 4; ++i)  // FP32 alone is what this device has itself
            EXPECT_EQ(changes[i].event().emulated(), i < 3) << i;
    }
}

TEST(LiveChange, WhatIsRefusedLeavesEverythingAsItWas) {
    const std::vector<std::pair<std::string, Edit>> refused = {
        {"model", [](run::RunConfig& c) { c.set_model(run::CNN); }},
        {"width and lr", [](run::RunConfig& c) { c.set_width(8), c.set_lr(0.5); }},
        {"optimizer", [](run::RunConfig& c) { c.set_optimizer(run::SGD); }},
        {"seed", [](run::RunConfig& c) { c.set_seed(1); }},
        {"batch 0", [](run::RunConfig& c) { c.set_batch(0), c.set_precision(run::FP16); }},
        {"negative lr", [](run::RunConfig& c) { c.set_lr(-1); }},
        {"scale out of range", [](run::RunConfig& c) { c.set_loss_scale(0x1p50); }},
        {"no such layer",
         [](run::RunConfig& c) {
             c.set_precision(run::FP16);
             c.add_layer_overrides()->set_layer("fc9");
             c.mutable_layer_overrides(0)->set_precision(run::FP32);
         }},
    };
    for (const auto& [name, edit] : refused) {
        Lane lane(reference(), small_data(), small_config()), control(reference(), small_data(), small_config());
        lane.steps(3);
        const std::string config = lane.trainer.config().SerializeAsString();
        const std::size_t records = lane.sink.records.size();
        try {
            lane.trainer.change(change_of(edit));
            ADD_FAILURE() << name << " was accepted";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::usage) << name;
            EXPECT_NE(error.place(), "") << name;
        }
        EXPECT_EQ(lane.trainer.config().SerializeAsString(), config) << name;
        EXPECT_EQ(lane.sink.records.size(), records) << name << ": no record of a change that did not happen";
        lane.steps(3);
        control.steps(6);
        EXPECT_EQ(lane.hash(), control.hash()) << name;
    }
}

/// The reference with 1 MiB for lanes, room for the data set, and more that it needs itself.
class SmallDevice final : public WrappedDevice {
  public:
    explicit SmallDevice(std::uint64_t overhead = 0) : overhead_(overhead) {}
    DeviceDescription describe() const override {
        DeviceDescription d = WrappedDevice::describe();
        d.memory_bytes = (1 << 20) + small_data().bytes() + overhead_;
        return d;
    }
    std::uint64_t overhead_bytes() const override { return overhead_; }
    std::unique_ptr<DeviceMemory> allocate(std::size_t bytes) override {
        EXPECT_LE(bytes, describe().memory_bytes) << "before it was refused";
        return WrappedDevice::allocate(bytes);
    }

  private:
    std::uint64_t overhead_;
};

TEST(LiveChange, WhatTheDeviceNeedsItselfIsLeftFree) {
    const auto refusal = [](std::uint64_t overhead) -> std::string {
        Lane lane(std::make_unique<SmallDevice>(overhead), small_data(), small_config());
        try {
            lane.trainer.change(change_of([](run::RunConfig& c) { c.set_batch(60000); }));
        } catch (const Error& error) {
            return error.message() + "; " + error.remedy();
        }
        return "it fits";
    };
    EXPECT_NE(refusal(0), "it fits");
    EXPECT_EQ(refusal(std::uint64_t{1} << 30), refusal(0));
    const SmallDevice plain, needy(std::uint64_t{1} << 30);
    const std::uint64_t set = small_data().bytes();
    EXPECT_THROW(check_memory(needy, set, (1 << 20) + 1, 2, ""), Error);
    EXPECT_NO_THROW(check_memory(needy, set, 1 << 20, 2, ""));
    EXPECT_EQ(memory_for_lanes(needy, set), std::uint64_t{1} << 20);
    EXPECT_EQ(memory_for_lanes(needy, set), memory_for_lanes(plain, set));
    EXPECT_EQ(memory_for_lanes(needy, std::uint64_t{1} << 40), 1u) << "0 would say that nobody knows";
    SmallDevice asked(std::uint64_t{1} << 30), unasked;
    const run::RunConfig config = small_config();
    EXPECT_EQ(plan_memory(asked, small_data(), config).device_own(), std::uint64_t{1} << 30)
        << "who asks for room is told";
    Lane told(std::make_unique<SmallDevice>(std::uint64_t{1} << 30), small_data(), config);
    EXPECT_EQ(told.sink.records[1].memory().device_own(), std::uint64_t{1} << 30);
    EXPECT_EQ(largest_batch(asked, small_data(), config, (std::uint64_t{1} << 30) + 3'000'000, false),
              largest_batch(unasked, small_data(), config, 3'000'000, false));
    EXPECT_EQ(largest_batch(asked, small_data(), config, 3'000'000, true),
              largest_batch(unasked, small_data(), config, 3'000'000, true))
        << "another device's";
}

/// The reference with so many bytes.
class ExactDevice final : public WrappedDevice {
  public:
    explicit ExactDevice(std::uint64_t bytes) : bytes_(bytes) {}
    DeviceDescription describe() const override {
        DeviceDescription d = WrappedDevice::describe();
        d.memory_bytes = bytes_;
        return d;
    }

  private:
    std::uint64_t bytes_;
};

TEST(LiveChange, ALaneAndTheDataSetFitToTheByte) {
    const run::RunConfig config = small_config();
    const std::uint64_t all = lane_bytes(*reference(), small_data(), config) + small_data().bytes();
    EXPECT_NO_THROW(Lane(std::make_unique<ExactDevice>(all), small_data(), config));
    EXPECT_THROW(Lane(std::make_unique<ExactDevice>(all - 1), small_data(), config), Error);
    EXPECT_EQ(device_bytes(plan_memory(*reference(), small_data(), config)), all) << "and the plan says so";
}

TEST(LiveChange, ABatchThatDoesNotFitIsRefusedWithOneThatDoes) {
    Lane lane(std::make_unique<SmallDevice>(), small_data(), small_config());
    Lane control(reference(), small_data(), small_config());
    lane.steps(2);
    try {
        lane.trainer.change(change_of([](run::RunConfig& c) { c.set_batch(60000); }));
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.place(), "batch");
        const std::string digits = error.remedy().substr(error.remedy().find_first_of("0123456789"));
        const auto fits = static_cast<std::uint32_t>(std::stoul(digits));
        EXPECT_GT(fits, 10u);
        const auto change = [&lane](std::uint32_t batch) {
            lane.trainer.change(change_of([batch](run::RunConfig& c) { c.set_batch(batch); }));
        };
        EXPECT_THROW(change(fits + 1), Error) << "the largest is said";
        EXPECT_NO_THROW(change(fits)) << fits << " is said to fit";
        lane.trainer.change(change_of([](run::RunConfig& c) { c.set_batch(10); }));
    }
    lane.steps(3);
    control.steps(5);
    EXPECT_EQ(lane.hash(), control.hash());
}

/// The reference, which tells what is allocated of it.
class CountingDevice final : public WrappedDevice {
  public:
    explicit CountingDevice(std::shared_ptr<std::uint64_t> bytes) : bytes_(std::move(bytes)) {}
    std::unique_ptr<DeviceMemory> allocate(std::size_t bytes) override {
        return std::make_unique<CountedMemory>(WrappedDevice::allocate(bytes), bytes_);
    }

  private:
    std::shared_ptr<std::uint64_t> bytes_;
};

TEST(LiveChange, ARunTellsEveryByteThatItAllocates) {
    for (const ConfigCase& c : config_cases()) {
        const auto bytes = std::make_shared<std::uint64_t>(0);
        Lane lane(std::make_unique<CountingDevice>(bytes), small_data(), c.config);
        lane.steps(1);  // a shadow's tape is allocated by the first step
        // the sum over ranks is the host's
        EXPECT_EQ(lane.sink.records[1].memory().arena_bytes(),
                  *bytes - lane.dataset.bytes() + Ranks::bytes(lane.trainer.config(), lane.trainer.network()))
            << c.name;
    }
}

TEST(LiveChange, ARefusalTellsAllThatALaneNeeds) {
    const run::RunConfig wide = small_config([](run::RunConfig& c) { c.set_width(1024); });  // most of it weights
    try {
        Lane lane(std::make_unique<SmallDevice>(), small_data(), wide);
        FAIL();
    } catch (const Error& error) {
        const auto device = reference();
        EXPECT_EQ(error.message(), fmt::format("batch 10 needs {:.2f} GiB and the device has 0.00 GiB for it",
                                               static_cast<double>(lane_bytes(*device, small_data(), wide)) / 0x1p30));
        EXPECT_EQ(error.remedy(), "choose a smaller network") << "no batch would do";
    }
}

TEST(LiveChange, AChangeToWhatIsAlreadySoIsNoEvent) {
    Lane lane(reference(), small_data(), small_config());
    const std::size_t records = lane.sink.records.size();
    lane.trainer.change(change_of([](run::RunConfig& c) { c.set_precision(run::FP32), c.set_batch(10); }));
    lane.trainer.change({});
    EXPECT_EQ(lane.sink.records.size(), records);
}

TEST(LiveChange, TheMemoryPlanFollows) {
    Lane lane(reference(), small_data(), small_config());
    const auto last_memory = [&] {
        for (auto r = lane.sink.records.rbegin(); r != lane.sink.records.rend(); ++r)
            if (r->has_memory()) return r->memory();
        return run::MemoryRecord{};
    };
    const run::MemoryRecord first = last_memory();
    lane.trainer.change(change_of([](run::RunConfig& c) { c.set_batch(50); }));
    const run::MemoryRecord larger = last_memory();
    EXPECT_GT(larger.peak_held(), first.peak_held());
    lane.trainer.change(change_of([](run::RunConfig& c) { c.set_precision(run::FP16); }));
    const run::MemoryRecord narrow = last_memory();
    EXPECT_LT(narrow.peak_native(), narrow.peak_held()) << "a native device would hold less";
    EXPECT_EQ(first.peak_native(), first.peak_held());
    lane.trainer.change(change_of([](run::RunConfig& c) { c.set_histogram_interval(2), c.set_shadow_interval(2); }));
    EXPECT_GT(last_memory().peak_held(), narrow.peak_held()) << "a shadow takes memory";
    lane.trainer.change(change_of([](run::RunConfig& c) { c.set_shadow_interval(0); }));
    EXPECT_EQ(last_memory().peak_held(), narrow.peak_held()) << "and gives it back";
    // asking beforehand gives the same plan
    const auto device = reference();
    const run::MemoryRecord asked = plan_memory(*device, small_data(), lane.trainer.config());
    EXPECT_EQ(asked.peak_held(), narrow.peak_held());
    EXPECT_EQ(asked.peak_native(), narrow.peak_native());
    ASSERT_EQ(asked.operations_size(), narrow.operations_size());
    for (int i = 0; i < asked.operations_size(); ++i)
        EXPECT_EQ(asked.operations(i).SerializeAsString(), narrow.operations(i).SerializeAsString());
}

TEST(LiveChange, AskingForAPlanTellsWhatARunHolds) {
    for (ConfigCase c : config_cases())
        for (const std::uint32_t interval : {0u, 10u}) {
            c.config.set_histogram_interval(interval);
            Lane lane(reference(), small_data(), c.config);
            const auto device = reference();
            const run::MemoryRecord asked = plan_memory(*device, lane.dataset, c.config);
            const run::MemoryRecord held = lane.sink.records[1].memory();
            EXPECT_EQ(asked.peak_held(), held.peak_held()) << c.name;
            EXPECT_EQ(asked.peak_native(), held.peak_native()) << c.name;
        }
}

}  // namespace
}  // namespace mantissa
