// SPDX-License-Identifier: Apache-2.0
// Operands in eight or fewer bits as a configuration has them: a setting of its own, and with it the switches that such
// trainings have (BF16 for everything else, FP32 master weights, no loss scale). engine/precision/operand_recipe.h has
// the formats, scales and roundings.
//
// Where Mantissa differs from the source of a recipe: master weights are quantised from FP32 (Transformer Engine does
// the same unless its parameters are BF16); blocks of a convolution lie along the channels of a pixel, the filters of a
// window's place, or the pixels of a batch; in NVFP4 a convolution's weight gradient is the product of its gradient
// with its windows, both transformed, and all layers are quantised, where the paper keeps some in BF16
// (--layer-override does).
#pragma once

#include <span>
#include <string_view>

#include "engine/base/phrase.h"
#include "engine/precision/operand_recipe.h"
#include "engine/run/run.pb.h"

namespace mantissa {

struct OperandsDescription {
    run::Operands operands;
    const OperandRecipe* recipe;
    Phrase what;  ///< what it does, one sentence
};

/// All of them, in the order of operand_recipes().
std::span<const OperandsDescription> operands_descriptions();

/// Of one of them; throws Error(usage) where there is none (OPERANDS_NONE has none).
const OperandsDescription& description_of(run::Operands operands);

/// Whether the configuration names one.
bool has_operands(const run::RunConfig& config);

/// Its recipe; null where it names none.
const OperandRecipe* operands_of(const run::RunConfig& config);

/// A recipe's title to be said in another language, where there are words in it; else the title as it is.
Phrase operands_title(std::string_view title);

/// Every field that choosing it sets: BF16, FP32 master weights, no loss scale; of OPERANDS_NONE the name alone.
run::RunConfig settings_of(run::Operands operands);

/// The same for a list, in English.
run::OperandRecipe recipe_message(const OperandsDescription& description);

}  // namespace mantissa
