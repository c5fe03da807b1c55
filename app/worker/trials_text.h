// SPDX-License-Identifier: Apache-2.0
// The trainings of a search for a cure as a table, for a terminal and for scripts.
#pragma once

#include <string>

#include "engine/run/run.pb.h"

namespace mantissa {

/// A line for the search, a heading and a line for each training: seed, steps, losses, verdict and what was made wider.
/// Each begins with two spaces.
std::string trials_text(const run::Diagnosis& answer);

/// One JSON object a line for each training, with the run's id.
std::string trials_json(const std::string& run_id, const run::Diagnosis& answer);

}  // namespace mantissa
