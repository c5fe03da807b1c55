// SPDX-License-Identifier: Apache-2.0
// A run that diverges stops at a bookmark, and goes back to before it, to the bit.
#include "engine/train/flight_recorder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/engine/train/train_testing.h"

namespace mantissa {
namespace {

using ::testing::HasSubstr;

/// FP16 without a scaler, whose weights become NaN after some good steps: the learning rate grows what is added up.
run::RunConfig diverging() {
    return small_config([](run::RunConfig& c) {
        c.set_precision(run::FP16);
        c.set_reduction(run::REDUCE_16BIT_NO_MAX);
        c.set_lr(0.05);
        c.set_stop_on_divergence(true);
    });
}

TEST(FlightRecorder, StopsWhereARunDivergesAndKeepsAStateFromBefore) {
    const Dataset dataset = small_dataset();
    Lane lane(reference(), dataset, diverging());
    for (int i = 0; i < 2000 && !lane.trainer.diverged(); ++i) lane.trainer.step();
    ASSERT_TRUE(lane.trainer.diverged()) << "it is chosen so that it does";
    const std::vector<run::Record> notices = lane.sink.events(run::EventRecord::NOTICE);
    ASSERT_EQ(notices.size(), 1u);
    EXPECT_EQ(notices[0].step(), lane.trainer.steps_done());
    EXPECT_THAT(notices[0].event().text(), HasSubstr("the loss was infinite or NaN in 3 steps"));

    const Snapshot before = lane.trainer.state_to_keep();
    EXPECT_LE(before.step + 3, lane.trainer.steps_done()) << "no step of the divergence is in it";
    EXPECT_THAT(notices[0].event().text(), HasSubstr("resumed from step " + std::to_string(before.step)));

    // To the bit: what was recorded is what another run has there, and from it the same steps follow.
    Lane again(reference(), dataset, diverging());
    again.steps(static_cast<int>(before.step));
    EXPECT_EQ(again.trainer.snapshot().parameters, before.parameters);
    lane.trainer.restore(before);
    EXPECT_FALSE(lane.trainer.diverged());
    lane.steps(1);
    again.steps(1);
    EXPECT_EQ(lane.hash(), again.hash());
    EXPECT_EQ(lane.losses().back(), again.losses().back());
}

TEST(FlightRecorder, NobodyStopsWhoWasNotAsked) {
    const Dataset dataset = small_dataset();
    run::RunConfig config = diverging();
    config.set_stop_on_divergence(false);
    Lane lane(reference(), dataset, config);
    lane.steps(300);
    EXPECT_FALSE(lane.trainer.diverged());
    EXPECT_EQ(lane.trainer.recorder().bytes(), 0u);
}

TEST(FlightRecorder, ChangesNoBitAndStaysWithinItsBounds) {
    const Dataset dataset = small_dataset();
    const run::RunConfig plain = small_config(),
                         recorded = small_config([](run::RunConfig&c) { c.set_stop_on_divergence(true); });
    Lane one(reference(), dataset, plain), other(reference(), dataset, recorded);
    one.steps(200);
    other.steps(200);
    EXPECT_EQ(one.hash(), other.hash());
    const std::uint64_t state = other.trainer.snapshot().parameters.size();
    EXPECT_GE(other.trainer.recorder().bytes(), state);
    EXPECT_LE(other.trainer.recorder().bytes(), FlightRecorder::most_states * state);
}

TEST(FlightRecorder, RecordsLessOftenWhereItIsTooDear) {
    // Steps that take no time at all: one state is all that one hundredth of that allows.
    FlightRecorder recorder;
    int states = 0;
    const auto state = [&] {
        ++states;
        Snapshot snapshot;
        snapshot.step = 1;
        snapshot.parameters.resize(1 << 20);
        return snapshot;
    };
    for (std::uint32_t step = 1; step <= 1000; ++step) recorder.stepped(step, 0, state);
    EXPECT_EQ(states, 1);
    EXPECT_GT(recorder.interval(), 8u);
    EXPECT_EQ(recorder.before(0), nullptr);
    ASSERT_NE(recorder.before(1000), nullptr);
}

}  // namespace
}  // namespace mantissa
