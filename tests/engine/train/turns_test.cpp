// SPDX-License-Identifier: Apache-2.0
// Lanes that take turns on one device that works while the host does other things: what is enqueued ahead of whose
// records, where they stop, what their steps took, and what one's failure leaves of the others.
#include "engine/train/turns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/base/error.h"
#include "tests/engine/backend/late_device.h"
#include "tests/engine/train/train_testing.h"

namespace mantissa {
namespace {

using ::testing::ElementsAre;

const Dataset& data() {
    static const Dataset dataset = small_dataset();
    return dataset;
}

/// Which lane the records are of, one letter for each: a step 'a', 'b', 'c', an evaluation 'A', 'B', 'C'.
class Order final : public RecordSink {
  public:
    void accept(const run::Record& record) override {
        if (record.has_step_done()) order += static_cast<char>('a' + record.lane());
        if (record.has_evaluated()) order += static_cast<char>('A' + record.lane());
        sinks.at(record.lane()).accept(record);
        if (watch) watch(record);
    }
    std::string order;
    std::array<Collector, 3> sinks;
    std::function<void(const run::Record&)> watch;
};

/// Lanes on one late device.
struct Together {
    explicit Together(const std::vector<run::RunConfig>& configs) {
        for (const run::RunConfig& config : configs) {
            const auto lane = static_cast<std::uint32_t>(trainers.size());
            trainers.push_back(std::make_unique<Trainer>(device, images, data(), config, sink, "test", lane));
            trainers.back()->begin();
        }
        late->order.clear();
        sink.order.clear();
    }
    std::vector<TurnFailure> take(const Stretch& limits = Lane::unhurried()) {
        std::vector<Trainer*> all;
        for (const auto& trainer : trainers) all.push_back(trainer.get());
        return take_turns(all, limits);
    }
    std::vector<std::uint32_t> done() const {
        std::vector<std::uint32_t> result;
        for (const auto& trainer : trainers) result.push_back(trainer->steps_done());
        return result;
    }
    /// What the lane would have recorded alone, step by step.
    void expect_as_alone(std::uint32_t lane) {
        Lane control(reference(), data(), trainers[lane]->config());
        control.steps(static_cast<int>(trainers[lane]->steps_done()));
        const auto& a = sink.sinks[lane].records;
        const auto& b = control.sink.records;
        ASSERT_EQ(a.size(), b.size()) << lane;
        for (std::size_t i = 0; i < a.size(); ++i) {
            run::Record record = a[i];
            record.set_lane(0);
            EXPECT_EQ(without_time(record), without_time(b[i])) << lane << ", " << i;
        }
        EXPECT_EQ(trainers[lane]->parameters().weights_sha256(), control.hash()) << lane;
        EXPECT_EQ(trainers[lane]->snapshot().position, control.trainer.snapshot().position) << lane;
    }
    void expect_as_alone() {
        for (std::uint32_t lane = 0; lane < trainers.size(); ++lane) expect_as_alone(lane);
    }

    std::shared_ptr<Lateness> late = std::make_shared<Lateness>();
    LateDevice device{late};
    DeviceData images{device, data()};
    Order sink;
    std::vector<std::unique_ptr<Trainer>> trainers;
};

run::RunConfig fp16_config() {
    return small_config([](run::RunConfig& c) {
        c.set_precision(run::FP16);
        c.set_scaling(run::DYNAMIC);
        c.set_loss_scale(0x1p22);
        c.set_growth_interval(3);
        c.set_histogram_interval(2);
        c.set_shadow_interval(4);
    });
}

run::RunConfig evaluated_config() {
    return small_config([](run::RunConfig& c) {
        c.set_eval_interval(2);
        c.set_eval_images(20);
    });
}

TEST(Turns, OneLanesStepIsOnItsWayWhileTheOthersRecordsAreMade) {
    Together test({small_config(), small_config([](run::RunConfig& c) { c.set_seed(8); })});
    EXPECT_TRUE(test.take(Lane::unhurried(3)).empty());
    EXPECT_EQ(test.sink.order, "ababab");
    EXPECT_EQ(test.late->order, "ffwfwfwfwfww") << "one ahead, whosever it is, and none when it returns";
    EXPECT_THAT(test.done(), ElementsAre(3, 3));
    test.expect_as_alone();
}

TEST(Turns, EachLaneRecordsWhatItWouldAlone) {
    Together test({fp16_config(), evaluated_config(), small_config([](run::RunConfig& c) {
                       c.set_precision(run::BF16);
                       c.set_stochastic_rounding(true);
                       c.set_batch(24);  // another epoch's length
                   })});
    EXPECT_TRUE(test.take(Lane::unhurried(13)).empty());
    EXPECT_THAT(test.done(), ElementsAre(13, 13, 13));
    EXPECT_TRUE(test.late->ahead());
    test.expect_as_alone();
}

TEST(Turns, AnEvaluationIsPartOfItsLanesTurn) {
    Together test({evaluated_config(), small_config()});
    EXPECT_TRUE(test.take(Lane::unhurried(4)).empty());
    EXPECT_EQ(test.sink.order, "abaAbabaAb");
    test.expect_as_alone();
}

TEST(Turns, StopTogetherWhereOneHasTakenAllOfItsSteps) {
    Together test({small_config(), small_config([](run::RunConfig& c) { c.set_steps(7); }), small_config()});
    EXPECT_TRUE(test.take().empty());
    EXPECT_THAT(test.done(), ElementsAre(7, 7, 7));
    EXPECT_TRUE(test.trainers[1]->finished());
    test.expect_as_alone();
}

TEST(Turns, StopTogetherWhereTheyAreTold) {
    Together test({small_config(), small_config()});
    Stretch told = Lane::unhurried();
    told.ends = [&] { return test.trainers[0]->steps_done() == 4; };  // its fifth would be next
    EXPECT_TRUE(test.take(told).empty());
    EXPECT_THAT(test.done(), ElementsAre(4, 4));
    Stretch late = Lane::unhurried();
    late.seconds = 0;
    EXPECT_TRUE(test.take(late).empty());
    EXPECT_THAT(test.done(), ElementsAre(5, 5));
    test.trainers[1]->set_poll([] { return true; });
    EXPECT_TRUE(test.take().empty());
    EXPECT_THAT(test.done(), ElementsAre(6, 6)) << "whichever of them is wanted";
    test.expect_as_alone();
}

TEST(Turns, AFollowedStepIsAloneAndTheOthersAreNot) {
    Together test({small_config(), small_config()});
    test.trainers[1]->trace(trace_request_index("fc1.weight", 3));
    EXPECT_TRUE(test.take().empty());
    EXPECT_THAT(test.done(), ElementsAre(1, 1));
    EXPECT_EQ(test.late->order, "fwfw") << "the followed one waits for the one before it";
    EXPECT_TRUE(test.sink.sinks[1].records.back().has_trace());
    EXPECT_TRUE(test.take(Lane::unhurried(2)).empty());
    EXPECT_THAT(test.done(), ElementsAre(3, 3));
}

TEST(Turns, AStepTakesFromTheEndOfWhatTheDeviceDidBeforeWhosever) {
    Together test({small_config(), evaluated_config()});
    test.late->seconds = 0x1p-30;
    EXPECT_TRUE(test.take(Lane::unhurried(5)).empty());
    for (std::size_t lane = 0; lane < 2; ++lane) {
        const std::vector<run::StepRecord> steps = test.sink.sinks[lane].steps();
        ASSERT_EQ(steps.size(), 5u);
        for (std::size_t i = lane == 0 ? 1 : 0; i < 5; ++i)
            EXPECT_EQ(steps[i].step_ms(), static_cast<float>(0x1p-30 * 1e3)) << lane << ", " << i;
    }
    EXPECT_GT(test.sink.sinks[0].steps()[0].step_ms(), static_cast<float>(0x1p-30 * 1e3)) << "before it was nothing";
}

TEST(Turns, AnAbandonedEvaluationLeavesTheOthersTheirStep) {
    Together test({evaluated_config(), small_config()});
    bool abandon = false;
    test.trainers[0]->set_poll([&] { return abandon; });
    test.sink.watch = [&](const run::Record& record) {
        abandon = abandon || (record.lane() == 1 && record.step() == 1);
    };
    EXPECT_TRUE(test.take().empty());
    EXPECT_THAT(test.done(), ElementsAre(2, 2));
    EXPECT_TRUE(test.take().empty());
    EXPECT_THAT(test.done(), ElementsAre(2, 3)) << "again abandoned: no step of the lane that owes it";
    test.sink.watch = nullptr;
    abandon = false;
    EXPECT_TRUE(test.take(Lane::unhurried(2)).empty());
    EXPECT_THAT(test.done(), ElementsAre(4, 5));
    test.expect_as_alone();
}

TEST(Turns, WhereOneFailsTheOthersLoseNothing) {
    for (const bool waited : {true, false}) {  // seen when it is waited for, or when it is enqueued
        Together test({small_config(), small_config(), small_config()});
        auto& hook = waited ? test.late->on_wait : test.late->on_fetch;
        hook = [calls = 0]() mutable {
            if (++calls == 5) throw Error(ErrorCode::device, "a product has no plan", "fetch");  // b's second
        };
        const std::vector<TurnFailure> failures = test.take();
        ASSERT_EQ(failures.size(), 1u);
        EXPECT_EQ(failures[0].trainer, test.trainers[1].get());
        EXPECT_THROW(std::rethrow_exception(failures[0].error), Error);
        EXPECT_EQ(test.done()[1], 1u) << (waited ? "waited" : "fetched");
        EXPECT_EQ(test.done()[0], test.done()[2]);
        EXPECT_LE(test.done()[0], 3u) << "no further than the step that was being enqueued";
        test.expect_as_alone(0);
        test.expect_as_alone(2);
        EXPECT_EQ(test.sink.sinks[1].steps().size(), 1u);
        EXPECT_EQ(test.trainers[1]->snapshot().position, (BatchPosition{0, 10}));
        EXPECT_EQ(test.late->held, 0);
    }
}

TEST(Turns, WhereTheDeviceIsGoneEachSaysWhatItMet) {
    Together test({small_config(), small_config()});
    test.late->on_wait = [&] {
        if (test.late->count('w') >= 3) throw Error(ErrorCode::device, "the card stopped", "fetch");
    };
    const std::vector<TurnFailure> failures = test.take();
    ASSERT_EQ(failures.size(), 2u);
    EXPECT_EQ(failures[0].trainer, test.trainers[1].get()) << "the first to meet it";
    EXPECT_THAT(test.done(), ElementsAre(2, 1));
}

}  // namespace
}  // namespace mantissa
