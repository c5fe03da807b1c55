// SPDX-License-Identifier: Apache-2.0
// The run's configuration as command-line flags: one for each field of config.proto, made by reflection.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

#include "engine/run/run.pb.h"

namespace mantissa {

/// "--growth-interval" of "growth_interval".
std::string flag_of(std::string field);

class ConfigFlags {
  public:
    /// Adds the flags to `command`. The object must outlive the parsing.
    void add_to(CLI::App& command);

    /// After parsing: defaults, then the preset, then the flags. Complete and valid, or throws Error(usage) naming the
    /// flag as it is typed, or the preset and its field.
    run::RunConfig config() const;
    /// Only what the flags say, the preset left out.
    run::RunConfig given_settings() const;
    /// What was typed for `field`; empty for nothing.
    std::string typed(const std::string& field) const;
    /// The preset that was named; empty for none.
    const std::string& preset() const { return preset_; }
    /// Whether `field` was given as `value`; it is then `instead`.
    bool replace(const std::string& field, const std::string& value, const std::string& instead);
    /// As if `field` had not been given.
    void withdraw(const std::string& field) { options_.at(field)->clear(); }
    /// Whether any of them was given.
    bool given() const;
    /// With --print-config: prints config() as a file that --preset takes, and returns true: nothing else is to be
    /// done.
    bool printed() const;
    /// Says on the standard error which of the given flags nothing of these runs looks at.
    void say_idle(const std::vector<run::RunConfig>& runs) const;
    /// The same; but throws Error(usage) for the bits of a custom format where none is custom: who gives them means to
    /// train in that format.
    void check_effect(const std::vector<run::RunConfig>& runs) const;

  private:
    run::RunConfig assembled() const;
    std::map<std::string, std::vector<std::string>> idle_flags(const std::vector<run::RunConfig>& runs) const;

    std::map<std::string, std::string> values_;  // by field
    std::map<std::string, CLI::Option*> options_;
    std::vector<std::string> overrides_;
    bool no_shuffle_ = false, print_ = false;
    std::string preset_;
};

}  // namespace mantissa
