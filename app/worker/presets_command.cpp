// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker presets` and `devices`: what there is.
#include <fmt/format.h>

#include <memory>

#include "app/worker/catalogue.h"
#include "app/worker/commands.h"
#include "engine/run/cast_settings.h"
#include "engine/run/casts_table.h"
#include "engine/run/json.h"
#include "engine/run/operand_settings.h"
#include "engine/run/presets.h"
#include "engine/run/scaler_recipes.h"

namespace mantissa {

namespace {

/// A recipe of any kind, with its source.
template <class Message>
void print_preset(const Message& message, bool json) {
    if (json)
        fmt::print("{}\n", to_json(message));
    else
        fmt::print("{} - {} ({})\n  {}\n\n", message.name(), message.title(), message.source(), message.description());
}

/// Operations by recipes; what has another format than in torch.amp is marked.
std::string casts_text() {
    std::string out = fmt::format("{:<14}", "operation");
    for (const CastsDescription& one : casts_descriptions()) out += fmt::format("  {:<19}", one.recipe->title);
    out += "\n";
    for (const CastsRow& row : casts_table()) {
        out += fmt::format("{:<14}", english(row.name));
        for (const CastsCell& cell : row.cells)
            out += fmt::format("  {:<19}", (cell.differs ? "* " : "") + english(cell.text));
        out += "\n";
    }
    return out + english(casts_table_legend()) + "\n";
}

}  // namespace

CommandFunction add_presets(CLI::App& program) {
    CLI::App* command = program.add_subcommand("presets", "list the presets and what each shows");
    struct Options {
        bool json = false, scalers = false, casts = false, operands = false;
    };
    auto options = std::make_shared<Options>();
    command->add_flag("--json", options->json, "one preset per line");
    command->add_flag("--scalers", options->scalers, "the loss scalers of other frameworks instead (--scaler NAME)");
    command->add_flag("--casts", options->casts, "the casts of other frameworks instead, as a table (--casts NAME)");
    command->add_flag("--operands", options->operands,
                      "the recipes for operands in eight or fewer bits instead (--operand-recipe NAME)");
    command->footer("Example:\n  mantissa-worker presets --json");
    return [options] {
        if (options->scalers) {
            for (const ScalerRecipe& recipe : scaler_recipes()) print_preset(recipe_message(recipe), options->json);
            return 0;
        }
        if (options->casts) {
            if (!options->json) fmt::print("{}\n", casts_text());
            for (const CastsDescription& one : casts_descriptions()) print_preset(recipe_message(one), options->json);
            return 0;
        }
        if (options->operands) {
            for (const OperandsDescription& one : operands_descriptions())
                print_preset(recipe_message(one), options->json);
            return 0;
        }
        for (const run::Preset& preset : shipped_presets()) {
            if (options->json)
                fmt::print("{}\n", to_json(preset));
            else
                fmt::print("{} - {}\n  {}\n\n", preset.name(), preset.title(), preset.description());
        }
        return 0;
    };
}

CommandFunction add_devices(CLI::App& program) {
    CLI::App* command = program.add_subcommand("devices", "list the devices that can train");
    struct Options {
        bool json = false, verbose = false;
    };
    auto options = std::make_shared<Options>();
    command->add_flag("--json", options->json, "one device per line");
    command->add_flag("--verbose", options->verbose, "instruction sets and libraries");
    command->footer("Example:\n  mantissa-worker devices --verbose");
    return [options] {
        for (const run::DeviceInfo& device : list_devices(options->verbose)) {
            if (options->json) {
                fmt::print("{}\n", to_json(device));
                continue;
            }
            fmt::print("{}: {}\n", device.id(),
                       device.available() ? device.description() : "not available: " + device.reason());
            if (!device.available()) continue;
            if (device.memory_bytes())
                fmt::print("  memory {:.1f} GiB; native products: {}; other formats are emulated, exact in rounding\n",
                           static_cast<double>(device.memory_bytes()) / 0x1p30,
                           fmt::join(device.native_formats(), ", "));
            for (const std::string& library : device.libraries()) fmt::print("  {}\n", library);
            for (const std::string& detail : device.details()) fmt::print("  {}\n", detail);
            if (options->verbose && device.id() == "cpu")
                for (const std::string& choice : native_choices()) fmt::print("  {}\n", choice);
        }
        return 0;
    };
}

}  // namespace mantissa
