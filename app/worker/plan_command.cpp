// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker plan`: the memory of a configuration before it runs, and the largest batch for a budget.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>

#include "app/worker/catalogue.h"
#include "app/worker/commands.h"
#include "app/worker/config_flags.h"
#include "app/worker/lane_setup.h"
#include "app/worker/size_text.h"
#include "engine/report/advisor_text.h"
#include "engine/run/json.h"
#include "engine/run/memory_record.h"
#include "engine/run/names.h"
#include "engine/run/settings.h"
#include "engine/train/memory_plan.h"

namespace mantissa {
namespace {

double mib(std::uint64_t bytes) {
    return static_cast<double>(bytes) / 0x1p20;
}

/// The operation with the most live bytes, by category.
void print_peak(const run::MemoryRecord& plan, bool native) {
    const run::MemoryRecord::Operation* const peak = peak_operation(plan, native);
    fmt::print("{} peak {:.2f} MiB, during {}\n",
               native ? "Native" : "Held here:", mib(peak ? live_bytes(*peak, native) : 0),
               peak ? peak->name() : "no operation");
    if (!peak) return;
    for (const run::MemoryBytes& bytes : peak->live())
        if (const std::uint64_t value = native ? bytes.native() : bytes.held(); value > 0)
            fmt::print("  {:16} {:12.2f} MiB\n", english(category_phrase(bytes.category())), mib(value));
}

/// Whether a second pass in FP32 is among what the plan holds.
bool has_shadow(const run::MemoryRecord& plan) {
    for (const auto& operation : plan.operations())
        for (const run::MemoryBytes& bytes : operation.live())
            if (bytes.category() == run::MEMORY_SHADOW && bytes.held() > 0) return true;
    return false;
}

/// The most images of a step that a budget holds.
struct LargestBatches {
    std::uint32_t held = 0, native = 0;  ///< on this device; on one that stores the formats as they are
};

LargestBatches largest_batches(Device& device, const Dataset& dataset, const run::RunConfig& config,
                               std::uint64_t bytes) {
    return {largest_batch(device, dataset, config, bytes, false), largest_batch(device, dataset, config, bytes, true)};
}

/// The answer to --budget. A shadow is FP32 in every mode and often the largest part of a 16-bit run, so that with it
/// a format seems to cost memory; what the format itself needs is told beside.
struct BudgetAnswer {
    std::uint64_t bytes = 0;
    bool shadow = false;  ///< whether the configuration has one
    LargestBatches as_configured, without_shadow;
};

BudgetAnswer answer_budget(Device& device, const Dataset& dataset, run::RunConfig config, std::uint64_t bytes,
                           bool shadow) {
    BudgetAnswer answer{bytes, shadow, largest_batches(device, dataset, config, bytes), {}};
    config.set_shadow_interval(0);
    answer.without_shadow = shadow ? largest_batches(device, dataset, config, bytes) : answer.as_configured;
    return answer;
}

std::string plan_json(const BudgetAnswer& answer) {
    return fmt::format(
        "{{\"budget_gib\": {}, \"largest_batch_held\": {}, \"largest_batch_native\": {}, \"shadow\": {}, "
        "\"largest_batch_held_without_shadow\": {}, \"largest_batch_native_without_shadow\": {}}}",
        static_cast<double>(answer.bytes) / 0x1p30, answer.as_configured.held, answer.as_configured.native,
        answer.shadow, answer.without_shadow.held, answer.without_shadow.native);
}

void print_plan(const BudgetAnswer& answer, std::uint32_t shadow_interval) {
    const auto line = [](const std::string& what, const LargestBatches& batches) {
        const auto number = [most = setting_named("batch")->range.most](std::uint32_t batch) {
            return fmt::format("{}{}", batch, batch == most ? " (the most that a step takes)" : "");
        };
        fmt::print(
            "{}: {} here, with the data set; {} for the step alone on a device that stores the formats natively\n",
            what, number(batches.held), number(batches.native));
    };
    const std::string largest = "Largest batch in " + byte_text(answer.bytes);
    if (!answer.shadow) return line(largest, answer.as_configured);
    line(fmt::format("{} with the shadow, a second pass in FP32 (--shadow-interval {})", largest, shadow_interval),
         answer.as_configured);
    line(largest + " without it (--shadow-interval 0)", answer.without_shadow);
}

}  // namespace

CommandFunction add_plan(CLI::App& program) {
    CLI::App* command = program.add_subcommand("plan", "the memory of a configuration, and the batch that fits");
    struct Options {
        ConfigFlags flags;
        std::string budget;
        bool json = false;
    };
    auto options = std::make_shared<Options>();
    options->flags.add_to(*command);
    command
        ->add_option("--budget,--memory", options->budget,
                     "also the largest batch that fits into so much, as 4GiB or 512MiB; where the run has a shadow (a "
                     "16-bit run's second pass in "
                     "FP32), with it and without")
        ->type_name("SIZE");
    command->add_flag(
        "--json", options->json,
        "the plan as record.proto's MemoryRecord; with --budget {\"plan\": that, \"budget\": {\"budget_gib\", "
        "\"largest_batch_held\" (here), \"largest_batch_native\", \"shadow\" (whether there is one), "
        "and the two largest ..._without_shadow}}");
    command->footer("Example:\n  mantissa-worker plan --model cnn --precision bf16 --batch 256 --budget 4GiB");
    return [options] {
        if (options->flags.printed()) return 0;
        const std::uint64_t bytes = options->budget.empty() ? 0 : bytes_of(options->budget, "--budget");
        const run::RunConfig config = options->flags.config();
        options->flags.check_effect({config});
        const std::unique_ptr<Device> device = open_device(config.device(), static_cast<int>(config.threads()));
        const Dataset dataset = load_data(config);
        const run::MemoryRecord plan = plan_memory(*device, dataset, config);
        std::optional<BudgetAnswer> budget;
        if (bytes > 0) budget = answer_budget(*device, dataset, config, bytes, has_shadow(plan));
        if (options->json) {
            if (budget)
                fmt::print("{{\"plan\": {}, \"budget\": {}}}\n", to_json(plan), plan_json(*budget));
            else
                fmt::print("{}\n", to_json(plan));
            return 0;
        }
        fmt::print("batch {}: live bytes of one training step\n", config.batch());
        print_peak(plan, false);
        print_peak(plan, true);
        if (plan.has_native_choice()) fmt::print("{}\n", plan.native_choice().reason());
        if (plan.device_own() > 0)
            fmt::print("The device takes {:.0f} MiB itself, beside what is held here\n", mib(plan.device_own()));
        fmt::print(
            "A run takes {:.2f} MiB of this device in all, with its evaluation, counters and the data set ({:.2f} MiB, "
            "once for all runs)\n",
            mib(device_bytes(plan)), mib(plan.data_bytes()));
        if (plan.recorder_bytes() > 0)
            fmt::print(
                "The last states, to which a run that diverges is rewound: at most {:.2f} MiB of the computer's "
                "memory\n",
                mib(plan.recorder_bytes()));
        if (budget) print_plan(*budget, config.shadow_interval());
        return 0;
    };
}

}  // namespace mantissa
