// SPDX-License-Identifier: Apache-2.0
// Grids. The file is read as JSON of any shape and its values as text, so that every setting can vary and a value is
// written as on the command line.
#include "engine/run/sweep.h"

#include <fmt/format.h>
#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/message_differencer.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <span>

#include "engine/base/error.h"
#include "engine/base/sha256.h"
#include "engine/run/cast_settings.h"
#include "engine/run/json.h"
#include "engine/run/names.h"
#include "engine/run/presets.h"
#include "engine/run/recipes.h"
#include "engine/run/set_field.h"
#include "engine/run/validation.h"

namespace mantissa {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Value;

[[noreturn]] void refuse_sweep(const Phrase& what, const std::string& place, const Phrase& expected) {
    throw Error(ErrorCode::bad_data, what, place, expected);
}

/// A value as a flag takes it. Numbers of JSON are exact to 2^53: a larger seed is written as a text.
std::string text_of(const Value& value, const std::string& place) {
    switch (value.kind_case()) {
        case Value::kStringValue:
            return value.string_value();
        case Value::kBoolValue:
            return value.bool_value() ? "on" : "off";
        case Value::kNumberValue:
            if (std::abs(value.number_value()) > 0x1p53 && value.number_value() == std::floor(value.number_value()))
                refuse_sweep(say("a number beyond 2^53 is not exact in JSON"), place, say("the same number in quotes"));
            if (value.number_value() == std::floor(value.number_value()))
                return fmt::format("{:.0f}", value.number_value());
            return fmt::format("{}", value.number_value());
        default:
            refuse_sweep(say("this is no value of a setting"), place, say("a text, a number, true or false"));
    }
}

/// A setting that has one value and can be given by name.
const FieldDescriptor& setting(const std::string& name, const std::string& place, bool list) {
    const FieldDescriptor* field = config_field(name);
    if (field && !field->is_repeated() && field->name() != "preset" && !(list && field->name() == "name"))
        return *field;
    refuse_sweep(
        say("\"%1\" is no setting of a run", {name}), place,
        list ? say("name, preset, base, or a setting with the list of its values, as in the JSON {\"lr\": [0.1, 0.01]}")
             : say("settings as config.proto names them, such as lr or histogram_interval"));
}

void read_overrides(run::RunConfig& base, const Value& value, const std::string& place) {
    for (const Value& one : value.list_value().values()) {
        if (one.kind_case() == Value::kStringValue) {
            add_override(base, one.string_value(), place);
            continue;
        }
        const auto& fields = one.struct_value().fields();
        if (!fields.contains("layer") || !fields.contains("precision"))
            refuse_sweep(say("this is no override of a layer"), place, say("a layer and its format: fc1=fp32"));
        add_override(base, fields.at("layer").string_value() + "=" + text_of(fields.at("precision"), place), place);
    }
}

bool is_recipe(const std::string& field) {
    return std::find(recipe_fields.begin(), recipe_fields.end(), field) != recipe_fields.end();
}

run::RunConfig base_of(const Value& value, const std::string& place) {
    run::RunConfig base;
    if (value.kind_case() != Value::kStructValue)
        refuse_sweep(say("this is no object of settings"), place, say("an object of JSON, such as {\"width\": 64}"));
    const auto& fields = value.struct_value().fields();
    // What recipes set depends on the precision, and other settings change it.
    for (const char* const first : {"operand_recipe", "precision", "casts", "scaler"})
        if (const auto found = fields.find(first); found != fields.end()) {
            const std::string where = place + "." + first;
            set_field(base, setting(first, where, false), text_of(found->second, where), where);
        }
    for (const auto& [name, one] : fields) {
        if (is_recipe(name)) continue;
        const std::string where = place + "." + name;
        if (name == "layer_overrides")
            read_overrides(base, one, where);
        else
            set_field(base, setting(name, where, false), text_of(one, where), where);
    }
    return base;
}

/// Where an axis stands in the order of the grid: the slowest first.
int rank(const std::string& field) {
    if (is_recipe(field))  // other axes change what these set
        return static_cast<int>(std::find(recipe_fields.begin(), recipe_fields.end(), field) - recipe_fields.end()) - 4;
    if (field == "precision") return -4;
    if (field == "scaling") return -3;
    if (field == "batch") return -2;
    if (field == "lr") return -1;
    if (field == "seed") return 1 << 20;
    return config_field(field)->number();
}

void put_in_order(std::vector<SweepAxis>& axes) {
    std::stable_sort(axes.begin(), axes.end(),
                     [](const SweepAxis& a, const SweepAxis& b) { return rank(a.field) < rank(b.field); });
}

/// Whether summary_of() tells it already.
bool in_summary(const std::string& field) {
    return field == "precision" || field == "scaling" || is_recipe(field) || field == "batch" || field == "name";
}

/// A setting of a cell and its value.
using Choice = std::pair<const FieldDescriptor*, std::string>;

/// The configuration of a cell: the base with these values, the recipes among them first.
run::RunConfig cell_of(const run::RunConfig& base, const run::RunConfig& given, const std::vector<Choice>& choices) {
    run::RunConfig cell = base;
    const auto choose = [&](const std::string& field) {
        for (const auto& [axis, value] : choices)
            if (axis->name() == field) set_field(cell, *axis, value, field);
    };
    const auto chosen = [&](const char* field) {
        return std::any_of(choices.begin(), choices.end(),
                           [field](const Choice& one) { return one.first->name() == field; });
    };
    choose("operand_recipe");
    choose("precision");
    // The recipe chooses a format where nothing else does, and whether there is a scale rests on that format.
    const bool own_format = chosen("precision") || given.has_precision() || has_16_bits(cell.precision());
    if (chosen("casts") && !own_format) cell.clear_precision();
    choose("casts");
    if (!cell.has_precision()) cell.set_precision(base.precision());
    const bool again = chosen("precision") && !chosen("casts") && given.has_casts();
    if (again) cell.MergeFrom(settings_of(given.casts(), cell.precision()));
    choose("scaler");
    const bool recipes = again || std::any_of(choices.begin(), choices.end(),
                                              [](const Choice& one) { return is_recipe(one.first->name()); });
    if (recipes) cell = merge(cell, beside_recipes(given));
    for (const auto& [axis, value] : choices)
        if (!is_recipe(axis->name())) set_field(cell, *axis, value, axis->name());
    return cell;
}

}  // namespace

SweepGrid read_sweep(const std::filesystem::path& file) {
    google::protobuf::Struct object;
    from_json(json_file_text(file), object, file.string());
    SweepGrid grid;
    try {
        for (const auto& [name, value] : object.fields()) {
            const std::string place = fmt::format("{}, {}", file.string(), name);
            if (name == "name" || name == "preset") {
                if (value.kind_case() != Value::kStringValue)
                    refuse_sweep(say("this is no text"), place, say("a name"));
                (name == "name" ? grid.name : grid.preset) = value.string_value();
            } else if (name == "base") {
                grid.given = grid.base = base_of(value, place);
            } else {
                SweepAxis axis{setting(name, place, true).name(), {}};
                if (value.kind_case() != Value::kListValue)
                    refuse_sweep(say("this is no list of values"), place,
                                 say("a list, such as [1, 2]; a setting of all runs stands in \"base\""));
                for (int i = 0; i < value.list_value().values_size(); ++i)
                    axis.values.push_back(text_of(value.list_value().values(i), fmt::format("{}[{}]", place, i)));
                if (!axis.values.empty()) grid.axes.push_back(std::move(axis));
            }
        }
    } catch (const Error& error) {  // whatever is wrong with it, it is the file
        throw Error(ErrorCode::bad_data, error.message_phrase(), error.place(), error.remedy_phrase());
    }
    if (grid.name.empty()) grid.name = file.stem().string();
    put_in_order(grid.axes);  // an object of JSON has none
    return grid;
}

void add_axis(SweepGrid& grid, const std::string& text, const std::string& place) {
    const std::size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    const FieldDescriptor* field = equals == std::string::npos ? nullptr : config_field(name);
    if (equals != std::string::npos && !field)
        throw Error(ErrorCode::usage, say("\"%1\" is no setting of a run", {name}), place,
                    say("settings as config.proto names them, such as lr or histogram_interval"));
    if (!field || field->is_repeated() || field->name() == "preset" || field->name() == "name")
        throw Error(ErrorCode::usage, say("\"%1\" names no setting with its values", {text}), place,
                    say("a setting, = and its values with commas between, such as lr=0.1,0.01"));
    SweepAxis axis{field->name(), {}};
    for (std::size_t at = equals + 1; at <= text.size();) {
        const std::size_t comma = std::min(text.find(',', at), text.size());
        axis.values.push_back(text.substr(at, comma - at));
        at = comma + 1;
    }
    run::RunConfig ignored;
    for (const std::string& value : axis.values) set_field(ignored, *field, value, place);
    std::erase_if(grid.axes, [&](const SweepAxis& one) { return one.field == axis.field; });
    grid.axes.push_back(std::move(axis));
}

std::vector<run::RunConfig> sweep_cells(const SweepGrid& grid, const std::string& place) {
    const auto in_file = [&](const Error& error, const std::string& at) {
        return Error(ErrorCode::bad_data, error.message_phrase(), fmt::format("{}, {}", place, at),
                     error.remedy_phrase());
    };
    std::vector<SweepAxis> axes = grid.axes;
    put_in_order(axes);
    double count = 1;
    for (const SweepAxis& axis : axes) count *= static_cast<double>(std::max<std::size_t>(axis.values.size(), 1));
    if (count > static_cast<double>(most_sweep_cells))
        throw Error(ErrorCode::bad_data, say("the grid has %1 runs", {fmt::format("{:g}", count)}), place,
                    say("at most %1", {most_sweep_cells}));
    run::RunConfig base = default_config();
    try {
        if (!grid.preset.empty()) base = merge(base, preset_named(grid.preset).config());
    } catch (const Error& error) {
        throw in_file(error, error.place());
    }
    base = merge(base, grid.base);
    std::vector<std::vector<Choice>> choices(1);
    std::vector<std::string> names{""};
    for (const SweepAxis& axis : axes) {
        const FieldDescriptor& field = *config_field(axis.field);
        std::set<std::string> seen;
        for (std::size_t i = 0; i < axis.values.size(); ++i) {
            const std::string at = fmt::format("{}[{}]", axis.field, i);
            run::RunConfig alone;
            try {
                set_field(alone, field, axis.values[i], at);
            } catch (const Error& error) {
                throw in_file(error, at);
            }
            if (!seen.insert(alone.SerializeAsString()).second)  // its runs would be the same
                refuse_sweep(say("value number %1 repeats an earlier one", {i + 1}), fmt::format("{}, {}", place, at),
                             say("each value once"));
        }
        std::vector<std::vector<Choice>> next;
        std::vector<std::string> next_names;
        for (std::size_t c = 0; c < choices.size(); ++c)
            for (std::size_t i = 0; i < axis.values.size(); ++i) {
                next.emplace_back(choices[c]).emplace_back(&field, axis.values[i]);
                const bool told = in_summary(axis.field) || axis.values.size() == 1;
                next_names.push_back(names[c] +
                                     (told ? std::string() : fmt::format(" · {} {}", axis.field, axis.values[i])));
            }
        choices = std::move(next);
        names = std::move(next_names);
    }
    std::vector<run::RunConfig> cells;
    for (const std::vector<Choice>& one : choices) cells.push_back(cell_of(base, grid.given, one));
    for (std::size_t c = 0; c < cells.size(); ++c) {
        cells[c].set_name(grid.name + ": " + summary_of(cells[c]) + names[c]);
        try {
            validate(cells[c]);
        } catch (const Error& error) {
            throw in_file(error, error.place());
        }
    }
    return cells;
}

std::string sweep_group_id(const SweepGrid& grid) {
    return group_id_of("mantissa sweep: " + grid.name);
}

std::string group_id_of(const std::string& text) {
    constexpr std::string_view alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    const std::string hex = sha256_hex(std::as_bytes(std::span(text)));
    std::string id;  // 130 bits; the first two are 0
    for (std::size_t i = 0; i < 26; ++i) id += alphabet[std::stoul(hex.substr(2 * i, 2), nullptr, 16) & 31];
    id[0] = alphabet[std::stoul(hex.substr(0, 2), nullptr, 16) & 7];
    return id;
}

bool same_run(const run::RunConfig& a, const run::RunConfig& b) {
    run::RunConfig one = a, other = b;
    one.clear_name();
    other.clear_name();
    return google::protobuf::util::MessageDifferencer::Equals(one, other);
}

}  // namespace mantissa
