// SPDX-License-Identifier: Apache-2.0
#include "engine/run/recipes.h"

#include "engine/run/cast_settings.h"
#include "engine/run/operand_settings.h"
#include "engine/run/presets.h"
#include "engine/run/scaler_recipes.h"

namespace mantissa {

run::RunConfig beside_recipes(const run::RunConfig& given) {
    if (!given.has_operand_recipe() && !given.has_casts() && !given.has_scaler()) return given;
    run::RunConfig recipes;
    if (given.has_operand_recipe()) recipes = settings_of(given.operand_recipe());
    if (given.has_casts()) recipes.MergeFrom(settings_of(given.casts(), given.precision()));
    if (given.has_scaler()) recipes.MergeFrom(settings_of(given.scaler()));
    return difference(merge(given, recipes), given);
}

}  // namespace mantissa
