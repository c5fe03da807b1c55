// SPDX-License-Identifier: Apache-2.0
// The advisor's other rules on records made by hand, and all of them together. Those about range: see
// advisor_scale_rules_test.cpp.
#include "engine/report/advisor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/report/advisor_text.h"
#include "engine/run/validation.h"
#include "tests/engine/report/advisor_records.h"

namespace mantissa {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::vector<std::string> rules(const std::vector<Finding>& findings) {
    std::vector<std::string> names;
    for (const Finding& f : findings) names.push_back(f.rule);
    return names;
}

run::Record memory_of(std::uint64_t weights, std::uint64_t activations) {
    run::Record record;
    run::MemoryRecord& memory = *record.mutable_memory();
    run::MemoryRecord::Operation& operation = *memory.add_operations();
    const auto add = [&operation](run::MemoryCategory category, std::uint64_t bytes) {
        operation.add_live()->set_category(category);
        operation.mutable_live(operation.live_size() - 1)->set_held(bytes);
    };
    add(run::MEMORY_WEIGHTS, weights);
    add(run::MEMORY_OPTIMIZER_STATE, 2 * weights);
    add(run::MEMORY_ACTIVATIONS, activations);
    memory.set_peak_held(3 * weights + activations);
    return record;
}

TEST(AdvisorBatchCanDouble, CountsWhatGrowsWithTheBatchTwice) {
    constexpr std::uint64_t mib = 1 << 20;
    Told run(run::FP16);
    run.config.set_batch(128);
    run.take(memory_of(100 * mib, 500 * mib));  // 800 now, 1300 then
    EXPECT_FALSE(batch_can_double(run.evidence(), 0));
    EXPECT_FALSE(batch_can_double(run.evidence(), 1300 * mib - 1));
    const auto f = batch_can_double(run.evidence(), 1300 * mib);
    ASSERT_TRUE(f);
    EXPECT_EQ(f->change->batch(), 256u);
    EXPECT_THAT(f->reason, HasSubstr("With batch 128 this run holds 800 MiB, its evaluation included. With batch 256 "
                                     "it would hold at most 1.3 GiB"));
    EXPECT_THAT(rules(advise(run.evidence(), 1300 * mib)), ElementsAre("batch_can_double"));
}

TEST(AdvisorBatchCanDouble, LeavesFreeWhatTheDeviceTakesItselfAndTheDataSet) {
    constexpr std::uint64_t mib = 1 << 20;
    Told run(run::FP16);
    run.config.set_batch(128);
    run::Record record = memory_of(100 * mib, 500 * mib);  // 800 now, 1300 then
    EXPECT_EQ(MemoryEvidence{}.budget(), 0u);
    record.mutable_memory()->set_device_total(1400 * mib);
    record.mutable_memory()->set_device_own(100 * mib);
    run.take(record);
    EXPECT_EQ(run.evidence().memory->budget(), 1300 * mib);
    EXPECT_TRUE(batch_can_double(run.evidence(), run.evidence().memory->budget()));
    record.mutable_memory()->set_device_own(101 * mib);
    run.take(record);
    EXPECT_FALSE(batch_can_double(run.evidence(), run.evidence().memory->budget())) << "the trainer would refuse it";
    record.mutable_memory()->set_device_own(60 * mib);
    record.mutable_memory()->set_data_bytes(40 * mib);
    run.take(record);
    EXPECT_EQ(run.evidence().memory->lane, 800 * mib) << "the data set grows with no batch";
    EXPECT_TRUE(batch_can_double(run.evidence(), run.evidence().memory->budget()));
    record.mutable_memory()->set_data_bytes(41 * mib);
    run.take(record);
    EXPECT_FALSE(batch_can_double(run.evidence(), run.evidence().memory->budget()));
    record.mutable_memory()->set_device_own(1500 * mib);
    run.take(record);
    EXPECT_EQ(run.evidence().memory->budget(), 0u);
}

TEST(AdvisorSizesNotAligned, RoundsEachSizeUp) {
    Told run(run::FP16);
    run.config.set_model(run::CNN);
    run.config.set_c1(420);
    run.config.set_c2(1000);
    run.config.set_batch(590);
    const auto f = sizes_not_aligned(run.evidence());
    ASSERT_TRUE(f);
    EXPECT_EQ(f->severity, FindingSeverity::note);
    EXPECT_EQ(f->change->c1(), 424u);
    EXPECT_FALSE(f->change->has_c2());
    EXPECT_EQ(f->change->batch(), 592u);
    EXPECT_THAT(f->reason, HasSubstr("c1 420 → 424, batch 590 → 592"));
}

TEST(AdvisorSizesNotAligned, DependsOnTheFormat) {
    const auto of = [](run::Precision precision, std::uint32_t width, std::uint32_t batch) {
        Told run(precision);
        run.config.set_width(width);
        run.config.set_batch(batch);
        return sizes_not_aligned(run.evidence());
    };
    EXPECT_FALSE(of(run::FP16, 256, 64));
    EXPECT_TRUE(of(run::BF16, 250, 64));
    EXPECT_FALSE(of(run::FP32, 250, 63));
    EXPECT_FALSE(of(run::TF32, 252, 60));  // 16 bytes are four numbers there
    EXPECT_EQ(of(run::TF32, 250, 60)->change->width(), 252u);
    EXPECT_FALSE(of(run::PYTORCH_DEFAULT, 250, 63));  // its products run in FP32
}

TEST(AdvisorTf32Off, PyTorchsDefaultOnANetworkWithoutConvolutions) {
    Told mlp(run::PYTORCH_DEFAULT);
    const auto f = tf32_off(mlp.evidence());
    ASSERT_TRUE(f);
    EXPECT_EQ(f->change->precision(), run::TF32);
    EXPECT_THAT(f->reason, HasSubstr("torch.set_float32_matmul_precision(\"high\")"));
    Told cnn(run::PYTORCH_DEFAULT);
    cnn.config.set_model(run::CNN);
    EXPECT_FALSE(tf32_off(cnn.evidence()));
    EXPECT_FALSE(tf32_off(Told(run::FP32).evidence()));
}

void lose_updates(Told& run, std::uint64_t lost) {
    for (int i = 0; i < 20; ++i)
        run.step_with([lost](run::StepRecord& s) {
            s.set_updates_nonzero(1000);
            s.set_updates_lost(lost);
        });
}

Told losing_updates(std::uint64_t lost, bool stochastic = false) {
    Told run(run::BF16);
    run.config.set_master_weights(false);
    run.config.set_stochastic_rounding(stochastic);
    lose_updates(run, lost);
    return run;
}

TEST(AdvisorUpdatesLost, MasterWeightsWouldKeepThem) {
    Told run = losing_updates(960);
    run::Histogram h = histogram("fc1.weight", run::ROLE_UPDATE, "BF16");
    h.mutable_updates()->set_nonzero(2000);
    h.mutable_updates()->set_lost(1920);
    h.mutable_updates()->set_lost_with_master(1);
    run.histograms(record_of({h}));
    const auto f = updates_lost(run.evidence());
    ASSERT_TRUE(f);
    EXPECT_EQ(f->severity, FindingSeverity::warning);
    EXPECT_THAT(f->reason, HasSubstr("96 % of the updates of the last 20 steps"));
    EXPECT_THAT(f->reason, HasSubstr("With FP32 master weights it would be 0.05 %"));
    EXPECT_TRUE(f->change->master_weights());
}

TEST(AdvisorUpdatesLost, OfPhaseChangeDevicesWhereNothingGathersThem) {
    for (const bool gathered : {false, true}) {
        Told run(run::FP32);
        run.config.set_optimizer(run::PHASE_CHANGE);
        run.config.set_gather_updates(gathered);
        lose_updates(run, 1000);
        const auto f = updates_lost(run.evidence());
        EXPECT_EQ(f.has_value(), !gathered);
        if (!f) continue;
        EXPECT_THAT(f->reason, HasSubstr("100 % of the updates of the last 20 steps were too small for a pulse"));
        EXPECT_TRUE(f->change->gather_updates());
        EXPECT_TRUE(f->restart) << "a run that trains keeps its optimizer's state";
    }
}

TEST(AdvisorUpdatesLost, SaysNothingAtHalfOrWithMasterWeights) {
    Told half = losing_updates(500);
    EXPECT_FALSE(updates_lost(half.evidence()));
    EXPECT_TRUE(updates_lost(losing_updates(501).evidence()));
    Told run = losing_updates(960);
    run::RunConfig change;
    change.set_master_weights(true);
    run.changed(change);
    for (int i = 0; i < 20; ++i)
        run.step_with([](run::StepRecord& s) {
            s.set_updates_nonzero(1000);
            s.set_updates_lost(960);
        });
    EXPECT_FALSE(updates_lost(run.evidence()));
}

TEST(AdvisorUpdatesLost, UnderStochasticRoundingTheyAreNoIllness) {
    EXPECT_FALSE(updates_lost(losing_updates(960, true).evidence()));
}

/// A run of ten classes whose loss is `loss(step)`, at this learning rate.
template <class Loss>
std::optional<Finding> told_of_losses(run::Precision precision, int steps, const Loss& loss) {
    Told run(precision);
    run.config.set_lr(64);
    run::Record begin;
    begin.mutable_started()->add_tensors()->add_shape(10);
    *begin.mutable_started()->mutable_config() = run.config;
    Evidence evidence;
    observe(evidence, begin);
    for (int i = 1; i <= steps; ++i) {
        run::Record step;
        step.set_step(static_cast<std::uint32_t>(i));
        step.mutable_step_done()->set_loss(loss(i));
        step.mutable_step_done()->set_scale(1);
        observe(evidence, step);
    }
    return diverged(evidence);
}

TEST(AdvisorDiverged, ALossFarAboveGuessingThatDoesNotComeDown) {
    const auto f = told_of_losses(run::FP32, 60, [](int i) { return i < 3 ? 2.3F : 1330.0F; });
    ASSERT_TRUE(f);
    EXPECT_EQ(f->severity, FindingSeverity::warning);
    EXPECT_THAT(f->title, HasSubstr("diverged"));
    EXPECT_THAT(f->reason, AllOf(HasSubstr("1.33e+03"), HasSubstr("2.3"), HasSubstr("learning rate is 64")));
    EXPECT_DOUBLE_EQ(f->change->lr(), 6.4);
    EXPECT_TRUE(f->restart);
}

TEST(AdvisorDiverged, NotALossThatComesDownNorOneThatOnlyGuesses) {
    EXPECT_FALSE(told_of_losses(run::FP32, 60, [](int i) { return 5000.0F / static_cast<float>(i); }));
    EXPECT_FALSE(told_of_losses(run::FP32, 60, [](int) { return 2.4F; }));
    EXPECT_FALSE(told_of_losses(run::FP32, 30, [](int i) { return i < 25 ? 2.3F : 1330.0F; })) << "five steps are few";
    EXPECT_FALSE(told_of_losses(run::FP32, 60, [](int) { return std::nanf(""); })) << "another rule's";
}

TEST(AdvisorNoDifference, GradientsLikeThoseOfFp32) {
    Told run(run::FP16);
    run.steps(100);
    for (int i = 0; i < 4; ++i) run.histograms(healthy());
    EXPECT_FALSE(no_difference(run.evidence()));  // not often enough
    run.histograms(healthy(0.9953, 0.004)).evaluated(0.95, 10000);
    const auto f = no_difference(run.evidence());
    ASSERT_TRUE(f);
    EXPECT_EQ(f->severity, FindingSeverity::note);
    EXPECT_THAT(f->title, HasSubstr("The gradients of FP16 are those of FP32 within noise"));
    EXPECT_THAT(f->reason, HasSubstr("0.9953 (fc1.weight)"));
    EXPECT_THAT(f->reason, HasSubstr("0.40 %"));
    // 2 sqrt(2 * 0.95 * 0.05 / 10000) = 0.6 points
    EXPECT_THAT(f->reason, HasSubstr("With 10,000 test samples, two accuracies near 95.0 % can only be told from each "
                                     "other if they differ by at least 0.6 percentage points"));
    EXPECT_FALSE(f->change);
}

TEST(AdvisorNoDifference, WhatHasDivergedFromTheBaselineDoesNotMatch) {
    Told run(run::BF16);
    run.steps(100);
    for (int i = 0; i < 5; ++i) run.histograms(healthy());
    Standing beside{"FP32", false, {}, {}, {}};
    EXPECT_THAT(advise(run.evidence(), 0, beside).front().title, HasSubstr("BF16 matches FP32 within noise"));
    EXPECT_EQ(advise(run.evidence(), 0, Standing{"FP16", false, {}, {}, {}}).front().title,
              "The gradients of BF16 are those of FP32 within noise")
        << "of its losses nothing is known beside another run in 16 bits";
    beside.parting = Parting{70, 0.2, 0};
    const Finding f = advise(run.evidence(), 0, beside).front();
    EXPECT_EQ(f.rule, "drifted");
    EXPECT_THAT(f.title, HasSubstr("its batch losses differ from those of FP32 from step 70 on"));
    EXPECT_THAT(f.reason, HasSubstr("0.2 nats away there; without a control run more than 0.05 nats"));
    EXPECT_THAT(f.title + f.reason, Not(HasSubstr("within noise")));
    beside.parting->distance = std::numeric_limits<double>::infinity();
    EXPECT_THAT(no_difference(run.evidence(), beside)->reason, HasSubstr("not finite"));
}

/// Batch losses that once differed by more than 0.05 alarm nobody where both runs reach the same.
TEST(AdvisorNoDifference, WhatEndsTogetherIsNotSaidToHaveDiverged) {
    Told run(run::BF16);
    run.steps(100).evaluated(0.9395, 10000);
    for (int i = 0; i < 5; ++i) run.histograms(healthy());
    Standing beside{"FP32", false, {}, Parting{70, 0.2, 0}, run.evidence().test};
    beside.test->accuracy = 0.9398;
    const Finding together = advise(run.evidence(), 0, beside).front();
    EXPECT_THAT(together.title, HasSubstr("reaches what FP32 reaches; their batch losses differ from step 70 on"));
    EXPECT_THAT(together.title + together.reason, Not(HasSubstr("diverged from that")));
    EXPECT_THAT(together.reason, HasSubstr("On the test set it has 93.95 %, and FP32 has 93.98 %."));
    beside.test->accuracy = 0.9495;  // one point: two standard errors are 0.67
    EXPECT_THAT(advise(run.evidence(), 0, beside).front().title, HasSubstr("its loss diverged from that of FP32"));
    beside.test->accuracy = 0.1135;  // the other is the bad one
    const Finding better = advise(run.evidence(), 0, beside).front();
    EXPECT_THAT(better.title, HasSubstr("reaches more than FP32; their batch losses differ from step 70 on"));
    EXPECT_THAT(better.reason, HasSubstr("On the test set it has 93.95 %, and FP32 has 11.35 %."));
    beside.test->accuracy = 0.9398;
    ++beside.test->step;  // of another moment: no accuracy says that it did worse
    EXPECT_THAT(advise(run.evidence(), 0, beside).front().title,
                HasSubstr("its batch losses differ from those of FP32 from step 70 on"));
}

TEST(AdvisorNoDifference, AfterACureItSpeaksOfWhatCameSince) {
    Told run(run::FP16);
    run.steps(270);
    run::RunConfig cure;
    cure.set_scaling(run::DYNAMIC);
    run.changed(cure).steps(100).evaluated(0.6, 10000);
    for (int i = 0; i < 5; ++i) run.histograms(healthy());
    const auto f = no_difference(run.evidence());
    ASSERT_TRUE(f);
    EXPECT_THAT(f->title, HasSubstr("Since step 270 the gradients of"));
    EXPECT_THAT(f->reason, Not(HasSubstr("told apart")));  // the steps before it are part of the accuracy
}

TEST(AdvisorNoDifference, OneBatchMayStandOutTwoMayNot) {
    Told run(run::BF16);
    run.steps(100);
    for (int i = 0; i < 4; ++i) run.histograms(healthy());
    run.histograms(healthy(0.97, 0.07));
    EXPECT_TRUE(no_difference(run.evidence()));
    run.histograms(healthy(0.9999, 0.02));
    EXPECT_FALSE(no_difference(run.evidence()));
}

TEST(AdvisorNoDifference, NotInFp32NorEarlyNorWithoutAShadowNorWithLostUpdates) {
    const auto of = [](run::Precision precision, std::uint32_t steps, bool shadow, bool master) {
        Told run(precision);
        run.config.set_master_weights(master);
        for (std::uint32_t i = 0; i < steps; ++i)
            run.step_with([master](run::StepRecord& s) {
                s.set_updates_nonzero(1000);
                s.set_updates_lost(master ? 0 : 400);
            });
        run::HistogramRecord record = healthy();
        if (!shadow)
            for (run::Histogram& h : *record.mutable_histograms()) h.clear_shadow();
        for (int i = 0; i < 5; ++i) run.histograms(record);
        return no_difference(run.evidence()).has_value();
    };
    EXPECT_TRUE(of(run::FP16, 100, true, true));
    EXPECT_FALSE(of(run::FP32, 100, true, true));
    EXPECT_FALSE(of(run::FP16, 99, true, true));
    EXPECT_FALSE(of(run::FP16, 100, false, true));
    EXPECT_FALSE(of(run::FP16, 100, true, false));
}

TEST(AdvisorStalled, NamesTheOnlyAnswer) {
    Told run(run::FP16);
    run.steps(235).evaluated(0.1135, 10000);
    const auto f = stalled(run.evidence());
    ASSERT_TRUE(f);
    EXPECT_EQ(f->severity, FindingSeverity::warning);
    EXPECT_EQ(f->step, 235u);
    EXPECT_THAT(f->title, HasSubstr("always answers 1"));
    EXPECT_THAT(f->reason, HasSubstr("11.35 %, the share of 1s among MNIST's test images"));
    EXPECT_THAT(f->reason, HasSubstr("from 2.300 to 2.300"));
    run.steps(1).evaluated(0.098, 10000);
    EXPECT_THAT(stalled(run.evidence())->title, HasSubstr("always answers 0"));
    run.steps(1).evaluated(0.1135, 2000);
    EXPECT_THAT(stalled(run.evidence())->title, HasSubstr("at chance"));
}

TEST(AdvisorStalled, SaysNothingEarlyOrWhereSomethingMoves) {
    Told early(run::FP16);
    early.steps(199).evaluated(0.1135);
    EXPECT_FALSE(stalled(early.evidence()));
    Told learns(run::FP16);
    learns.steps(200).evaluated(0.16);
    EXPECT_FALSE(stalled(learns.evidence()));
    Told falls(run::FP16);
    falls.steps(150).steps(50, 2.1f).evaluated(0.11);
    EXPECT_FALSE(stalled(falls.evidence()));
    Told nan(run::FP32);
    nan.steps(150).steps(50, std::numeric_limits<float>::quiet_NaN()).evaluated(0.098, 10000);
    EXPECT_FALSE(stalled(nan.evidence()));
    // A cure gets 200 steps, too.
    Told cured(run::FP16);
    cured.steps(300).evaluated(0.1135);
    run::RunConfig change;
    change.set_scaling(run::DYNAMIC);
    cured.changed(change).steps(150).evaluated(0.1135);
    EXPECT_FALSE(stalled(cured.evidence()));
}

// ------------------------------------------------------------------------------------------------ all together

TEST(Advisor, TheCauseComesBeforeWhatFollowsFromIt) {
    Told run(run::FP16);
    run.config.set_width(250);
    run.steps(300).evaluated(0.1135, 10000);
    run.histograms(record_of({weight_gradient("fc1.weight", 1, 0, 1)}));
    EXPECT_THAT(rules(advise(run.evidence())), ElementsAre("gradient_lost", "stalled", "sizes_not_aligned"));
}

TEST(Advisor, AnOverflowSilencesWhatItCauses) {
    // Zeros after a NaN are not underflow, a falling scale is not one that should grow.
    Told run(run::FP16, run::DYNAMIC, 306);
    run.histograms(record_of({weight_gradient("fc1.weight", 1, 0, 1)}));
    run.skips(150, run::ROLE_ACTIVATION, "fc6", 65536);
    EXPECT_THAT(rules(advise(run.evidence())), ElementsAre("forward_overflow"));
}

TEST(Advisor, HealthIsSaidOnlyWhereNothingElseIsWrong) {
    Told run(run::FP16, run::DYNAMIC, 306);
    run.steps(100);
    for (int i = 0; i < 5; ++i) run.histograms(healthy());
    EXPECT_THAT(rules(advise(run.evidence())), ElementsAre("scale_never_grows", "no_difference"));
    for (int i = 0; i < 5; ++i) run.skips(1, run::ROLE_WEIGHT_GRADIENT, "fc1.weight", 65536).steps(1);
    EXPECT_THAT(rules(advise(run.evidence())), ElementsAre("backward_overflow"));
}

TEST(Advisor, WhatAnExpertWouldNotSayOfAPlainRun) {
    Told run(run::FP32);
    run.steps(150).evaluated(0.95, 10000);
    EXPECT_THAT(advise(run.evidence()), IsEmpty());
    EXPECT_THAT(advise(Evidence{}), IsEmpty());
}

TEST(Advisor, EveryProposalIsAValidConfiguration) {
    Told overflow(run::FP16, run::STATIC), lost(run::FP16), never(run::FP16, run::DYNAMIC, 41);
    overflow.skips(10, run::ROLE_WEIGHT_GRADIENT, "fc3.weight", 0x1p-16f);
    run::Histogram huge = weight_gradient("fc1.weight", 1, 0, 1, 0x1p-120f);
    lost.steps(1).histograms(record_of({huge}));
    never.steps(1);
    for (Told* run : {&overflow, &lost, &never}) {
        const std::vector<Finding> findings = advise(run->evidence());
        ASSERT_EQ(findings.size(), 1u);
        ASSERT_TRUE(findings[0].change);
        run::RunConfig config = run->evidence().config;
        config.MergeFrom(*findings[0].change);
        EXPECT_NO_THROW(validate(config)) << findings[0].rule;
        EXPECT_NO_THROW(validate_live_change(*findings[0].change)) << findings[0].rule;
    }
}

TEST(Advisor, WatchingMoreOftenForgetsNothing) {
    Told run(run::FP16);
    run.steps(100);
    for (int i = 0; i < 5; ++i) run.histograms(healthy());
    run::RunConfig change;
    change.set_histogram_interval(1);
    run.changed(change);
    EXPECT_TRUE(no_difference(run.evidence()));
    change.Clear();
    change.set_lr(0.5);
    run.changed(change);
    EXPECT_FALSE(no_difference(run.evidence()));
    EXPECT_DOUBLE_EQ(run.evidence().config.lr(), 0.5);
}

TEST(Advisor, DamagedRecordsAreBorne) {
    Told run(run::FP16);
    run::Histogram h =
        weight_gradient("fc1.weight", std::numeric_limits<double>::quiet_NaN(),
                        std::numeric_limits<double>::quiet_NaN(), 0, std::numeric_limits<float>::infinity());
    h.set_format("no format");
    h.set_scale(std::numeric_limits<float>::quiet_NaN());
    h.mutable_shadow()->set_first_bin(std::numeric_limits<int>::max());
    h.mutable_shadow()->add_bins(1);
    for (int i = 0; i < 6; ++i) run.steps(1).histograms(record_of({h}));
    run.take({});
    EXPECT_THAT(advise(run.evidence()), IsEmpty());
    run::Record again;
    again.set_step(3);
    again.mutable_step_done()->set_skipped(true);
    const std::size_t steps = run.evidence().recent.size();
    run.take(again);  // seen already
    EXPECT_EQ(run.evidence().recent.size(), steps);
}

TEST(AdvisorText, Numbers) {
    EXPECT_EQ(power_of_two(-24), "2⁻²⁴");
    EXPECT_EQ(scale_text(1), "1");
    EXPECT_EQ(scale_text(65536), "2¹⁶");
    EXPECT_EQ(scale_text(1000), "1000");
    EXPECT_EQ(share_text(1), "100 %");
    EXPECT_EQ(share_text(0.9996), "more than 99.9 %");
    EXPECT_EQ(share_text(0.0824), "8.2 %");
    EXPECT_EQ(share_text(0.0031), "0.31 %");
    EXPECT_EQ(share_text(1e-6), "less than 0.01 %");
    EXPECT_EQ(share_text(0), "0 %");
    EXPECT_EQ(byte_text(1536), "1.5 KiB");
    EXPECT_EQ(count_text(1234567), "1,234,567");
    EXPECT_EQ(counted(1, "step"), "1 step");
    EXPECT_EQ(growth_interval_for(306), 50u);
    EXPECT_EQ(growth_interval_for(940), 100u);
    EXPECT_EQ(growth_interval_for(50), 20u);
    EXPECT_EQ(growth_interval_for(1000000), 100000u);
}

}  // namespace
}  // namespace mantissa
