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

/// The steps [first, last] of a run for RunModel::refine(): all, or where they are more than a chart can show, a part
/// of them spread evenly with the extremes of the loss. Throws Error as Library does.
std::vector<run::Record> readSteps(const std::filesystem::path& library, const std::string& runId, std::uint32_t first,
                                   std::uint32_t last);

/// The histograms of a run for RunModel::restoreHistory(), as many as it keeps, spread evenly. Throws Error.
std::vector<run::Record> readHistograms(const std::filesystem::path& library, const std::string& runId);

}  // namespace mantissa::ui
