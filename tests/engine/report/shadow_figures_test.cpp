// SPDX-License-Identifier: Apache-2.0
// The figures of a shadow on gradients made by hand, where the answer is known.
#include "engine/report/shadow_figures.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "tests/engine/report/advisor_records.h"

namespace mantissa {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

/// What the engine records of the gradient `run` and the same in FP32.
run::Shadow shadow_of(const std::vector<double>& run, const std::vector<double>& exact) {
    double runs = 0, exacts = 0, lost = 0, errors = 0, dot = 0;
    run::Shadow shadow;
    for (std::size_t i = 0; i < run.size(); ++i) {
        runs += run[i] * run[i];
        exacts += exact[i] * exact[i];
        errors += (run[i] - exact[i]) * (run[i] - exact[i]);
        dot += run[i] * exact[i];
        if (run[i] == 0) lost += exact[i] * exact[i];
        shadow.set_nonzero(shadow.nonzero() + (exact[i] != 0 ? 1 : 0));
        shadow.set_starved(shadow.starved() + (exact[i] != 0 && run[i] == 0 ? 1 : 0));
    }
    shadow.set_norm(std::sqrt(exacts));
    shadow.set_norm_lost(std::sqrt(lost));
    shadow.set_error_norm(std::sqrt(errors));
    shadow.set_cosine(runs * exacts > 0 ? dot / std::sqrt(runs * exacts) : 0.0);
    return shadow;
}

double decibels(const std::vector<double>& run, const std::vector<double>& exact) {
    return signal_to_noise_db(shadow_of(run, exact)).value();
}

TEST(SignalToNoise, IsTheNormOverThatOfTheError) {
    EXPECT_NEAR(decibels({3, 4.5}, {3, 4}), 20, 1e-12);      // 5 against 0.5
    EXPECT_NEAR(decibels({3, 4.005}, {3, 4}), 60, 1e-9);     // against 0.005
    EXPECT_NEAR(decibels({1, -1}, {2, -2}), 6.0206, 1e-4);   // half as long: the cosine, 1, sees nothing of it
    EXPECT_NEAR(decibels({-2, 2}, {1, -1}), -9.5424, 1e-4);  // more noise than signal
    EXPECT_NEAR(decibels({0, 0x1p-60}, {0x1p-60, 0x1p-60}), 3.0103, 1e-4);  // however small they are
    EXPECT_EQ(decibels({0, 0}, {1, -2}), 0);                                // nothing arrives
    EXPECT_EQ(decibels({-0.0, 2}, {0.0, 2}), inf);                          // no error
}

TEST(SignalToNoise, AgreesWithCosineAndNormLostWhereElementsAreMerelyMissing) {
    const std::vector<double> exact{8, -1, 0, 0.5, 2, -0x1p-20};
    std::vector<double> run = exact;
    run[1] = run[3] = run[5] = 0;
    const run::Shadow shadow = shadow_of(run, exact);
    const double lost = shadow.norm_lost() / shadow.norm();
    EXPECT_NEAR(shadow.cosine(), std::sqrt(1 - lost * lost), 1e-15);
    EXPECT_NEAR(signal_to_noise_db(shadow).value(), -20 * std::log10(lost), 1e-12);
}

TEST(SignalToNoise, IsUnknownWhereTheRecordDoesNotSay) {
    run::Shadow shadow = shadow_of({1, 0}, {1, 1});
    ASSERT_TRUE(signal_to_noise_db(shadow));
    shadow.clear_error_norm();  // of an old library
    EXPECT_FALSE(signal_to_noise_db(shadow));
    for (const double broken : {std::nan(""), inf, -1.0}) {
        shadow.set_error_norm(broken);
        EXPECT_FALSE(signal_to_noise_db(shadow)) << broken;
    }
    EXPECT_FALSE(signal_to_noise_db(shadow_of({0, 1}, {0, 0}))) << "no signal";
    EXPECT_FALSE(signal_to_noise_db({}));
}

TEST(SignalToNoise, IsWrittenWithOneDecimal) {
    EXPECT_EQ(decibel_text(20), "20.0 dB");
    EXPECT_EQ(decibel_text(-9.5424), "-9.5 dB");
    EXPECT_EQ(decibel_text(-0.01), "0.0 dB");
    EXPECT_EQ(decibel_text(inf), "∞ dB");
}

run::HistogramRecord record_of(const std::vector<std::pair<std::string, std::optional<run::Shadow>>>& tensors) {
    run::HistogramRecord record;
    for (const auto& [tensor, shadow] : tensors) {
        run::Histogram& one = *record.add_histograms();
        one.set_tensor(tensor);
        one.set_role(tensor.ends_with(".weight") ? run::ROLE_WEIGHT_GRADIENT : run::ROLE_ACTIVATION_GRADIENT);
        one.set_format("FP16");
        one.set_norm(1);
        one.set_norm_lost(0.5);
        if (shadow) *one.mutable_shadow() = *shadow;
    }
    return record;
}

TEST(LastShadow, OutlivesHistogramsWithoutOne) {
    Told run(run::FP16);
    EXPECT_EQ(last_shadow(run.evidence()), nullptr);
    run.steps(50).histograms(record_of({{"fc1.weight", std::nullopt}}));
    EXPECT_EQ(last_shadow(run.evidence()), nullptr) << "what its own cast flushed is no shadow";
    // fc1.weight is starved: nothing arrives, though its own cast has little to flush.
    run.steps(50).histograms(record_of({{"fc2.weight", shadow_of({3, 4.5}, {3, 4})},
                                        {"fc1.weight", shadow_of({0, 0}, {1, 1})},
                                        {"fc1", shadow_of({-1, -1}, {1, 1})}}));
    run.steps(50).histograms(record_of({{"fc1.weight", std::nullopt}}));
    const GradientEvidence* last = last_shadow(run.evidence());
    ASSERT_NE(last, nullptr);
    EXPECT_EQ(last->step, 100u);
    EXPECT_EQ(last->lost, 1);
    EXPECT_EQ(last->lost_tensor, "fc1.weight");
    EXPECT_EQ(last->cosine_tensor, "fc1");
    EXPECT_NEAR(last->signal_to_noise.value(), -6.0206, 1e-4) << "of the tensor with the least cosine";
    EXPECT_EQ(cosine_text(*last), "-1.000 (-6.0 dB)");
    EXPECT_EQ(lost_text(*last),
              "100 % of the norm of fc1.weight (against FP32, step 100), least cosine -1.000 (-6.0 dB) in fc1");
}

TEST(LastShadow, SaysNothingOfARunWhoseWeightsAreRuined) {
    Evidence evidence;
    evidence.gradients.emplace_back().shadow = true;
    EXPECT_NE(last_shadow(evidence), nullptr);
    evidence.ruined.emplace();
    EXPECT_EQ(last_shadow(evidence), nullptr) << "the last finite one would speak well of it";
}

TEST(NormLostShare, IsAShareOrNothing) {
    run::Shadow shadow;
    EXPECT_EQ(norm_lost_share(shadow), 0) << "zero in FP32 as well";
    shadow.set_norm(2);
    shadow.set_norm_lost(0.5);
    EXPECT_EQ(norm_lost_share(shadow), 0.25);
    shadow.set_norm_lost(3);
    EXPECT_EQ(norm_lost_share(shadow), 1);
    shadow.set_norm_lost(std::numeric_limits<double>::quiet_NaN());
    EXPECT_EQ(norm_lost_share(shadow), std::nullopt);
}

TEST(LastShadow, NeverRoundsACosineToOne) {
    GradientEvidence gradients;
    gradients.cosine = 0.99996;
    EXPECT_EQ(cosine_text(gradients), "> 0.999");
    gradients.cosine = 1;
    gradients.signal_to_noise = inf;
    EXPECT_EQ(cosine_text(gradients), "1.000 (∞ dB)");
    gradients.cosine_tensor = "fc1";
    EXPECT_THAT(lost_text(gradients), ::testing::StartsWith("least cosine")) << "no weight gradient was looked at";
}

}  // namespace
}  // namespace mantissa
