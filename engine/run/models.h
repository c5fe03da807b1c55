// SPDX-License-Identifier: Apache-2.0
// The kinds of networks: which settings shape each, and how people call it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/run/run.pb.h"

namespace mantissa {

struct ModelDescription {
    run::Model model = run::MODEL_UNSET;
    std::vector<std::string_view> fields;  ///< of run::RunConfig that shape it, beside init_scale
};

/// All of them.
const std::vector<ModelDescription>& model_descriptions();

/// The settings that shape the network of `config`; none where no network is chosen.
const std::vector<std::string_view>& network_fields(const run::RunConfig& config);

/// The kind of network that has the setting `field`; nothing where it concerns all, or none.
std::optional<run::Model> model_with(std::string_view field);

/// Whether the network of `config` has ReLUs.
bool has_relu(const run::RunConfig& config);

/// Whether both describe the same network and task, initial values apart.
bool same_network(const run::RunConfig& a, const run::RunConfig& b);

/// "MLP 2×256", "Transformer 2×64": kind and size; empty where no network is chosen.
std::string network_name(const run::RunConfig& config);

}  // namespace mantissa
