// SPDX-License-Identifier: Apache-2.0
// See cast_settings.h.
#include "engine/run/cast_settings.h"

#include <algorithm>
#include <array>

#include "engine/run/names.h"
#include "engine/run/presets.h"
#include "engine/run/scaler_recipes.h"

namespace mantissa {
namespace {

const CastRecipe* row_named(std::string_view name) {
    const auto rows = cast_recipes();
    return &*std::find_if(rows.begin(), rows.end(), [name](const CastRecipe& one) { return one.name == name; });
}

run::Scaler scaler_of(run::Casts casts) {
    switch (casts) {
        case run::CASTS_APEX_O1:
        case run::CASTS_APEX_O2:
            return run::SCALER_APEX_AMP;
        case run::CASTS_TORCH_AMP:
            return run::SCALER_PYTORCH;
        case run::CASTS_TF_AMP:
            return run::SCALER_TENSORFLOW;
        case run::CASTS_KERAS_MIXED_FLOAT16:
            return run::SCALER_KERAS3;
        default:  // without a loss scale
            return run::SCALER_UNSET;
    }
}

/// Whether an operation of the class gives 16 bits.
bool gives_16_bits(const CastRecipe& row, OperationClass operation) {
    const CastChoice& choice = row.of(operation);
    return choice.rule == CastRule::half || choice.rule == CastRule::inside || choice.list == GraphList::infer;
}

}  // namespace

std::span<const CastsDescription> casts_descriptions() {
    static const std::array all{
        CastsDescription{run::CASTS_APEX_O0, row_named("apex-o0"), say("FP32 throughout, without a loss scale.")},
        CastsDescription{run::CASTS_APEX_O1, row_named("apex-o1"),
                         say("Products in 16 bits; normalisations over features, softmax and loss in FP32; FP32 "
                             "weights; Apex's loss scaler.")},
        CastsDescription{run::CASTS_APEX_O2, row_named("apex-o2"),
                         say("All of the network in 16 bits but BatchNorm, FP32 master weights and optimizer; the loss "
                             "in FP32; Apex's loss scaler.")},
        CastsDescription{run::CASTS_APEX_O3, row_named("apex-o3"),
                         say("All of the network, its weights and the optimizer's arithmetic in 16 bits; the loss in "
                             "FP32; no loss scale.")},
        CastsDescription{run::CASTS_TORCH_AMP, row_named("torch-amp"),
                         say("Products in 16 bits; normalisations over features, softmax and loss in FP32; FP32 "
                             "weights; GradScaler.")},
        CastsDescription{run::CASTS_TF_AMP, row_named("tf-amp"),
                         say("TensorFlow's rewriting of graphs: products and what follows them in 16 bits, loss and "
                             "means in FP32; FP32 weights; TensorFlow's loss scaler.")},
        CastsDescription{run::CASTS_KERAS_MIXED_FLOAT16, row_named("keras-mixed-float16"),
                         say("Layers give 16 bits, normalisations compute in FP32 inside; the loss in FP32; FP32 "
                             "weights; Keras's loss scaler.")},
        CastsDescription{run::CASTS_HALF, row_named("half"),
                         say("model.half(): network, loss, weights, moments and the optimizer's arithmetic in 16 "
                             "bits; no loss scale.")},
    };
    return all;
}

const CastsDescription& description_of(run::Casts casts) {
    const auto all = casts_descriptions();
    const auto found =
        std::find_if(all.begin(), all.end(), [casts](const CastsDescription& one) { return one.casts == casts; });
    if (found == all.end()) throw no_choice("casts");
    return *found;
}

bool has_16_bits(run::Precision precision) {
    return precision == run::FP16 || precision == run::BF16 || precision == run::CUSTOM;
}

run::RunConfig settings_of(run::Casts casts, run::Precision precision) {
    run::RunConfig config;
    config.set_casts(casts);
    if (casts == run::CASTS_OWN) return config;
    const CastRecipe& row = *description_of(casts).recipe;
    if (casts == run::CASTS_APEX_O0) {
        config.set_precision(run::FP32);
        config.set_scaling(run::NONE);
        return config;
    }
    config.set_precision(precision == run::PRECISION_UNSET ? run::FP16 : precision);
    config.set_master_weights(row.master_weights);
    config.set_optimizer_state_fp32(row.master_weights);
    config.set_optimizer_16bit(row.of(OperationClass::optimizer).rule == CastRule::half);
    config.set_norm_16bit(gives_16_bits(row, OperationClass::layer_norm));
    config.set_softmax_16bit(gives_16_bits(row, OperationClass::softmax));
    config.set_residual_16bit(gives_16_bits(row, OperationClass::addition));
    config.set_inside_fp32(config.norm_16bit() || config.softmax_16bit());
    config.set_reduction(row.of(OperationClass::loss).rule == CastRule::half ? run::REDUCE_16BIT_RESULTS
                                                                             : run::REDUCE_FP32);
    config.set_weight_gradients_fp32(false);
    config.set_fp16_accumulation(false);
    config.set_stochastic_rounding(false);
    config.set_norm_epsilon_16bit(false);
    config.set_norm_running_16bit(!row.master_weights);  // buffers have the format of the weights
    config.set_pointwise_fp32(false);
    config.set_stepwise_derivatives(false);
    const run::Scaler scaler = scaler_of(casts);
    if (scaler != run::SCALER_UNSET) config.MergeFrom(settings_of(scaler));
    const bool scaled = config.precision() == run::FP16 || config.precision() == run::CUSTOM;
    if (scaler == run::SCALER_UNSET || !scaled) config.set_scaling(run::NONE);
    return config;
}

Phrase cast_phrase(const CastChoice& choice) {
    const auto rule = [&choice]() -> Phrase {
        switch (choice.rule) {
            case CastRule::half:
                return say("16 bits");
            case CastRule::full:
                return Phrase("FP32");
            case CastRule::inside:
                return say("16, inside FP32");
            case CastRule::widest:
                return say("widest input");
            case CastRule::as_given:
                return say("as given");
        }
        return Phrase("?");
    };
    switch (choice.list) {
        case GraphList::none:
            return rule();
        case GraphList::allow:
            return say("allow: 16 bits");
        case GraphList::infer:
            return say("infer: 16 bits");
        case GraphList::deny:
            return say("deny: FP32");
        case GraphList::clear:
            return say("clear: as given");
    }
    return Phrase("?");
}

Phrase operation_phrase(OperationClass operation) {
    switch (operation) {
        case OperationClass::product:
            return say("product");
        case OperationClass::batch_norm:
            return say("batch norm");
        case OperationClass::layer_norm:
            return say("layer norm");
        case OperationClass::softmax:
            return say("softmax");
        case OperationClass::loss:
            return say("loss");
        case OperationClass::exponential:
            return say("exponential");
        case OperationClass::sum:
            return say("sum");
        case OperationClass::activation:
            return say("activation");
        case OperationClass::addition:
            return say("addition");
        case OperationClass::max_pool:
            return say("max pooling");
        case OperationClass::upsampling:
            return say("upsampling");
        case OperationClass::optimizer:
            return say("optimizer");
    }
    return Phrase("?");
}

run::CastRecipe recipe_message(const CastsDescription& description) {
    run::CastRecipe message;
    const CastRecipe& row = *description.recipe;
    message.set_name(std::string(row.name));
    message.set_title(std::string(row.title));
    message.set_description(english(description.what));
    message.set_source(std::string(row.source));
    *message.mutable_config() = settings_of(description.casts, run::FP16);
    const CastRecipe& torch = *description_of(run::CASTS_TORCH_AMP).recipe;
    for (std::size_t i = 0; i < operation_class_count; ++i) {
        const auto operation = static_cast<OperationClass>(i);
        run::OperationCast& cast = *message.add_operations();
        cast.set_operation(english(operation_phrase(operation)));
        cast.set_cast(english(cast_phrase(row.of(operation))));
        cast.set_differs(differs(operation, row.of(operation), torch.of(operation)));
    }
    return message;
}

bool other_casts(const run::RunConfig& config) {
    if (!config.has_casts() || config.casts() == run::CASTS_OWN || config.casts() == run::CASTS_UNSET ||
        !run::Casts_IsValid(config.casts()))
        return false;
    return has_16_bits(config.precision()) != (config.casts() == run::CASTS_APEX_O0);
}

Phrase casts_phrase(const run::RunConfig& config) {
    const CastsDescription& description = description_of(config.casts());
    const run::RunConfig whole = complete(config);
    run::RunConfig own = settings_of(config.casts(), config.precision());
    own.clear_loss_scale();
    own.clear_growth_interval();
    const bool same = difference(whole, merge(whole, own)).ByteSizeLong() == 0;
    const std::string title(description.recipe->title);
    return same ? Phrase(title) : say("%1, changed", {title});
}

}  // namespace mantissa
