// SPDX-License-Identifier: Apache-2.0
// GradScaler's behaviour by table: one character a step ('.' finite, 'x' overflow), the scale and the tracker after it.
#include "engine/precision/loss_scaler.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace mantissa {
namespace {

ScalerSettings dynamic(float scale, std::uint32_t interval) {
    ScalerSettings settings;
    settings.kind = ScalingKind::dynamic;
    settings.initial_scale = scale;
    settings.growth_interval = interval;
    return settings;
}

struct Row {
    const char* name;
    ScalerSettings settings;
    std::string steps;
    std::vector<float> scales;
    std::vector<std::uint32_t> trackers;
};

ScalerSettings with(ScalerSettings settings, void (*change)(ScalerSettings&)) {
    change(settings);
    return settings;
}

std::vector<Row> table() {
    return {
        {"grows at the interval", dynamic(4, 3), "...x....", {4, 4, 8, 4, 4, 4, 8, 8}, {1, 2, 0, 0, 1, 2, 0, 1}},
        {"every overflow halves", dynamic(8, 100), "xxxx", {4, 2, 1, 0.5f}, {0, 0, 0, 0}},
        {"an overflow zeroes the tracker", dynamic(8, 3), "..x..", {8, 8, 4, 4, 4}, {1, 2, 0, 1, 2}},
        {"interval of one", dynamic(1, 1), "..x.", {2, 4, 2, 4}, {0, 0, 0, 0}},
        {"floor", with(dynamic(8, 9), [](ScalerSettings& s) { s.min_scale = 2; }), "xxxx", {4, 2, 2, 2}, {0, 0, 0, 0}},
        {"ceiling",
         with(dynamic(8, 1), [](ScalerSettings& s) { s.max_scale = 24; }),
         "....",
         {16, 24, 24, 24},
         {0, 0, 0, 0}},
        {"grows to a finite scale only", dynamic(0x1p126f, 1), "...", {0x1p127f, 0x1p127f, 0x1p127f}, {0, 0, 0}},
        {"other factors",
         with(dynamic(100, 2), [](ScalerSettings& s) { s.growth_factor = 3, s.backoff_factor = 0.25f; }),
         "..x",
         {100, 300, 75},
         {1, 0, 0}},
        {"static keeps its scale",
         with(dynamic(128, 1), [](ScalerSettings& s) { s.kind = ScalingKind::fixed; }),
         ".x.x",
         {128, 128, 128, 128},
         {0, 0, 0, 0}},
        {"none is one",
         with(dynamic(128, 1), [](ScalerSettings& s) { s.kind = ScalingKind::none; }),
         ".x.",
         {1, 1, 1},
         {0, 0, 0}},
    };
}

TEST(LossScaler, Table) {
    for (const Row& row : table()) {
        LossScaler scaler(row.settings);
        for (std::size_t i = 0; i < row.steps.size(); ++i) {
            const float before = scaler.state().scale;
            const ScaleChange change = scaler.update(row.steps[i] == 'x');
            EXPECT_EQ(scaler.state().scale, row.scales[i]) << row.name << ", step " << i;
            EXPECT_EQ(scaler.state().tracker, row.trackers[i]) << row.name << ", step " << i;
            EXPECT_EQ(change, row.scales[i] < before   ? ScaleChange::shrank
                              : row.scales[i] > before ? ScaleChange::grew
                                                       : ScaleChange::none)
                << row.name << ", step " << i;
        }
    }
}

TEST(LossScaler, FactorsMultiplyInDoubleAsGradScalers) {
    // torch.amp.GradScaler("cpu", 1000.0, growth_factor=1.001, backoff_factor=0.9, growth_interval=3) of PyTorch 2.15
    // over these steps: get_scale() after every twentieth.
    const std::string steps =
        ".........x...x.....xx.....x........x....................x..............xx..................x.................."
        "."
        ".x...........xx..............x.........xx...........................x.x.....................x................."
        "................x...................x....x.................xx..................";
    const std::vector<float> expected = {0x1.6e537ep+9f, 0x1.0c1f2p+9f,  0x1.e58596p+8f, 0x1.8b3e32p+8f,
                                         0x1.65dbbap+8f, 0x1.44028p+8f,  0x1.07c344p+8f, 0x1.827e24p+7f,
                                         0x1.5e4924p+7f, 0x1.3d2746p+7f, 0x1.1f27aep+7f, 0x1.03fe78p+7f,
                                         0x1.d6cdep+6f,  0x1.aa45bep+6f, 0x1.5b5b86p+6f};
    ASSERT_EQ(steps.size(), 300u);
    LossScaler scaler(
        with(dynamic(1000, 3), [](ScalerSettings& s) { s.growth_factor = 1.001, s.backoff_factor = 0.9; }));
    for (std::size_t i = 0; i < steps.size(); ++i) {
        scaler.update(steps[i] == 'x');
        if (i % 20 == 19) {
            EXPECT_EQ(scaler.state().scale, expected[i / 20]) << "after step " << i;
        }
    }
}

TEST(LossScaler, AnOverflowNeverRaisesTheScale) {
    LossScaler scaler(dynamic(64, 100));
    ScalerSettings above = scaler.settings();
    above.min_scale = 1024;  // asked for in mid-run
    scaler.configure(above);
    EXPECT_EQ(scaler.update(true), ScaleChange::none);
    EXPECT_EQ(scaler.state().scale, 64.0f);
}

TEST(LossScaler, DefaultsArePyTorchs) {
    const ScalerSettings settings;
    EXPECT_EQ(settings.initial_scale, 65536.0f);
    EXPECT_EQ(settings.growth_factor, 2.0);
    EXPECT_EQ(settings.backoff_factor, 0.5);
    EXPECT_EQ(settings.growth_interval, 2000u);
    EXPECT_EQ(settings.min_scale, 0.0f);
    EXPECT_EQ(settings.max_scale, 0.0f);
}

TEST(LossScaler, ASkippedStepDoesNotAdvanceTheOptimizer) {
    for (const ScalingKind kind : {ScalingKind::dynamic, ScalingKind::fixed}) {
        ScalerSettings settings = dynamic(1024, 10);
        settings.kind = kind;
        LossScaler scaler(settings);
        EXPECT_TRUE(scaler.checks());
        for (const bool found : {false, true, true, false}) scaler.update(found);
        EXPECT_EQ(scaler.state().optimizer_step, 2u);
        EXPECT_EQ(scaler.state().skipped, 2u);
    }
    LossScaler none{ScalerSettings{}};
    EXPECT_FALSE(none.checks());
    none.update(true);  // without a scaler inf and NaN reach the weights: a step like any other
    EXPECT_EQ(none.state().optimizer_step, 1u);
    EXPECT_EQ(none.state().skipped, 0u);
}

TEST(LossScaler, AnIntervalLoweredBelowTheTrackerStillFires) {
    LossScaler scaler(dynamic(16, 1000));
    for (int i = 0; i < 20; ++i) scaler.update(false);
    ScalerSettings lower = scaler.settings();
    lower.growth_interval = 5;
    scaler.configure(lower);
    EXPECT_EQ(scaler.state().tracker, 20u);
    EXPECT_EQ(scaler.update(false), ScaleChange::grew);
    EXPECT_EQ(scaler.state().scale, 32.0f);
    EXPECT_EQ(scaler.state().tracker, 0u);
}

TEST(LossScaler, ConfigureKeepsWhatWasNotAskedFor) {
    LossScaler scaler(dynamic(16, 2));
    scaler.update(false);
    scaler.update(false);
    scaler.update(false);  // scale 32, tracker 1
    ScalerSettings other = scaler.settings();
    other.growth_factor = 4;
    other.max_scale = 1e6f;
    scaler.configure(other);
    EXPECT_EQ(scaler.state().scale, 32.0f);
    EXPECT_EQ(scaler.state().tracker, 1u);
    EXPECT_EQ(scaler.state().optimizer_step, 3u);

    other.initial_scale = 1024;  // the value itself was changed
    scaler.configure(other);
    EXPECT_EQ(scaler.state().scale, 1024.0f);
    EXPECT_EQ(scaler.state().tracker, 0u);

    other.kind = ScalingKind::none;
    scaler.configure(other);
    EXPECT_EQ(scaler.state().scale, 1.0f);
    other.kind = ScalingKind::dynamic;
    scaler.configure(other);
    EXPECT_EQ(scaler.state().scale, 1024.0f);
    other.kind = ScalingKind::fixed;
    other.initial_scale = 0x1p-16f;
    scaler.configure(other);
    EXPECT_EQ(scaler.state().scale, 0x1p-16f);
    EXPECT_EQ(scaler.state().optimizer_step, 3u) << "the optimizer's count is no setting of the scaler";
}

TEST(LossScaler, SettingTheScaleCountsAnew) {
    LossScaler scaler(dynamic(16, 3));
    scaler.update(true);
    scaler.update(false);
    scaler.update(false);
    scaler.set_scale(16);  // also to the value that it started from
    EXPECT_EQ(scaler.state().scale, 16.0f);
    EXPECT_EQ(scaler.state().tracker, 0u);
    EXPECT_EQ(scaler.state().optimizer_step, 2u);
    EXPECT_EQ(scaler.settings().initial_scale, 16.0f);
    LossScaler none{ScalerSettings{}};
    none.set_scale(8);
    EXPECT_EQ(none.state().scale, 1.0f) << "nothing without scaling";
}

TEST(LossScaler, TheInverseIsTheReciprocalInDouble) {
    for (const float scale : {1.0f, 65536.0f, 3.0f, 1000.0f, 0x1p-16f, 0x1p40f, 0x1p127f}) {
        LossScaler scaler(dynamic(scale, 1));
        EXPECT_EQ(scaler.inverse(), static_cast<float>(1.0 / static_cast<double>(scale)));
    }
}

TEST(LossScaler, RestoreContinues) {
    LossScaler a(dynamic(64, 3)), b(dynamic(64, 3));
    const std::string steps = "..x....x...";
    for (std::size_t i = 0; i < steps.size(); ++i) {
        a.update(steps[i] == 'x');
        LossScaler fresh(b.settings());
        fresh.restore(b.state());
        fresh.update(steps[i] == 'x');
        b = fresh;
        EXPECT_EQ(a.state(), b.state());
    }
}

}  // namespace
}  // namespace mantissa
