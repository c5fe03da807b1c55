// SPDX-License-Identifier: Apache-2.0
// The life of a lane and its records: learning, epochs, evaluations, skipped steps and their causes, modes against each
// other, the last record.
#include "engine/train/trainer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/base/error.h"
#include "engine/run/phrase_record.h"
#include "tests/engine/backend/wrapped_device.h"
#include "tests/engine/train/train_testing.h"

namespace mantissa {
namespace {

using ::testing::HasSubstr;

TEST(Trainer, LearnsInEveryConfiguration) {
    for (const ConfigCase& c : config_cases()) {
        Lane lane(fast_device(), small_data(), c.config);
        lane.steps(c.config.clip_norm() > 0 ? 400 : 150);  // sigmoids under a short clip are slow
        const run::RunFinished finished = lane.trainer.finish(run::RunFinished::COMPLETED);
        EXPECT_LT(lane.losses().back(), lane.losses().front()) << c.name;
        if (c.config.task() != run::CLASSIFY) continue;       // of images: the small set's pixels are mostly background
        const bool coarse = policy_of(c.config).quantises();  // 3 fraction bits or fewer are slower
        EXPECT_GT(finished.train_accuracy(), coarse ? 0.8f : 0.9f) << c.name;
        EXPECT_GT(finished.test_accuracy(), 0.6f) << c.name;
        EXPECT_LT(lane.losses().back(), lane.losses().front() / 2) << c.name;
    }
}

TEST(Trainer, FirstRecordsAreStartedMemoryAndEvent) {
    run::RunConfig config = small_config();
    config.set_eval_interval(50);
    config.set_precision(run::FP16);
    Lane lane(reference(), small_data(), config);
    const auto& records = lane.sink.records;
    ASSERT_EQ(records.size(), 4u);
    const run::RunStarted& started = records[0].started();
    EXPECT_EQ(started.steps_per_epoch(), 10u);
    EXPECT_EQ(started.total_steps(), 10000u);
    EXPECT_TRUE(started.emulated());
    EXPECT_EQ(started.config().SerializeAsString(), config.SerializeAsString());
    EXPECT_EQ(started.identity().seed(), 7u);
    EXPECT_EQ(started.identity().data_name(), "small");
    EXPECT_EQ(started.identity().run_id(), "test");
    ASSERT_EQ(started.tensors_size(), 6);
    EXPECT_EQ(started.tensors(0).name(), "fc1.weight");
    EXPECT_EQ(started.tensors(0).shape(0), 16u);
    EXPECT_EQ(started.tensors(0).shape(1), 64u);
    bool operand = false;
    for (const run::ResolvedRole& role : started.roles())
        if (role.role() == "operand") {
            operand = true;
            EXPECT_EQ(role.requested(), "FP16");
            EXPECT_FALSE(role.native());
        }
    EXPECT_TRUE(operand);
    EXPECT_TRUE(records[1].has_memory());
    EXPECT_EQ(records[2].event().kind(), run::EventRecord::STARTED);
    EXPECT_EQ(records[3].evaluated().images(), 40u);
    for (const run::Record& r : records) {
        EXPECT_EQ(r.run_id(), "test");
        EXPECT_EQ(r.step(), 0u);
    }
}

TEST(Trainer, EpochsBatchesAndEvaluations) {
    run::RunConfig config = small_config();
    config.set_epochs(2);
    config.set_eval_interval(4);
    config.set_eval_images(15);
    Lane lane(reference(), small_data(), config);
    EXPECT_EQ(lane.trainer.total_steps(), 20u);
    while (!lane.trainer.finished()) lane.trainer.step();
    EXPECT_EQ(lane.trainer.steps_done(), 20u);
    std::vector<std::uint32_t> batches;
    for (const run::StepRecord& s : lane.sink.steps()) batches.push_back(s.batch());
    EXPECT_EQ(std::count(batches.begin(), batches.end(), 10u), 18);
    EXPECT_EQ(batches[9], 6u) << "the last partial batch is kept";
    EXPECT_EQ(batches[19], 6u);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> evaluations;  // step, images
    for (const run::Record& r : lane.sink.records)
        if (r.has_evaluated()) {
            evaluations.emplace_back(r.step(), r.evaluated().images());
            EXPECT_EQ(r.evaluated().complete(), r.evaluated().images() == 40);
            EXPECT_EQ(r.evaluated().epoch(), r.step() / 10);
        }
    EXPECT_EQ(evaluations, (std::vector<std::pair<std::uint32_t, std::uint32_t>>{
                               {0, 15}, {4, 15}, {8, 15}, {10, 40}, {12, 15}, {16, 15}, {20, 40}}));
    EXPECT_EQ(lane.sink.events(run::EventRecord::EPOCH).size(), 2u);
}

TEST(Trainer, StepsEndARunWithinAnEpoch) {
    run::RunConfig config = small_config();
    config.set_steps(13);
    Lane lane(reference(), small_data(), config);
    while (!lane.trainer.finished()) lane.trainer.step();
    const run::RunFinished finished = lane.trainer.finish(run::RunFinished::COMPLETED);
    EXPECT_EQ(finished.steps(), 13u);
    EXPECT_TRUE(finished.has_test_accuracy());
    EXPECT_EQ(finished.weights_sha256(), lane.hash());

    config.set_steps(0);  // initialise only
    Lane none(reference(), small_data(), config);
    EXPECT_TRUE(none.trainer.finished());
    const run::RunFinished initial = none.trainer.finish(run::RunFinished::COMPLETED);
    EXPECT_EQ(initial.steps(), 0u);
    EXPECT_TRUE(initial.has_test_accuracy());
    EXPECT_EQ(initial.weights_sha256(), none.sink.records[0].started().identity().initial_weights_sha256());
}

TEST(Trainer, TheLastRecordIsAboutTheLastWeights) {
    // after an epoch's evaluation more steps are trained, then the run is declared complete
    Lane lane(reference(), small_data(), small_config());
    lane.steps(14);
    run::RunConfig change;
    change.set_steps(14);
    lane.trainer.change(change);
    EXPECT_TRUE(lane.trainer.finished());
    const run::RunFinished finished = lane.trainer.finish(run::RunFinished::COMPLETED);
    float at_end = -1;
    std::uint32_t step = 0;
    for (const run::Record& r : lane.sink.records)
        if (r.has_evaluated() && !r.evaluated().training_set()) {
            at_end = r.evaluated().loss();
            step = r.step();
        }
    EXPECT_EQ(step, 14u);
    EXPECT_EQ(finished.test_loss(), at_end);
}

TEST(Trainer, AnOverflowIsSkippedRecordedAndNamed) {
    run::RunConfig config = small_config([](run::RunConfig& c) {
        c.set_precision(run::FP16);
        c.set_scaling(run::DYNAMIC);
        c.set_loss_scale(0x1p30);
    });
    Lane lane(fast_device(), small_data(), config);
    const std::string initial = lane.hash();
    lane.trainer.step();
    EXPECT_EQ(lane.hash(), initial) << "no update";
    const run::StepRecord step = lane.sink.steps()[0];
    EXPECT_TRUE(step.skipped());
    EXPECT_EQ(step.scale(), 0x1p30f);
    EXPECT_EQ(step.updates_nonzero(), 0u);
    EXPECT_GT(step.skip_values(), 0u);
    EXPECT_THAT(step.skip_cause(), HasSubstr("fc3")) << "backward starts at the last layer, so that is where it arose";
    EXPECT_TRUE(std::isfinite(step.loss())) << "the loss itself is finite";
    const auto events = lane.sink.events(run::EventRecord::SCALE_DOWN);
    ASSERT_EQ(events.size(), 1u);
    EXPECT_EQ(events[0].step(), 1u);
    EXPECT_THAT(events[0].event().text(), HasSubstr(step.skip_cause()));
    EXPECT_TRUE(phrase_of(events[0].event()).sentence) << "a window can say it in its language";
    EXPECT_THAT(events[0].event().text(), HasSubstr("2³⁰ → 2²⁹"));
    const ScalerState scaler = lane.trainer.snapshot().scaler;
    EXPECT_EQ(scaler.scale, 0x1p29f);
    EXPECT_EQ(scaler.optimizer_step, 0u);
    EXPECT_EQ(scaler.skipped, 1u);

    lane.steps(40);  // it recovers
    EXPECT_FALSE(lane.sink.steps().back().skipped());
    EXPECT_NE(lane.hash(), initial);
    const run::RunFinished finished = lane.trainer.finish(run::RunFinished::STOPPED);
    std::uint32_t skipped = 0;
    for (const run::StepRecord& s : lane.sink.steps()) skipped += s.skipped() ? 1 : 0;
    EXPECT_EQ(finished.skipped_steps(), skipped);
    EXPECT_EQ(lane.trainer.snapshot().scaler.optimizer_step, 41 - skipped);
    EXPECT_EQ(lane.sink.events(run::EventRecord::SCALE_DOWN).size(), skipped);
}

TEST(Trainer, WithoutAScalerInfinityReachesTheWeights) {
    run::RunConfig config = small_config([](run::RunConfig& c) {
        c.set_precision(run::FP16);
        c.set_init_scale(4000);
    });
    Lane lane(fast_device(), small_data(), config);
    lane.steps(3);
    EXPECT_FALSE(lane.sink.steps()[0].skipped());
    EXPECT_FALSE(std::isfinite(lane.sink.steps()[1].loss()));
    EXPECT_EQ(lane.sink.events(run::EventRecord::NON_FINITE).size(), 1u) << "announced once";
    bool nan = false;
    for (const float w : lane.trainer.parameters().values(0)) nan = nan || std::isnan(w);
    EXPECT_TRUE(nan);
}

TEST(Trainer, PyTorchsDefaultIsTf32ForConvolutionsOnly) {
    const auto hash = [](run::Model model, run::Precision precision, const char* layer = nullptr,
                         run::Precision other = run::FP32) {
        run::RunConfig config = small_config();
        config.set_model(model);
        config.set_c1(3);
        config.set_c2(5);
        config.set_precision(precision);
        if (layer) {
            config.add_layer_overrides()->set_layer(layer);
            config.mutable_layer_overrides(0)->set_precision(other);
        }
        Lane lane(fast_device(), small_data(), config);
        lane.steps(8);
        return lane.hash();
    };
    EXPECT_EQ(hash(run::MLP, run::PYTORCH_DEFAULT), hash(run::MLP, run::FP32)) << "no convolution, no TF32";
    EXPECT_NE(hash(run::CNN, run::PYTORCH_DEFAULT), hash(run::CNN, run::FP32));
    EXPECT_NE(hash(run::CNN, run::PYTORCH_DEFAULT), hash(run::CNN, run::TF32));
    EXPECT_EQ(hash(run::CNN, run::PYTORCH_DEFAULT, "fc1", run::TF32), hash(run::CNN, run::TF32));
    EXPECT_EQ(hash(run::CNN, run::TF32, "fc1", run::FP32), hash(run::CNN, run::PYTORCH_DEFAULT));
}

TEST(Trainer, OverridingEveryLayerIsTheOtherMode) {
    const auto run_with = [](run::Precision precision, run::Precision layers, bool override_them) {
        run::RunConfig config = small_config();
        config.set_precision(precision);
        if (override_them)
            for (const char* name : {"fc1", "fc2", "fc3"}) {
                run::LayerOverride& o = *config.add_layer_overrides();
                o.set_layer(name);
                o.set_precision(layers);
            }
        Lane lane(fast_device(), small_data(), config);
        lane.steps(8);
        return lane.hash();
    };
    EXPECT_EQ(run_with(run::FP16, run::FP32, true), run_with(run::FP32, run::FP32, false));
    EXPECT_EQ(run_with(run::FP32, run::BF16, true), run_with(run::BF16, run::BF16, false));
    EXPECT_NE(run_with(run::BF16, run::BF16, false), run_with(run::FP32, run::FP32, false));
}

TEST(Trainer, AnOverrideOfAnUnknownLayerListsTheLayers) {
    run::RunConfig config = small_config();
    config.add_layer_overrides()->set_layer("conv1");
    config.mutable_layer_overrides(0)->set_precision(run::FP16);
    try {
        Lane lane(reference(), small_data(), config);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::usage);
        EXPECT_THAT(error.remedy(), HasSubstr("fc1, fc2, fc3"));
    }
}

/// A device without replays, as the CPU: whoever asks it for one has made a key for nothing.
class Unasked final : public WrappedDevice {
  public:
    void replay(const ReplayKey& /*key*/, const std::function<void()>& enqueue) override {
        ADD_FAILURE() << "a key was made";
        enqueue();
    }
};

TEST(Trainer, AStepMakesNoKeyWhereNothingIsReplayed) {
    EXPECT_FALSE(fast_device()->replays());
    Lane lane(std::make_unique<Unasked>(), small_data(),
              small_config([](run::RunConfig& c) { c.set_histogram_interval(2); }));
    Lane control(reference(), small_data(), lane.trainer.config());
    lane.steps(4);
    control.steps(4);
    EXPECT_EQ(lane.hash(), control.hash());
}

TEST(Trainer, EvaluationCanBeAbandoned) {
    Dataset many = small_dataset(8, 4, 96, 2000);
    run::RunConfig config = small_config();
    Lane lane(reference(), many, config);
    int polls = 0;
    lane.trainer.set_poll([&] { return ++polls > 2; });
    lane.trainer.finish(run::RunFinished::COMPLETED);
    EXPECT_GT(polls, 2);
}

TEST(Trainer, HistogramsAreOfTheStepBeforeTheUpdate) {
    run::RunConfig config = small_config();
    config.set_precision(run::FP16);
    config.set_scaling(run::STATIC);
    config.set_loss_scale(64);
    config.set_histogram_interval(4);
    Lane lane(fast_device(), small_data(), config);
    lane.steps(9);
    std::vector<run::Record> histograms;
    for (const run::Record& r : lane.sink.records)
        if (r.has_histograms()) histograms.push_back(r);
    ASSERT_EQ(histograms.size(), 3u);  // steps 0, 4 and 8, recorded when they are done
    EXPECT_EQ(histograms[0].step(), 1u);
    EXPECT_EQ(histograms[1].step(), 5u);
    std::uint64_t flushed = 0, nonzero = 0;
    bool activation = false;
    int weights = 0, compared = 0;
    for (const run::Histogram& h : histograms[1].histograms().histograms()) {
        std::uint64_t in_bins = 0;
        for (const std::uint32_t bin : h.bins()) in_bins += bin;
        const run::CastCounts& n = h.counts();
        EXPECT_EQ(in_bins, n.elements() - n.zero() - n.infinite() - n.nan()) << h.tensor();
        if (h.bins_size() > 0) {
            EXPECT_GT(h.bins(0), 0u) << "trimmed to what is there";
            EXPECT_GT(h.bins(h.bins_size() - 1), 0u);
        }
        activation = activation || h.role() == run::ROLE_ACTIVATION;
        if (h.role() == run::ROLE_WEIGHT) {  // of a step that found its copies made
            ++weights;
            for (const run::Histogram& other : histograms[1].histograms().histograms())
                if (other.role() == run::ROLE_UPDATE && other.tensor() == h.tensor()) {
                    EXPECT_EQ(n.elements(), other.counts().elements()) << h.tensor() << ": each weight once";
                    ++compared;
                }
        }
        const bool gradient = h.role() == run::ROLE_WEIGHT_GRADIENT || h.role() == run::ROLE_ACTIVATION_GRADIENT;
        EXPECT_EQ(h.scale(), gradient ? 64.0f : 1.0f) << h.tensor();
        EXPECT_LE(h.norm_lost(), h.norm());
        if (h.role() != run::ROLE_WEIGHT_GRADIENT) continue;
        flushed += n.flushed();
        nonzero += in_bins;
        EXPECT_EQ(h.format(), "FP16");
    }
    EXPECT_TRUE(activation);
    EXPECT_GT(weights, 0);
    EXPECT_EQ(compared, weights);
    EXPECT_EQ(flushed, lane.sink.steps()[4].weight_gradients_flushed());
    EXPECT_EQ(nonzero, lane.sink.steps()[4].weight_gradients_nonzero());
}

TEST(Trainer, SharesOfTheLastRecordAreSumsOverTheSteps) {
    const run::RunConfig config = small_config([](run::RunConfig& c) {
        c.set_precision(run::FP16);
        c.set_depth(6);  // six sigmoids: some gradients underflow
        c.set_activation(run::SIGMOID);
        c.set_master_weights(false);
        c.set_optimizer(run::SGD);
        c.set_lr(0.003);
    });
    Lane lane(fast_device(), small_data(), config);
    lane.steps(30);
    std::uint64_t wn = 0, wf = 0, an = 0, af = 0, un = 0, ul = 0;
    for (const run::StepRecord& s : lane.sink.steps()) {
        wn += s.weight_gradients_nonzero();
        wf += s.weight_gradients_flushed();
        an += s.activation_gradients_nonzero();
        af += s.activation_gradients_flushed();
        un += s.updates_nonzero();
        ul += s.updates_lost();
    }
    const run::RunFinished f = lane.trainer.finish(run::RunFinished::STOPPED);
    EXPECT_GT(wf, 0u);
    EXPECT_GT(ul, 0u);
    EXPECT_DOUBLE_EQ(f.flushed_share(), static_cast<double>(wf) / static_cast<double>(wn));
    EXPECT_DOUBLE_EQ(f.flushed_share_activations(), static_cast<double>(af) / static_cast<double>(an));
    EXPECT_DOUBLE_EQ(f.lost_update_share(), static_cast<double>(ul) / static_cast<double>(un));
    EXPECT_GE(f.flushed_share_worst_layer(), std::max(f.flushed_share(), f.flushed_share_activations()));
}

}  // namespace
}  // namespace mantissa
