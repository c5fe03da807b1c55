// SPDX-License-Identifier: Apache-2.0
// Every switch of a configuration reaches its role of the policy, and no other.
#include "engine/run/policy_of.h"

#include <gtest/gtest.h>

#include <functional>

#include "engine/base/error.h"
#include "engine/run/presets.h"

namespace mantissa {
namespace {

run::RunConfig config_of(run::Precision precision) {
    run::RunConfig config = default_config();
    config.set_precision(precision);
    return config;
}

struct Switch {
    const char* name;
    std::function<void(run::RunConfig&)> turn;
    std::function<void(PrecisionPolicy&, FloatFormat)> effect;
};

std::vector<Switch> switches() {
    return {
        {"master_weights", [](run::RunConfig& c) { c.set_master_weights(false); },
         [](PrecisionPolicy& p, FloatFormat f) { p.weight = f; }},
        {"weight_gradients_fp32", [](run::RunConfig& c) { c.set_weight_gradients_fp32(true); },
         [](PrecisionPolicy& p, FloatFormat) { p.layer.weight_gradient = p.convolution.weight_gradient = fp32; }},
        {"fp16_accumulation", [](run::RunConfig& c) { c.set_fp16_accumulation(true); },
         [](PrecisionPolicy& p, FloatFormat f) {
             p.layer.accumulation = p.convolution.accumulation = {f, 16};
         }},
        {"reduction 16 bit", [](run::RunConfig& c) { c.set_reduction(run::REDUCE_16BIT); },
         [](PrecisionPolicy& p, FloatFormat f) { p.reduction.format = f; }},
        {"reduction without maximum", [](run::RunConfig& c) { c.set_reduction(run::REDUCE_16BIT_NO_MAX); },
         [](PrecisionPolicy& p, FloatFormat f) {
             p.reduction.format = f;
             p.reduction.subtract_maximum = false;
         }},
        {"stochastic_rounding", [](run::RunConfig& c) { c.set_stochastic_rounding(true); },
         [](PrecisionPolicy& p, FloatFormat) { p.weight_rounding = Rounding::stochastic; }},
        {"optimizer_state_fp32", [](run::RunConfig& c) { c.set_optimizer_state_fp32(false); },
         [](PrecisionPolicy& p, FloatFormat f) { p.optimizer_state = f; }},
        {"optimizer_16bit", [](run::RunConfig& c) { c.set_optimizer_16bit(true); },
         [](PrecisionPolicy& p, FloatFormat f) { p.optimizer = f; }},
        {"reduction, results in 16 bits", [](run::RunConfig& c) { c.set_reduction(run::REDUCE_16BIT_RESULTS); },
         [](PrecisionPolicy& p, FloatFormat f) { p.reduction.loss = f; }},
        {"norm_16bit, inside_fp32", [](run::RunConfig& c) { c.set_norm_16bit(true), c.set_inside_fp32(true); },
         [](PrecisionPolicy& p, FloatFormat f) { p.layer.norm = p.convolution.norm = f; }},
        {"norm_running_16bit", [](run::RunConfig& c) { c.set_norm_running_16bit(true); },
         [](PrecisionPolicy& p, FloatFormat f) { p.layer.norm_running = p.convolution.norm_running = f; }},
        {"softmax_16bit, inside_fp32", [](run::RunConfig& c) { c.set_softmax_16bit(true), c.set_inside_fp32(true); },
         [](PrecisionPolicy& p, FloatFormat f) { p.layer.softmax = p.convolution.softmax = f; }},
    };
}

TEST(PolicyOf, TheModes) {
    EXPECT_EQ(policy_of(config_of(run::FP32)), mode_policy(fp32));
    EXPECT_EQ(policy_of(config_of(run::TF32)), mode_policy(tf32));
    EXPECT_EQ(policy_of(config_of(run::FP16)), mode_policy(fp16));
    EXPECT_EQ(policy_of(config_of(run::BF16)), mode_policy(bf16));
    EXPECT_EQ(policy_of(config_of(run::PYTORCH_DEFAULT)), pytorch_default_policy());
    EXPECT_THROW(format_of(run::PYTORCH_DEFAULT, {}), Error);
    EXPECT_THROW(format_of(run::PRECISION_UNSET, {}), Error);
}

TEST(PolicyOf, SwitchesReachALayersOwnFormatInAnyMode) {
    LayerPolicy own = layer_policy(fp16);
    own.weight_gradient = fp32;
    own.accumulation = {fp16, 16};
    for (const run::Precision precision : {run::FP32, run::BF16, run::PYTORCH_DEFAULT}) {
        run::RunConfig config = config_of(precision);
        config.set_weight_gradients_fp32(true);
        config.set_fp16_accumulation(true);
        run::LayerOverride& one = *config.add_layer_overrides();
        one.set_layer("fc1");
        one.set_precision(run::FP16);
        EXPECT_EQ(policy_of(config).overrides.at("fc1"), own) << precision;
    }
}

TEST(PolicyOf, EachSwitchChangesItsRoleOnly) {
    for (const auto& [precision, format] : {std::pair{run::FP16, fp16}, std::pair{run::BF16, bf16}})
        for (const Switch& s : switches()) {
            run::RunConfig config = config_of(precision);
            s.turn(config);
            PrecisionPolicy expected = mode_policy(format);
            s.effect(expected, format);
            EXPECT_EQ(policy_of(config), expected) << s.name;
            EXPECT_FALSE(expected == mode_policy(format)) << s.name;
        }
}

TEST(PolicyOf, SwitchesMeanNothingIn32Bits) {
    for (const run::Precision precision : {run::FP32, run::TF32, run::PYTORCH_DEFAULT}) {
        run::RunConfig config = config_of(precision);
        const PrecisionPolicy before = policy_of(config);
        for (const Switch& s : switches()) s.turn(config);
        EXPECT_EQ(policy_of(config), before) << precision;
    }
}

TEST(PolicyOf, LayerOverridesObeyTheSwitches) {
    run::RunConfig config = config_of(run::FP16);
    config.set_weight_gradients_fp32(true);
    config.set_fp16_accumulation(true);
    for (const auto& [layer, precision] : {std::pair{"fc1", run::FP32}, std::pair{"fc2", run::BF16}}) {
        run::LayerOverride& o = *config.add_layer_overrides();
        o.set_layer(layer);
        o.set_precision(precision);
    }
    const PrecisionPolicy policy = policy_of(config);
    EXPECT_EQ(policy.of("fc1", false), layer_policy(fp32));
    EXPECT_EQ(policy.of("fc2", false).operand, bf16);
    EXPECT_EQ(policy.of("fc2", false).weight_gradient, fp32);
    EXPECT_EQ(policy.of("fc2", false).accumulation, (Accumulation{bf16, 16}));
    EXPECT_EQ(policy.of("fc3", false).operand, fp16);
}

TEST(EvalPolicy, IsTheTrainingsUnlessAsked) {
    run::RunConfig config = config_of(run::BF16);
    EXPECT_EQ(eval_policy_of(config), mode_policy(bf16));
    config.set_master_weights(false);
    config.set_stochastic_rounding(true);
    PrecisionPolicy expected = mode_policy(bf16);
    expected.weight = bf16;
    EXPECT_EQ(eval_policy_of(config), expected) << "evaluation rounds to nearest, or its result would depend on luck";

    config.set_eval_precision(run::FP32);
    expected = mode_policy(fp32);
    expected.weight = bf16;  // the weights are stored as they are stored
    EXPECT_EQ(eval_policy_of(config), expected);
    config.set_eval_precision(run::PYTORCH_DEFAULT);
    EXPECT_EQ(eval_policy_of(config).convolution, layer_policy(tf32));
}

TEST(ScalerSettingsOf, EveryField) {
    run::RunConfig config = default_config();
    EXPECT_EQ(scaler_settings_of(config), ScalerSettings{}) << "the defaults are GradScaler's";
    config.set_scaling(run::DYNAMIC);
    config.set_loss_scale(512);
    config.set_growth_factor(4);
    config.set_backoff_factor(0.25);
    config.set_growth_interval(7);
    config.set_min_scale(2);
    config.set_max_scale(4096);
    EXPECT_EQ(scaler_settings_of(config), (ScalerSettings{ScalingKind::dynamic, 512, 4, 0.25f, 7, 2, 4096}));
    config.set_scaling(run::STATIC);
    EXPECT_EQ(scaler_settings_of(config).kind, ScalingKind::fixed);
}

TEST(PolicyOf, AnOverrideOfSomeCastsLeavesTheOthers) {
    run::RunConfig config = default_config();
    config.set_precision(run::FP16);
    run::LayerOverride& one = *config.add_layer_overrides();
    one.set_layer("fc1");
    one.set_precision(run::FP32);
    one.add_casts(run::CAST_ACTIVATION);
    one.add_casts(run::CAST_WEIGHT_GRADIENT);
    LayerPolicy expected = policy_of(config).layer;
    expected.activation = expected.weight_gradient = fp32;
    EXPECT_EQ(policy_of(config).overrides.at("fc1"), expected);

    // The next one of the same layer goes on from there.
    run::LayerOverride& other = *config.add_layer_overrides();
    other.set_layer("fc1");
    other.set_precision(run::BF16);
    other.add_casts(run::CAST_OPERAND);
    expected.operand = bf16;
    EXPECT_EQ(policy_of(config).overrides.at("fc1"), expected);
}

TEST(PolicyOf, ANarrowCastThatIsNamedNeedsNoSwitch) {
    run::RunConfig config = default_config();
    config.set_precision(run::FP32);
    run::LayerOverride& one = *config.add_layer_overrides();
    one.set_layer("norm");
    one.set_precision(run::FP16);
    for (const run::LayerCast cast : {run::CAST_NORM, run::CAST_SOFTMAX, run::CAST_ACCUMULATION, run::CAST_SUM})
        one.add_casts(cast);
    const LayerPolicy& layer = policy_of(config).overrides.at("norm");
    EXPECT_EQ(layer.norm, fp16);
    EXPECT_EQ(layer.norm_statistics.format, fp16);
    EXPECT_EQ(layer.softmax_arithmetic.format, fp16);
    EXPECT_EQ(layer.accumulation, (Accumulation{fp16, 16}));
    EXPECT_EQ(layer.sum, fp16);
    EXPECT_EQ(layer.operand, fp32);
}

}  // namespace
}  // namespace mantissa
