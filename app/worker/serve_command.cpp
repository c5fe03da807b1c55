// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker serve`: what the window starts, here or over ssh.
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>

#include "app/worker/commands.h"
#include "app/worker/hand_session.h"
#include "app/worker/lane_setup.h"
#include "engine/base/error.h"
#include "engine/train/worker_loop.h"
#include "engine/wire/stream.h"

namespace mantissa {
namespace {

/// Ctrl-C or the end of the terminal that the window was started from, and an orderly shutdown: lanes end as at the end
/// of the input, with checkpoints and with every record sent.
class EndingSignals {
  public:
    /// Taken by a thread of their own, for the reason that catch_interrupts() gives. `stop` outlives the process's
    /// work.
    explicit EndingSignals(StopPipe& stop) {
        sigemptyset(&signals_);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
            struct sigaction before {};
            sigaction(signal, nullptr, &before);
            if (before.sa_handler != SIG_IGN) sigaddset(&signals_, signal);
        }
        pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
        std::thread([signals = signals_, &stop] {
            int which = 0;
            if (sigwait(&signals, &which) != 0) return;
            came = which;
            stop.stop();
        }).detach();
    }

    /// Ends the process by the signal that came, so that who started it sees what ended it; returns where none did.
    void raise_again() const {
        if (came == 0) return;
        ::signal(came, SIG_DFL);
        pthread_sigmask(SIG_UNBLOCK, &signals_, nullptr);
        ::raise(came);
    }

  private:
    static inline std::atomic<int> came{0};
    sigset_t signals_{};
};

}  // namespace

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
        services.keeps_ends = true;
        static StopPipe stop;  // as long as the thread that may tell it
        const EndingSignals signals(stop);
        const int code = serve(STDIN_FILENO, output, std::move(services), stop);
        signals.raise_again();
        return code;
    };
}

}  // namespace mantissa
