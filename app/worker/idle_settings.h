// SPDX-License-Identifier: Apache-2.0
// Settings that a person gave and that nothing of the run looks at.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/run/run.pb.h"

namespace mantissa {

/// Why the setting `field` has no effect with `config` (complete), as what would be needed: "--precision custom".
/// Nothing: it has one, or is none of those that can be without.
std::optional<std::string> idle_because(const std::string& field, const run::RunConfig& config);

/// The same over several runs that share the setting: nothing where one of them uses it.
std::optional<std::string> idle_because(const std::string& field, const std::vector<run::RunConfig>& configs);

}  // namespace mantissa
