// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker serve`: what the window starts, here or over ssh.
#include <unistd.h>

#include <memory>
#include <string>

#include "app/worker/catalogue.h"
#include "app/worker/commands.h"
#include "app/worker/lane_setup.h"
#include "engine/run/presets.h"
#include "engine/train/worker_loop.h"
#include "engine/wire/stream.h"

namespace mantissa {

CommandFunction add_serve(CLI::App& program) {
    CLI::App* command = program.add_subcommand(
        "serve", "take commands from the window on standard input, send records on standard output");
    auto folder = std::make_shared<std::string>();
    command->add_option("--checkpoint-folder", *folder, "where checkpoints lie (default: your state folder)")
        ->type_name("DIR");
    return [folder] {
        const int output = claim_stdout();
        SessionServices services;
        services.open_device = open_device;
        services.list_devices = [] { return list_devices(true); };
        services.load_data = load_data;
        services.presets = shipped_presets;
        services.checkpoint_folder = checkpoint_folder(*folder);
        return serve(STDIN_FILENO, output, std::move(services));
    };
}

}  // namespace mantissa
