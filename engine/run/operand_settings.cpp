// SPDX-License-Identifier: Apache-2.0
// See operand_settings.h.
#include "engine/run/operand_settings.h"

#include <algorithm>
#include <array>

#include "engine/run/names.h"

namespace mantissa {

std::span<const OperandsDescription> operands_descriptions() {
    static const auto named = [](run::Operands operands, std::string_view name, Phrase what) {
        return OperandsDescription{operands, operand_recipe_named(name), std::move(what)};
    };
    static const std::array all{
        named(run::OPERANDS_FP8_UNSCALED, "fp8-unscaled",
              say("Inputs and weights in E4M3, gradients in E5M2, as they are: what is too large becomes NaN or "
                  "infinity, what is too small 0.")),
        named(run::OPERANDS_FP8_E5M2, "fp8-e5m2", say("All operands in E5M2, whose range is FP16's, without a scale.")),
        named(run::OPERANDS_FP8_CURRENT, "fp8-current",
              say("Inputs and weights in E4M3, gradients in E5M2, each tensor scaled by its own largest magnitude.")),
        named(run::OPERANDS_FP8_DELAYED, "fp8-delayed",
              say("Inputs and weights in E4M3, gradients in E5M2, each tensor scaled by the largest magnitude of its "
                  "last 1024 steps; a jump is clipped until the next step.")),
        named(run::OPERANDS_MXFP8, "mxfp8",
              say("E4M3 in blocks of 32 along the summed dimension, each with a power of two that is rounded up: "
                  "nothing clips.")),
        named(run::OPERANDS_MXFP8_OCP, "mxfp8-ocp",
              say("The same with the specification's power of two, that of the largest magnitude rounded down: the "
                  "largest numbers of a block may clip.")),
        named(run::OPERANDS_MXFP6_E3M2, "mxfp6-e3m2",
              say("E3M2 in blocks of 32, each with a power of two that is rounded up.")),
        named(run::OPERANDS_MXFP6_E2M3, "mxfp6-e2m3",
              say("E2M3 in blocks of 32, each with a power of two that is rounded up.")),
        named(run::OPERANDS_MXFP4, "mxfp4", say("E2M1 in blocks of 32, each with a power of two that is rounded up.")),
        named(run::OPERANDS_MXFP4_OCP, "mxfp4-ocp",
              say("E2M1 in blocks of 32, each with a power of two that is rounded down: the largest numbers of a "
                  "block may clip.")),
        named(run::OPERANDS_NVFP4, "nvfp4",
              say("E2M1 in blocks of 16 with an E4M3 scale, times an FP32 scale of the tensor; weights in blocks of "
                  "16×16, gradients rounded at random, and both operands of each weight gradient through a Hadamard "
                  "transform.")),
    };
    return all;
}

const OperandsDescription& description_of(run::Operands operands) {
    const auto all = operands_descriptions();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [operands](const OperandsDescription& one) { return one.operands == operands; });
    if (found == all.end()) throw no_choice("operand_recipe");
    return *found;
}

bool has_operands(const run::RunConfig& config) {
    return config.operand_recipe() != run::OPERANDS_UNSET && config.operand_recipe() != run::OPERANDS_NONE &&
           run::Operands_IsValid(config.operand_recipe());
}

const OperandRecipe* operands_of(const run::RunConfig& config) {
    return has_operands(config) ? description_of(config.operand_recipe()).recipe : nullptr;
}

Phrase operands_title(std::string_view title) {
    static const std::array in_words{say("FP8 without a scale"), say("FP8, E5M2 without a scale"),
                                     say("FP8, current scaling"), say("FP8, delayed scaling")};
    const auto found =
        std::find_if(in_words.begin(), in_words.end(), [title](const Phrase& one) { return one.text == title; });
    return found == in_words.end() ? Phrase(std::string(title)) : *found;
}

run::RunConfig settings_of(run::Operands operands) {
    run::RunConfig config;
    config.set_operand_recipe(operands);
    if (operands == run::OPERANDS_NONE) return config;
    config.set_precision(run::BF16);
    config.set_scaling(run::NONE);
    config.set_master_weights(true);
    return config;
}

run::OperandRecipe recipe_message(const OperandsDescription& description) {
    run::OperandRecipe message;
    message.set_name(std::string(description.recipe->name));
    message.set_title(std::string(description.recipe->title));
    message.set_description(english(description.what));
    message.set_source(std::string(description.recipe->source));
    *message.mutable_config() = settings_of(description.operands);
    return message;
}

}  // namespace mantissa
