// SPDX-License-Identifier: Apache-2.0
#include "app/worker/idle_settings.h"

#include <algorithm>
#include <set>

#include "engine/run/models.h"
#include "engine/run/names.h"
#include "engine/run/policy_of.h"

namespace mantissa {
namespace {

/// Whether any operand is narrower than FP32 and TF32.
bool has_narrow_operands(const run::RunConfig& config) {
    const PrecisionPolicy policy = policy_of(config);
    return policy.layer.operand.is_narrow() || policy.convolution.operand.is_narrow() ||
           std::any_of(policy.overrides.begin(), policy.overrides.end(),
                       [](const auto& one) { return one.second.operand.is_narrow(); });
}

bool names_custom(const run::RunConfig& config) {
    return config.precision() == run::CUSTOM || config.eval_precision() == run::CUSTOM ||
           std::any_of(config.layer_overrides().begin(), config.layer_overrides().end(),
                       [](const run::LayerOverride& one) { return one.precision() == run::CUSTOM; });
}

}  // namespace

std::optional<std::string> idle_because(const std::string& field, const run::RunConfig& config) {
    static const std::set<std::string> custom{"exponent_bits", "fraction_bits"}, adam{"beta1", "beta2", "epsilon"},
        dynamic{"growth_factor",     "backoff_factor",     "growth_interval",
                "min_scale",         "max_scale",          "scaler",
                "floor_rule",        "hysteresis",         "late_growth",
                "hysteresis_refill", "overflow_tolerance", "delayed_scale",
                "infinite_scale"},
        narrow{"weight_gradients_fp32", "fp16_accumulation", "norm_16bit",        "softmax_16bit",
               "residual_16bit",        "pointwise_fp32",    "norm_epsilon_16bit"},
        phase_change{"gather_updates", "converters_8bit", "device_seconds"},
        narrow_everywhere{"master_weights", "stochastic_rounding", "optimizer_state_fp32"};
    if (custom.contains(field) && !names_custom(config)) return "--precision custom";
    if (const auto model = model_with(field); model && *model != config.model())
        return "--model " + flag_name(*run::Model_descriptor()->FindValueByNumber(*model));
    if (adam.contains(field) && config.optimizer() != run::ADAM) return "--optimizer adam";
    if (phase_change.contains(field) && config.optimizer() != run::PHASE_CHANGE) return "--optimizer phase-change";
    if (field == "momentum" && config.optimizer() != run::SGD) return "--optimizer sgd";
    if (field == "loss_scale" && config.scaling() == run::NONE) return "--scaling static or dynamic";
    if (field == "check_static_scale" && config.scaling() != run::STATIC) return "--scaling static";
    if (dynamic.contains(field) && config.scaling() != run::DYNAMIC) return "--scaling dynamic";
    if (narrow.contains(field) && !has_narrow_operands(config)) return "--precision fp16, bf16 or custom";
    if (narrow_everywhere.contains(field) &&
        (config.precision() == run::PYTORCH_DEFAULT || !format_of(config.precision(), config).is_narrow()))
        return "--precision fp16, bf16 or custom";
    if (field == "eval_images" && config.eval_interval() == 0) return "an --eval-interval above 0";
    return std::nullopt;
}

std::optional<std::string> idle_because(const std::string& field, const std::vector<run::RunConfig>& configs) {
    std::optional<std::string> why;
    for (const run::RunConfig& config : configs) {
        why = idle_because(field, config);
        if (!why) return std::nullopt;
    }
    return why;
}

}  // namespace mantissa
