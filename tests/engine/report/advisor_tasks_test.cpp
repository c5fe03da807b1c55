// SPDX-License-Identifier: Apache-2.0
// The advisor on a regression of values, on a BatchNorm that remembers an infinity and on an epsilon of zero, on
// records made by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <tuple>

#include "engine/report/advisor.h"
#include "engine/run/presets.h"
#include "engine/run/tasks.h"
#include "tests/engine/report/advisor_records.h"

namespace mantissa {
namespace {

using ::testing::HasSubstr;

/// Whether a run of this task has diverged whose loss is `loss` in all of its steps.
bool diverges(run::Task task, run::Model model, float loss) {
    Told run(run::FP32);
    run.config.set_model(model);
    run.config.set_task(task);
    run::Record begin;
    begin.mutable_started()->add_tensors()->add_shape(1);
    *begin.mutable_started()->mutable_config() = complete(run.config);
    Evidence evidence;
    observe(evidence, begin);
    run::Record step;
    for (std::uint32_t i = 1; i <= 60; ++i) {
        step.set_step(i);
        step.mutable_step_done()->set_loss(loss);
        observe(evidence, step);
    }
    const auto finding = diverged(evidence);
    if (finding) {
        EXPECT_THAT(finding->reason,
                    HasSubstr(gives_image(task) ? "middle grey would cost at most 0.25" : "guessing would cost 1."));
    }
    return finding.has_value();
}

TEST(AdvisorDiverged, ARegressionThatGuessesCostsTheVariance) {
    EXPECT_FALSE(diverges(run::REGRESS, run::REGRESSION, 2.5F));
    EXPECT_TRUE(diverges(run::REGRESS, run::REGRESSION, 4.0F));
}

/// It was called guessing up to 2.1, three times the cross-entropy of two classes.
TEST(AdvisorDiverged, AnImageOfMiddleGreyCostsAQuarterAtMost) {
    EXPECT_FALSE(diverges(run::DENOISE, run::UNET, 0.7F));
    EXPECT_TRUE(diverges(run::DENOISE, run::UNET, 0.8F));
}

TEST(AdvisorTargets, AnOffsetThatAFormatCannotResolve) {
    for (const auto& [precision, offset, spacing] :
         {std::tuple{run::FP16, 10000.0, "lie 8 apart"},
          {run::BF16, -10000.0, "Near -10000 the numbers of BF16 lie 64 apart"},
          {run::FP16, 1000.0, "lie 0.5 apart"},
          {run::FP16, 500.0, ""},
          {run::BF16, 10.0, ""},
          {run::TF32, 10000.0, ""},
          {run::FP32, 10000.0, ""},
          {run::FP32, 1e7, "lie 1 apart"}}) {
        Told run(precision);
        run.config.set_model(run::REGRESSION);
        run.config.set_task(run::REGRESS);
        run.config.set_target_offset(offset);
        run.steps(30, 700);
        const auto f = targets_unresolved(run.evidence());
        ASSERT_EQ(f.has_value(), *spacing != '\0') << offset;
        if (!f) continue;
        EXPECT_THAT(f->reason, HasSubstr(spacing));
        EXPECT_EQ(advise(run.evidence()).front().rule, "targets_unresolved") << "and not the learning rate";
        EXPECT_EQ(advise(run.evidence()).size(), 1u);
    }
    Told cured(run::FP16);
    cured.config.set_model(run::REGRESSION);
    cured.config.set_task(run::REGRESS);
    cured.config.set_target_offset(10000);
    run::LayerOverride& layer = *cured.config.add_layer_overrides();
    layer.set_layer("out");
    layer.set_precision(run::FP32);
    EXPECT_FALSE(targets_unresolved(cured.evidence())) << "the layer that gives the values is FP32";
}

TEST(AdvisorStatistics, AnEvaluationThatIsNaNBesideATrainingThatIsNot) {
    for (const run::Model model : {run::RESNET, run::MLP}) {
        Told run(run::FP16, run::DYNAMIC);
        run.config.set_model(model);
        run.steps(6);
        run.skips(1, run::ROLE_ACTIVATION, "fc2", 65536).steps(120, 0.5f);
        EXPECT_FALSE(statistics_poisoned(run.evidence())) << "nothing was tested";
        run::Record record;
        record.set_step(run.step());
        record.mutable_evaluated()->set_accuracy(0.098f);
        record.mutable_evaluated()->set_loss(0.5f);
        EXPECT_FALSE(statistics_poisoned(run.take(record).evidence())) << "the test's loss is a number";
        record.mutable_evaluated()->set_loss(std::nanf(""));
        const auto f = statistics_poisoned(run.take(record).evidence());
        EXPECT_EQ(f.has_value(), model == run::RESNET);
        if (!f) continue;
        EXPECT_EQ(f->step, 7u);
        EXPECT_THAT(f->reason, HasSubstr("At step 7 inf or NaN arose in the forward pass, in fc2"));
        EXPECT_EQ(f->change->precision(), run::BF16);
        EXPECT_TRUE(f->restart);
        EXPECT_EQ(advise(run.evidence()).front().rule, "statistics_poisoned");
        run::RunConfig change;
        change.set_precision(run::BF16);
        run.changed(change).steps(20, 0.4f).take(record);
        EXPECT_TRUE(statistics_poisoned(run.evidence())) << "another format does not mend the statistics";
    }
}

TEST(AdvisorEpsilon, IsZeroWhereFp16HoldsNone) {
    const auto told = [](bool arithmetic, double epsilon, run::Optimizer optimizer = run::ADAM) {
        Told run(run::FP16, run::NONE);
        run.config.set_optimizer(optimizer);
        run.config.set_optimizer_16bit(arithmetic);
        run.config.set_epsilon(epsilon);
        run.steps(3);
        return run;
    };
    EXPECT_FALSE(epsilon_is_zero(told(false, 1e-8).evidence())) << "FP32 arithmetic";
    EXPECT_FALSE(epsilon_is_zero(told(true, 1e-4).evidence()));
    EXPECT_FALSE(epsilon_is_zero(told(true, 1e-8, run::SGD).evidence())) << "it has none";
    EXPECT_TRUE(epsilon_is_zero(told(true, 1e-8, run::ADAMW).evidence()));
    Told run = told(true, 1e-8);
    const auto f = epsilon_is_zero(run.evidence());
    ASSERT_TRUE(f);
    EXPECT_EQ(f->title, "The optimizer's epsilon is zero in FP16: it divides by zero");
    EXPECT_THAT(f->reason, HasSubstr("and epsilon is 1e-08"));
    EXPECT_FALSE(f->change->optimizer_16bit());
    EXPECT_EQ(advise(run.evidence()).front().rule, "epsilon_is_zero");
    // In FP32 too, once a number is divided by it; not before, and SGD divides by none.
    EXPECT_FALSE(epsilon_is_zero(told(false, 0).evidence()));
    const auto spoiled = [&](double epsilon, run::Optimizer optimizer = run::ADAM) {
        Told nan = told(false, epsilon, optimizer);
        nan.step_with([](run::StepRecord& step) {
            step.set_loss(std::numeric_limits<float>::quiet_NaN());
            step.set_nonfinite_tensor("fc1");
            step.set_nonfinite_role(run::ROLE_ACTIVATION);
        });
        return nan;
    };
    const auto zero = epsilon_is_zero(spoiled(0).evidence());
    ASSERT_TRUE(zero);
    EXPECT_EQ(zero->title, "The optimizer's epsilon is zero: it divides by zero");
    EXPECT_EQ(zero->change->epsilon(), 1e-8);
    EXPECT_TRUE(zero->restart);
    EXPECT_FALSE(epsilon_is_zero(spoiled(0, run::SGD).evidence()));
    EXPECT_FALSE(epsilon_is_zero(spoiled(1e-8).evidence()));
    Told skipped = told(false, 0);
    skipped.skips(1, run::ROLE_ACTIVATION, "fc1", 65536).steps(3);
    EXPECT_FALSE(epsilon_is_zero(skipped.evidence())) << "one overflow, and the weights are finite";
}

}  // namespace
}  // namespace mantissa
