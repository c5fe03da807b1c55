// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker reproducer`: one step of a training, to hand on.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "app/worker/catalogue.h"
#include "app/worker/commands.h"
#include "app/worker/config_flags.h"
#include "app/worker/lane_setup.h"
#include "app/worker/late_start.h"
#include "app/worker/reproducer.h"
#include "app/worker/terminal.h"
#include "engine/run/presets.h"

namespace mantissa {
namespace {

struct ReproducerOptions {
    ConfigFlags flags;
    std::string file, from, checkpoint_folder;
    std::uint32_t step = 1;
    bool force = false;
};

int write_step(const ReproducerOptions& options) {
    std::optional<Checkpoint> from;
    if (!options.from.empty())
        from = checkpoint_named(options.from, CheckpointFolder(checkpoint_folder(options.checkpoint_folder)));
    const run::RunConfig config =
        from && !options.flags.given() ? complete(from->snapshot.config) : options.flags.config();
    const Dataset dataset = load_data(config);
    if (from) check_data(*from, dataset);
    const std::unique_ptr<Device> device = open_device(config.device(), static_cast<int>(config.threads()));
    const DeviceData data(*device, dataset);
    catch_interrupts();
    const run::CastFinding finding =
        write_reproducer(options.file, Bench{*device, data, dataset}, config, from ? &from->snapshot : nullptr,
                         options.step, std::nullopt, options.force, [] { return stop_requested(); });
    fmt::print("{}\n{}\n", harmless(finding.text()), harmless(options.file));
    return 0;
}

}  // namespace

CommandFunction add_reproducer(CLI::App& program) {
    CLI::App* command = program.add_subcommand(
        "reproducer", "one step of a training to hand on: state, weights, batch, a script for PyTorch");
    auto options = std::make_shared<ReproducerOptions>();
    command->add_option("file", options->file, "what is written: one file where it ends in .zip, else a folder")
        ->required()
        ->type_name("FILE.zip|DIR");
    command->add_option("--step", options->step, "the step, 1 being the first")
        ->required()
        ->check(CLI::Range(std::uint32_t{1}, std::uint32_t{1000000}));
    command
        ->add_option("--from", options->from,
                     "trains from this checkpoint on and not from the beginning; without settings with its own")
        ->type_name("RUN|FILE");
    command
        ->add_option("--checkpoint-folder", options->checkpoint_folder,
                     "where checkpoints lie (default: your state folder)")
        ->type_name("DIR");
    command->add_flag("--force", options->force, "writes over what is there");
    options->flags.add_to(*command);
    command->footer("Example:\n  mantissa-worker reproducer found.zip --step 1 --preset attention-overflow");
    return [options] { return options->flags.printed() ? 0 : write_step(*options); };
}

}  // namespace mantissa
