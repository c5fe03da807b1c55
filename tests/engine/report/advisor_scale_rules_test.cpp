// SPDX-License-Identifier: Apache-2.0
// The advisor's rules about range on records made by hand: where they must speak, with which numbers, and where not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/report/advisor.h"
#include "engine/run/presets.h"
#include "engine/run/validation.h"
#include "tests/engine/report/advisor_records.h"

namespace mantissa {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// ------------------------------------------------------------------------------------------- backward overflow

TEST(AdvisorBackwardOverflow, AStaticScaleTooHighIsLoweredBelowTheLargestGradient) {
    Told run(run::FP16, run::STATIC);
    run.config.set_loss_scale(0x1p30);
    run.steps(10);
    // 0.25 unscaled: 2^17 is the last scale with 0.25 * S below 65504, and two bits stay free.
    run.histograms(record_of({weight_gradient("fc1.weight", 0, 1, 0, 0.25f * 0x1p10f, 0x1p10f)}));
    run.skips(10, run::ROLE_WEIGHT_GRADIENT, "fc3.weight", 0x1p30f);
    const auto f = backward_overflow(run.evidence());
    ASSERT_TRUE(f);
    EXPECT_EQ(f->severity, FindingSeverity::warning);
    EXPECT_EQ(f->step, 20u);
    EXPECT_THAT(f->reason, HasSubstr("10 of the last 20 steps were skipped (50 %)"));
    EXPECT_THAT(f->reason, HasSubstr("fc3.weight"));
    ASSERT_TRUE(f->change);
    EXPECT_EQ(f->change->loss_scale(), 0x1p15);
    EXPECT_FALSE(f->change->has_scaling());
    EXPECT_FALSE(f->restart);
}

TEST(AdvisorBackwardOverflow, WithoutMeasuredGradientsDynamicScalingDoesIt) {
    Told run(run::FP16, run::STATIC);
    run.skips(3, run::ROLE_ACTIVATION_GRADIENT, "fc3", 0x1p40f).steps(50);
    const auto f = backward_overflow(run.evidence());
    ASSERT_TRUE(f);
    EXPECT_EQ(f->severity, FindingSeverity::advice);
    EXPECT_EQ(f->change->scaling(), run::DYNAMIC);
    EXPECT_FALSE(f->change->has_loss_scale());
}

TEST(AdvisorBackwardOverflow, AFewSkipsAreNotRecurring) {
    Told two(run::FP16, run::STATIC);
    two.skips(2, run::ROLE_WEIGHT_GRADIENT, "fc1.weight", 65536);
    EXPECT_FALSE(backward_overflow(two.evidence()));
    Told rare(run::FP16, run::STATIC);
    rare.skips(4, run::ROLE_WEIGHT_GRADIENT, "fc1.weight", 65536).steps(96);
    EXPECT_FALSE(backward_overflow(rare.evidence()));
    Told often(run::FP16, run::STATIC);
    often.skips(5, run::ROLE_WEIGHT_GRADIENT, "fc1.weight", 65536).steps(95);
    EXPECT_TRUE(backward_overflow(often.evidence()));
}

TEST(AdvisorBackwardOverflow, ADynamicScaleMayLookForItsPlace) {
    Told run(run::FP16, run::DYNAMIC);
    run.skips(8, run::ROLE_WEIGHT_GRADIENT, "fc1.weight", 65536);
    EXPECT_FALSE(backward_overflow(run.evidence()));
    run.steps(20);
    EXPECT_FALSE(backward_overflow(run.evidence()));
    Told never(run::FP16, run::DYNAMIC);
    never.skips(20, run::ROLE_WEIGHT_GRADIENT, "fc1.weight", 65536);
    EXPECT_TRUE(backward_overflow(never.evidence()));
}

TEST(AdvisorBackwardOverflow, ADynamicScaleThatGrowsAllTheTimeIsSlowedDown) {
    Told run(run::FP16, run::DYNAMIC);
    run.config.set_growth_interval(10);
    for (int i = 0; i < 9; ++i) run.steps(10).skips(1, run::ROLE_WEIGHT_GRADIENT, "fc1.weight", 0x1p20f);
    const auto f = backward_overflow(run.evidence());
    ASSERT_TRUE(f);
    EXPECT_THAT(f->reason, HasSubstr("9 of the last 99 steps were skipped (9.1 %)"));
    EXPECT_EQ(f->change->growth_interval(), 100u);
}

TEST(AdvisorBackwardOverflow, ADynamicScaleThatKeepsFailingGetsACeiling) {
    Told run(run::FP16, run::DYNAMIC);
    for (int i = 0; i < 9; ++i)
        run.steps(10).skips(1, run::ROLE_WEIGHT_GRADIENT, "fc1.weight", i == 4 ? 0x1p12f : 0x1p16f);
    const auto f = backward_overflow(run.evidence());
    ASSERT_TRUE(f);
    EXPECT_EQ(f->change->max_scale(), 0x1p10);
    EXPECT_EQ(f->change->loss_scale(), 0x1p10);
}

TEST(AdvisorBackwardOverflow, WithoutScalingTheWeightsAreRuined) {
    Told run(run::FP16);
    run.steps(5).step_with([](run::StepRecord& s) {
        s.set_skip_values(7);
        s.set_nonfinite_role(run::ROLE_WEIGHT_GRADIENT);
        s.set_nonfinite_tensor("fc2.weight");
    });
    // From then on everything is NaN from the forward pass on, which is not where it began.
    run.skips(20, run::ROLE_ACTIVATION, "fc1", 1);
    const auto f = backward_overflow(run.evidence());
    ASSERT_TRUE(f);
    EXPECT_TRUE(f->restart);
    EXPECT_EQ(f->step, 6u);
    EXPECT_THAT(f->reason, HasSubstr("fc2.weight"));
    EXPECT_EQ(f->change->scaling(), run::DYNAMIC);
    EXPECT_FALSE(forward_overflow(run.evidence()));
}

TEST(AdvisorBackwardOverflow, TheSumOverTheRanksIsNamed) {
    Told run(run::FP16, run::STATIC);
    run.config.set_check_static_scale(false);
    run.config.set_ranks(64);
    run.config.set_rank_format(run::FP16);
    run.steps(1).step_with([](run::StepRecord& s) {
        s.set_skip_values(3);
        s.set_nonfinite_role(run::ROLE_WEIGHT_GRADIENT);
        s.set_nonfinite_tensor("fc3.bias");
        s.set_rank_sums_overflowed(3);
    });
    const auto f = backward_overflow(run.evidence());
    ASSERT_TRUE(f);
    EXPECT_EQ(f->title, "The sum over the ranks overflows FP16 and makes the weights NaN");
    EXPECT_THAT(f->reason, HasSubstr("At step 2 the gradients of each of the 64 ranks were finite, and sums of them "
                                     "(3) were not, first in fc3.bias."));
    EXPECT_THAT(f->reason, HasSubstr("This static scale is not checked, so no step is skipped"));
    EXPECT_EQ(f->change->rank_format(), run::FP32);
}

// -------------------------------------------------------------------------------------------- forward overflow

TEST(AdvisorForwardOverflow, AnActivationBeyondFp16NeedsAnotherFormat) {
    Told run(run::FP16, run::DYNAMIC);
    run::Histogram out = histogram("fc6", run::ROLE_ACTIVATION);
    out.set_largest(138764);
    out.mutable_counts()->set_overflow(2185);
    run.steps(4).skips(6, run::ROLE_ACTIVATION, "fc6", 65536).histograms(record_of({out}));
    const auto f = forward_overflow(run.evidence());
    ASSERT_TRUE(f);
    EXPECT_EQ(f->severity, FindingSeverity::warning);
    EXPECT_EQ(f->step, 5u);
    EXPECT_THAT(f->title, HasSubstr("no loss scale can cure it"));
    EXPECT_THAT(f->title, HasSubstr("fc6"));
    EXPECT_THAT(f->reason, HasSubstr("in 6 of the last 10 steps"));
    EXPECT_THAT(f->reason, HasSubstr("At step 10 its largest value was 138764; 2,185 values exceeded 65504"));
    EXPECT_THAT(f->reason, HasSubstr("FP32 in fc6"));
    EXPECT_EQ(f->change->precision(), run::BF16);
    EXPECT_EQ(f->change->scaling(), run::NONE);  // the scale has fallen to nothing by now
    EXPECT_FALSE(f->restart);
}

TEST(AdvisorForwardOverflow, ASoftmaxIn16BitsGetsAnFp32Reduction) {
    Told run(run::FP16);
    run.config.set_reduction(run::REDUCE_16BIT_NO_MAX);
    run.steps(33).step_with([](run::StepRecord& s) {
        s.set_loss(std::numeric_limits<float>::quiet_NaN());
        s.set_nonfinite_role(run::ROLE_ACTIVATION);
        s.set_nonfinite_tensor("");
        s.set_skip_values(10);
    });
    run.skips(150, run::ROLE_ACTIVATION, "fc1", 1);
    const auto f = forward_overflow(run.evidence());
    ASSERT_TRUE(f);
    EXPECT_EQ(f->step, 34u);
    EXPECT_THAT(f->title, HasSubstr("softmax"));
    EXPECT_THAT(f->reason, HasSubstr("x = 11.09"));
    EXPECT_THAT(f->reason, HasSubstr("NaN since step 34"));
    EXPECT_EQ(f->change->reduction(), run::REDUCE_FP32);
    EXPECT_FALSE(f->change->has_precision());
    EXPECT_TRUE(f->restart);
}

TEST(AdvisorForwardOverflow, WithTheRangeOfFp32ItIsDivergence) {
    Told run(run::BF16, run::DYNAMIC);
    run.config.set_lr(0.5);
    run.steps(3).skips(5, run::ROLE_ACTIVATION, "", 1);
    const auto f = forward_overflow(run.evidence());
    ASSERT_TRUE(f);
    EXPECT_THAT(f->title, HasSubstr("a wider range would not help"));
    EXPECT_DOUBLE_EQ(f->change->lr(), 0.05);
    EXPECT_FALSE(f->change->has_precision());
}

TEST(AdvisorForwardOverflow, SaysNothingWhereAllIsFiniteOrAfterTheCure) {
    Told run(run::FP16, run::DYNAMIC);
    run.steps(20).skips(3, run::ROLE_WEIGHT_GRADIENT, "fc1.weight", 65536);
    EXPECT_FALSE(forward_overflow(run.evidence()));
    run.skips(5, run::ROLE_ACTIVATION, "fc6", 65536);
    EXPECT_TRUE(forward_overflow(run.evidence()));
    run::RunConfig cure;
    cure.set_precision(run::BF16);
    run.changed(cure);
    EXPECT_FALSE(forward_overflow(run.evidence()));
    run.steps(5);
    EXPECT_FALSE(forward_overflow(run.evidence()));
    EXPECT_EQ(run.evidence().since, 28u);
}

// ---------------------------------------------------------------------------------------------- gradient lost

TEST(AdvisorGradientLost, RaisesTheScaleByTheHeadroomLessTwoBits) {
    Told run(run::FP16);
    run.steps(1);
    // Headroom: log2(65504 / 0.0625) = 19.9993; the other gradient has more.
    run.histograms(record_of(
        {weight_gradient("fc1.weight", 0.98, 0.1, 0.9, 0x1p-20f), weight_gradient("fc7.bias", 0, 1, 0, 0.0625f)}));
    const auto f = gradient_lost(run.evidence());
    ASSERT_TRUE(f);
    EXPECT_EQ(f->severity, FindingSeverity::warning);
    EXPECT_THAT(f->title, HasSubstr("fc1's gradient underflows FP16"));
    EXPECT_THAT(f->reason,
                HasSubstr("fc1.weight has lost 98 % of the norm that it has in FP32 (step 1, scale 1; cosine 0.10"));
    EXPECT_THAT(f->reason, HasSubstr("fc7.bias) leaves 20.0 bits"));
    EXPECT_THAT(f->reason, HasSubstr("2¹⁷ is 17 bits higher and still leaves 2"));
    EXPECT_EQ(f->change->loss_scale(), 0x1p17);
    EXPECT_EQ(f->change->scaling(), run::DYNAMIC);
    EXPECT_EQ(f->change->growth_interval(), 100u);  // else the scale would never grow in 940 steps
}

TEST(AdvisorGradientLost, DoesNotAccuseACastThatFlushesNothing) {
    // As in the first race: fc3 flushes, and nothing arrives at fc1.
    Told run(run::FP16);
    run.steps(1).histograms(record_of(
        {weight_gradient("fc1.weight", 1, 0, 0, 0x1p-20f), weight_gradient("fc3.weight", 0.6, 0.5, 0.5, 0x1p-20f)}));
    const auto f = gradient_lost(run.evidence());
    ASSERT_TRUE(f);
    EXPECT_THAT(f->title, HasSubstr("fc1's gradient is lost to underflow in FP16: raise the loss scale"));
    EXPECT_THAT(f->reason, HasSubstr("the gradient is flushed on the way to it, most of it in fc3.weight"));
}

TEST(AdvisorGradientLost, MovesTheScaleThatIsInForce) {
    Told run(run::FP16, run::DYNAMIC);
    run.config.set_loss_scale(1024);
    run.steps(1);
    // Unscaled 0.25, so 2^17 is the limit and 2^15 the advice: 2^5 above 2^10.
    run.histograms(record_of({weight_gradient("fc1.weight", 0.6, 0.5, 0.3, 256, 1024)}));
    const auto f = gradient_lost(run.evidence());
    ASSERT_TRUE(f);
    EXPECT_EQ(f->change->loss_scale(), 0x1p15);
    EXPECT_FALSE(f->change->has_scaling());
    EXPECT_THAT(f->reason, HasSubstr("8.0 bits"));
    EXPECT_THAT(f->reason, HasSubstr("2¹⁵ is 5 bits higher"));
}

TEST(AdvisorGradientLost, WithoutHeadroomItTakesARangeLikeFp32s) {
    Told run(run::FP16, run::STATIC);
    run.steps(1).histograms(record_of(
        {weight_gradient("fc1.weight", 0.6, 0.5, 0.3, 0x1p-20f), weight_gradient("fc3.weight", 0, 1, 0, 40000)}));
    const auto f = gradient_lost(run.evidence());
    ASSERT_TRUE(f);
    EXPECT_EQ(f->change->precision(), run::BF16);
    EXPECT_THAT(f->reason, HasSubstr("0.7 bits"));
}

TEST(AdvisorGradientLost, ALightLossMustStandInSeveralRecords) {
    Told run(run::FP16);
    const run::HistogramRecord light = record_of({weight_gradient("fc1.weight", 0.2, 0.98, 0.1)});
    for (int i = 0; i < 4; ++i) run.steps(1).histograms(light);
    EXPECT_FALSE(gradient_lost(run.evidence()));
    run.steps(1).histograms(light);
    const auto f = gradient_lost(run.evidence());
    ASSERT_TRUE(f);
    EXPECT_EQ(f->severity, FindingSeverity::advice);
    run.steps(1).histograms(healthy());
    EXPECT_FALSE(gradient_lost(run.evidence()));
}

TEST(AdvisorGradientLost, WhatIsMissingWithoutFlushingIsNotUnderflow) {
    // A ReLU that falls on the other side of zero: missing, but nothing was flushed.
    Told run(run::BF16);
    run.steps(1).histograms(record_of({weight_gradient("fc1.weight", 0.6, 0.8, 0)}));
    EXPECT_FALSE(gradient_lost(run.evidence()));
    // Many small elements flushed, no norm lost: a healthy ReLU network flushes 46 % of its logit gradient.
    Told relu(run::FP16);
    run::Histogram logits = histogram("fc3", run::ROLE_ACTIVATION_GRADIENT);
    logits.mutable_counts()->set_flushed(460);
    logits.set_norm_lost(1e-5);
    relu.steps(1).histograms(record_of({logits, weight_gradient("fc3.weight", 1e-6, 0.99999, 0)}));
    EXPECT_FALSE(gradient_lost(relu.evidence()));
}

TEST(AdvisorGradientLost, WithoutAShadowTheOwnCastsAreLookedAt) {
    Told run(run::FP16);
    run::Histogram h = histogram("fc1.weight", run::ROLE_WEIGHT_GRADIENT);
    h.set_norm_lost(0.75);
    run.steps(1).histograms(record_of({h}));
    const auto f = gradient_lost(run.evidence());
    ASSERT_TRUE(f);
    EXPECT_THAT(f->reason, HasSubstr("75 % of the norm of fc1.weight was flushed"));
}

/// Gradients that point elsewhere than FP32's although nothing is flushed, and a residual stream of numbers up to
/// `largest`: what 16-bit statistics of normalisations do.
Told silent_norms(float largest, double cosine = 0.2, double flushed = 0, run::Precision precision = run::FP16) {
    Told run(precision, run::STATIC);
    run.config.set_norm_16bit(true);
    run.config.set_model(run::TRANSFORMER);
    for (int i = 0; i < 3; ++i) {
        run.steps(10);
        run::HistogramRecord record =
            record_of({weight_gradient("embed.weight", 0.5, cosine, flushed),
                       histogram("blocks.0.sum1", run::ROLE_ACTIVATION), histogram("head", run::ROLE_ACTIVATION)});
        record.mutable_histograms(1)->set_largest(largest);
        run.histograms(record);
    }
    return run;
}

TEST(AdvisorNormStatistics, NamesTheSilentCauseAndTheSetting) {
    Told run = silent_norms(445);
    const auto f = norm_statistics_lost(run.evidence());
    ASSERT_TRUE(f);
    EXPECT_EQ(f->severity, FindingSeverity::warning);
    EXPECT_EQ(f->title, "Normalisations in FP16 lose the gradient's direction: compute their statistics in FP32");
    EXPECT_THAT(f->reason, HasSubstr("The gradient of embed.weight has the cosine 0.20 with FP32's at step 30"));
    EXPECT_THAT(f->reason, HasSubstr("Activations reach 445 (blocks.0.sum1). Their squares exceed 65504"));
    EXPECT_THAT(f->reason, HasSubstr("no NaN tells of it"));
    ASSERT_TRUE(f->change);
    EXPECT_TRUE(f->change->has_norm_16bit());
    EXPECT_FALSE(f->change->norm_16bit());
    EXPECT_EQ(advise(run.evidence()).front().rule, "norm_statistics_lost");
}

TEST(AdvisorNormStatistics, IsSilentWhereTheyAreFp32) {
    Told run = silent_norms(445);
    run::RunConfig change;
    change.set_inside_fp32(true);
    run.changed(change);
    run.steps(10).histograms(record_of({weight_gradient("embed.weight", 0.5, 0.2, 0)}));
    for (int i = 0; i < 2; ++i) run.steps(10).histograms(record_of({weight_gradient("embed.weight", 0.5, 0.2, 0)}));
    EXPECT_FALSE(norm_statistics_lost(run.evidence()));
}

TEST(AdvisorNormStatistics, ClaimsAnOverflowOnlyWhereNumbersAreThatLarge) {
    EXPECT_THAT(norm_statistics_lost(silent_norms(200).evidence())->reason,
                AllOf(HasSubstr("A sum of squares beyond 65504"), Not(HasSubstr("reach"))));
    EXPECT_THAT(norm_statistics_lost(silent_norms(445, 0.2, 0, run::BF16).evidence())->reason,
                Not(HasSubstr("infinite")))
        << "BF16 has the range: it is its fraction";
}

TEST(AdvisorNormStatistics, IsSilentWhereSomethingElseIsTheCause) {
    EXPECT_FALSE(norm_statistics_lost(silent_norms(445, 0.95).evidence())) << "the direction is kept";
    EXPECT_FALSE(norm_statistics_lost(silent_norms(445, 0.2, 0.1).evidence())) << "underflow";
    EXPECT_FALSE(norm_statistics_lost(silent_norms(445, 0.2, 0, run::FP32).evidence()));
    Told run = silent_norms(445);
    run::RunConfig change;
    change.set_norm_16bit(false);
    run.changed(change);
    EXPECT_FALSE(norm_statistics_lost(run.evidence())) << "mended";
}

TEST(AdvisorGradientLost, AnOverflowingRecordIsNoMeasurement) {
    Told run(run::FP16, run::STATIC);
    run::Histogram broken = weight_gradient("fc1.weight", 1, 0, 1);
    broken.mutable_counts()->set_nan(1000);
    broken.set_largest(1e-6f);  // of what was left
    broken.mutable_shadow()->set_first_bin(-5);
    broken.mutable_shadow()->add_bins(7);  // up to 2^-4
    run.steps(1).histograms(record_of({broken}));
    EXPECT_FALSE(gradient_lost(run.evidence()));
    ASSERT_TRUE(run.evidence().overflowed);
    // What its shadow knows still limits the scale: 65504 / 2^-4.
    EXPECT_NEAR(*run.evidence().overflowed->scale_limit, 19.9993, 1e-3);
}

// ------------------------------------------------------------------------------------------- a layer's own format

run::LayerOverride own(const std::string& layer, run::Precision precision) {
    run::LayerOverride one;
    one.set_layer(layer);
    one.set_precision(precision);
    return one;
}

TEST(AdvisorOverrides, TheLayerThatOverflowsIsJudgedByItsOwnFormat) {
    Told narrow(run::FP32, run::NONE);
    *narrow.config.add_layer_overrides() = own("fc1", run::BF16);
    *narrow.config.add_layer_overrides() = own("fc2", run::FP16);
    narrow.steps(3).skips(3, run::ROLE_ACTIVATION, "fc2", 1);
    const auto f = forward_overflow(narrow.evidence());
    ASSERT_TRUE(f);
    EXPECT_THAT(f->title, HasSubstr("fc2 overflows FP16"));
    EXPECT_FALSE(f->change->has_precision()) << "the run has the range";
    ASSERT_EQ(f->change->layer_overrides_size(), 1) << "without fc2's";
    EXPECT_EQ(f->change->layer_overrides(0).layer(), "fc1");

    Told wide(run::FP16, run::DYNAMIC);
    *wide.config.add_layer_overrides() = own("fc3", run::FP32);
    wide.steps(3).skips(3, run::ROLE_ACTIVATION, "fc3", 1);
    const auto diverged = forward_overflow(wide.evidence());
    ASSERT_TRUE(diverged);
    EXPECT_THAT(diverged->title, HasSubstr("a wider range would not help"));

    // Where both lack the range, the run changes and the layer follows it.
    Told both(run::FP16, run::DYNAMIC);
    *both.config.add_layer_overrides() = own("fc2", run::CUSTOM);
    both.config.set_exponent_bits(5);
    both.config.set_fraction_bits(2);
    both.steps(3).skips(3, run::ROLE_ACTIVATION, "fc2", 1);
    const auto change = forward_overflow(both.evidence())->change;
    EXPECT_EQ(change->precision(), run::BF16);
    const run::RunConfig after = merge(both.evidence().config, *change);
    EXPECT_EQ(after.layer_overrides_size(), 0) << "taken away";
    EXPECT_NO_THROW(validate(after));
}

/// A layer's name may have dots.
TEST(AdvisorOverrides, ALayerOfABlockIsJudgedByItsOwnFormat) {
    for (const char* tensor : {"blocks.0.attention", "blocks.0.attention.scores", "blocks.0.attention.softmax.in"}) {
        Told run(run::BF16, run::NONE);
        *run.config.add_layer_overrides() = own("blocks.0.attention", run::FP16);
        run.steps(3).skips(3, run::ROLE_ACTIVATION, tensor, 1);
        const auto f = forward_overflow(run.evidence());
        ASSERT_TRUE(f) << tensor;
        EXPECT_THAT(f->title, HasSubstr("overflows FP16"));
        EXPECT_THAT(f->reason, HasSubstr("or use FP32 in blocks.0.attention and"));
        const run::RunConfig after = merge(run.evidence().config, *f->change);
        EXPECT_EQ(after.layer_overrides_size(), 0) << "taken away";
    }
    // What histograms say of a tensor's layer counts more than its name.
    Told named(run::BF16, run::NONE);
    *named.config.add_layer_overrides() = own("mine.in", run::FP16);
    run::Histogram h = weight_gradient("mine.in.weight", 1, 0, 0, 0x1p-20f);
    h.set_layer("mine.in");
    h.set_tensor("mine.in");
    named.steps(3).histograms(record_of({h})).skips(3, run::ROLE_ACTIVATION, "mine.in", 1);
    ASSERT_TRUE(forward_overflow(named.evidence()));
    EXPECT_THAT(forward_overflow(named.evidence())->title, HasSubstr("overflows FP16"));
}

TEST(AdvisorOverrides, ALostGradientOfANarrowLayerInAWideRun) {
    Told run(run::FP32, run::NONE);
    *run.config.add_layer_overrides() = own("fc1", run::FP16);
    run.steps(1).histograms(record_of({weight_gradient("fc1.weight", 0.98, 0.1, 0.9, 0x1p-20f)}));
    const auto f = gradient_lost(run.evidence());
    ASSERT_TRUE(f);
    EXPECT_THAT(f->title, HasSubstr("FP16"));
    // fc1 is only starved: fc2 is where it is lost and what would have to change, whichever of them has the override.
    for (const bool wide_run : {true, false}) {
        Told two(wide_run ? run::FP32 : run::FP16, wide_run ? run::NONE : run::DYNAMIC);
        *two.config.add_layer_overrides() = wide_run ? own("fc2", run::FP16) : own("fc1", run::FP32);
        two.steps(1).histograms(record_of({weight_gradient("fc1.weight", 1, 0, 0, 0x1p-20f, 1, "FP32"),
                                           weight_gradient("fc2.weight", 0.9, 0.3, 0.9, 0x1p-20f)}));
        const auto there = gradient_lost(two.evidence());
        ASSERT_TRUE(there) << wide_run;
        EXPECT_THAT(there->title, HasSubstr("fc2's gradient underflows FP16")) << wide_run;
    }
}

// ------------------------------------------------------------------------------------------- scale never grows

TEST(AdvisorScaleNeverGrows, ThreeEpochsAtBatch590) {
    Told run(run::FP16, run::DYNAMIC, 306);
    run.steps(5);
    const auto f = scale_never_grows(run.evidence());
    ASSERT_TRUE(f);
    EXPECT_EQ(f->severity, FindingSeverity::note);
    EXPECT_THAT(f->reason, HasSubstr("2,000 steps"));
    EXPECT_THAT(f->reason, HasSubstr("only 306"));
    EXPECT_THAT(f->reason, HasSubstr("stays at 2¹⁶"));
    EXPECT_EQ(f->change->growth_interval(), 50u);
}

TEST(AdvisorScaleNeverGrows, AfterAFallItMatters) {
    Told run(run::FP16, run::DYNAMIC, 306);
    run.steps(5).step_with([](run::StepRecord& s) { s.set_scale(1024); });
    const auto f = scale_never_grows(run.evidence());
    ASSERT_TRUE(f);
    EXPECT_EQ(f->severity, FindingSeverity::advice);
    EXPECT_THAT(f->reason, HasSubstr("fell from 2¹⁶ to 2¹⁰"));
}

TEST(AdvisorScaleNeverGrows, SaysNothingWhereItGrowsOrNeedNot) {
    EXPECT_FALSE(scale_never_grows(Told(run::FP16, run::DYNAMIC, 2001).evidence()));
    EXPECT_FALSE(scale_never_grows(Told(run::FP16, run::DYNAMIC, 0).evidence()));
    EXPECT_FALSE(scale_never_grows(Told(run::FP16, run::DYNAMIC, 30).evidence()));
    EXPECT_FALSE(scale_never_grows(Told(run::FP16, run::STATIC, 306).evidence()));
    EXPECT_FALSE(scale_never_grows(Told(run::BF16, run::DYNAMIC, 306).evidence()));
    Told longer(run::FP16, run::DYNAMIC, 306);
    run::RunConfig change;
    change.set_batch(64);  // how many steps are left is not known then
    longer.steps(1).changed(change);
    EXPECT_FALSE(scale_never_grows(longer.evidence()));
}

}  // namespace
}  // namespace mantissa
