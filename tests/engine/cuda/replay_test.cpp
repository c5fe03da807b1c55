// SPDX-License-Identifier: Apache-2.0
// Steps that are replayed from a recording, as a card replays a graph, beside the same steps enqueued one by one: equal
// bits in weights, moments, scaler, losses and every counter, over all that may change from step to step. A number of
// one step that had become an argument of a kernel would be the recorded step's for ever, and show here.
#include <cstdlib>

#include "tests/engine/cuda/cuda_on_host.h"
#include "tests/engine/train/replay_pair.h"

namespace mantissa {
namespace {

class Pair : public ReplayPair {
  public:
    Pair(const Dataset& dataset, const run::RunConfig& config)
        : ReplayPair(std::make_unique<cuda::CudaOnHost>(), std::make_unique<cuda::CudaOnHost>(), dataset, config) {}
    cuda::CudaOnHost& device() { return static_cast<cuda::CudaOnHost&>(*replaying().device); }
};

TEST(CudaReplay, StepsOfEveryKindHaveTheBitsOfEnqueuedOnes) {
    const Dataset dataset = small_dataset();
    for (const ConfigCase& c : card_cases()) {
        Pair pair(dataset, every_kind_of_step(c.config));
        pair.steps(steps_of_every_kind);
        pair.expect_same(c.name);
        if (!is_replayed(c.config)) {
            EXPECT_EQ(pair.device().recorder().made(), 1) << c.name << ": its evaluation";
        } else {
            EXPECT_GE(pair.device().recorder().made(), 4) << c.name << ": plain, monitored, smaller, evaluation";
            EXPECT_GT(pair.device().recorder().started(), 20) << c.name;
        }
        EXPECT_TRUE(pair.device().recorder().reasons().empty()) << pair.device().recorder().reasons()[0];
    }
}

TEST(CudaReplay, SkippedStepsAndAGrowingScaleAreTheDevicesOwn) {
    const Dataset dataset = small_dataset();
    Pair pair(dataset, overflowing_config());
    pair.steps(50);
    pair.expect_same("dynamic scale");
    EXPECT_GT(pair.device().recorder().started(), 30);
    int skipped = 0;
    std::uint32_t grown = 0;
    float scale = 0;
    for (const run::StepRecord& s : pair.replaying().sink.steps()) {
        skipped += s.skipped() ? 1 : 0;
        grown += scale > 0 && s.scale() > scale ? 1 : 0;
        scale = s.scale();
    }
    EXPECT_GT(skipped, 5);
    EXPECT_GT(grown, 5u);
}

TEST(CudaReplay, LiveChangesTakeEffectAtTheirStep) {
    const Dataset dataset = small_dataset();
    for (const ConfigCase& start : runs_to_change()) {
        Pair pair(dataset, start.config);
        pair.steps(25);
        const int before = pair.device().recorder().made();
        EXPECT_GT(before, 0);
        // data, as the step reads it: nothing is recorded anew
        for (const auto& [what, edit] : changes_of_data()) {
            pair.change(edit);
            const int started = pair.device().recorder().started();
            pair.steps(3);
            pair.expect_same(start.name + ", " + what);
            EXPECT_GE(pair.device().recorder().started(), started + 2) << start.name << ", " << what;
        }
        // another shape of the work: other buffers, recorded anew
        for (const auto& [what, edit] : changes_of_shape()) {
            const int made = pair.device().recorder().made();
            pair.change(edit);
            pair.steps(9);
            pair.expect_same(start.name + ", " + what);
            const bool with_steps = !is_random(pair.replaying().trainer.config());
            EXPECT_TRUE(!with_steps || pair.device().recorder().made() > made) << what;
        }
        EXPECT_LT(pair.device().recordings().size(), 5u) << "recordings of passes that are gone";
        EXPECT_TRUE(pair.device().recorder().reasons().empty());
    }
}

TEST(CudaReplay, SnapshotsResumeAndFollowedNumbersGoBetweenReplays) {
    const Dataset dataset = small_dataset();
    Pair pair(dataset, small_config([](run::RunConfig& c) {
                  c.set_precision(run::BF16);
                  c.set_histogram_interval(5);
                  c.set_shadow_interval(5);
              }));
    pair.steps(21);
    pair.both([](Lane& lane) { lane.trainer.trace(trace_request_index("fc1.weight", 3)); });
    pair.steps(12);
    pair.expect_same("followed");
    std::vector<Snapshot> kept;
    pair.both([&](Lane& lane) { kept.push_back(lane.trainer.snapshot()); });
    pair.steps(6);
    std::size_t next = 0;
    pair.both([&](Lane& lane) { lane.trainer.restore(kept[next++]); });
    pair.steps(13);
    pair.expect_same("restored");
}

/// Lanes of one device share its scratch: one that needs more of it moves it away from under the others' recordings.
TEST(CudaReplay, ScratchThatMovesIsRecordedAnew) {
    const Dataset dataset = small_dataset();
    const auto config = [](std::uint32_t batch) {
        return small_config([&](run::RunConfig& c) {
            c.set_precision(run::FP16);
            c.set_batch(batch);
        });
    };
    cuda::CudaOnHost device;
    const DeviceData data(device, dataset);
    Collector sink;
    Trainer small(device, data, dataset, config(4), sink, "small", 0);
    Lane alone(std::make_unique<EnqueuingDevice>(std::make_unique<cuda::CudaOnHost>()), dataset, config(4));
    const auto run = [&](int steps) {
        for (int i = 0; i < steps; ++i) small.step();
        alone.steps(steps);
        EXPECT_EQ(small.parameters().weights_sha256(), alone.hash());
    };
    small.begin();
    run(6);
    const std::uint64_t generation = device.scratch().generation();
    {
        Trainer large(device, data, dataset, config(90), sink, "large", 1);
        run(3);  // what it was recorded with is gone, though nothing larger has come
        large.begin();
        for (int i = 0; i < 5; ++i) large.step();
        EXPECT_GT(device.scratch().generation(), generation) << "or this tests nothing";
        const int made = device.recorder().made();
        run(6);
        EXPECT_GT(device.recorder().made(), made) << "the small lane's, anew";
    }
    run(6);
    EXPECT_LE(device.recordings().size(), 2u) << "the other lane's are gone with it";
}

/// Batches that make working copies, that find them made, and the last, smaller one: three recordings.
TEST(CudaReplay, EvaluationsAreReplayedBatchByBatch) {
    const Dataset dataset = small_dataset(8, 4, 96, 1100);
    Pair pair(dataset, small_config([](run::RunConfig& c) { c.set_precision(run::FP16); }));
    std::vector<int> made, started;
    for (int epoch = 0; epoch < 4; ++epoch) {
        pair.steps(9);
        const cuda::HostRecorder& recorder = pair.device().recorder();
        const int made_before = recorder.made(), started_before = recorder.started();
        pair.steps(1);  // with the evaluation
        pair.expect_same("evaluated");
        made.push_back(recorder.made() - made_before);
        started.push_back(recorder.started() - started_before);
    }
    // The step, of the epoch's smaller batch, comes later: the first evaluation moved the scratch that it had.
    EXPECT_EQ(made, (std::vector{0, 3, 1, 0}));
    EXPECT_EQ(started, (std::vector{0, 3, 4, 4}));
}

TEST(CudaReplay, EvaluationsMayBeAbandonedChangedAndOfAnotherSplit) {
    const Dataset dataset = small_dataset(8, 4, 96, 1100);
    Pair pair(dataset, small_config([](run::RunConfig& c) {
                  c.set_precision(run::FP16);
                  c.set_eval_interval(2);
                  c.set_eval_images(1000);
              }));
    pair.steps(11);
    bool abandoned = false;
    pair.both([&](Lane& lane) {
        lane.trainer.set_poll([&, calls = 0]() mutable { return abandoned = ++calls == 2; });  // its second batch
        lane.trainer.step();
        EXPECT_TRUE(abandoned);
        lane.trainer.set_poll({});
        lane.trainer.step();
    });
    pair.expect_same("made up for");
    pair.change([](run::RunConfig& c) { c.set_eval_precision(run::FP32); });
    pair.steps(4);
    pair.expect_same("in another precision");
    pair.change([](run::RunConfig& c) { c.set_eval_images(300); });
    pair.steps(4);
    pair.both([](Lane& lane) {
        lane.trainer.restore(lane.trainer.snapshot());
        EXPECT_TRUE(lane.trainer.evaluate_at_end());
    });
    pair.expect_same("of both splits");
}

TEST(CudaReplay, WhereRecordingFailsTheRunGoesOnAndOneLineSaysSo) {
    const Dataset dataset = small_dataset();
    Pair pair(dataset, small_config([](run::RunConfig& c) { c.set_histogram_interval(3); }));
    pair.device().recorder().fail();
    pair.steps(30);
    pair.expect_same("enqueued after all");
    EXPECT_EQ(pair.device().recorder().reasons(), std::vector<std::string>{"the test wants it so (end)"});
    EXPECT_EQ(pair.device().recorder().started(), 0);
}

/// A run's first monitored step, as one after an evaluation, makes the weights' copies; others find them made and are
/// recorded apart.
TEST(CudaReplay, TheThirdMonitoredStepIsRecorded) {
    const Dataset dataset = small_dataset();
    Pair pair(dataset, small_config([](run::RunConfig& c) {
                  c.set_precision(run::BF16);
                  c.set_histogram_interval(3);
                  c.set_shadow_interval(0);
              }));
    pair.steps(6);
    EXPECT_EQ(pair.device().recorder().made(), 1) << "plain";
    pair.steps(1);
    EXPECT_EQ(pair.device().recorder().made(), 2) << "and monitored";
    pair.expect_same("monitored three times");
}

/// A fault inside a recording can only be told with all of its kernels' names.
TEST(CudaReplay, WhereEveryLaunchIsWaitedForNothingIsRecorded) {
    struct Variable {
        explicit Variable(const char* value) { ::setenv("CUDA_LAUNCH_BLOCKING", value, 1); }
        ~Variable() { ::unsetenv("CUDA_LAUNCH_BLOCKING"); }
    };
    const Dataset dataset = small_dataset();
    for (const char* value : {"", "0", "1"}) {
        const Variable variable(value);
        Pair pair(dataset, small_config());
        pair.steps(6);
        pair.expect_same(value);
        EXPECT_EQ(pair.device().recorder().made() > 0, std::string(value) != "1") << value;
        EXPECT_EQ(pair.device().recorder().started() > 0, std::string(value) != "1") << value;
        EXPECT_TRUE(pair.device().recorder().reasons().empty()) << value << ": that is no failure";
    }
}

TEST(CudaReplay, KeysTellOwnersApartThatHadTheSameAddress) {
    Identity first;
    ReplayKey key{{first.ref()}, {1, 2}}, same = key, other{{first.ref()}, {1, 3}};
    EXPECT_TRUE(key.same_as(same));
    EXPECT_FALSE(key.same_as(other));
    EXPECT_FALSE(key.same_as({{}, {1, 2}}));
    EXPECT_FALSE(key.expired());
    first.renew();
    EXPECT_TRUE(key.expired());
    EXPECT_FALSE(key.same_as({{first.ref()}, {1, 2}}));
}

}  // namespace
}  // namespace mantissa
