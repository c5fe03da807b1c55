// SPDX-License-Identifier: Apache-2.0
// What each framework's scaler does, step by step, worked out by hand from its rules: one character a step ('.' finite,
// 'x' overflow) and the scale after it. Windows are shortened, the other settings are the recipe's.
#include "engine/run/scaler_recipes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/base/error.h"
#include "engine/precision/loss_scaler.h"
#include "engine/run/policy_of.h"
#include "engine/run/presets.h"
#include "engine/run/set_field.h"
#include "engine/run/validation.h"

namespace mantissa {
namespace {

using testing::ElementsAre;

/// A scaler as the recipe has it, with this window and, unless 0, first scale.
LossScaler scaler_of(run::Scaler recipe, std::uint32_t window, double start = 0,
                     void (*change)(run::RunConfig&) = nullptr) {
    run::RunConfig config = complete(settings_of(recipe));
    config.set_growth_interval(window);
    if (start > 0) config.set_loss_scale(start);
    if (change) change(config);
    validate(config);
    return LossScaler(scaler_settings_of(config));
}

/// The scales that the steps after these ones use.
std::vector<float> scales(LossScaler scaler, const std::string& steps) {
    std::vector<float> all;
    for (const char step : steps) {
        scaler.update(step == 'x');
        all.push_back(scaler.state().scale);
    }
    return all;
}

TEST(ScalerRecipes, PyTorchsAreTheDefaults) {
    EXPECT_EQ(scaler_settings_of(complete(settings_of(run::SCALER_PYTORCH))), [] {
        ScalerSettings settings;
        settings.kind = ScalingKind::dynamic;
        return settings;
    }());
    EXPECT_EQ(default_config().scaling(), run::NONE);
    EXPECT_EQ(default_config().scaler(), run::SCALER_PYTORCH);
}

TEST(ScalerRecipes, TheTablesFirstScalesAndWindows) {
    const auto row = [](run::Scaler scaler) {
        const run::RunConfig c = complete(settings_of(scaler));
        EXPECT_EQ(c.scaling(), run::DYNAMIC);
        EXPECT_NO_THROW(validate(c));
        return std::tuple(std::log2(c.loss_scale()), c.growth_interval(), c.min_scale(), c.max_scale());
    };
    EXPECT_EQ(row(run::SCALER_PYTORCH), std::tuple(16, 2000, 0, 0));
    EXPECT_EQ(row(run::SCALER_APEX_AMP), std::tuple(16, 2000, 0, 0x1p24));
    EXPECT_EQ(row(run::SCALER_APEX_FP16UTILS), std::tuple(32, 1000, 1, 0));
    EXPECT_EQ(row(run::SCALER_TENSORFLOW), std::tuple(15, 2000, 1, 0));
    EXPECT_EQ(row(run::SCALER_KERAS3), std::tuple(15, 2000, 0, 0));
    EXPECT_EQ(row(run::SCALER_MXNET), std::tuple(16, 2000, 0, 0x1p24));
    EXPECT_EQ(row(run::SCALER_MEGATRON), std::tuple(32, 1000, 1, 0));
    EXPECT_EQ(row(run::SCALER_DEEPSPEED), std::tuple(16, 1000, 1, 0));
    EXPECT_EQ(row(run::SCALER_DEEPSPEED_FUSED), std::tuple(16, 1000, 1, 0));
    EXPECT_EQ(row(run::SCALER_FAIRSEQ), std::tuple(7, 16384, 1e-4, 0));
    EXPECT_EQ(row(run::SCALER_JMP), std::tuple(15, 2000, 1, 0));
}

TEST(ScalerRecipes, EveryNameHasARecipe) {
    const auto* names = run::Scaler_descriptor();
    EXPECT_EQ(static_cast<int>(scaler_recipes().size()), names->value_count() - 1);
    for (const ScalerRecipe& recipe : scaler_recipes()) {
        const run::ScalerRecipe message = recipe_message(recipe);
        EXPECT_EQ(&recipe_of(recipe.scaler), &recipe);
        EXPECT_FALSE(message.name().empty() || message.description().empty() || message.source().empty());
    }
    EXPECT_THROW(recipe_of(run::SCALER_UNSET), Error);
    EXPECT_THROW(settings_of(static_cast<run::Scaler>(99)), Error);
}

TEST(ScalerRecipes, ApexAmpStopsAtItsCeilingAndHasNoFloor) {
    EXPECT_THAT(scales(scaler_of(run::SCALER_APEX_AMP, 1, 0x1p23), "..."), ElementsAre(0x1p24f, 0x1p24f, 0x1p24f));
    EXPECT_THAT(scales(scaler_of(run::SCALER_APEX_AMP, 9, 2), "xx"), ElementsAre(1, 0.5f));
}

TEST(ScalerRecipes, ApexAmpNeverLooksUnderAStaticScale) {
    run::RunConfig config = complete(settings_of(run::SCALER_APEX_AMP));
    config.set_scaling(run::STATIC);
    LossScaler scaler(scaler_settings_of(config));
    EXPECT_FALSE(scaler.checks());
    scaler.update(true);
    EXPECT_EQ(scaler.state().optimizer_step, 1u);
    EXPECT_EQ(scaler.state().skipped, 0u);
    EXPECT_EQ(scaler.state().scale, 65536.0f);
}

TEST(ScalerRecipes, ThoseWithAFloorStopAtOne) {
    for (const run::Scaler scaler :
         {run::SCALER_APEX_FP16UTILS, run::SCALER_TENSORFLOW, run::SCALER_JMP, run::SCALER_DEEPSPEED_FUSED})
        EXPECT_THAT(scales(scaler_of(scaler, 9, 2), "xxx"), ElementsAre(1, 1, 1));
}

TEST(ScalerRecipes, Keras3MayBecomeInfiniteAndStaysSo) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    EXPECT_THAT(scales(scaler_of(run::SCALER_KERAS3, 60), std::string(60 * 113, '.')).back(), infinity);
    LossScaler scaler = scaler_of(run::SCALER_KERAS3, 1, 0x1p40);
    for (int i = 0; i < 87; ++i) scaler.update(false);
    EXPECT_EQ(scaler.state().scale, 0x1p127f);
    EXPECT_THAT(scales(scaler, ".xx."), ElementsAre(infinity, infinity, infinity, infinity));
    LossScaler torch = scaler_of(run::SCALER_PYTORCH, 1, 0x1p40);
    for (int i = 0; i < 88; ++i) torch.update(false);
    EXPECT_EQ(torch.state().scale, 0x1p127f) << "GradScaler refuses";
    EXPECT_EQ(torch.state().tracker, 0u) << "and zeroes its tracker all the same";
}

TEST(ScalerRecipes, MXNetIsOneStepLate) {
    // two overflows: steps at 2^16, 2^16, 2^15, 2^14
    EXPECT_THAT(scales(scaler_of(run::SCALER_MXNET, 9), "xx."), ElementsAre(0x1p16f, 0x1p15f, 0x1p14f));
    // the third good step decides to grow, the fifth is the first to use it; an overflow then halves what is in use
    EXPECT_THAT(scales(scaler_of(run::SCALER_MXNET, 3, 8), "....x.."), ElementsAre(8, 8, 8, 16, 16, 8, 8));
    EXPECT_THAT(scales(scaler_of(run::SCALER_MXNET, 1, 0x1p23), "...."),
                ElementsAre(0x1p23f, 0x1p24f, 0x1p24f, 0x1p24f));
}

TEST(ScalerRecipes, MegatronsHysteresisIsRefilledOnGrowthOnly) {
    // 1st overflow: kept. 2nd and 3rd, however far apart: halved. Growth refills, so the next one is kept again.
    EXPECT_THAT(scales(scaler_of(run::SCALER_MEGATRON, 3, 64), "x..x.x...xx"),
                ElementsAre(64, 64, 64, 32, 32, 16, 16, 16, 32, 32, 16));
    EXPECT_THAT(scales(scaler_of(run::SCALER_MEGATRON, 9, 2), "xxxx"), ElementsAre(2, 1, 1, 1)) << "no error there";
}

TEST(ScalerRecipes, HysteresisRefilledByGoodSteps) {
    const auto consecutive = [](run::RunConfig& c) { c.set_hysteresis_refill(run::REFILL_ON_GOOD_STEP); };
    EXPECT_THAT(scales(scaler_of(run::SCALER_DEEPSPEED, 9, 64, consecutive), "x.xx.x"),
                ElementsAre(64, 64, 64, 32, 32, 32));
}

TEST(ScalerRecipes, DeepSpeedEndsTheRunAtItsFloor) {
    LossScaler scaler = scaler_of(run::SCALER_DEEPSPEED, 3, 2);
    scaler.update(true);
    EXPECT_EQ(scaler.state().act, ScalerAct::absorbed);
    scaler.update(true);
    EXPECT_EQ(scaler.state().scale, 1.0f);
    EXPECT_EQ(scaler.state().act, ScalerAct::usual);
    LossScaler grown = scaler;
    scaler.update(true);
    EXPECT_EQ(scaler.state().act, ScalerAct::ended);
    EXPECT_EQ(scaler.state().scale, 1.0f);
    for (const char step : std::string("....")) grown.update(step == 'x');  // refilled: 2, and two overflows to 1
    for (int i = 0; i < 2; ++i) grown.update(true);
    EXPECT_EQ(grown.state().scale, 1.0f);
    EXPECT_EQ(grown.state().act, ScalerAct::usual);
}

TEST(ScalerRecipes, DeepSpeedsFusedOptimizerGrowsOneStepLater) {
    // good steps 4, 7 and 10 in a row for a window of 3; after an overflow the fourth again
    EXPECT_THAT(scales(scaler_of(run::SCALER_DEEPSPEED_FUSED, 3, 8), ".......x...."),
                ElementsAre(8, 8, 8, 16, 16, 16, 32, 16, 16, 16, 16, 32));
}

TEST(ScalerRecipes, FairseqEndsTheRunBelowItsLeastScale) {
    LossScaler scaler = scaler_of(run::SCALER_FAIRSEQ, 4);
    for (int i = 0; i < 20; ++i) scaler.update(true);
    EXPECT_EQ(scaler.state().scale, 0x1p-13f);  // 1.22e-4
    EXPECT_EQ(scaler.state().act, ScalerAct::usual);
    scaler.update(true);  // would be 6.1e-5
    EXPECT_EQ(scaler.state().act, ScalerAct::ended);
    EXPECT_EQ(scaler.state().scale, 0x1p-13f);
}

TEST(ScalerRecipes, FairseqToleratesRareOverflows) {
    const auto quarter = [](run::RunConfig& c) { c.set_overflow_tolerance(0.25); };
    // 1 of 5 steps: kept; 2 of 8: halved, counted anew; 1 of 4: halved; growth begins the steps anew, not the overflows
    EXPECT_THAT(scales(scaler_of(run::SCALER_FAIRSEQ, 4, 64, quarter), "....x"), ElementsAre(64, 64, 64, 128, 64))
        << "1 overflow 1 step after the growth";
    EXPECT_THAT(scales(scaler_of(run::SCALER_FAIRSEQ, 99, 64, quarter), "....x..x...x"),
                ElementsAre(64, 64, 64, 64, 64, 64, 64, 32, 32, 32, 32, 16));
    LossScaler rare = scaler_of(run::SCALER_FAIRSEQ, 99, 64, quarter);
    for (const char step : std::string("....x")) rare.update(step == 'x');
    EXPECT_EQ(rare.state().act, ScalerAct::tolerated);
    EXPECT_EQ(rare.state().tracker, 0u);
}

TEST(ScalerRecipes, SettingsBesideARecipeStay) {
    run::RunConfig config;
    config.set_scaler(run::SCALER_MXNET);
    config.set_growth_interval(50);
    const run::RunConfig whole = complete(config);
    EXPECT_TRUE(whole.delayed_scale());
    EXPECT_EQ(whole.growth_interval(), 50u);
    EXPECT_EQ(whole.max_scale(), 0x1p24);
    EXPECT_EQ(scaler_phrase(whole), Phrase("MXNet"));
    run::RunConfig other = whole;
    other.set_hysteresis(3);
    EXPECT_EQ(english(scaler_phrase(other)), "MXNet, changed");
    // what was changed is laid over it as it is: a change that names a recipe brings no settings of its own
    EXPECT_EQ(merge(other, difference(other, whole)).SerializeAsString(), whole.SerializeAsString());
    set_field(other, *config_field("scaler"), "keras3", "scaler");
    EXPECT_FALSE(other.delayed_scale());
    EXPECT_EQ(other.hysteresis(), 1u);
    EXPECT_TRUE(other.infinite_scale());
}

TEST(ScalerRecipes, OutOfRange) {
    const auto refused = [](void (*change)(run::RunConfig&)) {
        run::RunConfig config = complete(settings_of(run::SCALER_FAIRSEQ));
        change(config);
        try {
            validate(config);
        } catch (const Error& error) {
            return error.place();
        }
        return std::string();
    };
    EXPECT_EQ(refused([](auto& c) { c.set_hysteresis(0); }), "hysteresis");
    EXPECT_EQ(refused([](auto& c) { c.set_hysteresis(1001); }), "hysteresis");
    EXPECT_EQ(refused([](auto& c) { c.set_overflow_tolerance(-0.1); }), "overflow_tolerance");
    EXPECT_EQ(refused([](auto& c) { c.set_overflow_tolerance(std::nan("")); }), "overflow_tolerance");
    EXPECT_EQ(refused([](auto& c) { c.set_loss_scale(0x1p-14); }), "loss_scale");
    EXPECT_EQ(refused([](auto& c) { c.set_scaler(static_cast<run::Scaler>(77)); }), "scaler");
    EXPECT_EQ(refused([](auto& c) { c.set_floor_rule(run::FLOOR_UNSET); }), "floor_rule");
}

}  // namespace
}  // namespace mantissa
