// SPDX-License-Identifier: Apache-2.0
// Defaults and presets; merging and comparing by protobuf's reflection, so that a new field needs no code here.
#include "engine/run/presets.h"

#include <fmt/format.h>
#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/message_differencer.h>

#include <algorithm>
#include <iterator>

#include "engine/base/error.h"
#include "engine/base/host.h"
#include "engine/base/resources.h"
#include "engine/run/json.h"
#include "engine/run/models.h"
#include "engine/run/names.h"
#include "engine/run/scaler_recipes.h"
#include "engine/run/set_field.h"
#include "engine/run/settings.h"
#include "engine/run/validation.h"

namespace mantissa {
namespace {

using google::protobuf::FieldDescriptor;

bool is_set(const run::RunConfig& config, const FieldDescriptor& field) {
    const auto& reflection = *config.GetReflection();
    return field.is_repeated() ? reflection.FieldSize(config, &field) > 0 : reflection.HasField(config, &field);
}

/// Looks at this field alone: a window compares the settings of all lessons' races before it shows.
bool same_field(const run::RunConfig& a, const run::RunConfig& b, const FieldDescriptor& field) {
    if (!is_set(a, field) || !is_set(b, field)) return is_set(a, field) == is_set(b, field);
    return google::protobuf::util::MessageDifferencer().CompareWithFields(a, b, {&field}, {&field});
}

/// An override that says "as the run": a list with nothing else empties the list. Only a change may contain it.
bool is_removal(const run::LayerOverride& o) {
    return o.has_precision() && o.precision() == run::PRECISION_UNSET;
}

Phrase value_phrase(const run::RunConfig& config, const FieldDescriptor& field) {
    const auto& reflection = *config.GetReflection();
    if (field.is_repeated()) {
        constexpr int most_named = 3;
        if (config.layer_overrides().empty()) return say("none");
        if (config.layer_overrides_size() > most_named) return say("%1 layers", {config.layer_overrides_size()});
        std::vector<Phrase> layers;
        for (const run::LayerOverride& one : config.layer_overrides()) {
            run::RunConfig of = config;
            of.set_precision(one.precision());
            layers.push_back(say("%1 in %2", {one.layer(), display_name_of(of)}));
        }
        return listed(std::move(layers));
    }
    switch (field.cpp_type()) {
        case FieldDescriptor::CPPTYPE_ENUM: {
            const auto* value = reflection.GetEnum(config, &field);
            const std::string name = flag_name(*value);
            if (name.empty()) return say("as training");
            if (value->type() == run::Precision_descriptor())
                return format_phrase(display_name(static_cast<run::Precision>(value->number())));
            for (const Phrase& word :
                 {say("none"), say("static"), say("dynamic"), say("constant"), say("cosine")})  // the others are names
                if (word.text == name) return word;
            return name;
        }
        case FieldDescriptor::CPPTYPE_BOOL:
            return reflection.GetBool(config, &field) ? say("on") : say("off");
        case FieldDescriptor::CPPTYPE_DOUBLE:
            return fmt::format("{:g}", reflection.GetDouble(config, &field));
        case FieldDescriptor::CPPTYPE_UINT32:
            return fmt::format("{}", reflection.GetUInt32(config, &field));
        case FieldDescriptor::CPPTYPE_UINT64:
            return fmt::format("{}", reflection.GetUInt64(config, &field));
        case FieldDescriptor::CPPTYPE_INT64:
            return fmt::format("{}", reflection.GetInt64(config, &field));
        default:
            if (field.number() == run::RunConfig::kNetworkFieldNumber) return network_name(config);
            return reflection.GetString(config, &field);
    }
}

}  // namespace

run::RunConfig default_config() {
    static const run::RunConfig defaults = [] {
        run::RunConfig c;
        for (const Setting& setting : settings()) {
            const auto& field = *config_field(setting.name.text);
            if (setting.initial) set_field(c, field, setting.initial, field.name());
        }
        run::RunConfig scaler = settings_of(run::SCALER_PYTORCH);
        scaler.clear_scaling();
        c.MergeFrom(scaler);
        return c;
    }();
    return defaults;
}

run::RunConfig complete(const run::RunConfig& config) {
    return merge(default_config(), with_recipe(config));
}

run::RunConfig merge(const run::RunConfig& base, const run::RunConfig& change) {
    run::RunConfig result = base;
    if (change.layer_overrides_size() > 0) result.clear_layer_overrides();
    result.MergeFrom(change);
    auto& overrides = *result.mutable_layer_overrides();
    overrides.erase(
        std::remove_if(overrides.begin(), overrides.end(), [](const run::LayerOverride& o) { return is_removal(o); }),
        overrides.end());
    return result;
}

run::RunConfig difference(const run::RunConfig& before, const run::RunConfig& after) {
    run::RunConfig result = after;
    const auto* descriptor = run::RunConfig::descriptor();
    for (int i = 0; i < descriptor->field_count(); ++i)
        if (same_field(before, after, *descriptor->field(i)))
            result.GetReflection()->ClearField(&result, descriptor->field(i));
    if (after.layer_overrides().empty())
        for (const run::LayerOverride& gone : before.layer_overrides()) {
            run::LayerOverride& removal = *result.add_layer_overrides();
            removal.set_layer(gone.layer());
            removal.set_precision(run::PRECISION_UNSET);
        }
    return result;
}

Phrase change_phrase(const run::RunConfig& before, const run::RunConfig& after) {
    std::vector<Phrase> changes;
    const auto* descriptor = run::RunConfig::descriptor();
    for (int i = 0; i < descriptor->field_count(); ++i) {
        const FieldDescriptor& field = *descriptor->field(i);
        if (same_field(before, after, field)) continue;
        changes.push_back(say("%1: %2 → %3",
                              {setting_phrase(field.name()), value_phrase(before, field), value_phrase(after, field)}));
    }
    return listed(std::move(changes));
}

std::string describe_change(const run::RunConfig& before, const run::RunConfig& after) {
    return english(change_phrase(before, after));
}

namespace {

/// The preset in a set-up: what it locks and hides in a window's controls is nothing to a worker.
std::string without_locks(const std::string& text, const std::string& place) {
    google::protobuf::Struct setup;
    from_json(text, setup, place);
    for (const char* key : {"locked", "hidden"}) {
        const auto found = setup.fields().find(key);
        if (found == setup.fields().end()) continue;
        const auto& names = found->second.list_value().values();
        const bool list =
            found->second.has_list_value() && std::all_of(names.begin(), names.end(), [](const auto& name) {
                return run::RunConfig::descriptor()->FindFieldByName(name.string_value()) != nullptr;
            });
        if (!list)
            throw Error(ErrorCode::bad_data, say("this is not a list of setting names"),
                        fmt::format("{}, \"{}\"", place, key), say("a list such as [\"lr\", \"batch\"]"));
        setup.mutable_fields()->erase(key);
    }
    setup.mutable_fields()->erase("advisor");
    return to_json(setup);
}

}  // namespace

run::Preset read_preset(const std::filesystem::path& file) {
    const std::string text = json_file_text(file);
    run::Preset preset;
    const auto has = [&text](const char* key) { return text.find(key) != std::string::npos; };
    const bool setup = has("\"locked\"") || has("\"hidden\"") || has("\"advisor\"");
    from_json(setup ? without_locks(text, file.string()) : text, preset, file.string());
    if (preset.name().empty())
        throw Error(ErrorCode::bad_data, say("the preset has no name"), file.string(), say("a field \"name\""));
    *preset.mutable_config() = with_recipe(preset.config());
    preset.mutable_config()->set_preset(preset.name());
    try {
        validate(complete(preset.config()));
    } catch (const Error& error) {
        throw Error(ErrorCode::bad_data, error.message_phrase(), file.string() + ", " + error.place(),
                    error.remedy_phrase());
    }
    return preset;
}

std::vector<run::Preset> load_presets(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    std::error_code failed;
    if (!std::filesystem::is_directory(folder, failed))
        throw Error(ErrorCode::bad_data, say("it is no folder that can be read"), folder.string(),
                    say("a folder of presets"));
    for (const std::string& name : names_in(folder))
        if (name.ends_with(".json")) files.push_back(folder / name);
    std::sort(files.begin(), files.end());
    std::vector<run::Preset> presets;
    for (const auto& file : files) presets.push_back(read_preset(file));
    return presets;
}

std::vector<run::Preset> shipped_presets() {
    return load_presets(resource_path("presets"));
}

run::Preset preset_named(const std::string& name) {
    // A file is called NUMBER-NAME.json: reading all of them took a sixth of a window's start, for its lessons.
    const std::filesystem::path folder = resource_path("presets");
    for (const std::string& file : names_in(folder)) {
        if (!file.ends_with(name + ".json")) continue;
        if (run::Preset preset = read_preset(folder / file); preset.name() == name) return preset;
    }
    std::vector<std::string> names;
    for (const run::Preset& preset : shipped_presets()) names.push_back(preset.name());
    throw Error(ErrorCode::usage, say("there is no preset \"%1\"", {name}), "preset",
                say("one of %1", {fmt::format("{}", fmt::join(names, ", "))}));
}

}  // namespace mantissa
