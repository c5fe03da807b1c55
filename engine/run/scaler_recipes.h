// SPDX-License-Identifier: Apache-2.0
// The loss scalers of other frameworks, each a name for values of the scaler's switches: what they do, as read in their
// sources. There is nothing in a recipe that is not a setting of its own.
#pragma once

#include <span>
#include <string>

#include "engine/base/phrase.h"
#include "engine/run/run.pb.h"

namespace mantissa {

struct ScalerRecipe {
    run::Scaler scaler;
    const char* title;   ///< "DeepSpeed, fused optimizer"
    const char* source;  ///< the file that it was read in
    Phrase what;         ///< what differs from PyTorch's GradScaler, one sentence
};

/// All of them, PyTorch's first.
std::span<const ScalerRecipe> scaler_recipes();

/// The recipe of `scaler`; throws Error(usage) where there is none.
const ScalerRecipe& recipe_of(run::Scaler scaler);

/// Every field that the recipe sets, dynamic scaling among them. Scales that the framework keeps as a Python number may
/// exceed FP32 there; here their growth stops at FP32's largest power of two.
run::RunConfig settings_of(run::Scaler scaler);

/// The same for a list, in English.
run::ScalerRecipe recipe_message(const ScalerRecipe& recipe);

/// `config` with the fields of the recipes that it names, of operands, casts and then of a scaler, where it names any,
/// except those that it sets itself.
run::RunConfig with_recipe(const run::RunConfig& config);

/// Whether it names a recipe other than PyTorch's.
bool other_scaler(const run::RunConfig& config);

/// "DeepSpeed", and whether a complete configuration has all of the recipe's settings; start and interval of the scale,
/// which presets choose for the length of a run, may be others.
Phrase scaler_phrase(const run::RunConfig& config);

}  // namespace mantissa
