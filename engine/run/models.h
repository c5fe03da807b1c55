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
    std::vector<run::Task> tasks;          ///< that it can learn, the usual one first
};

/// All of them.
const std::vector<ModelDescription>& model_descriptions();

/// The settings that shape the network of `config`; none where no network is chosen.
const std::vector<std::string_view>& network_fields(const run::RunConfig& config);

/// Whether the network of `config` is shaped by `field`.
bool has_network_field(const run::RunConfig& config, std::string_view field);

/// Whether `model` can learn `task`; every network of a file may.
bool can_learn(run::Model model, run::Task task);

/// What a network of this kind learns where nothing else is chosen. Throws Error(usage) where there is no such kind.
run::Task usual_task(run::Model model);

/// The first kind of network that can learn `task`. Throws Error(usage) where there is no such task.
run::Model usual_model(run::Task task);

/// The first kind of network that has the setting `field`; nothing where it concerns all, or none.
std::optional<run::Model> model_with(std::string_view field);

/// Whether the network of `config` has BatchNorm, whose running statistics training moves.
bool has_batch_norm(const run::RunConfig& config);

/// Whether the network of `config` has ReLUs.
bool has_relu(const run::RunConfig& config);

/// Whether both describe the same network and task, initial values apart.
bool same_network(const run::RunConfig& a, const run::RunConfig& b);

/// "MLP 2×256", "Transformer 2×64": kind and size; empty where no network is chosen.
std::string network_name(const run::RunConfig& config);

}  // namespace mantissa
