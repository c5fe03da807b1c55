// SPDX-License-Identifier: Apache-2.0
#include "engine/run/preset_text.h"

#include <map>
#include <string>
#include <utility>

#include "engine/base/error.h"
#include "engine/run/models.h"
#include "engine/run/presets.h"

namespace mantissa {
namespace {

/// What a preset is made for: another network, or another task, is another one.
std::pair<std::string, run::Task> subject_of(const run::RunConfig& config) {
    const run::RunConfig whole = complete(config);
    return {network_name(whole), whole.task()};
}

/// Of each shipped preset by its name; read once. None where they cannot be read: then a name is all that is known.
std::map<std::string, std::pair<std::string, run::Task>> shipped_subjects() try {
    std::map<std::string, std::pair<std::string, run::Task>> subjects;
    for (const run::Preset& preset : shipped_presets()) subjects[preset.name()] = subject_of(preset.config());
    return subjects;
} catch (const Error&) {
    return {};
}

}  // namespace

Phrase preset_phrase(const run::RunConfig& config) {
    if (config.preset().empty()) return {};
    static const auto shipped = shipped_subjects();
    const auto found = shipped.find(config.preset());
    if (found == shipped.end() || found->second == subject_of(config)) return config.preset();
    return say("%1, from %2", {network_name(complete(config)), config.preset()});
}

}  // namespace mantissa
