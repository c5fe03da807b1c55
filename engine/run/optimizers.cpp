// SPDX-License-Identifier: Apache-2.0
// One table.
#include "engine/run/optimizers.h"

#include <algorithm>

#include "engine/run/names.h"

namespace mantissa {

const std::vector<OptimizerDescription>& optimizer_descriptions() {
    static const std::vector<OptimizerDescription> all{
        {run::SGD, "SGD", {"momentum", "weight_decay"}},
        {run::ADAM, "Adam", {"beta1", "beta2", "epsilon", "weight_decay"}},
        {run::ADAMW, "AdamW", {"beta1", "beta2", "epsilon", "weight_decay"}},
        {run::PHASE_CHANGE, say("phase-change devices"), {"gather_updates", "converters_8bit", "device_seconds"}},
    };
    return all;
}

Phrase optimizer_name(run::Optimizer optimizer) {
    for (const OptimizerDescription& one : optimizer_descriptions())
        if (one.optimizer == optimizer) return one.name;
    return "";
}

bool optimizer_has(run::Optimizer optimizer, std::string_view field) {
    const auto& all = optimizer_descriptions();
    return std::any_of(all.begin(), all.end(), [&](const OptimizerDescription& one) {
        return one.optimizer == optimizer && std::find(one.fields.begin(), one.fields.end(), field) != one.fields.end();
    });
}

std::optional<std::string> optimizers_with(std::string_view field) {
    std::vector<std::string> names;
    for (const OptimizerDescription& one : optimizer_descriptions())
        if (optimizer_has(one.optimizer, field))
            names.push_back(flag_name(*run::Optimizer_descriptor()->FindValueByNumber(one.optimizer)));
    if (names.empty()) return std::nullopt;
    std::string text = "--optimizer " + names[0];
    for (std::size_t i = 1; i < names.size(); ++i) text += (i + 1 < names.size() ? ", " : " or ") + names[i];
    return text;
}

}  // namespace mantissa
