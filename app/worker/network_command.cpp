// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker network`: the network of a configuration as the file that --network takes, or as a PyTorch module.
#include <fmt/format.h>

#include <memory>

#include "app/worker/commands.h"
#include "app/worker/config_flags.h"
#include "app/worker/lane_setup.h"
#include "engine/base/error.h"
#include "engine/nn/operation.h"
#include "engine/run/json.h"
#include "engine/run/networks.h"
#include "engine/run/presets.h"
#include "engine/store/library.h"

namespace mantissa {

namespace {

run::RunConfig settings_of_run(const std::string& library, const std::string& run_id) {
    const run::RunStarted started = open_runs(library)->details(run_id).started;
    if (started.has_foreign())
        throw Error(ErrorCode::usage, "another program trained this run: its network is not known", run_id,
                    "a run of Mantissa");
    return complete(started.config());
}

}  // namespace

CommandFunction add_network(CLI::App& program) {
    CLI::App* command = program.add_subcommand("network", "a network, operation by operation");
    struct Options {
        ConfigFlags flags;
        bool shapes = false;
        std::string run, library;
    };
    auto options = std::make_shared<Options>();
    options->flags.add_to(*command);
    command->add_flag("--shapes", options->shapes, "the extents of every tensor instead, and the parameters");
    command->add_option("--run", options->run, "that of a run that is kept, instead of the settings'")
        ->type_name("RUN_ID");
    command->add_option("--library", options->library, "where --run is kept (default: your library)")
        ->type_name("FILE")
        ->needs("--run");
    command->footer("Example:\n  mantissa-worker network --model unet --task classify-pixels > unet.json");
    return [options] {
        if (options->flags.printed()) return 0;
        if (!options->run.empty() && options->flags.given())
            throw Error(ErrorCode::usage, "the settings are those of the run", "--run " + options->run,
                        "--run, or settings");
        const run::RunConfig config =
            options->run.empty() ? options->flags.config() : settings_of_run(options->library, options->run);
        const Dataset data = load_data(config);
        const Network network = make_network(config, data.side, data.classes);
        if (options->shapes) {
            for (const auto& operation : network.operations) {
                const TensorInfo& result = network.tensors[static_cast<std::size_t>(operation->output)];
                std::int64_t numbers = 0;
                for (const int index : operation->parameters)
                    numbers += network.parameters[static_cast<std::size_t>(index)].shape.size();
                fmt::print("{:18} {:28} {:16} {:>10}\n", operation->kind(), operation->name, text_of(result.sample),
                           numbers > 0 ? fmt::format("{}", numbers) : "");
            }
            fmt::print("{} parameters\n", network.parameter_count());
            return 0;
        }
        const run::NetworkDescription description = describe_network(config, data.side, data.classes);
        fmt::print("{{\"name\": {}, \"operations\": [\n", json_quoted(description.name()));
        for (int i = 0; i < description.operations_size(); ++i)
            fmt::print("  {}{}\n", to_json(description.operations(i)),
                       i + 1 < description.operations_size() ? "," : "");
        fmt::print("]}}\n");
        return 0;
    };
}

}  // namespace mantissa
