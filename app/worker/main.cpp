// SPDX-License-Identifier: Apache-2.0
// mantissa-worker: the engine behind a command line. Exit codes: 0 done, 1 failed, 2 usage, 3 cancelled, 4 device,
// 5 bad data.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "app/worker/commands.h"
#include "app/worker/fault_line.h"
#include "app/worker/output.h"
#include "app/worker/terminal.h"
#include "engine/base/error.h"
#include "engine/base/host.h"
#include "engine/base/version.h"

namespace {

/// Refuses a first word that is no sub-command with the list of those that there are.
void check_command(const CLI::App& program, const std::string& word) {
    if (word.empty() || word.starts_with('-')) return;
    std::vector<std::string> names;
    for (const CLI::App* command : program.get_subcommands({})) names.push_back(command->get_name());
    if (std::find(names.begin(), names.end(), word) == names.end())
        throw mantissa::Error(mantissa::ErrorCode::usage,
                              fmt::format("there is no command \"{}\"", mantissa::harmless(word)), "",
                              fmt::format("one of {}", fmt::join(names, ", ")));
}

/// Carries out the command line; returns the exit code. Throws std::bad_alloc.
int carry_out(int argc, char** argv) {
    using namespace mantissa;
    CLI::App program(
        "mantissa-worker trains small networks on MNIST in FP32, TF32, FP16 and BF16 and records what the\n"
        "formats do to the numbers.",
        "mantissa-worker");
    program.set_version_flag("--version", fmt::format("mantissa-worker {} ({})", program_version, program_commit));
    program.require_subcommand(1);
    program.footer("Exit codes: 0 done, 1 failed, 2 usage, 3 cancelled, 4 device, 5 bad data.");
    program.get_formatter()->column_width(36);
    program
        .add_option_function<std::string>(
            "--cuda-libraries",
            [](const std::string& folders) { ::setenv("MANTISSA_CUDA_LIBRARIES", folders.c_str(), 1); },
            "before the command: folders with libcublasLt.so (and\nlibcudnn.so.9), separated by colons (default: "
            "where\nthe loader looks)")
        ->type_name("DIR[:DIR]");
    program
        .add_option_function<std::string>(
            "--cuda-convolutions",
            [](const std::string& way) { ::setenv("MANTISSA_CUDA_CONVOLUTIONS", way.c_str(), 1); },
            "before the command: by cuDNN, by those engines of it\nthat are timed as the fastest (others perhaps, and\n"
            "other bits, each time), or as products of\npatches by cuBLASLt (default)")
        ->check(CLI::IsMember({"cudnn", "cudnn-timed", "patches"}));

    struct Entry {
        CLI::App* command;
        CommandFunction run;
    };
    std::vector<Entry> entries;
    for (const auto add : {add_train,   add_demo,           add_compare,   add_sweep,   add_runs,     add_report,
                           add_export,  add_import,         add_decide,    add_plan,    add_diagnose, add_budget,
                           add_replay,  add_reproducer,     add_reduction, add_inspect, add_round,    add_lesson,
                           add_network, add_export_network, add_bench,     add_serve,   add_devices,  add_presets}) {
        CommandFunction run = add(program);
        entries.push_back({program.get_subcommands({}).back(), std::move(run)});
    }
    // A list with commas is one word: what stands behind it is another argument, and -- ends the options.
    for (const Entry& entry : entries)
        for (CLI::Option* option : entry.command->get_options())
            if (option->get_delimiter() != '\0' && !option->get_positional()) option->allow_extra_args(false);
    try {
        check_command(program, argc > 1 ? argv[1] : "");
        program.parse(argc, argv);
        for (const Entry& entry : entries)
            if (entry.command->parsed()) return entry.run();
    } catch (const CLI::ParseError& error) {
        return program.exit(error) == 0 ? 0 : static_cast<int>(ErrorCode::usage);
    } catch (const Error& error) {
        fmt::print(stderr, "mantissa-worker: {}\n", harmless(error.what()));
        return static_cast<int>(error.code());
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& error) {
        fmt::print(stderr, "mantissa-worker: {}\n", harmless(error.what()));
        return static_cast<int>(ErrorCode::failed);
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    mantissa::occupy_standard_descriptors();
    mantissa::tell_faults();
    mantissa::guard_output();
    int code = 0;
    try {
        code = carry_out(argc, argv);
    } catch (const std::bad_alloc&) {
        std::fputs("mantissa-worker: out of memory (a smaller batch or network needs less; ulimit -v limits it)\n",
                   stderr);
        code = static_cast<int>(mantissa::ErrorCode::failed);
    }
    return mantissa::finish_output(code);
}
