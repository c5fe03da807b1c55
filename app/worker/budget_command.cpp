// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker budget`: how few bits each operation of a network can do with.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <memory>

#include "app/worker/catalogue.h"
#include "app/worker/commands.h"
#include "app/worker/config_flags.h"
#include "app/worker/lane_setup.h"
#include "app/worker/terminal.h"
#include "engine/diagnose/budget.h"
#include "engine/run/names.h"

namespace mantissa {
namespace {

struct Options {
    ConfigFlags flags;
    BudgetOptions budget;
    double seconds = 0;
    bool json = false, until_input_ends = false;
};

/// "operand,weight-gradient", as --layer-override takes them.
std::string casts_of(const PrecisionNeed& need) {
    std::string all;
    for (const run::LayerCast cast : need.casts)
        all += (all.empty() ? "" : ",") + flag_name(*run::LayerCast_descriptor()->FindValueByNumber(cast));
    return all;
}

void tell_budget(const PrecisionNeed& need, bool json) {
    const bool all = need.layer.empty();
    if (json) {
        fmt::print(
            R"({{"operation":"{}","casts":"{}","exponent_bits":{},"fraction_bits":{},"keeps_up":{},"trainings":{}}})"
            "\n",
            all ? "all" : harmless(need.layer), casts_of(need), need.exponent_bits, need.fraction_bits, need.keeps_up,
            need.tests);
    } else if (all) {
        fmt::print("\nAll of them at once in E{}M{}: {}.\n", need.exponent_bits, need.fraction_bits,
                   need.keeps_up ? "keeps up with FP32" : "falls behind FP32, although each alone keeps up");
    } else {
        fmt::print("{:<24} E{}M{:<4} {}\n", harmless(need.layer), need.exponent_bits, need.fraction_bits,
                   casts_of(need));
    }
    std::fflush(stdout);
}

void tell_budget(const DiagnosisProgress& now, bool json) {
    if (json) {
        fmt::print("{{\"progress\":{{\"done\":{},\"of\":{},\"seconds_left\":{:.1f}}}}}\n", now.done, now.of,
                   now.seconds_left);
        std::fflush(stdout);
        return;
    }
    if (!::isatty(2)) return;
    std::string line = now.of == 0 ? "trains FP32" : fmt::format("operation {} of {}", now.done + 1, now.of);
    if (now.seconds_left > 0) line += fmt::format(", {} left", duration_text(now.seconds_left));
    fmt::print(stderr, "\r{:<76}\r", line);
}

int budget_run(Options& options) {
    const run::RunConfig config = options.flags.config();
    options.flags.check_effect({config});
    const run::RunConfig given = options.flags.given_settings();
    if (given.has_steps() || given.has_epochs())
        fmt::print(stderr,
                   "mantissa-worker: --budget-steps, not --steps or --epochs, says how long each training is\n");
    if (given.has_precision())
        fmt::print(stderr, "mantissa-worker: formats are tried for each operation in place of --precision\n");
    const Dataset dataset = load_data(config);
    const std::unique_ptr<Device> device = open_device(config.device(), static_cast<int>(config.threads()));
    const DeviceData data(*device, dataset);
    catch_interrupts();
    if (options.until_input_ends) stop_at_end_of_input();
    BudgetOptions& how = options.budget;
    how.pace.seconds = options.seconds;
    how.pace.stop = [] { return stop_requested(); };
    how.pace.progress = [&](const DiagnosisProgress& now) { tell_budget(now, options.json); };
    how.found = [&](const PrecisionNeed& need) { tell_budget(need, options.json); };
    if (!options.json)
        fmt::print(
            "Each alone, the rest in FP32, over {} steps: the fewest bits with which the training keeps up.\n\n"
            "{:<24} {:<8} {}\n",
            how.steps, "operation", "needs", "casts");
    const Bench bench{*device, data, dataset};
    const std::vector<PrecisionNeed> needs = precision_budget(bench, config, how);
    if (needs.empty() || !needs.back().layer.empty()) {
        fmt::print(stderr, "mantissa-worker: stopped before the last operation\n");
        return 3;
    }
    return 0;
}

}  // namespace

CommandFunction add_budget(CLI::App& program) {
    CLI::App* command = program.add_subcommand(
        "budget", "how few exponent and fraction bits each operation can do with, all else in FP32");
    auto options = std::make_shared<Options>();
    command->add_option("--budget-steps", options->budget.steps, "steps of each training")
        ->check(CLI::Range(20, 1000000))
        ->capture_default_str();
    command->add_flag("--each-cast", options->budget.each_cast,
                      "operands, results and gradients of an operation apart; takes some four times as long");
    command->add_option("--seconds", options->seconds, "at most so long; what is known by then is told; 0: no limit")
        ->check(CLI::Range(0.0, 1e7))
        ->capture_default_str();
    command->add_flag("--json", options->json, "progress and operations, a line of JSON each");
    command->add_flag("--until-input-ends", options->until_input_ends,
                      "stops where the standard input ends: who started it over ssh reaches it with nothing else");
    options->flags.add_to(*command);
    command->footer(
        "Example:\n  mantissa-worker budget --depth 2 --width 64\n\nOne seed. A loss scaling that is given is "
        "kept. The last line is of all operations at once.");
    return [options] { return options->flags.printed() ? 0 : budget_run(*options); };
}

}  // namespace mantissa
