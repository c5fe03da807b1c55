// SPDX-License-Identifier: Apache-2.0
// What the advisor says, for a terminal and for scripts.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/report/advisor.h"

namespace mantissa {

/// "  warning: title.\n    reason\n    try: --scaling dynamic\n" for each; "" for none. Every line begins with
/// `indent`.
std::string findings_text(const std::vector<Finding>& findings, const std::string& indent = "");

/// [{"rule", "severity", "title", "reason", "step", "change" (the settings it proposes)}] on one line.
std::string findings_json(const std::vector<Finding>& findings);

/// Findings of several runs of the same settings: each rule once, as the last of them has it, and in how many of them.
std::vector<std::pair<Finding, std::size_t>> merged_findings(const std::vector<std::vector<Finding>>& runs);

}  // namespace mantissa
