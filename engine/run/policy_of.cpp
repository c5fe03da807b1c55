// SPDX-License-Identifier: Apache-2.0
// The switches of a configuration, one by one.
#include "engine/run/policy_of.h"

#include "engine/base/error.h"

namespace mantissa {

FloatFormat format_of(run::Precision precision, const run::RunConfig& config) {
    switch (precision) {
        case run::FP32:
            return fp32;
        case run::TF32:
            return tf32;
        case run::FP16:
            return fp16;
        case run::BF16:
            return bf16;
        case run::CUSTOM:
            return {static_cast<int>(config.exponent_bits()), static_cast<int>(config.fraction_bits())};
        default:
            throw Error(ErrorCode::usage, say("not the name of one format"), "precision",
                        say("fp32, tf32, fp16 or bf16"));
    }
}

PrecisionPolicy policy_of(const run::RunConfig& config) {
    const auto switches = [&config](LayerPolicy layer) {
        if (!layer.operand.is_narrow()) return layer;
        if (config.weight_gradients_fp32()) layer.weight_gradient = fp32;
        if (config.fp16_accumulation()) layer.accumulation = {layer.operand, 16};
        if (config.norm_16bit()) layer.norm = layer.norm_statistics.format = layer.operand;
        layer.norm_statistics.epsilon_on_grid = config.norm_epsilon_16bit();
        if (config.softmax_16bit()) layer.softmax = layer.softmax_arithmetic.format = layer.operand;
        if (config.residual_16bit()) layer.sum = layer.operand;
        layer.wide_pointwise = config.pointwise_fp32();
        return layer;
    };
    const auto add_overrides = [&](PrecisionPolicy& policy) {
        for (const run::LayerOverride& o : config.layer_overrides())
            policy.overrides[o.layer()] = switches(layer_policy(format_of(o.precision(), config)));
    };
    if (config.precision() == run::PYTORCH_DEFAULT) {
        PrecisionPolicy policy = pytorch_default_policy();
        add_overrides(policy);
        return policy;
    }
    const FloatFormat operand = format_of(config.precision(), config);
    PrecisionPolicy policy = mode_policy(operand);
    policy.stepwise_derivatives = config.stepwise_derivatives();
    policy.converters_8bit = config.optimizer() == run::PHASE_CHANGE && config.converters_8bit();
    policy.layer = policy.convolution = switches(policy.layer);
    add_overrides(policy);
    if (operand.is_narrow()) {
        if (!config.master_weights()) policy.weight = operand;
        if (config.stochastic_rounding()) policy.weight_rounding = Rounding::stochastic;
        if (!config.optimizer_state_fp32()) policy.optimizer_state = operand;
        if (config.reduction() != run::REDUCE_FP32) {
            policy.reduction.format = operand;
            policy.reduction.subtract_maximum = config.reduction() != run::REDUCE_16BIT_NO_MAX;
        }
    }
    return policy;
}

PrecisionPolicy eval_policy_of(const run::RunConfig& config) {
    PrecisionPolicy policy = policy_of(config);
    if (config.has_eval_precision() && config.eval_precision() != run::PRECISION_UNSET &&
        config.eval_precision() != config.precision()) {
        run::RunConfig other = config;
        other.set_precision(config.eval_precision());
        const FloatFormat stored = policy.weight;
        policy = policy_of(other);
        policy.weight = stored;  // evaluation does not change how weights are kept
    }
    policy.weight_rounding = Rounding::nearest_even;
    return policy;
}

namespace {

FloorRule floor_rule_of(run::FloorRule rule) {
    switch (rule) {
        case run::FLOOR_ENDS_AT:
            return FloorRule::ends_at;
        case run::FLOOR_ENDS_BELOW:
            return FloorRule::ends_below;
        default:  // FLOOR_KEEPS: validate() lets no other pass
            return FloorRule::keeps;
    }
}

}  // namespace

ScalerSettings scaler_settings_of(const run::RunConfig& config) {
    ScalerSettings settings;
    settings.kind = config.scaling() == run::DYNAMIC  ? ScalingKind::dynamic
                    : config.scaling() == run::STATIC ? ScalingKind::fixed
                                                      : ScalingKind::none;
    settings.initial_scale = static_cast<float>(config.loss_scale());
    settings.growth_factor = config.growth_factor();
    settings.backoff_factor = config.backoff_factor();
    settings.growth_interval = config.growth_interval();
    settings.min_scale = static_cast<float>(config.min_scale());
    settings.max_scale = static_cast<float>(config.max_scale());
    settings.floor = floor_rule_of(config.floor_rule());
    settings.hysteresis = config.hysteresis();
    settings.refill = config.hysteresis_refill() == run::REFILL_ON_GOOD_STEP ? HysteresisRefill::on_good_step
                                                                             : HysteresisRefill::on_growth;
    settings.tolerance = config.overflow_tolerance();
    settings.late_growth = config.late_growth();
    settings.delayed = config.delayed_scale();
    settings.may_be_infinite = config.infinite_scale();
    settings.check_fixed = config.check_static_scale();
    return settings;
}

}  // namespace mantissa
