// SPDX-License-Identifier: Apache-2.0
// Steps as captured graphs beside the same steps enqueued kernel by kernel on the same card: equal bits, in everything
// that may change from step to step.
#include <gmock/gmock.h>

#include "tests/engine/train/replay_pair.h"
#include "tests/engine/train/turns_testing.h"
#include "tests/gpu/gpu_testing.h"

namespace mantissa {
namespace {

class CardReplay : public GpuTest {
  protected:
    void SetUp() override {
        GpuTest::SetUp();
        testing::internal::CaptureStderr();
    }
    void TearDown() override {
        EXPECT_THAT(testing::internal::GetCapturedStderr(), testing::Not(testing::HasSubstr("cannot be captured")));
    }
    Dataset dataset_ = small_dataset();
};

TEST_F(CardReplay, FromTheThirdTimeOnTheCallsAreNotMadeAnyMore) {
    const std::unique_ptr<Device> device = open_tested_device();
    const std::unique_ptr<DeviceMemory> memory = device->allocate(64);
    const Identity owner;
    int calls = 0;
    for (int i = 0; i < 5; ++i)
        device->replay({{owner.ref()}, {}}, [&] {
            ++calls;
            device->zero(memory->data(), 64);
        });
    EXPECT_EQ(calls, device->describe().id.starts_with("cuda") ? 2 : 5);
}

TEST_F(CardReplay, StepsOfEveryKindHaveTheBitsOfEnqueuedOnes) {
    for (const ConfigCase& c : card_cases()) {
        ReplayPair pair(open_tested_device(), open_tested_device(), dataset_, every_kind_of_step(c.config));
        pair.steps(steps_of_every_kind);
        pair.expect_same(c.name);
    }
}

TEST_F(CardReplay, StretchesHaveTheRecordsOfSingleSteps) {
    for (const bool watched : {true, false})
        for (const ConfigCase& c : card_cases()) {
            ReplayPair pair(open_tested_device(), open_tested_device(), dataset_,
                            watched ? every_kind_of_step(c.config) : c.config);
            pair.stretches(steps_of_every_kind);
            pair.expect_same(c.name);
        }
}

TEST_F(CardReplay, LanesThatTakeTurnsHaveTheRecordsOfLanesAlone) {
    Together lanes(open_tested_device(), dataset_, unlike_configs());
    while (lanes.done().front() < 27) ASSERT_TRUE(lanes.take(Lane::unhurried(27 - lanes.done().front())).empty());
    EXPECT_THAT(lanes.done(), testing::ElementsAre(27, 27, 27));
    for (std::uint32_t lane = 0; lane < 3; ++lane) lanes.expect_as_alone(lane, open_tested_device());
}

TEST_F(CardReplay, SkippedStepsAndAGrowingScaleAreTheDevicesOwn) {
    ReplayPair pair(open_tested_device(), open_tested_device(), dataset_, overflowing_config());
    pair.steps(50);
    pair.expect_same("dynamic scale");
}

TEST_F(CardReplay, LiveChangesTakeEffectAtTheirStep) {
    for (const ConfigCase& start : runs_to_change()) {
        ReplayPair pair(open_tested_device(), open_tested_device(), dataset_, start.config);
        pair.steps(15);
        for (const std::vector<NamedEdit>& changes : {changes_of_data(), changes_of_shape()})
            for (const auto& [what, edit] : changes) {
                pair.change(edit);
                pair.steps(6);
                pair.expect_same(start.name + ", " + what);
            }
    }
}

TEST_F(CardReplay, FollowedNumbersAndSnapshotsGoBetweenReplays) {
    ReplayPair pair(open_tested_device(), open_tested_device(), dataset_,
                    every_kind_of_step(small_config([](run::RunConfig& c) { c.set_precision(run::FP16); })));
    pair.steps(15);
    pair.both([](Lane& lane) { lane.trainer.trace(trace_request_index("fc1.weight", 3)); });
    pair.steps(7);
    pair.both([](Lane& lane) { lane.trainer.restore(lane.trainer.snapshot()); });
    pair.steps(8);
    pair.expect_same("followed and restored");
}

}  // namespace
}  // namespace mantissa
