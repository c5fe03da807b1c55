// SPDX-License-Identifier: GPL-3.0-or-later
// A run of the library as a RunModel, through the same apply() as a live one.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "ui/models/run_model.h"

namespace mantissa::ui {

/// Reads a run through a connection of its own, so any thread may call it; takes about a second per million steps on
/// two cores (tests/bench/RESULTS.md). Throws Error as Library::open and Library::records do.
std::unique_ptr<RunModel> readStoredRun(const std::filesystem::path& library, const std::string& runId);

}  // namespace mantissa::ui
