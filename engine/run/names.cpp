// SPDX-License-Identifier: Apache-2.0
// Names by protobuf's reflection, so that a new enumerator needs no second list.
#include "engine/run/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "engine/base/power_text.h"
#include "engine/precision/float_format.h"
#include "engine/run/cast_settings.h"
#include "engine/run/operand_settings.h"
#include "engine/run/scaler_recipes.h"
#include "engine/run/settings.h"

namespace mantissa {

std::string flag_name(const google::protobuf::EnumValueDescriptor& value) {
    if (value.number() == 0) return "";
    std::string name = value.name();
    for (const std::string_view prefix : {"REDUCE_", "NATIVE_", "SCALER_", "FLOOR_", "REFILL_", "CASTS_", "CAST_",
                                          "SCHEDULE_", "DIVIDE_", "ORDER_", "OPERANDS_"})
        if (name.starts_with(prefix)) name = name.substr(prefix.size());
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return c == '_' ? '-' : static_cast<char>(std::tolower(c)); });
    return name;
}

std::vector<std::string> flag_names(const google::protobuf::EnumDescriptor& type) {
    std::vector<std::string> names;
    for (int i = 0; i < type.value_count(); ++i)
        if (type.value(i)->number() != 0) names.push_back(flag_name(*type.value(i)));
    return names;
}

const google::protobuf::EnumValueDescriptor& enum_value(const google::protobuf::EnumDescriptor& type,
                                                        std::string_view name, const std::string& field,
                                                        const std::vector<std::string>& choices) {
    std::string lower(name);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return c == '_' ? '-' : static_cast<char>(std::tolower(c)); });
    for (int i = 0; i < type.value_count(); ++i)
        if (type.value(i)->number() != 0 && flag_name(*type.value(i)) == lower) return *type.value(i);
    throw Error(ErrorCode::usage, say("\"%1\" is not a choice", {name}), field,
                say("one of %1", {fmt::format("{}", fmt::join(choices.empty() ? flag_names(type) : choices, ", "))}));
}

std::vector<std::string> format_names(bool with_tf32) {
    std::vector<std::string> names = flag_names(*run::Precision_descriptor());
    std::erase(names, "pytorch-default");
    if (!with_tf32) std::erase(names, "tf32");
    return names;
}

Error no_choice(std::string field) {
    return {ErrorCode::usage, say("no choice is made"), std::move(field), say("see --help for the choices")};
}

std::string display_name(run::Precision precision) {
    switch (precision) {
        case run::FP32:
            return "FP32";
        case run::TF32:
            return "TF32";
        case run::FP16:
            return "FP16";
        case run::BF16:
            return "BF16";
        case run::PYTORCH_DEFAULT:
            return "PyTorch default";
        case run::CUSTOM:
            return "custom";
        default:
            return "";
    }
}

Phrase category_phrase(run::MemoryCategory category) {
    switch (category) {
        case run::MEMORY_WEIGHTS:
            return say("weights");
        case run::MEMORY_MASTER_WEIGHTS:
            return say("master weights");
        case run::MEMORY_GRADIENTS:
            return say("gradients");
        case run::MEMORY_OPTIMIZER_STATE:
            return say("optimizer state");
        case run::MEMORY_ACTIVATIONS:
            return say("activations");
        case run::MEMORY_WORKSPACE:
            return say("workspace");
        case run::MEMORY_SHADOW:
            return say("shadow (FP32)");
        default:
            return say("other");
    }
}

Phrase activation_phrase(run::Activation activation) {
    switch (activation) {
        case run::RELU:
            return say("ReLU");
        case run::SIGMOID:
            return say("sigmoid");
        case run::TANH:
            return say("tanh");
        case run::ACTIVATION_UNSET:
        case run::Activation_INT_MIN_SENTINEL_DO_NOT_USE_:
        case run::Activation_INT_MAX_SENTINEL_DO_NOT_USE_:
            break;
    }
    throw no_choice("activation");
}

std::string display_name_of(const run::RunConfig& config) {
    if (config.precision() != run::CUSTOM) return display_name(config.precision());
    return name_of(FloatFormat{static_cast<int>(config.exponent_bits()), static_cast<int>(config.fraction_bits())});
}

Phrase setting_phrase(std::string_view field) {
    const Setting* setting = setting_named(field);
    return setting ? setting->name : Phrase(field);
}

Phrase format_phrase(const std::string& name) {
    return name == display_name(run::PYTORCH_DEFAULT) ? say("PyTorch default") : Phrase(name);
}

Phrase summary_phrase(const run::RunConfig& config, Phrase formats) {
    Phrase text = std::move(formats);
    if (other_casts(config)) text = say("%1 · casts as in %2", {text, casts_phrase(config)});
    if (const OperandRecipe* recipe = operands_of(config))
        text = say("%1 · operands in %2", {text, std::string(recipe->title)});
    if (config.scaling() == run::DYNAMIC && other_scaler(config))
        text = say("%1 · dynamic scale as %2", {text, recipe_of(config.scaler()).title});
    else if (config.scaling() == run::DYNAMIC)
        text = say("%1 · dynamic scale", {text});
    if (config.scaling() == run::STATIC) text = say("%1 · scale %2", {text, scale_text(config.loss_scale())});
    const bool narrow =
        config.precision() == run::FP16 || config.precision() == run::BF16 || config.precision() == run::CUSTOM;
    if (narrow && config.scaling() == run::NONE && !has_operands(config)) text = say("%1 · no scale", {text});
    if (narrow && config.has_master_weights() && !config.master_weights()) text = say("%1 · no master", {text});
    if (config.optimizer() == run::PHASE_CHANGE)
        text = config.gather_updates() ? say("%1 · phase-change devices", {text})
                                       : say("%1 · phase-change devices, updates not gathered", {text});
    if (config.ranks() > 1) text = say("%1 · %2 ranks", {text, config.ranks()});
    if (!config.has_batch()) return text;  // of another program's training it is not known
    return say("%1 · batch %2", {text, config.batch()});
}

std::string summary_of(const run::RunConfig& config) {
    return english(summary_phrase(config, display_name_of(config)));
}

}  // namespace mantissa
