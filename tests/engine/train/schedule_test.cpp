// SPDX-License-Identifier: Apache-2.0
// Learning-rate schedules, weight decay and label smoothing of a run: which step has which learning rate, what skipped
// steps and live changes do to it, and what decays.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "engine/nn/parameters.h"
#include "tests/engine/train/train_testing.h"

namespace mantissa {
namespace {

std::vector<float> rates(const Lane& lane) {
    std::vector<float> result;
    for (const run::StepRecord& s : lane.sink.steps()) result.push_back(s.lr());
    return result;
}

/// get_cosine_schedule_with_warmup()'s factor.
double cosine_factor(std::uint32_t at, std::uint32_t warmup, std::uint32_t length) {
    if (at < warmup) return static_cast<double>(at) / warmup;
    const double progress = static_cast<double>(at - warmup) / (length - warmup);
    return std::max(0.0, 0.5 * (1 + std::cos(std::numbers::pi * progress)));
}

run::RunConfig scheduled(const Edit& edit = [](run::RunConfig&) {}) {
    return small_config([&](run::RunConfig& c) {
        c.set_schedule(run::SCHEDULE_COSINE);
        c.set_warmup_steps(5);
        c.set_steps(20);
        edit(c);
    });
}

TEST(Schedule, EveryStepRecordsTheLearningRateThatItUsed) {
    Lane lane(reference(), small_data(), scheduled());
    lane.steps(20);
    const std::vector<float> all = rates(lane);
    ASSERT_EQ(all.size(), 20u);
    for (std::uint32_t step = 0; step < 20; ++step)
        EXPECT_FLOAT_EQ(all[step], static_cast<float>(3e-3 * cosine_factor(step, 5, 20))) << step;
    EXPECT_EQ(lane.sink.steps()[0].updates_nonzero(), 0u) << "the first step of a warm-up changes nothing";
    EXPECT_GT(lane.sink.steps()[1].updates_nonzero(), 0u);
}

TEST(Schedule, ACosineEndsWithTheRunInEpochsToo) {
    Lane lane(reference(), small_data(), scheduled([](run::RunConfig& c) {
                  c.clear_steps(), c.set_steps(-1);
                  c.set_epochs(2);  // of 10 steps, the last of 6 images
              }));
    lane.steps(20);
    EXPECT_TRUE(lane.trainer.finished());
    for (std::uint32_t step = 0; step < 20; ++step)
        EXPECT_FLOAT_EQ(rates(lane)[step], static_cast<float>(3e-3 * cosine_factor(step, 5, 20))) << step;
    // A live change of the batch makes another length of it, and a live learning rate is multiplied by the factor.
    Lane changed(reference(), small_data(), scheduled([](run::RunConfig& c) { c.set_steps(-1), c.set_epochs(2); }));
    changed.steps(10);
    run::RunConfig change;
    change.set_batch(48);
    change.set_lr(0.5);
    changed.trainer.change(change);
    changed.steps(2);
    EXPECT_TRUE(changed.trainer.finished());
    EXPECT_FLOAT_EQ(rates(changed)[10], static_cast<float>(0.5 * cosine_factor(10, 5, 12)));
    EXPECT_FLOAT_EQ(rates(changed)[11], static_cast<float>(0.5 * cosine_factor(11, 5, 12)));
}

/// FP16 from a scale of 2^26 on: its first steps overflow.
run::RunConfig overflowing(bool skips_advance) {
    return scheduled([&](run::RunConfig& c) {
        c.set_precision(run::FP16);
        c.set_scaling(run::DYNAMIC);
        c.set_loss_scale(0x1p26);
        c.set_growth_interval(6);  // and so does a later one
        c.set_skips_advance(skips_advance);
    });
}

TEST(Schedule, ASkippedStepAdvancesItOrNot) {
    for (const bool advances : {true, false}) {
        Lane lane(reference(), small_data(), overflowing(advances));
        lane.steps(20);
        std::uint32_t updates = 0, skipped = 0, step = 0;
        for (const run::StepRecord& s : lane.sink.steps()) {
            const std::uint32_t at = advances ? step : updates;
            EXPECT_FLOAT_EQ(s.lr(), static_cast<float>(3e-3 * cosine_factor(at, 5, 20))) << advances << ", " << step;
            ++(s.skipped() ? skipped : updates);
            ++step;
        }
        EXPECT_GT(skipped, 2u) << "the test must meet skipped steps";
        EXPECT_GT(updates, 5u);
        EXPECT_TRUE(lane.sink.steps()[0].skipped());
    }
}

TEST(Schedule, TheUpdateIsMadeWithTheLearningRateThatIsRecorded) {
    // After the first skipped steps: a run without schedule, whose learning rate is set to the recorded one before each
    // step, has the same bits.
    for (const bool advances : {true, false}) {
        Lane lane(reference(), small_data(), overflowing(advances)), plain(reference(), small_data(), [&] {
            run::RunConfig c = overflowing(advances);
            c.set_schedule(run::SCHEDULE_CONSTANT);
            c.set_warmup_steps(0);
            return c;
        }());
        std::uint32_t updates = 0;
        for (std::uint32_t step = 0; step < 20; ++step) {
            run::RunConfig change;
            change.set_lr(3e-3 * cosine_factor(advances ? step : updates, 5, 20));
            plain.trainer.change(change);
            plain.steps(1);
            lane.steps(1);
            updates += lane.sink.steps().back().skipped() ? 0 : 1;
            ASSERT_EQ(lane.hash(), plain.hash()) << advances << ", step " << step;
        }
    }
}

TEST(Schedule, ScalersOfFrameworksSayWhetherASkipAdvancesIt) {
    EXPECT_TRUE(default_config().skips_advance());
    EXPECT_TRUE(settings_of(run::SCALER_PYTORCH).skips_advance());
    for (const run::Scaler scaler : {run::SCALER_MEGATRON, run::SCALER_DEEPSPEED, run::SCALER_FAIRSEQ})
        EXPECT_FALSE(complete(settings_of(scaler)).skips_advance());
}

TEST(Schedule, ItIsResumedAndForkedWhereItStood) {
    for (const bool advances : {true, false}) {
        Lane whole(reference(), small_data(), overflowing(advances)),
            half(reference(), small_data(), overflowing(advances)),
            rest(reference(), small_data(), overflowing(advances));
        whole.steps(20);
        half.steps(9);
        rest.trainer.restore(half.trainer.snapshot());
        rest.steps(11);
        EXPECT_EQ(rest.hash(), whole.hash());
        const std::vector<float> all = rates(whole), later = rates(rest);
        EXPECT_EQ(later, std::vector<float>(all.begin() + 9, all.end()));
    }
}

TEST(WeightDecay, IsOfTheWeightsOfProductsOnly) {
    for (const run::Model model : {run::MLP, run::TRANSFORMER, run::RESNET}) {
        const auto config = [model](double decay) {
            return small_config([=](run::RunConfig& c) {
                c.set_model(model);
                c.set_token_width(8);
                c.set_heads(2);
                c.set_channels(2);
                c.set_optimizer(run::ADAMW);
                c.set_weight_decay(decay);
            });
        };
        Lane with(reference(), small_data(), config(10)), without(reference(), small_data(), config(0));
        with.steps(1);
        without.steps(1);
        std::size_t decayed = 0;
        const Network& network = with.trainer.network();
        for (std::size_t i = 0; i < network.parameters.size(); ++i) {
            const std::string& name = network.parameters[i].name;
            const bool weights = name.ends_with(".weight") && network.parameters[i].pytorch_shape.size() >= 2 &&
                                 name.find("position") == std::string::npos;
            const bool differs = with.trainer.parameters().values(i) != without.trainer.parameters().values(i);
            EXPECT_EQ(differs, weights) << name;
            decayed += differs ? 1 : 0;
        }
        EXPECT_GT(decayed, 1u);
    }
}

TEST(LabelSmoothing, IsOfTrainingAndNotOfEvaluations) {
    for (const run::Task task : {run::CLASSIFY, run::CLASSIFY_PIXELS}) {
        const auto config = [task](double smoothing) {
            return small_config([=](run::RunConfig& c) {
                if (task == run::CLASSIFY_PIXELS) c.set_model(run::UNET), c.set_unet_channels(2), c.set_task(task);
                c.set_label_smoothing(smoothing);
                c.set_eval_interval(50);
            });
        };
        Lane smooth(reference(), small_data(), config(0.2)), plain(reference(), small_data(), config(0));
        const auto evaluated = [](const Lane& lane) {
            for (const run::Record& r : lane.sink.records)
                if (r.has_evaluated()) return r.evaluated().loss();
            return -1.0f;
        };
        EXPECT_EQ(evaluated(smooth), evaluated(plain)) << "before the first step";
        smooth.steps(1);
        plain.steps(1);
        EXPECT_NE(smooth.losses()[0], plain.losses()[0]);
        EXPECT_NE(smooth.hash(), plain.hash());
    }
}

}  // namespace
}  // namespace mantissa
