// SPDX-License-Identifier: Apache-2.0
// Which runs of a library a sub-command is about: by their ids, the last N, or all.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "engine/store/library.h"

namespace mantissa {

/// Throws Error(usage) where `named`, which no run is called, is plainly meant as a file: says whether that is missing,
/// a folder, empty or no recording.
void refuse_file(const std::string& named);

class RunChoice {
  public:
    /// Adds the ids, --last and --all to `command`; `ids_help` says what happens without any of them. The object must
    /// outlive the parsing.
    void add_to(CLI::App& command, const std::string& ids_help);

    /// Whether anything was chosen.
    bool given() const { return all_ || last_ > 0 || !run_ids_.empty(); }
    /// What was named, as it was written.
    const std::vector<std::string>& named() const { return run_ids_; }
    /// The ids, each once, oldest first where they were not named; without a choice the last run. Deleted runs count
    /// only where they are named. Throws Error(usage): an unknown id, or a library without runs.
    std::vector<std::string> of(const Library& library) const;

  private:
    std::vector<std::string> run_ids_;
    std::size_t last_ = 0;
    bool all_ = false;
};

}  // namespace mantissa
