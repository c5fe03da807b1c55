// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker presets` and `devices`: what there is.
#include <fmt/format.h>

#include <memory>

#include "app/worker/catalogue.h"
#include "app/worker/commands.h"
#include "engine/run/cast_settings.h"
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
std::string casts_table() {
    std::vector<run::CastRecipe> recipes;
    for (const CastsDescription& one : casts_descriptions()) recipes.push_back(recipe_message(one));
    std::string out = fmt::format("{:<14}", "operation");
    for (const run::CastRecipe& one : recipes) out += fmt::format("  {:<19}", one.title());
    out += "\n";
    for (int i = 0; i < recipes.front().operations_size(); ++i) {
        out += fmt::format("{:<14}", recipes.front().operations(i).operation());
        for (const run::CastRecipe& one : recipes)
            out += fmt::format("  {:<19}", (one.operations(i).differs() ? "* " : "") + one.operations(i).cast());
        out += "\n";
    }
    const auto row = [&](const char* name, auto text) {
        out += fmt::format("{:<14}", name);
        const std::string torch = text(recipe_message(description_of(run::CASTS_TORCH_AMP)).config());
        for (const run::CastRecipe& one : recipes) {
            const std::string here = text(one.config());
            out += fmt::format("  {:<19}", (here == torch ? "" : "* ") + here);
        }
        out += "\n";
    };
    row("weights", [](const run::RunConfig& c) -> std::string {
        return c.has_master_weights() && !c.master_weights() ? "16 bits" : "FP32";
    });
    row("loss scale", [](const run::RunConfig& c) {
        return c.scaling() == run::DYNAMIC ? std::string(recipe_of(c.scaler()).title) : "none";
    });
    return out + "* another format than in torch.amp; given: the input's format, 16 bits after a product\n";
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
            if (!options->json) fmt::print("{}\n", casts_table());
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
