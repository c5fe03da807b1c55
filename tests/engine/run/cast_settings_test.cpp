// SPDX-License-Identifier: Apache-2.0
// The casts of frameworks as switches: what each sets, how they meet a precision and a scaler, and what is said of
// them.
#include "engine/run/cast_settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/base/error.h"
#include "engine/run/names.h"
#include "engine/run/policy_of.h"
#include "engine/run/presets.h"
#include "engine/run/scaler_recipes.h"
#include "engine/run/set_field.h"
#include "engine/run/validation.h"

namespace mantissa {
namespace {

using testing::HasSubstr;

run::RunConfig with(run::Casts casts, run::Precision precision = run::FP16) {
    run::RunConfig config = complete(settings_of(casts, precision));
    validate(config);
    return config;
}

PrecisionPolicy policy(run::Casts casts, run::Precision precision = run::FP16) {
    return policy_of(with(casts, precision));
}

TEST(CastSettings, EveryNameHasItsRowOfTheTable) {
    EXPECT_EQ(static_cast<int>(casts_descriptions().size()), run::Casts_descriptor()->value_count() - 2);
    EXPECT_EQ(casts_descriptions().size(), cast_recipes().size());
    for (const CastsDescription& one : casts_descriptions()) {
        EXPECT_EQ(flag_name(*run::Casts_descriptor()->FindValueByNumber(one.casts)), one.recipe->name);
        EXPECT_EQ(&description_of(one.casts), &one);
        EXPECT_FALSE(english(one.what).empty());
        EXPECT_EQ(settings_of(one.casts, run::FP16).scaling() == run::DYNAMIC, one.recipe->scales_loss)
            << one.recipe->name;
    }
    EXPECT_THROW(description_of(run::CASTS_OWN), Error);
    EXPECT_THROW(settings_of(static_cast<run::Casts>(99), run::FP16), Error);
    EXPECT_EQ(default_config().casts(), run::CASTS_OWN);
}

TEST(CastSettings, TorchAmpIsMantissasFp16WithGradScaler) {
    run::RunConfig plain = default_config();
    plain.set_precision(run::FP16);
    EXPECT_EQ(policy(run::CASTS_TORCH_AMP), policy_of(plain));
    plain.set_scaling(run::DYNAMIC);
    plain.set_casts(run::CASTS_TORCH_AMP);
    EXPECT_EQ(difference(plain, with(run::CASTS_TORCH_AMP)).ByteSizeLong(), 0u) << "to the last switch";
    EXPECT_EQ(policy(run::CASTS_APEX_O1), policy(run::CASTS_TORCH_AMP)) << "the same casts,";
    EXPECT_EQ(with(run::CASTS_APEX_O1).scaler(), run::SCALER_APEX_AMP) << "another scaler";
    EXPECT_EQ(policy(run::CASTS_APEX_O0), mode_policy(fp32));
    EXPECT_EQ(with(run::CASTS_APEX_O0, run::BF16).precision(), run::FP32);
}

TEST(CastSettings, WhatGives16BitsComputesInFp32) {
    for (const run::Casts casts :
         {run::CASTS_APEX_O2, run::CASTS_APEX_O3, run::CASTS_TF_AMP, run::CASTS_KERAS_MIXED_FLOAT16, run::CASTS_HALF}) {
        const PrecisionPolicy p = policy(casts);
        EXPECT_EQ(p.layer.norm, fp16) << casts;
        EXPECT_EQ(p.layer.softmax, fp16) << casts;
        EXPECT_EQ(p.layer.sum, fp16) << casts;
        EXPECT_EQ(p.layer.norm_statistics.format, fp32) << casts;
        EXPECT_EQ(p.layer.softmax_arithmetic.format, fp32) << casts;
        EXPECT_EQ(p.reduction.format, fp32) << casts;
    }
    EXPECT_EQ(policy(run::CASTS_APEX_O2), policy(run::CASTS_KERAS_MIXED_FLOAT16));
    run::RunConfig rounded = with(run::CASTS_APEX_O2);
    rounded.set_inside_fp32(false);
    EXPECT_EQ(policy_of(rounded).layer.norm_statistics.format, fp16);
    EXPECT_EQ(policy_of(rounded).layer.softmax_arithmetic.format, fp16);
}

TEST(CastSettings, WithoutMasterTheOptimizerComputesIn16Bits) {
    for (const run::Casts casts : {run::CASTS_APEX_O3, run::CASTS_HALF})
        for (const auto& [precision, format] : {std::pair{run::FP16, fp16}, std::pair{run::BF16, bf16}}) {
            const PrecisionPolicy p = policy(casts, precision);
            EXPECT_EQ(p.weight, format);
            EXPECT_EQ(p.optimizer_state, format);
            EXPECT_EQ(p.optimizer, format);
            EXPECT_EQ(p.reduction.loss, casts == run::CASTS_HALF ? format : fp32) << "O3 casts outputs to FP32";
        }
    EXPECT_EQ(policy(run::CASTS_APEX_O2).optimizer, fp32);
}

TEST(CastSettings, InBf16AndFp32NoneScalesTheLoss) {
    for (const CastsDescription& one : casts_descriptions()) {
        EXPECT_EQ(with(one.casts, run::BF16).scaling(), run::NONE) << one.recipe->name;
        EXPECT_EQ(with(one.casts, run::FP32).scaling(), run::NONE) << one.recipe->name << ": nothing is in 16 bits";
        EXPECT_EQ(with(one.casts, run::FP32).precision(), run::FP32) << one.recipe->name;
        EXPECT_EQ(with(one.casts, run::PRECISION_UNSET).precision(),
                  one.casts == run::CASTS_APEX_O0 ? run::FP32 : run::FP16)
            << one.recipe->name;
    }
}

TEST(CastSettings, AChangedSwitchIsSaid) {
    run::RunConfig config = with(run::CASTS_APEX_O2);
    EXPECT_EQ(casts_phrase(config), Phrase("Apex O2"));
    config.set_growth_interval(50);  // as short runs need it
    config.set_loss_scale(1024);
    EXPECT_EQ(casts_phrase(config), Phrase("Apex O2"));
    EXPECT_THAT(summary_of(config), HasSubstr("FP16 · casts as in Apex O2 · dynamic scale as Apex amp"));
    config.set_softmax_16bit(false);
    EXPECT_EQ(english(casts_phrase(config)), "Apex O2, changed");
    EXPECT_THAT(summary_of(config), HasSubstr("casts as in Apex O2, changed"));
    config.set_precision(run::FP32);
    EXPECT_FALSE(other_casts(config)) << "there are no casts";
    EXPECT_TRUE(other_casts(with(run::CASTS_APEX_O0)));
    EXPECT_FALSE(other_casts(default_config()));
}

TEST(CastSettings, WhatIsGivenBesideARecipeStays) {
    run::RunConfig config;
    config.set_casts(run::CASTS_HALF);
    config.set_precision(run::BF16);
    config.set_optimizer_16bit(false);
    run::RunConfig whole = complete(config);
    EXPECT_EQ(whole.precision(), run::BF16);
    EXPECT_FALSE(whole.master_weights());
    EXPECT_FALSE(whole.optimizer_16bit());
    EXPECT_EQ(whole.reduction(), run::REDUCE_16BIT_RESULTS);
    EXPECT_TRUE(whole.norm_running_16bit()) << "buffers have the format of the weights";
    config = {};
    config.set_casts(run::CASTS_APEX_O2);
    config.set_scaler(run::SCALER_MXNET);
    whole = complete(config);
    EXPECT_TRUE(whole.delayed_scale()) << "another scaler takes the place of the recipe's";
    EXPECT_TRUE(whole.norm_16bit());
    EXPECT_FALSE(whole.norm_running_16bit());
    set_field(whole, *config_field("casts"), "torch-amp", "casts");
    EXPECT_FALSE(whole.norm_16bit());
    EXPECT_FALSE(whole.delayed_scale());
    set_field(whole, *config_field("casts"), "own", "casts");
    EXPECT_EQ(whole.casts(), run::CASTS_OWN);
    EXPECT_EQ(whole.precision(), run::FP16) << "the switches stay";
}

TEST(CastSettings, DifferencesFromTorchAmpAreMarked) {
    const auto marked = [](run::Casts casts) {
        std::string all;
        const run::CastRecipe recipe = recipe_message(description_of(casts));
        for (const run::OperationCast& one : recipe.operations())
            if (one.differs()) all += one.operation() + ", ";
        return all;
    };
    EXPECT_EQ(marked(run::CASTS_TORCH_AMP), "");
    EXPECT_EQ(marked(run::CASTS_APEX_O1), "");
    EXPECT_EQ(marked(run::CASTS_APEX_O2), "layer norm, softmax, exponential, sum, addition, upsampling, ");
    EXPECT_EQ(marked(run::CASTS_TF_AMP), "layer norm, softmax, addition, upsampling, ");
    EXPECT_EQ(marked(run::CASTS_HALF),
              "layer norm, softmax, loss, exponential, sum, addition, upsampling, optimizer, ");
    EXPECT_EQ(recipe_message(description_of(run::CASTS_TF_AMP)).operations(3).cast(), "infer: 16 bits");
}

TEST(CastSettings, PhaseChangeDevicesHaveNone) {
    run::RunConfig config = with(run::CASTS_HALF);
    config.set_optimizer(run::PHASE_CHANGE);
    try {
        validate(config);
        FAIL() << "FP32 alone";
    } catch (const Error& error) {
        EXPECT_EQ(error.place(), "casts");
        EXPECT_THAT(error.remedy(), HasSubstr("apex-o0"));
    }
}

TEST(CastSettings, EveryClassOfOperationsHasAName) {
    for (std::size_t i = 0; i < operation_class_count; ++i)
        EXPECT_NE(english(operation_phrase(static_cast<OperationClass>(i))), "?") << i;
}

}  // namespace
}  // namespace mantissa
