// SPDX-License-Identifier: Apache-2.0
// The table. Columns are settings of config.proto.
#include "engine/run/scaler_recipes.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/run/cast_settings.h"
#include "engine/run/names.h"
#include "engine/run/operand_settings.h"
#include "engine/run/presets.h"

namespace mantissa {
namespace {

struct Settings {
    int start = 16;  ///< log2 of the first scale
    std::uint32_t interval = 2000;
    double least = 0, most = 0;
    run::FloorRule floor = run::FLOOR_KEEPS;
    std::uint32_t hysteresis = 1;
    bool late = false, delayed = false, infinite = false, checks_static = true, skips_advance = true;
};

Settings settings_row(run::Scaler scaler) {
    switch (scaler) {
        case run::SCALER_PYTORCH:
            return {};
        case run::SCALER_APEX_AMP:
            return {.most = 0x1p24, .checks_static = false};
        case run::SCALER_APEX_FP16UTILS:
            return {.start = 32, .interval = 1000, .least = 1};
        case run::SCALER_TENSORFLOW:  // which counts a skipped step in the optimizer's iterations
            return {.start = 15, .least = 1};
        case run::SCALER_JMP:  // whose select_tree() keeps the optimizer's count
            return {.start = 15, .least = 1, .skips_advance = false};
        case run::SCALER_KERAS3:  // which counts the inner optimizer's updates
            return {.start = 15, .infinite = true, .skips_advance = false};
        case run::SCALER_MXNET:  // python/mxnet/gluon/trainer.py: no update, no count
            return {.most = 0x1p24, .delayed = true, .skips_advance = false};
        case run::SCALER_MEGATRON:  // megatron/training/training.py: only where update_successful
            return {
                .start = 32, .interval = 1000, .least = 1, .hysteresis = 2, .infinite = true, .skips_advance = false};
        case run::SCALER_DEEPSPEED:  // deepspeed/runtime/engine.py: only where not overflow; so both
            return {.interval = 1000,
                    .least = 1,
                    .floor = run::FLOOR_ENDS_AT,
                    .hysteresis = 2,
                    .late = true,
                    .skips_advance = false};
        case run::SCALER_DEEPSPEED_FUSED:
            return {.interval = 1000, .least = 1, .late = true, .skips_advance = false};
        case run::SCALER_FAIRSEQ:  // fairseq/trainer.py: set_num_updates() only where not overflow
            return {
                .start = 7, .interval = 1 << 14, .least = 1e-4, .floor = run::FLOOR_ENDS_BELOW, .skips_advance = false};
        default:  // proto3 keeps the numbers of enumerators that this program does not know
            throw no_choice("scaler");
    }
}

}  // namespace

std::span<const ScalerRecipe> scaler_recipes() {
    static const std::array recipes{
        ScalerRecipe{run::SCALER_PYTORCH, "PyTorch", "torch/amp/grad_scaler.py",
                     say("Halves the scale at an overflow and doubles it after 2000 steps without one; growth to "
                         "infinity is refused, and the scale may fall below 1.")},
        ScalerRecipe{run::SCALER_APEX_AMP, "Apex amp", "apex/amp/scaler.py",
                     say("Grows to 2^24 at most; under a static scale inf and NaN are not looked for and reach the "
                         "weights.")},
        ScalerRecipe{run::SCALER_APEX_FP16UTILS, "Apex fp16_utils", "apex/fp16_utils/loss_scaler.py",
                     say("Starts at 2^32, grows after 1000 steps and does not fall below 1.")},
        ScalerRecipe{run::SCALER_TENSORFLOW, "TensorFlow, Keras 2",
                     "tensorflow/python/training/experimental/loss_scale.py",
                     say("Starts at 2^15 and does not fall below 1.")},
        ScalerRecipe{run::SCALER_KERAS3, "Keras 3", "keras/src/optimizers/loss_scale_optimizer.py",
                     say("Starts at 2^15 and may become infinite: half of infinity is infinity, so every later step is "
                         "skipped.")},
        ScalerRecipe{run::SCALER_MXNET, "MXNet", "python/mxnet/amp/loss_scaler.py",
                     say("Uses a new scale one step late, so a first overflow is followed by a step at the same scale; "
                         "grows to 2^24 at most.")},
        ScalerRecipe{run::SCALER_MEGATRON, "Megatron-LM", "megatron/core/optimizer/grad_scaler.py",
                     say("Starts at 2^32, grows after 1000 steps; hysteresis of 2: the first overflow only skips the "
                         "step, the second and every later one halves the scale, until it has grown.")},
        ScalerRecipe{run::SCALER_DEEPSPEED, "DeepSpeed", "deepspeed/runtime/fp16/loss_scaler.py",
                     say("Grows after 1000 steps, at the start and after an overflow one step later (since version "
                         "0.17.1); hysteresis of 2 as Megatron-LM; an overflow at a scale of 1 ends the run with an "
                         "error.")},
        ScalerRecipe{run::SCALER_DEEPSPEED_FUSED, "DeepSpeed, fused optimizer",
                     "deepspeed/runtime/fp16/fused_optimizer.py",
                     say("Grows after 1000 steps, at the start and after an overflow one step later; does not fall "
                         "below 1.")},
        ScalerRecipe{run::SCALER_FAIRSEQ, "fairseq", "fairseq/optim/dynamic_loss_scaler.py",
                     say("Starts at 2^7, grows after 16384 steps; an overflow that would bring the scale to 0.0001 or "
                         "below ends the run with an error; with a tolerance rare overflows do not lower it.")},
        ScalerRecipe{run::SCALER_JMP, "JMP", "jmp/_src/loss_scale.py",
                     say("Starts at 2^15 and does not fall below 1, as TensorFlow.")},
    };
    return recipes;
}

const ScalerRecipe& recipe_of(run::Scaler scaler) {
    const auto all = scaler_recipes();
    const auto found =
        std::find_if(all.begin(), all.end(), [scaler](const ScalerRecipe& one) { return one.scaler == scaler; });
    if (found == all.end()) throw no_choice("scaler");
    return *found;
}

run::RunConfig settings_of(run::Scaler scaler) {
    const Settings s = settings_row(scaler);
    run::RunConfig config;
    config.set_scaler(scaler);
    config.set_scaling(run::DYNAMIC);
    config.set_loss_scale(std::ldexp(1.0, s.start));
    config.set_growth_factor(2);
    config.set_backoff_factor(0.5);
    config.set_growth_interval(s.interval);
    config.set_min_scale(s.least);
    config.set_max_scale(s.most);
    config.set_floor_rule(s.floor);
    config.set_hysteresis(s.hysteresis);
    config.set_hysteresis_refill(run::REFILL_ON_GROWTH);
    config.set_overflow_tolerance(0);
    config.set_late_growth(s.late);
    config.set_delayed_scale(s.delayed);
    config.set_infinite_scale(s.infinite);
    config.set_check_static_scale(s.checks_static);
    config.set_skips_advance(s.skips_advance);
    return config;
}

run::ScalerRecipe recipe_message(const ScalerRecipe& recipe) {
    run::ScalerRecipe message;
    message.set_name(flag_name(*run::Scaler_descriptor()->FindValueByNumber(recipe.scaler)));
    message.set_title(recipe.title);
    message.set_description(english(recipe.what));
    message.set_source(recipe.source);
    *message.mutable_config() = settings_of(recipe.scaler);
    return message;
}

run::RunConfig with_recipe(const run::RunConfig& config) {
    run::RunConfig named;
    if (has_operands(config)) named = settings_of(config.operand_recipe());
    if (config.has_casts() && run::Casts_IsValid(config.casts()) && config.casts() != run::CASTS_UNSET)
        named.MergeFrom(settings_of(config.casts(), config.has_precision() ? config.precision() : named.precision()));
    if (config.has_scaler() && run::Scaler_IsValid(config.scaler()) && config.scaler() != run::SCALER_UNSET)
        named.MergeFrom(settings_of(config.scaler()));
    return merge(named, config);
}

bool other_scaler(const run::RunConfig& config) {
    return config.has_scaler() && config.scaler() != run::SCALER_PYTORCH && run::Scaler_IsValid(config.scaler()) &&
           config.scaler() != run::SCALER_UNSET;
}

Phrase scaler_phrase(const run::RunConfig& config) {
    const ScalerRecipe& recipe = recipe_of(config.scaler());
    run::RunConfig own = settings_of(config.scaler());
    own.set_scaling(config.scaling());
    own.set_loss_scale(config.loss_scale());
    own.set_growth_interval(config.growth_interval());
    const bool same = difference(config, merge(config, own)).ByteSizeLong() == 0;
    return same ? Phrase(recipe.title) : say("%1, changed", {recipe.title});
}

}  // namespace mantissa
