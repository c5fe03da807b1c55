// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker serve`: what the window starts, here or over ssh.
#include <unistd.h>

#include <memory>
#include <string>

#include "app/worker/commands.h"
#include "app/worker/hand_session.h"
#include "app/worker/lane_setup.h"
#include "engine/base/error.h"
#include "engine/train/worker_loop.h"
#include "engine/wire/stream.h"

namespace mantissa {

CommandFunction add_serve(CLI::App& program) {
    CLI::App* command = program.add_subcommand(
        "serve", "take commands from the window on standard input, send records on standard output");
    auto folder = std::make_shared<std::string>();
    command->add_option("--checkpoint-folder", *folder, "where checkpoints lie (default: your state folder)")
        ->type_name("DIR");
    command->footer("Example:\n  ssh HOST mantissa-worker serve   (as the window starts it)");
    return [folder] {
        if (isatty(STDOUT_FILENO) != 0)
            throw Error(ErrorCode::usage, "it speaks with Mantissa's window in bytes that are not for a terminal",
                        "the standard output", "start it from the window; by hand: mantissa-worker train");
        const int output = claim_stdout();
        SessionServices services = worker_services();
        services.checkpoint_folder = checkpoint_folder(*folder);
        return serve(STDIN_FILENO, output, std::move(services));
    };
}

}  // namespace mantissa
