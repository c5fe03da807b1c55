// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker diagnose` of another program's training: what its recording tells, without training anything.
#pragma once

#include <string>

#include "engine/store/library.h"

namespace mantissa {

/// Whether another program trained this run. Throws Error as Library::records() does.
bool is_foreign(const Library& library, const std::string& run_id);

/// Prints who made the first inf or NaN of this run, for a person or as one line of JSON, and returns the exit code.
/// Throws Error: usage where a `reproducer` is asked for, which needs weights and a batch; else as Library::records().
int tell_foreign_cause(const Library& library, const std::string& run_id, bool json, const std::string& reproducer);

}  // namespace mantissa
