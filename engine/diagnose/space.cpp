// SPDX-License-Identifier: Apache-2.0
#include "engine/diagnose/space.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "engine/nn/operation.h"
#include "engine/run/policy_of.h"

namespace mantissa {
namespace {

Phrase cast_phrase(run::LayerCast cast) {
    switch (cast) {
        case run::CAST_OPERAND:
            return say("operands in FP32");
        case run::CAST_ACCUMULATION:
            return say("partial sums in FP32");
        case run::CAST_ACTIVATION:
            return say("results in FP32");
        case run::CAST_ACTIVATION_GRADIENT:
            return say("activation gradients in FP32");
        case run::CAST_WEIGHT_GRADIENT:
            return say("weight gradients in FP32");
        case run::CAST_NORM:
            return say("the normalisation in FP32");
        case run::CAST_SOFTMAX:
            return say("softmax in FP32");
        default:
            return say("the residual sum in FP32");
    }
}

/// The format of a cast; FP32 where its layer has none of this kind. Of a normalisation the coarser of result and
/// statistics.
FloatFormat format_of_cast(const LayerPolicy& layer, run::LayerCast cast) {
    switch (cast) {
        case run::CAST_OPERAND:
            return layer.operand;
        case run::CAST_ACCUMULATION:
            return layer.accumulation.block > 0 ? layer.accumulation.format : fp32;
        case run::CAST_ACTIVATION:
            return layer.activation;
        case run::CAST_ACTIVATION_GRADIENT:
            return layer.activation_gradient;
        case run::CAST_WEIGHT_GRADIENT:
            return layer.weight_gradient;
        case run::CAST_NORM:
            return layer.norm.contains(layer.norm_statistics.format) ? layer.norm_statistics.format : layer.norm;
        case run::CAST_SOFTMAX:
            return layer.softmax.contains(layer.softmax_arithmetic.format) ? layer.softmax_arithmetic.format
                                                                           : layer.softmax;
        default:
            return layer.sum.value_or(fp32);
    }
}

/// The casts that an operation of this kind has.
std::vector<run::LayerCast> casts_of(const Operation& operation) {
    const std::string_view kind = operation.kind();
    if (kind == "attention")
        return {run::CAST_OPERAND, run::CAST_ACCUMULATION, run::CAST_ACTIVATION, run::CAST_SOFTMAX,
                run::CAST_ACTIVATION_GRADIENT};
    if (kind == "layer_norm" || kind == "rms_norm" || kind == "batch_norm1d" || kind == "batch_norm2d")
        return {run::CAST_NORM};
    if (kind == "add") return {run::CAST_SUM};
    if (kind == "linear" || kind == "conv2d" || kind == "conv_transpose2d")
        return {run::CAST_OPERAND, run::CAST_ACCUMULATION, run::CAST_ACTIVATION, run::CAST_ACTIVATION_GRADIENT,
                run::CAST_WEIGHT_GRADIENT};
    return {};
}

void add_switches(std::vector<Widening>& all, const PrecisionPolicy& policy, const run::RunConfig& config) {
    const auto add = [&](Phrase text, auto set) {
        Widening one;
        set(one.change);
        one.text = std::move(text);
        all.push_back(std::move(one));
    };
    const FloatFormat& own = policy.layer.operand;
    if (!(policy.weight == fp32))
        add(say("FP32 master weights"), [](run::RunConfig& c) { c.set_master_weights(true); });
    if (!(policy.optimizer_state == fp32))
        add(say("the optimizer's moments in FP32"), [](run::RunConfig& c) { c.set_optimizer_state_fp32(true); });
    if (!(policy.optimizer == fp32))
        add(say("the optimizer's arithmetic in FP32"), [](run::RunConfig& c) { c.set_optimizer_16bit(false); });
    if (!(policy.reduction == ReductionPolicy{}))
        add(say("loss and sums in FP32"), [](run::RunConfig& c) { c.set_reduction(run::REDUCE_FP32); });
    if (config.ranks() > 1 && config.rank_format() != run::FP32)
        add(say("the sum over ranks in FP32"), [](run::RunConfig& c) { c.set_rank_format(run::FP32); });
    if (config.eval_precision() != run::PRECISION_UNSET && config.eval_precision() != run::FP32)
        add(say("evaluations in FP32"), [](run::RunConfig& c) { c.set_eval_precision(run::FP32); });
    if (config.stepwise_derivatives())
        add(say("derivatives computed in FP32"), [](run::RunConfig& c) { c.set_stepwise_derivatives(false); });
    if (config.norm_epsilon_16bit())
        add(say("the normalisations' epsilon in FP32"), [](run::RunConfig& c) { c.set_norm_epsilon_16bit(false); });
    if (config.norm_running_16bit())
        add(say("BatchNorm's running statistics in FP32"), [](run::RunConfig& c) { c.set_norm_running_16bit(false); });
    if (policy.weight_rounding == Rounding::stochastic)
        add(say("weights rounded to the nearest"), [](run::RunConfig& c) { c.set_stochastic_rounding(false); });
    if (config.precision() == run::FP16)
        add(say("BF16 in place of FP16"), [](run::RunConfig& c) { c.set_precision(run::BF16); });
    const bool any_narrow = own.exponent_bits < fp32.exponent_bits ||
                            std::any_of(policy.overrides.begin(), policy.overrides.end(), [](const auto& one) {
                                return one.second.activation_gradient.exponent_bits < fp32.exponent_bits;
                            });
    // GradScaler's rule, growing after fewer steps where the run's does: short runs never reach 2000.
    const auto dynamic = [&](run::RunConfig& c) {
        c.set_scaling(run::DYNAMIC);
        c.set_scaler(run::SCALER_PYTORCH);
        c.set_loss_scale(65536);
        c.set_growth_factor(2);
        c.set_backoff_factor(0.5);
        c.set_growth_interval(std::min<std::uint32_t>(config.growth_interval(), 2000));
        c.set_min_scale(0);
        c.set_max_scale(0);
        c.set_floor_rule(run::FLOOR_KEEPS);
        c.set_hysteresis(1);
        c.set_hysteresis_refill(run::REFILL_ON_GROWTH);
        c.set_overflow_tolerance(0);
        c.set_late_growth(false);
        c.set_delayed_scale(false);
        c.set_infinite_scale(false);
    };
    run::RunConfig as_pytorch = config;
    dynamic(as_pytorch);
    if (any_narrow && as_pytorch.SerializeAsString() != config.SerializeAsString())
        add(config.scaling() == run::DYNAMIC ? say("loss scaling by GradScaler's rule, from 65536")
                                             : say("dynamic loss scaling"),
            dynamic);
    else if (any_narrow && config.scaling() != run::DYNAMIC)
        add(say("dynamic loss scaling"), dynamic);
}

/// "blocks[0].qkv" of "blocks.0.qkv": as Python reaches it.
std::string module_of(const std::string& layer) {
    std::string module;
    bool number = false;
    for (std::size_t i = 0; i < layer.size(); ++i) {
        const char c = layer[i];
        if (c != '.') {
            module.push_back(c);
            continue;
        }
        if (number) module.push_back(']');
        number = i + 1 < layer.size() && layer[i + 1] >= '0' && layer[i + 1] <= '9';
        module.push_back(number ? '[' : '.');
    }
    if (number) module.push_back(']');
    return module;
}

}  // namespace

std::vector<Widening> widenings_of(const Network& network, const run::RunConfig& config) {
    const PrecisionPolicy policy = policy_of(config);
    std::vector<Widening> all;
    std::set<std::pair<std::string, run::LayerCast>> seen;
    for (const auto& operation : network.operations) {
        const bool convolution = network.is_convolution(operation->layer);
        const LayerPolicy& own = convolution ? policy.convolution : policy.layer;
        const LayerPolicy& layer = policy.of(operation->layer, convolution);
        for (const run::LayerCast cast : casts_of(*operation)) {
            const FloatFormat format = format_of_cast(layer, cast);
            if (format.contains(fp32) || !seen.emplace(operation->layer, cast).second) continue;
            Widening one;
            one.layer = operation->layer;
            one.cast = cast;
            one.text = say("%1: %2", {operation->layer, cast_phrase(cast)});
            one.stands_out = !format.contains(format_of_cast(own, cast));
            all.push_back(std::move(one));
        }
    }
    add_switches(all, policy, config);
    return all;
}

run::RunConfig widened(const run::RunConfig& config, const std::vector<Widening>& all,
                       const std::vector<std::size_t>& chosen) {
    run::RunConfig result = config;
    std::map<std::string, run::LayerOverride> layers;
    for (const std::size_t i : chosen) {
        const Widening& one = all[i];
        if (one.layer.empty()) {
            result.MergeFrom(one.change);
            continue;
        }
        run::LayerOverride& to = layers[one.layer];
        to.set_layer(one.layer);
        to.set_precision(run::FP32);
        to.add_casts(one.cast);
    }
    // What is widened needs no earlier override of the same cast.
    for (run::LayerOverride& earlier : *result.mutable_layer_overrides()) {
        const auto wider = layers.find(earlier.layer());
        if (wider == layers.end() || earlier.casts_size() == 0) continue;
        const auto& widened_casts = wider->second.casts();
        auto& casts = *earlier.mutable_casts();
        casts.erase(std::remove_if(casts.begin(), casts.end(),
                                   [&](int cast) {
                                       return std::find(widened_casts.begin(), widened_casts.end(), cast) !=
                                              widened_casts.end();
                                   }),
                    casts.end());
        if (casts.empty()) earlier.set_precision(run::PRECISION_UNSET);  // none is left: it goes
    }
    auto& overrides = *result.mutable_layer_overrides();
    overrides.erase(std::remove_if(overrides.begin(), overrides.end(),
                                   [](const run::LayerOverride& o) { return o.precision() == run::PRECISION_UNSET; }),
                    overrides.end());
    for (const auto& [name, layer] : layers) *result.add_layer_overrides() = layer;
    return result;
}

std::vector<std::string> pytorch_lines(const run::RunConfig& config, const std::vector<Widening>& all,
                                       const std::vector<std::size_t>& chosen) {
    std::vector<std::string> lines;
    const auto line = [&lines](std::string_view text) { lines.emplace_back(text); };
    std::map<std::string, std::set<run::LayerCast>> layers;
    for (const std::size_t i : chosen) {
        const Widening& one = all[i];
        if (!one.layer.empty()) {
            layers[one.layer].insert(one.cast);
        } else if (one.change.has_scaling()) {
            line(fmt::format("scaler = torch.amp.GradScaler(device, init_scale=65536.0, growth_interval={})",
                             one.change.growth_interval()));
            line("scaler.scale(loss).backward(); scaler.unscale_(optimizer); scaler.step(optimizer); scaler.update()");
        } else if (one.change.has_master_weights()) {
            line("model.float()  # weights in FP32; torch.autocast(device) casts copies for the products");
        } else if (one.change.has_optimizer_state_fp32()) {
            line(
                fmt::format("model.float()  # before the optimizer is made: exp_avg and exp_avg_sq in FP32; else "
                            "eps=1e-4, not {:g}",
                            config.epsilon()));
        } else if (one.change.has_optimizer_16bit()) {
            line(fmt::format("model.float()  # the optimizer then computes in FP32; else eps=1e-4, not {:g}",
                             config.epsilon()));
        } else if (one.change.has_precision()) {
            line("with torch.autocast(device, dtype=torch.bfloat16):  # around the forward pass and the loss");
        } else if (one.change.has_reduction()) {
            line("loss = torch.nn.functional.cross_entropy(logits.float(), labels)");
        } else if (one.change.has_norm_epsilon_16bit()) {
            line("y = torch.nn.functional.layer_norm(x.float(), shape, weight.float(), bias.float(), eps)");
        } else if (one.change.has_norm_running_16bit()) {
            line("for m in model.modules():");
            line("    if isinstance(m, torch.nn.modules.batchnorm._BatchNorm): m.float()");
        } else {
            line("# " + english(one.text));
        }
    }
    for (const auto& [layer, casts] : layers) {
        const std::string module = module_of(layer);
        std::vector<std::string> names;
        for (const run::LayerCast cast : casts) names.push_back(english(cast_phrase(cast)));
        line(fmt::format("# {}: {}", layer, fmt::join(names, ", ")));
        line("with torch.autocast(device, enabled=False):");
        line(fmt::format("    y = model.{}(x.float())", module));
    }
    return lines;
}

}  // namespace mantissa
