// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker presets` and `devices`: what there is.
#include <fmt/format.h>

#include <memory>

#include "app/worker/catalogue.h"
#include "app/worker/commands.h"
#include "engine/run/json.h"
#include "engine/run/presets.h"
#include "engine/run/scaler_recipes.h"

namespace mantissa {

CommandFunction add_presets(CLI::App& program) {
    CLI::App* command = program.add_subcommand("presets", "list the presets and what each shows");
    struct Options {
        bool json = false, scalers = false;
    };
    auto options = std::make_shared<Options>();
    command->add_flag("--json", options->json, "one preset per line");
    command->add_flag("--scalers", options->scalers, "the loss scalers of other frameworks instead (--scaler NAME)");
    command->footer("Example:\n  mantissa-worker presets --json");
    return [options] {
        if (options->scalers) {
            for (const ScalerRecipe& recipe : scaler_recipes()) {
                const run::ScalerRecipe message = recipe_message(recipe);
                if (options->json)
                    fmt::print("{}\n", to_json(message));
                else
                    fmt::print("{} - {} ({})\n  {}\n\n", message.name(), message.title(), message.source(),
                               message.description());
            }
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
