// SPDX-License-Identifier: Apache-2.0
// The optimizers: how people call each, and which settings it looks at beside those that all have.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/phrase.h"
#include "engine/run/run.pb.h"

namespace mantissa {

struct OptimizerDescription {
    run::Optimizer optimizer = run::OPTIMIZER_UNSET;
    Phrase name;                           ///< "SGD", "Adam", "phase-change devices"
    std::vector<std::string_view> fields;  ///< of run::RunConfig
};

/// All of them.
const std::vector<OptimizerDescription>& optimizer_descriptions();

/// The name; empty where there is no such optimizer.
Phrase optimizer_name(run::Optimizer optimizer);

/// Whether `optimizer` looks at the setting `field`, which some do not.
bool optimizer_has(run::Optimizer optimizer, std::string_view field);

/// "--optimizer adam or adamw": those that look at the setting `field`; nothing where it is a matter of none, or all.
std::optional<std::string> optimizers_with(std::string_view field);

}  // namespace mantissa
