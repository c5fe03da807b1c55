// SPDX-License-Identifier: Apache-2.0
// Steps enqueued while the one before is on its way, on the card's kernels with their replays: the bits and the records
// of single steps.
#include <gmock/gmock.h>

#include "tests/engine/backend/late_device.h"
#include "tests/engine/cuda/cuda_on_host.h"
#include "tests/engine/train/replay_pair.h"
#include "tests/engine/train/turns_testing.h"

namespace mantissa {
namespace {

/// Stretches on one device beside single steps on another.
class StretchPair : public ReplayPair {
  public:
    StretchPair(const Dataset& dataset, const run::RunConfig& config,
                const std::shared_ptr<Lateness>& late = std::make_shared<Lateness>())
        : ReplayPair(std::make_unique<LateDevice>(late, std::make_unique<cuda::CudaOnHost>()),
                     std::make_unique<cuda::CudaOnHost>(), dataset, config),
          late_(late) {}
    void stretches(int count) {
        late_->order.clear();
        ReplayPair::stretches(count);
    }
    const Lateness& late() const { return *late_; }
    cuda::CudaOnHost& device() {
        return static_cast<cuda::CudaOnHost&>(static_cast<LateDevice&>(*replaying().device).inner());
    }

  private:
    std::shared_ptr<Lateness> late_;
};

TEST(CudaStretch, HasTheRecordsOfSingleSteps) {
    const Dataset dataset = small_dataset();
    for (const ConfigCase& c : card_cases())
        for (const bool watched : {true, false}) {
            StretchPair pair(dataset, watched ? every_kind_of_step(c.config) : c.config);
            pair.stretches(steps_of_every_kind);
            pair.expect_same(c.name);
            EXPECT_TRUE(pair.late().ahead()) << c.name;
            EXPECT_EQ(pair.device().recorder().started() > 20, is_replayed(c.config)) << c.name;
        }
}

/// They share scratch, and each other's evaluations move it.
TEST(CudaStretch, LanesThatTakeTurnsHaveTheRecordsOfLanesAlone) {
    const Dataset dataset = small_dataset();
    const auto late = std::make_shared<Lateness>();
    Together lanes(std::make_unique<LateDevice>(late, std::make_unique<cuda::CudaOnHost>()), dataset, unlike_configs());
    EXPECT_TRUE(lanes.take(Lane::unhurried(27)).empty());
    EXPECT_THAT(lanes.done(), testing::ElementsAre(27, 27, 27));
    EXPECT_TRUE(late->ahead());
    for (std::uint32_t lane = 0; lane < 3; ++lane)
        lanes.expect_as_alone(lane, std::make_unique<EnqueuingDevice>(std::make_unique<cuda::CudaOnHost>()));
}

TEST(CudaStretch, SkippedStepsAndAGrowingScaleAreToldOfAsTheyWere) {
    const Dataset dataset = small_dataset();
    StretchPair pair(dataset, overflowing_config());
    pair.stretches(50);
    pair.expect_same("dynamic scale");
    EXPECT_TRUE(pair.late().ahead());
    EXPECT_GT(pair.replaying().sink.events(run::EventRecord::SCALE_DOWN).size(), 5u);
    EXPECT_GT(pair.replaying().sink.events(run::EventRecord::SCALE_UP).size(), 5u);
}

TEST(CudaStretch, LiveChangesGoBetweenStretches) {
    const Dataset dataset = small_dataset();
    for (const ConfigCase& start : runs_to_change()) {
        StretchPair pair(dataset, start.config);
        pair.stretches(12);
        for (const std::vector<NamedEdit>& changes : {changes_of_data(), changes_of_shape()})
            for (const auto& [what, edit] : changes) {
                pair.change(edit);
                pair.stretches(7);
                pair.expect_same(start.name + ", " + what);
                EXPECT_TRUE(pair.late().ahead()) << what;
            }
    }
}

TEST(CudaStretch, SnapshotsAndFollowedNumbersGoBetweenStretches) {
    const Dataset dataset = small_dataset();
    StretchPair pair(dataset, small_config([](run::RunConfig& c) {
                         c.set_precision(run::BF16);
                         c.set_histogram_interval(5);
                         c.set_shadow_interval(0);
                     }));
    pair.stretches(17);
    pair.both([](Lane& lane) { lane.trainer.trace(trace_request_index("fc1.weight", 3)); });
    pair.stretches(6);
    pair.expect_same("followed");
    std::vector<Snapshot> kept;
    pair.both([&](Lane& lane) { kept.push_back(lane.trainer.snapshot()); });
    EXPECT_EQ(kept[0].position, kept[1].position);
    pair.stretches(8);
    std::size_t next = 0;
    pair.both([&](Lane& lane) { lane.trainer.restore(kept[next++]); });
    pair.stretches(9);
    pair.expect_same("restored");
}

}  // namespace
}  // namespace mantissa
