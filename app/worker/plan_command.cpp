// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker plan`: the memory of a configuration before it runs, and the largest batch for a budget.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "app/worker/catalogue.h"
#include "app/worker/commands.h"
#include "app/worker/config_flags.h"
#include "app/worker/lane_setup.h"
#include "engine/run/json.h"
#include "engine/run/memory_record.h"
#include "engine/run/names.h"
#include "engine/train/memory_plan.h"

namespace mantissa {
namespace {

double mib(std::uint64_t bytes) {
    return static_cast<double>(bytes) / 0x1p20;
}

/// The operation with the most live bytes, by category.
void print_peak(const run::MemoryRecord& plan, bool native) {
    const run::MemoryRecord::Operation* peak = nullptr;
    std::uint64_t most = 0;
    for (const auto& operation : plan.operations()) {
        std::uint64_t sum = 0;
        for (const run::MemoryBytes& bytes : operation.live()) sum += native ? bytes.native() : bytes.held();
        if (!peak || sum > most) {
            peak = &operation;
            most = sum;
        }
    }
    fmt::print("{} peak {:.2f} MiB, during {}\n", native ? "Native" : "Held here:", mib(most),
               peak ? peak->name() : "no operation");
    if (!peak) return;
    for (const run::MemoryBytes& bytes : peak->live())
        if (const std::uint64_t value = native ? bytes.native() : bytes.held(); value > 0)
            fmt::print("  {:16} {:12.2f} MiB\n", english(category_phrase(bytes.category())), mib(value));
}

}  // namespace

CommandFunction add_plan(CLI::App& program) {
    CLI::App* command = program.add_subcommand("plan", "the memory of a configuration, and the batch that fits");
    struct Options {
        ConfigFlags flags;
        double budget = 0;
        bool json = false;
    };
    auto options = std::make_shared<Options>();
    options->flags.add_to(*command);
    command->add_option("--budget", options->budget, "GiB: also the largest batch that fits")
        ->check(CLI::Range(0.001, 1e6));
    command->add_flag("--json", options->json, "the plan as run.proto's MemoryRecord");
    return [options] {
        const run::RunConfig config = options->flags.config();
        const std::unique_ptr<Device> device = open_device(config.device(), static_cast<int>(config.threads()));
        const Dataset dataset = load_data(config);
        const run::MemoryRecord plan = plan_memory(*device, dataset, config);
        if (options->json) {
            fmt::print("{}\n", to_json(plan));
        } else {
            fmt::print("batch {}: live bytes of one training step\n", config.batch());
            print_peak(plan, false);
            print_peak(plan, true);
            if (plan.device_own() > 0)
                fmt::print("The device takes {:.0f} MiB itself, beside what is held here\n", mib(plan.device_own()));
            fmt::print("A run takes {:.2f} MiB of this device in all, with its evaluation and counters\n",
                       mib(device_bytes(plan)));
        }
        if (options->budget > 0) {
            const auto bytes = static_cast<std::uint64_t>(options->budget * 0x1p30);
            const std::uint32_t held = largest_batch(*device, dataset, config, bytes, false);
            const std::uint32_t native = largest_batch(*device, dataset, config, bytes, true);
            if (options->json)
                fmt::print("{{\"budget_gib\": {}, \"largest_batch_held\": {}, \"largest_batch_native\": {}}}\n",
                           options->budget, held, native);
            else
                fmt::print("Largest batch in {:g} GiB: {} here, {} on a device that stores the formats natively\n",
                           options->budget, held, native);
        }
        return 0;
    };
}

}  // namespace mantissa
