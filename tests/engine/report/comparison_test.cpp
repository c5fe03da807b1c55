// SPDX-License-Identifier: Apache-2.0
// Quantiles against the tables, intervals against hand computations, partings against what the rule says.
#include "engine/report/comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace mantissa {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

TEST(StudentT, QuantilesAreThoseOfTheTables) {
    struct Case {
        double probability;
        std::uint32_t freedom;
        double t;  // to the three decimals of the table in Abramowitz and Stegun, 26.10
    };
    for (const Case& c : {Case{0.975, 1, 12.706}, Case{0.975, 2, 4.303}, Case{0.975, 3, 3.182}, Case{0.975, 4, 2.776},
                          Case{0.975, 5, 2.571}, Case{0.975, 9, 2.262}, Case{0.975, 10, 2.228}, Case{0.975, 30, 2.042},
                          Case{0.95, 4, 2.132}, Case{0.995, 7, 3.499}, Case{0.9995, 6, 5.959}})
        EXPECT_NEAR(student_t_quantile(c.probability, c.freedom), c.t, 5e-4) << c.freedom;
    // in closed form: one degree of freedom is Cauchy's distribution, two have t = (2p - 1) sqrt(2 / (1 - (2p - 1)^2))
    for (const double p : {0.6, 0.9, 0.975, 0.999}) {
        EXPECT_NEAR(student_t_quantile(p, 1) / std::tan(std::numbers::pi * (p - 0.5)), 1, 1e-9);
        const double m = 2 * p - 1;
        EXPECT_NEAR(student_t_quantile(p, 2) / (m * std::sqrt(2 / (1 - m * m))), 1, 1e-9);
        EXPECT_EQ(student_t_quantile(1 - p, 3), -student_t_quantile(1 - (1 - p), 3));
    }
    EXPECT_NEAR(student_t_quantile(0.975, 1000), 1.9623, 5e-5);  // close to the normal distribution's 1.95996
    EXPECT_NEAR(student_t_quantile(0.5, 8), 0, 1e-9);
}

TEST(PairedDifference, IsTheHandComputedInterval) {
    // differences 1, 2, 3, 4, 5: mean 3, s = sqrt(10 / 4), t = 2.776445, half width 2.776445 * 1.581139 / sqrt(5)
    const std::vector<double> base{10, 10, 20, 20, 30}, other{11, 12, 23, 24, 35};
    const PairedDifference d = paired_difference(base, other);
    EXPECT_EQ(d.pairs, 5u);
    EXPECT_DOUBLE_EQ(d.mean, 3);
    EXPECT_NEAR(d.deviation, 1.5811388, 1e-7);
    EXPECT_NEAR(*d.low, 3 - 1.963243, 1e-6);
    EXPECT_NEAR(*d.high, 3 + 1.963243, 1e-6);
    EXPECT_EQ(verdict_of(d), Verdict::higher);
    EXPECT_EQ(verdict_of(paired_difference(other, base)), Verdict::lower);
    EXPECT_NEAR(*paired_difference(base, other, 0.9).high, 3 + 2.131847 * 1.5811388 / std::sqrt(5.0), 1e-5);
}

TEST(PairedDifference, LeavesOutPairsWithoutAValue) {
    const std::vector<double> base{0.9, std::nan(""), 0.9, 0.9}, other{0.8, 0.8, INFINITY, 0.7};
    const PairedDifference d = paired_difference(base, other);
    EXPECT_EQ(d.pairs, 2u);
    EXPECT_EQ(d.missing, 2u);
    EXPECT_NEAR(d.mean, -0.15, 1e-12);
    EXPECT_THAT(verdict_text(d, "FP32", "FP16"), HasSubstr("2 without a result"));
}

TEST(Verdict, ClaimsOnlyWhatTheRunsSupport) {
    const auto of = [](std::vector<double> differences) {
        return paired_difference(std::vector<double>(differences.size(), 0.0), differences);
    };
    EXPECT_EQ(verdict_of(of({})), Verdict::nothing_measured);
    EXPECT_EQ(verdict_of(of({0.5})), Verdict::one_run);
    EXPECT_EQ(verdict_of(of({0.5, 0.5, 0.51, 0.49})), Verdict::too_few) << "however clear they look";
    EXPECT_EQ(verdict_of(of({0.5, 0.5, 0.51, 0.49, 0.5})), Verdict::higher);
    EXPECT_EQ(verdict_of(of({0.01, -0.01, 0.02, -0.02, 0.001})), Verdict::no_difference);
    EXPECT_EQ(verdict_of(of({0, 0, 0, 0, 0})), Verdict::no_difference);
    EXPECT_THAT(verdict_text(of({0.5}), "FP32", "FP16"), HasSubstr("one run"));
    EXPECT_THAT(verdict_text(of({0.5, 0.5, 0.5}), "FP32", "FP16"), HasSubstr("3 runs: no claim"));
    EXPECT_THAT(verdict_text(of({0.01, -0.01, 0.02, -0.02, 0.001}), "FP32", "FP16"), HasSubstr("can be resolved here"));
    const std::string claim = verdict_text(of({-0.5, -0.5, -0.51, -0.49, -0.5}), "FP32", "FP16");
    EXPECT_THAT(claim, HasSubstr("FP16 is 50.00 percentage points below FP32"));
    EXPECT_THAT(claim, HasSubstr("95 % interval -50.88 to -49.12"));  // 2.776445 * 0.00707107 / sqrt(5) = 0.0087798
    EXPECT_THAT(claim, HasSubstr("5 paired seeds"));
    for (const char* word : {"above", "below", "better"})
        EXPECT_THAT(verdict_text(of({0.5, 0.5, 0.5, 0.5}), "FP32", "FP16"), Not(HasSubstr(word)));
}

std::vector<StepValue> series(const std::vector<float>& values, std::uint32_t first = 1) {
    std::vector<StepValue> result;
    for (const float v : values) result.push_back({first++, v});
    return result;
}

TEST(Parting, IsTheFirstStepBeyondThresholdAndNoise) {
    const PartingRule rule{0.1, 3};
    const auto base = series({1, 1, 1, 1, 1, 1});
    const auto lane = series({1.0f, 1.05f, 1.2f, 1.3f, 0.2f, 1});
    std::optional<Parting> parting = first_parting(base, lane, {}, rule);
    ASSERT_TRUE(parting);
    EXPECT_EQ(parting->step, 3u);
    EXPECT_NEAR(parting->distance, 0.2, 1e-6);
    EXPECT_EQ(parting->band, 0);
    // the control was off by 0.15 once, at step 2, and never again: the band stays 0.45
    parting = first_parting(base, lane, series({1, 0.85f, 1, 1, 1, 1}), rule);
    ASSERT_TRUE(parting);
    EXPECT_EQ(parting->step, 5u);
    EXPECT_NEAR(parting->band, 0.45, 1e-6);
    // the same deviation of the control later does not excuse what came before
    EXPECT_EQ(first_parting(base, lane, series({1, 1, 1, 0.5f, 1, 1}), rule)->step, 3u);
    EXPECT_FALSE(first_parting(base, series({1, 1.09f, 0.91f, 1, 1, 1}), {}, rule));
    EXPECT_FALSE(first_parting(base, base, {}, rule));
}

TEST(Parting, ComparesStepsThatBothHave) {
    const auto base = series({1, 1, 1, 1}, 5);
    const std::vector<StepValue> lane{{1, 9}, {6, 1}, {8, 9}};
    EXPECT_EQ(first_parting(base, lane, {})->step, 8u);
    EXPECT_FALSE(first_parting(base, std::vector<StepValue>{{4, 9}, {9, 9}}, {}));
    EXPECT_FALSE(first_parting({}, lane, {}));
}

TEST(Parting, KnowsWhatIsNotFinite) {
    const auto base = series({1, 1, not_a_number, 1});
    const std::optional<Parting> parting = first_parting(base, series({1, not_a_number, 1, 1}), {});
    ASSERT_TRUE(parting);
    EXPECT_EQ(parting->step, 2u);
    EXPECT_TRUE(std::isinf(parting->distance));
    EXPECT_FALSE(first_parting(base, series({1, 1, 7, 1}), {})) << "the baseline has no value there";
    EXPECT_FALSE(first_parting(base, series({1, 9, 1, 9}), series({not_a_number, 1, 1, 1})))
        << "a baseline whose control is NaN has no noise floor to stand on";
}

TEST(MeanInterval, IsCutToWhatAnAccuracyCanBe) {
    // s = 0.0424264, t = 12.706 with one degree of freedom: 0.96 -+ 12.706 * 0.0424264 / sqrt(2) would end beyond 1
    const PairedDifference high = mean_interval(std::vector<double>{0.93, 0.99});
    EXPECT_DOUBLE_EQ(high.mean, 0.96);
    EXPECT_EQ(*high.high, 1);
    EXPECT_NEAR(*high.low, 0.96 - 0.381186, 1e-6);
    EXPECT_EQ(*mean_interval(std::vector<double>{0.01, 0.07}).low, 0);
    EXPECT_FALSE(mean_interval(std::vector<double>{0.5}).low);
    EXPECT_EQ(mean_interval({}).pairs, 0u);
}

TEST(AccuracyDifference, IsCutToWhatTheOthersMeanCanBe) {
    // FP32 learns with every seed, FP16 with one of three: the plain interval is -54.7 -+ 117 points
    const std::vector<double> fp32{0.935, 0.934, 0.936}, fp16{0.1135, 0.93, 0.1135};
    const PairedDifference plain = paired_difference(fp32, fp16), cut = accuracy_difference(fp32, fp16);
    EXPECT_LT(*plain.low, -1) << "the case that was printed";
    EXPECT_EQ(cut.mean, plain.mean);
    EXPECT_NEAR(*cut.low, -0.935, 1e-12) << "an accuracy of 0 %";
    EXPECT_NEAR(*cut.high, 0.065, 1e-12) << "of 100 %";
    EXPECT_EQ(verdict_of(cut), verdict_of(plain));
    // What lies inside stays as it is, pairs without a value count for nothing.
    const std::vector<double> near{0.931, 0.929, std::nan("")};
    EXPECT_EQ(accuracy_difference(fp32, near).low, paired_difference(fp32, near).low);
    EXPECT_EQ(accuracy_difference(fp32, near).high, paired_difference(fp32, near).high);
    EXPECT_FALSE(accuracy_difference(std::vector<double>{0.5}, std::vector<double>{0.4}).low);
}

TEST(Memory, WithoutTheShadowIsThatOfTraining) {
    run::MemoryRecord memory;
    memory.set_peak_held(100);
    memory.set_peak_native(70);
    EXPECT_EQ(peak_without_shadow(memory), 100u) << "an old record without its operations";
    EXPECT_EQ(peak_without_shadow(memory, true), 70u);
    for (const auto& [weights, shadow] : {std::pair<std::uint64_t, std::uint64_t>{40, 60}, {50, 10}}) {
        run::MemoryRecord::Operation& operation = *memory.add_operations();
        run::MemoryBytes& one = *operation.add_live();
        one.set_category(run::MEMORY_WEIGHTS);
        one.set_held(weights);
        one.set_native(weights / 2 + 1);
        run::MemoryBytes& other = *operation.add_live();
        other.set_category(run::MEMORY_SHADOW);
        other.set_held(shadow);
        other.set_native(shadow);
    }
    EXPECT_EQ(peak_without_shadow(memory), 50u);
    EXPECT_EQ(peak_without_shadow(memory, true), 26u);
}

}  // namespace
}  // namespace mantissa
