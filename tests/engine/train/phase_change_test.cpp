// SPDX-License-Identifier: Apache-2.0
// Runs whose weights are phase-change devices: they repeat, resume and fork to the bit, tell of their devices, and have
// no number that could be followed.
#include <gmock/gmock.h>

#include "engine/base/error.h"
#include "tests/engine/train/train_testing.h"

namespace mantissa {
namespace {

run::RunConfig device_config() {
    return small_config([](run::RunConfig& c) {
        c.set_optimizer(run::PHASE_CHANGE);
        c.set_converters_8bit(true);
        c.set_lr(0.5);
        c.set_histogram_interval(10);
    });
}

TEST(PhaseChangeRun, RepeatsAndResumesToTheBit) {
    const Dataset dataset = small_dataset();
    for (const bool fast : {false, true}) {
        const auto device = [fast] { return fast ? fast_device() : reference(); };
        Lane whole(device(), dataset, device_config()), first(device(), dataset, device_config());
        whole.steps(130);  // past a look for saturated pairs
        first.steps(60);
        Lane second(device(), dataset, device_config());
        second.trainer.restore(first.trainer.snapshot());
        second.steps(70);
        EXPECT_EQ(second.hash(), whole.hash()) << fast;
        Lane other(device(), dataset, small_config([](run::RunConfig& c) {
                       c = device_config();
                       c.set_converters_8bit(false);
                   }));
        other.steps(130);
        EXPECT_NE(other.hash(), whole.hash()) << "the converters change something";
    }
}

TEST(PhaseChangeRun, TellsOfItsDevices) {
    const Dataset dataset = small_dataset();
    Lane lane(reference(), dataset, device_config());
    lane.steps(41);
    const run::RunFinished finished = lane.trainer.finish(run::RunFinished::STOPPED);
    EXPECT_GT(finished.pulses(), 0u);
    EXPECT_EQ(finished.lost_update_share(), 0);
    std::uint64_t pulses = 0;
    for (const run::Record& record : lane.sink.records) {
        if (!record.has_histograms()) continue;
        std::uint64_t sum = 0;
        for (const run::Histogram& h : record.histograms().histograms()) {
            if (h.role() != run::ROLE_UPDATE) continue;
            ASSERT_TRUE(h.has_devices()) << h.tensor();
            std::uint64_t devices = 0, waiting = 0;
            for (const std::uint32_t count : h.devices().conductances()) devices += count;
            for (const std::uint32_t count : h.devices().gathered()) waiting += count;
            EXPECT_EQ(devices, 2 * waiting) << h.tensor();
            EXPECT_EQ(waiting, h.counts().elements()) << h.tensor();
            sum += h.devices().pulses();
        }
        EXPECT_GE(sum, pulses) << "they only grow";
        pulses = sum;
    }
    EXPECT_GT(pulses, 0u);
    EXPECT_LE(pulses, finished.pulses());
}

TEST(PhaseChangeRun, NoNumberOfItIsFollowed) {
    const Dataset dataset = small_dataset();
    Lane lane(reference(), dataset, device_config());
    try {
        lane.trainer.trace(trace_request("fc1.weight", -10));
        FAIL();
    } catch (const Error& error) {
        EXPECT_THAT(std::string(error.what()), ::testing::HasSubstr("phase-change devices"));
    }
}

}  // namespace
}  // namespace mantissa
