// SPDX-License-Identifier: Apache-2.0
// The switches of a configuration, one by one.
#include "engine/run/policy_of.h"

#include "engine/base/error.h"
#include "engine/run/names.h"
#include "engine/run/operand_settings.h"

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
        case run::PYTORCH_DEFAULT:
        case run::PRECISION_UNSET:
        case run::Precision_INT_MIN_SENTINEL_DO_NOT_USE_:
        case run::Precision_INT_MAX_SENTINEL_DO_NOT_USE_:
            break;
    }
    throw Error(ErrorCode::usage, say("not the name of one format"), "precision", say("fp32, tf32, fp16 or bf16"));
}

namespace {

/// One cast of `layer` as `wanted` has it. In a narrow format it is narrow whatever the run's switches say: naming it
/// asks for that.
void take_cast(LayerPolicy& layer, const LayerPolicy& wanted, run::LayerCast cast) {
    const FloatFormat& format = wanted.operand;
    const bool narrow = format.is_narrow();
    switch (cast) {
        case run::CAST_OPERAND:
            layer.operand = format;
            layer.operands = nullptr;
            layer.operand_rounding = wanted.operand_rounding;
            break;
        case run::CAST_ACCUMULATION:
            layer.accumulation = narrow ? Accumulation{format, 16} : Accumulation{};
            break;
        case run::CAST_ACTIVATION:
            layer.activation = wanted.activation;
            break;
        case run::CAST_ACTIVATION_GRADIENT:
            layer.activation_gradient = wanted.activation_gradient;
            break;
        case run::CAST_WEIGHT_GRADIENT:
            layer.weight_gradient = narrow ? format : fp32;
            break;
        case run::CAST_NORM:
            layer.norm = layer.norm_statistics.format = narrow ? format : fp32;
            layer.norm_running = wanted.norm_running;
            if (!narrow) layer.norm_statistics.epsilon_on_grid = false;
            break;
        case run::CAST_SOFTMAX:
            layer.softmax = layer.softmax_arithmetic.format = narrow ? format : fp32;
            break;
        case run::CAST_SUM:
            layer.sum = narrow ? format : fp32;
            break;
        case run::CAST_UNSET:  // validate() lets none of these pass
        case run::LayerCast_INT_MIN_SENTINEL_DO_NOT_USE_:
        case run::LayerCast_INT_MAX_SENTINEL_DO_NOT_USE_:
            break;
    }
}

}  // namespace

PrecisionPolicy policy_of(const run::RunConfig& config) {
    const auto switches = [&config](LayerPolicy layer) {
        if (!layer.operand.is_narrow()) return layer;
        if (config.weight_gradients_fp32()) layer.weight_gradient = fp32;
        if (config.fp16_accumulation()) layer.accumulation = {layer.operand, 16};
        if (config.norm_16bit()) layer.norm = layer.operand;
        if (config.norm_16bit() && !config.inside_fp32()) layer.norm_statistics.format = layer.operand;
        layer.norm_statistics.epsilon_on_grid = config.norm_epsilon_16bit();
        if (config.norm_running_16bit()) layer.norm_running = layer.operand;
        if (config.softmax_16bit()) layer.softmax = layer.operand;
        if (config.softmax_16bit() && !config.inside_fp32()) layer.softmax_arithmetic.format = layer.operand;
        if (config.residual_16bit()) layer.sum = layer.operand;
        layer.wide_pointwise = config.pointwise_fp32();
        return layer;
    };
    const auto add_overrides = [&](PrecisionPolicy& policy) {
        for (const run::LayerOverride& o : config.layer_overrides()) {
            const LayerPolicy wanted = switches(layer_policy(format_of(o.precision(), config)));
            LayerPolicy& layer = policy.overrides.try_emplace(o.layer(), policy.layer).first->second;
            if (o.casts_size() == 0) layer = wanted;  // without a recipe: the layer has its own format
            for (const int cast : o.casts()) take_cast(layer, wanted, static_cast<run::LayerCast>(cast));
        }
    };
    if (config.precision() == run::PYTORCH_DEFAULT) {
        PrecisionPolicy policy = pytorch_default_policy();
        policy.layer.operands = policy.convolution.operands = operands_of(config);
        add_overrides(policy);
        return policy;
    }
    const FloatFormat operand = format_of(config.precision(), config);
    PrecisionPolicy policy = mode_policy(operand);
    policy.stepwise_derivatives = config.stepwise_derivatives();
    policy.converters_8bit = config.optimizer() == run::PHASE_CHANGE && config.converters_8bit();
    policy.layer = policy.convolution = switches(policy.layer);
    policy.layer.operands = policy.convolution.operands = operands_of(config);
    add_overrides(policy);
    if (operand.is_narrow()) {
        if (!config.master_weights()) policy.weight = operand;
        if (config.stochastic_rounding()) policy.weight_rounding = Rounding::stochastic;
        if (!config.optimizer_state_fp32()) policy.optimizer_state = operand;
        if (config.optimizer_16bit()) policy.optimizer = operand;
        if (config.reduction() == run::REDUCE_16BIT_RESULTS) {
            policy.reduction.loss = operand;
        } else if (config.reduction() != run::REDUCE_FP32) {
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
        other.set_operand_recipe(run::OPERANDS_NONE);
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
        case run::FLOOR_KEEPS:
        case run::FLOOR_UNSET:
        case run::FloorRule_INT_MIN_SENTINEL_DO_NOT_USE_:
        case run::FloorRule_INT_MAX_SENTINEL_DO_NOT_USE_:
            break;  // validate() lets none of the last three pass
    }
    return FloorRule::keeps;
}

RankDivide divide_of(run::RankDivide divide) {
    switch (divide) {
        case run::DIVIDE_BEFORE:
            return RankDivide::before;
        case run::DIVIDE_AFTER:
            return RankDivide::after;
        case run::DIVIDE_HALF:
            return RankDivide::half;
        case run::DIVIDE_UNSET:
        case run::RankDivide_INT_MIN_SENTINEL_DO_NOT_USE_:
        case run::RankDivide_INT_MAX_SENTINEL_DO_NOT_USE_:
            break;
    }
    throw no_choice("rank_divide");
}

RankOrder order_of(run::RankOrder order) {
    switch (order) {
        case run::ORDER_RING:
            return RankOrder::ring;
        case run::ORDER_TREE:
            return RankOrder::tree;
        case run::ORDER_DOUBLING:
            return RankOrder::doubling;
        case run::ORDER_UNSET:
        case run::RankOrder_INT_MIN_SENTINEL_DO_NOT_USE_:
        case run::RankOrder_INT_MAX_SENTINEL_DO_NOT_USE_:
            break;
    }
    throw no_choice("rank_order");
}

}  // namespace

RankPolicy rank_policy_of(const run::RunConfig& config) {
    RankPolicy policy;
    policy.ranks = config.ranks();
    policy.format = format_of(config.rank_format(), config);
    const bool narrow = policy.format.is_narrow();
    policy.wide = narrow && config.rank_accumulation_fp32();
    policy.rounding = narrow && config.rank_stochastic() ? Rounding::stochastic : Rounding::nearest_even;
    policy.divide = divide_of(config.rank_divide());
    policy.order = order_of(config.rank_order());
    return policy;
}

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
