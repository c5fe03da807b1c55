// SPDX-License-Identifier: Apache-2.0
// What a shadow's record says of a gradient, against figures worked out by hand: from the two tensors through the
// kernel that compares them to norm, norm lost, cosine and error.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "engine/train/telemetry.h"
#include "tests/engine/train/train_testing.h"

namespace mantissa {
namespace {

/// The shadow in the record of a weight gradient that is `run`, with this scale in it, where FP32 has `shadow`.
run::Histogram told(std::vector<float> run, std::vector<float> shadow, float scale = 1) {
    const auto device = reference();
    const Shape shape{static_cast<std::int64_t>(run.size())};
    StepState state;
    state.scaler.scale = scale;
    ShadowCounts counts;
    device->kernels().compare_with_shadow({run.data(), DType::float32, shape}, {shadow.data(), DType::float32, shape},
                                          &state, &counts);
    GaugeReadings readings;
    readings.histograms.resize(1);
    for (const float x : shadow)
        if (x != 0)
            ++readings.histograms[0].bins[static_cast<std::size_t>(std::ilogb(x) - MagnitudeHistogram::first_bin)];
    run::HistogramRecord record;
    run::Histogram& histogram = *record.add_histograms();
    histogram.set_tensor("fc1.weight");
    histogram.set_role(run::ROLE_WEIGHT_GRADIENT);
    add_shadow(readings, {counts}, {{"fc1.weight", "fc1", GaugeRole::weight_gradient, fp16}}, record);
    return histogram;
}

TEST(ShadowRecord, ByHand) {
    // |g*| = 13 of 4, 3, 0, 12; 3 and 12 are missing, one of them as -0
    const run::Shadow s = told({3, 0, 0, -0.0f}, {4, 3, 0, 12}).shadow();
    EXPECT_EQ(s.nonzero(), 3u);
    EXPECT_EQ(s.starved(), 2u);
    EXPECT_DOUBLE_EQ(s.norm(), 13);
    EXPECT_DOUBLE_EQ(s.norm_lost(), std::sqrt(153.0));
    EXPECT_DOUBLE_EQ(s.cosine(), 12.0 / (3 * 13));
    EXPECT_DOUBLE_EQ(s.error_norm(), std::sqrt(1.0 + 9 + 144));
    EXPECT_EQ(s.first_bin(), 1);
    EXPECT_EQ(std::vector<std::uint32_t>(s.bins().begin(), s.bins().end()), (std::vector<std::uint32_t>{1, 1, 1}));
}

TEST(ShadowRecord, TheRunsGradientIsUnscaledFirst) {
    const run::Shadow scaled = told({3072, 0, 0, 0}, {4, 3, 0, 12}, 1024).shadow();
    EXPECT_DOUBLE_EQ(scaled.cosine(), 12.0 / (3 * 13));
    EXPECT_DOUBLE_EQ(scaled.error_norm(), std::sqrt(1.0 + 9 + 144));
}

TEST(ShadowRecord, OppositeAndStarvedAltogether) {
    EXPECT_DOUBLE_EQ(told({-4, -3, 0, -12}, {4, 3, 0, 12}).shadow().cosine(), -1);
    const run::Shadow nothing = told({0, -0.0f, 0, 0}, {4, 3, 0, 12}).shadow();
    EXPECT_EQ(nothing.starved(), 3u);
    EXPECT_DOUBLE_EQ(nothing.norm_lost(), 13);
    EXPECT_DOUBLE_EQ(nothing.error_norm(), 13);
    EXPECT_EQ(nothing.cosine(), 0) << "a direction that does not exist";
}

TEST(ShadowRecord, WhatIsZeroInFp32HasNone) {
    EXPECT_FALSE(told({0, 0}, {0, -0.0f}).has_shadow());
    EXPECT_FALSE(told({1, 0}, {0, 0}).has_shadow());
}

}  // namespace
}  // namespace mantissa
