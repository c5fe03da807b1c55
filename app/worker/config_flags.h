// SPDX-License-Identifier: Apache-2.0
// The run's configuration as command-line flags: one for each field of config.proto, made by reflection.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

#include "engine/run/run.pb.h"

namespace mantissa {

class ConfigFlags {
  public:
    /// Adds the flags to `command`. The object must outlive the parsing.
    void add_to(CLI::App& command);

    /// After parsing: defaults, then the preset, then the flags. Complete and valid, or throws Error(usage).
    run::RunConfig config() const;
    /// Whether any of them was given.
    bool given() const;

  private:
    std::map<std::string, std::string> values_;  // by field
    std::map<std::string, CLI::Option*> options_;
    std::vector<std::string> overrides_;
    bool no_shuffle_ = false;
    std::string preset_;
};

}  // namespace mantissa
