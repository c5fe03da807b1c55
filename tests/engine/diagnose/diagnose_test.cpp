// SPDX-License-Identifier: Apache-2.0
// Failures planted in a small network, found and cured; and runs that have none.
#include "engine/diagnose/diagnose.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/base/error.h"
#include "engine/diagnose/findings.h"
#include "engine/diagnose/search.h"
#include "engine/diagnose/space.h"
#include "engine/diagnose/watch.h"
#include "engine/run/policy_of.h"
#include "engine/train/lane_parts.h"
#include "tests/engine/train/train_testing.h"

namespace mantissa {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Diagnosing : public ::testing::Test {
  protected:
    Dataset dataset_ = small_dataset(8, 4, 400, 40);
    std::unique_ptr<Device> device_ = make_reference_device();
    DeviceData data_{*device_, dataset_};
    Bench bench_{*device_, data_, dataset_};

    static run::RunConfig config(const Edit& edit) {
        return small_config([&](run::RunConfig& c) {
            c.set_steps(160);
            c.set_batch(20);
            edit(c);
        });
    }
    run::Diagnosis diagnose(const Edit& edit) { return mantissa::diagnose(bench_, config(edit)); }
    static void narrow(run::RunConfig& c, const char* layer, run::LayerCast cast) {
        run::LayerOverride& one = *c.add_layer_overrides();
        one.set_layer(layer);
        one.set_precision(run::CUSTOM);
        one.add_casts(cast);
    }
};

TEST_F(Diagnosing, AHealthyRunHasNothingToCure) {
    const run::Diagnosis answer = diagnose([](run::RunConfig& c) {
        c.set_precision(run::FP16);
        c.set_scaling(run::DYNAMIC);
    });
    EXPECT_EQ(answer.verdict(), run::Diagnosis::VERDICT_NOTHING_TO_CURE) << answer.ShortDebugString();
    EXPECT_THAT(answer.text(0), HasSubstr("Nothing to cure: over 160 steps"));
    EXPECT_THAT(answer.text(1), HasSubstr("On the first 40 samples of the test set, accuracy: "));
    EXPECT_EQ(answer.tests(), 0u);
}

TEST_F(Diagnosing, ALearningRateIsNotAMatterOfPrecision) {
    const run::Diagnosis answer = diagnose([](run::RunConfig& c) {
        c.set_precision(run::BF16);
        c.set_optimizer(run::SGD);
        c.set_lr(1e6);
    });
    EXPECT_EQ(answer.verdict(), run::Diagnosis::VERDICT_NOT_PRECISION) << answer.ShortDebugString();
    EXPECT_THAT(answer.text(0), HasSubstr("Not a matter of precision: FP32 fails as well"));
}

TEST_F(Diagnosing, NamesTheOneCastThatOverflows) {
    // A format of 3 exponent bits ends at 15.9, and fc2's results are made larger than that.
    const run::Diagnosis answer = diagnose([](run::RunConfig& c) {
        c.set_precision(run::BF16);
        c.set_exponent_bits(3);
        c.set_fraction_bits(7);
        c.set_init_scale(12);
        narrow(c, "fc2", run::CAST_ACTIVATION);
    });
    ASSERT_EQ(answer.verdict(), run::Diagnosis::VERDICT_CURED) << answer.ShortDebugString();
    EXPECT_EQ(answer.producer().layer(), "fc2");
    EXPECT_EQ(answer.producer().cast(), run::CAST_ACTIVATION);
    EXPECT_EQ(answer.producer().effect(), run::CastFinding::EFFECT_OVERFLOW);
    EXPECT_THAT(answer.producer().text(), HasSubstr("results passed 15.9"));
    EXPECT_THAT(answer.parts(), ElementsAre("fc2: results in FP32"));
    EXPECT_EQ(answer.seeds_cured(), 5u);
    EXPECT_THAT(answer.flags(), ::testing::StrEq("--layer-override fc2:activation=fp32"));
    // The cure as it is written down is the cure.
    run::RunConfig cured = merge(config([](run::RunConfig& c) {
                                     c.set_precision(run::BF16);
                                     c.set_init_scale(12);
                                 }),
                                 answer.cure());
    EXPECT_EQ(policy_of(cured).overrides.at("fc2").activation, fp32);
    EXPECT_EQ(policy_of(cured).overrides.at("fc2").operand, bf16);
}

TEST_F(Diagnosing, WhatOverflowsInEveryLayerIsCuredByBf16) {
    const run::Diagnosis answer = diagnose([](run::RunConfig& c) {
        c.set_precision(run::FP16);
        c.set_scaling(run::DYNAMIC);
        c.set_depth(5);
        c.set_init_scale(60);
        c.set_lr(0.01);
    });
    ASSERT_EQ(answer.verdict(), run::Diagnosis::VERDICT_CURED) << answer.ShortDebugString();
    EXPECT_EQ(answer.producer().effect(), run::CastFinding::EFFECT_OVERFLOW);
    EXPECT_FALSE(answer.producer().backward());
    EXPECT_THAT(answer.parts(), ElementsAre("BF16 in place of FP16"));
    EXPECT_EQ(answer.seeds_cured(), 5u);
    EXPECT_EQ(answer.flags(), "--precision bf16");
    EXPECT_THAT(answer.pytorch(0), HasSubstr("dtype=torch.bfloat16"));
}

TEST_F(Diagnosing, ACureMustHoldWithEverySeed) {
    const run::RunConfig c = config([](run::RunConfig& to) {
        to.set_precision(run::BF16);
        to.set_master_weights(false);
    });
    const Network network = make_network(c, dataset_.side, dataset_.classes);
    const std::vector<Widening> space = widenings_of(network, c);
    SearchGround easy, hard;
    easy.seed = 1;
    easy.steps = 40;
    easy.fp32.losses.assign(40, 100.0F);  // whatever trains keeps up with that
    easy.fp32.skipped.assign(40, false);
    easy.tolerance = 1;
    hard = easy;
    hard.seed = 2;
    hard.fp32.losses.assign(40, -10.0F);  // nothing does with that
    const DiagnosisOptions options;
    Pace pace(options);
    Search search(bench_, c, space, easy, options, pace);
    EXPECT_TRUE(search.cured({0}));
    search.add(hard);
    EXPECT_FALSE(search.cured({0}));
    EXPECT_FALSE(search.smallest({}, run::Diagnosis::RULE_BEHIND_FP32, {0}).has_value());
    const std::uint32_t tests = search.tests();
    EXPECT_FALSE(search.cured({0}));
    EXPECT_EQ(search.tests(), tests) << "what is known is not trained again";
}

/// The loss of training goes on by the batch's own statistics; the running ones have taken an infinity in.
TEST_F(Diagnosing, ARunWhoseEvaluationAloneFailsHasFailed) {
    const run::Diagnosis answer = diagnose([](run::RunConfig& c) {
        c.set_model(run::NETWORK_FILE);
        c.set_network(R"({"operations": [
            {"op": "linear", "name": "fc1", "out": 16, "bias": false, "then": ["batch_norm1d", "relu"]},
            {"op": "linear", "name": "fc2", "out": 16, "bias": false, "gain": 46000, "then": ["batch_norm1d", "relu"]},
            {"op": "linear", "name": "fc3", "out": 4}]})");
        c.set_optimizer(run::ADAMW);
        c.set_weight_decay(10);
        c.set_lr(2e-3);
        c.set_precision(run::FP16);
        c.set_scaling(run::DYNAMIC);
    });
    ASSERT_EQ(answer.verdict(), run::Diagnosis::VERDICT_CURED) << answer.ShortDebugString();
    EXPECT_THAT(answer.text(), ::testing::Contains("The run failed: its training loss keeps up with FP32's, but its "
                                                   "evaluation does not."));
    EXPECT_THAT(answer.text(1), ::testing::MatchesRegex(
                                    "On the first 40 samples of the test set, accuracy: [1-4].\\... %, FP32 9.\\... %, "
                                    "the control 9.\\... %\\."));
    EXPECT_THAT(answer.text(), ::testing::Contains("The test loss is infinite or NaN."));
    EXPECT_THAT(answer.text(), ::testing::Contains("BatchNorm's running statistics are infinite or NaN from step " +
                                                   std::to_string(answer.step() + 1) +
                                                   " on: training does not read them, evaluations do."));
    EXPECT_EQ(answer.producer().step(), answer.step()) << "the step that left it there";
    EXPECT_EQ(answer.producer().layer(), "fc2");
    EXPECT_EQ(answer.producer().effect(), run::CastFinding::EFFECT_OVERFLOW);
    EXPECT_THAT(answer.parts(), ElementsAre("fc2: results in FP32"));
    EXPECT_EQ(answer.seeds_cured(), 5u);
}

/// Trained as FP32, evaluated in a format that cannot hold its numbers.
TEST_F(Diagnosing, EvaluationsInAFormatOfTheirOwnAreCuredByAnother) {
    const run::Diagnosis answer = diagnose([](run::RunConfig& c) {
        c.set_precision(run::BF16);
        c.set_eval_precision(run::CUSTOM);
        c.set_exponent_bits(2);
        c.set_fraction_bits(1);
    });
    ASSERT_EQ(answer.verdict(), run::Diagnosis::VERDICT_CURED) << answer.ShortDebugString();
    EXPECT_EQ(answer.step(), 160u) << "no step of training did it";
    EXPECT_THAT(answer.parts(), ElementsAre("evaluations in FP32"));
    EXPECT_THAT(answer.flags(), ::testing::StrEq("--eval-precision fp32"));
}

TEST_F(Diagnosing, AScaleThatAlwaysOverflowsIsReplaced) {
    const run::Diagnosis answer = diagnose([](run::RunConfig& c) {
        c.set_precision(run::FP16);
        c.set_scaling(run::STATIC);
        c.set_loss_scale(0x1p40);
    });
    ASSERT_EQ(answer.verdict(), run::Diagnosis::VERDICT_CURED) << answer.ShortDebugString();
    EXPECT_EQ(answer.rule(), run::Diagnosis::RULE_SCALE_COLLAPSED);
    EXPECT_EQ(answer.step(), 0u);
    EXPECT_TRUE(answer.producer().backward());
    EXPECT_EQ(answer.producer().effect(), run::CastFinding::EFFECT_OVERFLOW);
    EXPECT_THAT(answer.parts(), ElementsAre("dynamic loss scaling"));
    EXPECT_EQ(answer.cure().scaling(), run::DYNAMIC);
    EXPECT_THAT(answer.pytorch(0), HasSubstr("torch.amp.GradScaler"));
}

TEST_F(Diagnosing, LostUpdatesAreCuredByMasterWeights) {
    const run::Diagnosis answer = diagnose([](run::RunConfig& c) {
        c.set_precision(run::CUSTOM);
        c.set_exponent_bits(8);
        c.set_fraction_bits(4);
        c.set_master_weights(false);
        c.set_lr(1e-3);
        c.set_steps(400);
    });
    ASSERT_EQ(answer.verdict(), run::Diagnosis::VERDICT_CURED) << answer.ShortDebugString();
    EXPECT_EQ(answer.producer().effect(), run::CastFinding::EFFECT_LOST_UPDATE);
    EXPECT_THAT(answer.parts(), ElementsAre("FP32 master weights"));
}

TEST_F(Diagnosing, OutOfTimeSaysWhatItKnows) {
    DiagnosisOptions options;
    int asked = 0;
    options.stop = [&] { return ++asked > 40; };
    const run::Diagnosis answer =
        mantissa::diagnose(bench_, config([](run::RunConfig& c) { c.set_precision(run::FP16); }), options);
    EXPECT_EQ(answer.verdict(), run::Diagnosis::VERDICT_UNFINISHED);
    ASSERT_EQ(answer.text_size(), 1);
    EXPECT_THAT(answer.text(0), HasSubstr("Stopped"));
}

TEST_F(Diagnosing, ATrialIsTheRunToTheBit) {
    for (const run::Precision precision : {run::FP32, run::FP16, run::BF16}) {
        const run::RunConfig c = config([&](run::RunConfig& to) {
            to.set_precision(precision);
            to.set_scaling(precision == run::FP16 ? run::DYNAMIC : run::NONE);
        });
        Lane lane(reference(), dataset_, c);
        lane.steps(12);
        Trial trial(bench_, c);
        for (int i = 0; i < 5; ++i) trial.step();
        const Snapshot middle = trial.snapshot();
        for (int i = 5; i < 12; ++i) trial.step();
        EXPECT_EQ(trial.snapshot().parameters, lane.trainer.snapshot().parameters) << precision;
        Trial again(bench_, c, &middle);
        for (int i = 5; i < 12; ++i) again.step();
        EXPECT_EQ(again.snapshot().parameters, trial.snapshot().parameters) << "rewound, " << precision;
    }
}

TEST_F(Diagnosing, ReplayFindsNothingInFp32) {
    const run::RunConfig c = config([](run::RunConfig&) {});
    Trial trial(bench_, c);
    for (int i = 0; i < 3; ++i) trial.step();
    const Replay replay = replay_step(bench_, c, trial.snapshot());
    EXPECT_TRUE(replay.findings.empty()) << replay.findings.front().text();
    EXPECT_EQ(replay.propagators, 0u);
    EXPECT_EQ(replay.loss, trial.step().loss) << "the replayed step is the run's";
}

TEST_F(Diagnosing, SeparatesProducerFromPropagators) {
    const run::RunConfig c = config([](run::RunConfig& to) {
        to.set_precision(run::BF16);
        to.set_exponent_bits(3);
        to.set_fraction_bits(7);
        to.set_init_scale(40);
        narrow(to, "fc1", run::CAST_ACTIVATION);
    });
    Trial trial(bench_, c);
    const Replay replay = replay_step(bench_, c, trial.snapshot());
    ASSERT_FALSE(replay.findings.empty());
    EXPECT_EQ(replay.findings.front().operation(), "fc1");
    EXPECT_FALSE(replay.findings.front().backward());
    EXPECT_GT(replay.propagators, 0u);
    for (const run::CastFinding& finding : replay.findings)
        EXPECT_TRUE(finding.layer() == "fc1" || finding.effect() != run::CastFinding::EFFECT_OVERFLOW)
            << finding.text();
}

TEST_F(Diagnosing, EveryConfigurationCanBeReplayed) {
    for (const ConfigCase& c : config_cases()) {
        const Dataset dataset = with_task(small_dataset(), c.config);
        const DeviceData data(*device_, dataset);
        const Bench bench{*device_, data, dataset};
        Trial trial(bench, c.config);
        Replay replay;
        EXPECT_NO_THROW(replay = replay_step(bench, c.config, trial.snapshot())) << c.name;
        const float loss = trial.step().loss;
        // Native products, and random numbers but for dropout's, are the run's alone.
        EXPECT_NEAR(static_cast<double>(replay.loss), static_cast<double>(loss), 0.02 * static_cast<double>(loss))
            << c.name;
    }
}

TEST_F(Diagnosing, OfPhaseChangeDevicesThereIsNoNarrowCastToFind) {
    EXPECT_THROW(diagnose([](run::RunConfig& c) { c.set_optimizer(run::PHASE_CHANGE); }), Error);
}

}  // namespace
}  // namespace mantissa
