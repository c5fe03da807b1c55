// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker decide`: the decision sheet. Times are measured now, in turns over the modes, so that a machine that
// grows slow meanwhile is slow for all of them; memory is planned; accuracies come from a library of runs.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>

#include "app/worker/catalogue.h"
#include "app/worker/commands.h"
#include "app/worker/config_flags.h"
#include "app/worker/lane_setup.h"
#include "app/worker/output.h"
#include "app/worker/size_text.h"
#include "app/worker/terminal.h"
#include "engine/base/error.h"
#include "engine/precision/resolve.h"
#include "engine/report/decision_message.h"
#include "engine/report/decision_sheet.h"
#include "engine/report/output_file.h"
#include "engine/run/names.h"
#include "engine/train/bench.h"
#include "engine/train/memory_plan.h"
#include "engine/train/native_choice.h"

namespace mantissa {
namespace {

constexpr int rounds = 5;  // measurements of each mode: their range is the spread

struct DecideOptions {
    ConfigFlags flags;
    std::string memory, library, html;
    double seconds = 2;
    bool json = false, message = false, force = false, until_input_ends = false;
};

/// In turns over the native modes. A mode whose steps are so long that its first measurement took three times its share
/// of the time (or 3 s, if that is longer) is measured once only: the sheet then claims nothing about its spread.
void measure_modes(Device& device, DecisionSheet& sheet) {
    using Clock = std::chrono::steady_clock;
    std::vector<bool> slow(sheet.modes.size());
    const bool terminal = isatty(STDERR_FILENO) != 0;
    for (int round = 0; round < rounds; ++round)
        for (std::size_t i = 0; i < sheet.modes.size(); ++i) {
            DecisionMode& mode = sheet.modes[i];
            if (mode.emulated || slow[i] || stop_requested()) continue;
            run::Bench bench;
            bench.set_kind(run::Bench::STEP);
            bench.set_seconds(std::max(0.01, sheet.seconds / rounds));
            *bench.mutable_config() = mode.config;
            if (terminal) {
                write_control(stderr, "\r");
                fmt::print(stderr, "measuring {}, {} of {}   ", display_name_of(mode.config), round + 1, rounds);
            }
            const auto before = Clock::now();
            const run::BenchResult result = run_bench(device, bench, stop_requested);
            if (result.repetitions() > 0) mode.step_seconds.push_back(result.seconds());
            const double took = std::chrono::duration<double>(Clock::now() - before).count();
            if (round == 0) slow[i] = took > 3 * std::max(1.0, sheet.seconds / rounds);
        }
    if (terminal) write_control(stderr, fmt::format("\r{:40}\r", ""));
}

DecisionSheet sheet_of(const DecideOptions& options) {
    const run::RunConfig config = options.flags.config();
    const std::unique_ptr<Device> device = open_device(config.device(), static_cast<int>(config.threads()));
    const DeviceDescription description = device->describe();
    const Dataset dataset = load_data(config);
    DecisionSheet sheet;
    sheet.device = description.id + ": " + description.text;
    sheet.libraries = description.libraries;
    sheet.network = network_phrase(config);
    sheet.data = dataset.name;
    sheet.budget = options.memory.empty() ? description.memory_bytes : bytes_of(options.memory, "--memory");
    if (sheet.budget == 0)
        throw Error(ErrorCode::usage, "the device does not say how much memory it has", "--memory", "e.g. 4GiB");
    sheet.seconds = options.seconds;
    sheet.made_unix = std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
    for (const run::RunConfig& one : decision_configs(config)) {
        if (stop_requested()) return sheet;
        DecisionMode& mode = sheet.modes.emplace_back();
        mode.config = one;
        const ResolvedPolicy resolved =
            policies_of(*device, make_network(one, dataset.side, dataset.classes), one).training;
        mode.emulated = resolved.emulated;
        for (const ResolvedRole& role : resolved.roles)
            if (!role.native) mode.reasons.push_back(fmt::format("{}: {}", role.role, english(role.reason)));
        const run::MemoryRecord plan = plan_memory(*device, dataset, one);
        mode.peak_held = plan.peak_held();
        mode.peak_native = plan.peak_native();
        mode.batch_held = largest_batch(*device, dataset, one, sheet.budget, false);
        mode.batch_native = largest_batch(*device, dataset, one, sheet.budget, true);
    }
    std::error_code ignored;  // a sheet without runs says so; only a library that was named has to be there
    if (options.library != "none" && (!options.library.empty() || std::filesystem::exists(library_file(""), ignored)))
        add_library_runs(sheet, *open_runs(options.library), dataset.sha256);
    measure_modes(*device, sheet);
    return sheet;
}

int decide(const DecideOptions& options) {
    const run::RunConfig asked = options.flags.config();
    if (asked.precision() == run::CUSTOM)
        fmt::print(stderr, "mantissa-worker: the sheet has no row for {}\n", display_name_of(asked));
    std::vector<run::RunConfig> configs = decision_configs(asked);
    configs.push_back(asked);  // the bits of a custom format are of it
    options.flags.say_idle(configs);
    check_apart({{"--html", options.html}}, options.library);
    if (!options.html.empty() && options.html != "-") check_output(options.html, options.force);  // before the work
    catch_interrupts();
    if (options.until_input_ends) stop_at_end_of_input();
    const DecisionSheet sheet = sheet_of(options);
    if (stop_requested()) {
        fmt::print(stderr, "Stopped: no decision sheet was written.\n");
        return static_cast<int>(ErrorCode::cancelled);
    }
    if (options.message)
        fmt::print("{}\n", sheet_message(sheet));
    else if (options.json)
        fmt::print("{}\n", decision_json(sheet));
    else if (options.html.empty())
        fmt::print("{}", decision_markdown(sheet));
    if (options.html == "-") {
        fmt::print("{}", decision_html(sheet));
    } else if (!options.html.empty()) {
        write_output(options.html, options.force, [&](std::ostream& out) { out << decision_html(sheet); });
        if (!options.json) fmt::print("{}\n", options.html);
    }
    return 0;
}

}  // namespace

CommandFunction add_decide(CLI::App& program) {
    CLI::App* command =
        program.add_subcommand("decide", "which precision: time, memory, accuracy, and the same in PyTorch");
    auto options = std::make_shared<DecideOptions>();
    command
        ->add_option("--memory,--budget", options->memory,
                     "budget for the largest batch, as 4GiB or 512MiB (default: the device's memory)")
        ->type_name("SIZE");
    command->add_option("--seconds", options->seconds, "seconds of measuring for each native mode, 0.05 to 300")
        ->check(CLI::Range(0.05, 300.0))
        ->capture_default_str();
    command
        ->add_option("--library", options->library,
                     "where runs of this configuration are looked for; \"none\": nowhere (default: your library)")
        ->type_name("FILE");
    command->add_option("--html", options->html, "write the sheet as a page; -: to the standard output")
        ->type_name("FILE");
    command->add_flag("--json", options->json, "one JSON object on a line (default: Markdown)");
    command->add_flag("--message", options->message, "one line for Mantissa's window, which words the sheet itself");
    command->add_flag("--until-input-ends", options->until_input_ends,
                      "stop at the end of the standard input, as when a connection by ssh ends");
    command->add_flag("--force", options->force, "replace the file where it exists");
    options->flags.add_to(*command);
    command->footer("Example:\n  mantissa-worker decide --model cnn --batch 256 --memory 8GiB --html sheet.html");
    return [options] { return options->flags.printed() ? 0 : decide(*options); };
}

}  // namespace mantissa
