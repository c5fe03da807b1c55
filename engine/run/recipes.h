// SPDX-License-Identifier: Apache-2.0
// What the three kinds of recipes (operands, casts, loss scalers) have in common: each is a field that sets others.
#pragma once

#include <array>

#include "engine/run/run.pb.h"

namespace mantissa {

/// Their fields of RunConfig, in the order in which they are set where several are given: what casts set depends on the
/// precision, which operands set, and a scaler changes that of the casts.
inline constexpr std::array recipe_fields{"operand_recipe", "casts", "scaler"};

/// Settings that hold whatever recipe is chosen later: those of `given` but for the names of its recipes and what these
/// set. A setting that says what its recipe does anyway counts as the recipe's.
run::RunConfig beside_recipes(const run::RunConfig& given);

}  // namespace mantissa
