// SPDX-License-Identifier: Apache-2.0
#include "engine/report/repeat_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "engine/report/field_text.h"
#include "engine/run/cast_settings.h"
#include "engine/run/names.h"
#include "engine/run/operand_settings.h"
#include "engine/run/presets.h"
#include "engine/run/scaler_recipes.h"
#include "engine/run/settings.h"
#include "engine/run/validation.h"

namespace mantissa {
namespace {

bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

}  // namespace

std::string shell_quoted(const std::string& text) {
    const auto plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view("_-./:=+,@%").find(c) != std::string_view::npos;
    };
    if (!text.empty() && std::all_of(text.begin(), text.end(), plain)) return text;
    std::string quoted = "'";
    for (const char c : text) {
        if (is_control(c))
            quoted += '_';
        else if (c == '\'' || c == '\\' || c == '!')  // fish reads \ between single quotes, tcsh !
            quoted += std::string("'\\") + c + "'";
        else
            quoted += c;
    }
    return quoted + "'";
}

std::string without_shell_characters(const std::string& text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        // U+2018 to U+201F: to PowerShell these are quotes, too.
        const bool curly = text.compare(i, 2, "\xE2\x80") == 0 && i + 2 < text.size() &&
                           static_cast<unsigned char>(text[i + 2]) >= 0x98 &&
                           static_cast<unsigned char>(text[i + 2]) <= 0x9F;
        if (curly) i += 2;
        const bool read = curly || is_control(text[i]) || std::string_view("'\"\\!`").find(text[i]) < 5;
        result += read ? '_' : text[i];
    }
    return result;
}

namespace {

/// A flag and its value for every field that `changed` sets, each value as `word` makes it of its text.
template <class Word>
void add_flags(std::vector<std::string>& words, const run::RunConfig& changed, Word word) {
    const auto* descriptor = run::RunConfig::descriptor();
    for (int i = 0; i < descriptor->field_count(); ++i) {
        const auto& field = *descriptor->field(i);
        if (field.is_repeated() || field.name() == "preset" || !changed.GetReflection()->HasField(changed, &field))
            continue;
        const std::string value = field_text(changed, field);
        if (value.empty()) continue;
        std::string flag = "--" + field.name();
        std::replace(flag.begin(), flag.end(), '_', '-');
        if (value.front() == '-') {  // would be taken for a flag of its own
            words.push_back(flag + "=" + word(value));
        } else {
            words.push_back(flag);
            words.push_back(word(value));
        }
    }
    for (const run::LayerOverride& one : changed.layer_overrides()) {
        if (!is_layer_name(one.layer())) continue;
        run::RunConfig single;
        *single.add_layer_overrides() = one;
        words.push_back("--layer-override");
        words.push_back(word(overrides_text(single)));
    }
}

/// What flags have to change in the defaults, or in what the recipes that are named set: that of casts, then the
/// scaler's.
run::RunConfig changed_settings(const run::RunConfig& config) {
    const run::RunConfig whole = complete(config);
    run::RunConfig base = default_config(), named;
    if (has_operands(whole)) {
        base.MergeFrom(settings_of(whole.operand_recipe()));
        named.set_operand_recipe(whole.operand_recipe());
    }
    if (whole.casts() != run::CASTS_OWN) {
        base.MergeFrom(settings_of(whole.casts(), whole.precision()));
        named.set_casts(whole.casts());
        if (whole.precision() != settings_of(whole.casts(), run::PRECISION_UNSET).precision())
            named.set_precision(whole.precision());
    }
    if (whole.scaler() != base.scaler()) {
        base.MergeFrom(settings_of(whole.scaler()));
        named.set_scaler(whole.scaler());
    }
    return merge(difference(base, whole), named);
}

std::string pasted(const std::string& text) {
    return shell_quoted(without_shell_characters(text));
}

}  // namespace

std::string flags_text(const run::RunConfig& change) {
    std::vector<std::string> words;
    add_flags(words, change, pasted);
    return fmt::format("{}", fmt::join(words, " "));
}

std::vector<std::string> repeat_words(const run::RunConfig& config, const run::RunIdentity& identity) {
    std::vector<std::string> words{"mantissa-worker", "train"};
    run::RunConfig changed = changed_settings(config);
    if (changed.has_network()) {
        const run::RunConfig whole = complete(config);
        const auto* descriptor = run::RunConfig::descriptor();
        for (int i = 0; i < descriptor->field_count(); ++i)  // such as the width of another network that was set before
            if (idle_because(descriptor->field(i)->name(), whole))
                changed.GetReflection()->ClearField(&changed, descriptor->field(i));
        if (changed.has_network()) changed.set_network("network.json");  // no shell could be handed its text
    }
    add_flags(words, changed, pasted);
    // The last of them changes nothing where the file is whole.
    if (const std::string& file = identity.initial_weights_file(); !file.empty())
        words.insert(words.end(), {"--init-weights", pasted(file), "--init-partly"});
    return words;
}

std::vector<std::string> setting_arguments(const run::RunConfig& config) {
    std::vector<std::string> words;
    add_flags(words, changed_settings(config), [](const std::string& text) { return text; });
    return words;
}

std::string repeat_command(const run::RunConfig& config, const run::RunIdentity& identity) {
    return fmt::format("{}", fmt::join(repeat_words(config, identity), " "));
}

}  // namespace mantissa
