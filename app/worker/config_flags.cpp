// SPDX-License-Identifier: Apache-2.0
// Flags from fields.
#include "app/worker/config_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "engine/base/error.h"
#include "engine/report/field_text.h"
#include "engine/run/json.h"
#include "engine/run/models.h"
#include "engine/run/names.h"
#include "engine/run/network_file.h"
#include "engine/run/presets.h"
#include "engine/run/set_field.h"
#include "engine/run/settings.h"
#include "engine/run/validation.h"

namespace mantissa {
namespace {

using google::protobuf::FieldDescriptor;

constexpr const char* override_flag = "--layer-override";

std::string type_text(const FieldDescriptor& field) {
    switch (field.cpp_type()) {
        case FieldDescriptor::CPPTYPE_ENUM:
            return fmt::format("{}", fmt::join(choices_of(field), "|"));
        case FieldDescriptor::CPPTYPE_BOOL:
            return "on|off";
        case FieldDescriptor::CPPTYPE_STRING:
            return field.number() == run::RunConfig::kNetworkFieldNumber ? "FILE.json" : "TEXT";
        case FieldDescriptor::CPPTYPE_DOUBLE:
            return "NUMBER";
        default:
            return "N";
    }
}

}  // namespace

std::string flag_of(std::string field) {
    std::replace(field.begin(), field.end(), '_', '-');
    return "--" + field;
}

void ConfigFlags::add_to(CLI::App& command) {
    command
        .add_option("--preset", preset_,
                    "start from a preset (see mantissa-worker presets) or a file of settings; flags change its fields")
        ->type_name("NAME|FILE.json");
    command.add_flag("--print-config", print_,
                     "print all settings, as a file that --preset takes, and do nothing else");
    const run::RunConfig defaults = default_config();
    for (const Setting& one : settings()) {
        const FieldDescriptor& field = *config_field(one.name.text);
        if (one.help.empty()) continue;
        CLI::Option* option = command.add_option(flag_of(field.name()), values_[field.name()], one.help)
                                  ->type_name(type_text(field))
                                  ->group(one.group);
        if (const std::string value = field_text(defaults, field); !value.empty()) option->default_str(value);
        options_[field.name()] = option;
        if (field.name() == "shuffle")
            command.add_flag("--no-shuffle", no_shuffle_, "take the images in the order of the file")->group(one.group);
        if (field.name() == "precision")
            command
                .add_option(override_flag, overrides_,
                            "another format for one layer, e.g. fc1=fp32, or for some of its casts, "
                            "fc1:operand+activation=fp32 (may "
                            "be repeated)")
                ->type_name("LAYER[:CAST+...]=FORMAT")
                ->group(one.group);
    }
}

bool ConfigFlags::replace(const std::string& field, const std::string& value, const std::string& instead) {
    std::string& given = values_.at(field);
    if (options_.at(field)->count() == 0 || given != value) return false;
    given = instead;
    return true;
}

std::string ConfigFlags::typed(const std::string& field) const {
    return options_.at(field)->count() > 0 ? values_.at(field) : std::string();
}

bool ConfigFlags::given() const {
    return !preset_.empty() || no_shuffle_ || !overrides_.empty() ||
           std::any_of(options_.begin(), options_.end(), [](const auto& o) { return o.second->count() > 0; });
}

run::RunConfig ConfigFlags::assembled() const {
    run::RunConfig config = default_config();
    if (!preset_.empty()) {
        const bool file = std::filesystem::path(preset_).extension() == ".json";
        config = merge(config, (file ? read_preset(preset_) : preset_named(preset_)).config());
    }
    const run::RunConfig given = given_settings();
    config.MergeFrom(given);
    if (given.has_model() && !given.has_task() && !can_learn(config.model(), config.task()))
        config.set_task(usual_task(config.model()));
    validate(config);
    return config;
}

run::RunConfig ConfigFlags::given_settings() const {
    run::RunConfig config;
    const auto set = [&](const std::string& name, const CLI::Option& option) {
        if (option.count() == 0) return;
        const std::string& value = values_.at(name);
        set_field(config, *config_field(name), name == "network" ? network_file_text(value) : value, name);
    };
    // what recipes set depends on the precision, and the other flags change it
    for (const char* const first : {"operand_recipe", "precision", "casts", "scaler"}) set(first, *options_.at(first));
    for (const auto& [name, option] : options_)
        if (name != "operand_recipe" && name != "casts" && name != "scaler") set(name, *option);
    run::RunConfig asked;
    if (options_.at("model")->count() > 0) set_field(asked, *config_field("model"), values_.at("model"), "model");
    if (options_.at("network")->count() > 0 && asked.has_model() && asked.model() != run::NETWORK_FILE)
        throw Error(ErrorCode::usage, say("the network is that of --network"), "model",
                    say("--model %1, or --network", {values_.at("model")}));
    if (no_shuffle_) config.set_shuffle(false);
    for (const std::string& text : overrides_) add_override(config, text, override_flag);
    return config;
}

run::RunConfig ConfigFlags::config() const try { return assembled(); } catch (const Error& error) {
    std::string place = error.place();
    const auto option = options_.find(place);
    if (place.starts_with("layer_overrides") && !overrides_.empty())
        place = std::string(override_flag) + place.substr(std::string("layer_overrides").size());
    else if (option != options_.end())
        place = option->second->count() > 0 || preset_.empty() ? flag_of(place) : preset_ + ", " + place;
    else if (place == "preset")
        place = "--preset";
    throw Error(error.code(), error.message_phrase(), place, error.remedy_phrase());
}

bool ConfigFlags::printed() const {
    if (!print_) return false;
    // Its fields one a line: it is to be read and edited.
    std::string text;
    const std::string line = to_json(config());
    bool quoted = false;
    int depth = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (quoted && c == '\\') text += line[i++];  // and what it escapes
        if (c == '"') quoted = !quoted;
        if (!quoted && (c == '[' || c == '{')) ++depth;
        if (!quoted && (c == ']' || c == '}') && --depth == 0) text += "\n  ";
        text += line[i];
        if (!quoted && depth == 1 && (c == ',' || i == 0)) text += "\n    ";
        if (!quoted && c == ':') text += ' ';
    }
    const std::string name = config().name();  // a preset has one
    fmt::print("{{\n  \"name\": {},\n  \"config\": {}\n}}\n", json_quoted(name.empty() ? "my settings" : name), text);
    return true;
}

/// The given flags that nothing of these runs looks at, by what they would need.
std::map<std::string, std::vector<std::string>> ConfigFlags::idle_flags(const std::vector<run::RunConfig>& runs) const {
    std::map<std::string, std::vector<std::string>> idle;
    for (const auto& [name, option] : options_)
        if (option->count() > 0)
            if (const auto why = idle_because(name, runs)) idle[*why].push_back(flag_of(name));
    return idle;
}

void ConfigFlags::say_idle(const std::vector<run::RunConfig>& runs) const {
    for (const auto& [why, flags] : idle_flags(runs))
        fmt::print(stderr, "mantissa-worker: {} {} no effect without {}\n", fmt::join(flags, ", "),
                   flags.size() == 1 ? "has" : "have", why);
}

void ConfigFlags::check_effect(const std::vector<run::RunConfig>& runs) const {
    const auto idle = idle_flags(runs);
    if (const auto custom = idle.find("--precision custom"); custom != idle.end())
        throw Error(
            ErrorCode::usage,
            fmt::format("{} no effect without {}", custom->second.size() == 1 ? "it has" : "they have", custom->first),
            fmt::format("{}", fmt::join(custom->second, ", ")), "add " + custom->first + ", or leave the bits out");
    say_idle(runs);
}

}  // namespace mantissa
