// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker export-network`: the network of a run that has ended or was stopped, as it was left.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "app/worker/catalogue.h"
#include "app/worker/commands.h"
#include "app/worker/lane_setup.h"
#include "app/worker/late_start.h"
#include "app/worker/terminal.h"
#include "engine/base/error.h"
#include "engine/base/ulid.h"
#include "engine/nn/network.h"
#include "engine/nn/parameters.h"
#include "engine/report/onnx.h"
#include "engine/report/pytorch_module.h"
#include "engine/run/json.h"
#include "engine/train/checkpoint.h"
#include "engine/train/lane_parts.h"

namespace mantissa {
namespace {

struct ExportNetworkOptions {
    std::string run, weights, onnx, pytorch, checkpoint_folder;
    bool json = false, force = false;
};

/// The last state that is kept of the run `name`, or that the file of this name holds.
Checkpoint last_state(const std::string& name, const CheckpointFolder& folder) {
    std::error_code ignored;
    if (!is_ulid(name) || std::filesystem::exists(name, ignored)) return checkpoint_named(name, folder);
    if (folder.used() && std::filesystem::exists(folder.ended().file_of(name), ignored))
        return folder.ended().read(name);
    if (folder.used() && std::filesystem::exists(folder.file_of(name), ignored)) return folder.read(name);
    throw Error(ErrorCode::usage, say("no weights of run %1 are kept", {name}), folder.path().string(),
                say("one of the newest runs that ended or were stopped on this machine, of train or of the window"));
}

int export_network(const ExportNetworkOptions& options) {
    const std::vector<NamedOutput> outputs{
        {"--weights", options.weights}, {"--onnx", options.onnx}, {"--pytorch", options.pytorch}};
    check_apart(outputs, "none");
    std::vector<std::string> files;
    for (const NamedOutput& output : outputs) {
        if (output.file.empty()) continue;
        check_binary_output(output.file, options.force);
        files.push_back(output.file);
    }
    if (files.empty())
        throw Error(ErrorCode::usage, say("no file to write was named"), "export-network",
                    say("--weights, --onnx or --pytorch"));
    const Checkpoint from = last_state(options.run, CheckpointFolder(checkpoint_folder(options.checkpoint_folder)));
    const run::RunConfig& config = from.snapshot.config;
    const Dataset dataset = load_data(config);  // whose sizes are the network's
    check_data(from, dataset);
    // The plain one is always there, whatever the run was trained on.
    const std::unique_ptr<Device> device = open_device("reference", 1);
    const Network network = make_network(config, dataset.side, dataset.classes);
    Parameters parameters(*device, network, optimizer_settings_of(config));
    parameters.load(from.snapshot.parameters);
    const std::vector<NamedTensor> tensors = named_weights(network, parameters);
    if (!options.weights.empty()) write_safetensors(options.weights, tensors);
    if (!options.onnx.empty()) write_onnx(options.onnx, config, network.side, tensors);
    if (!options.pytorch.empty()) write_pytorch_module(options.pytorch, config, network.side, tensors);
    if (options.json)
        fmt::print("{{\"run_id\":{},\"step\":{}}}\n", json_quoted(from.run_id), from.snapshot.step);
    else
        fmt::print("run {} after step {}: {}\n", from.run_id, from.snapshot.step,
                   harmless(fmt::format("{}", fmt::join(files, ", "))));
    return 0;
}

}  // namespace

CommandFunction add_export_network(CLI::App& program) {
    CLI::App* command = program.add_subcommand(
        "export-network", "the network of a run that has ended or was stopped, with its weights, for other programs");
    auto options = std::make_shared<ExportNetworkOptions>();
    command
        ->add_option("run", options->run,
                     "a run of train or of the window (the last states of the newest are kept), or a checkpoint")
        ->required()
        ->type_name("RUN|FILE");
    command->add_option("--weights", options->weights, "write its weights (safetensors, PyTorch's names)")
        ->type_name("FILE");
    command->add_option("--onnx", options->onnx, "write it with its weights as an ONNX model (FP32)")
        ->type_name("FILE");
    command
        ->add_option("--pytorch", options->pytorch,
                     "write it as a PyTorch module, a Python file that loads what --weights writes")
        ->type_name("FILE.py");
    command
        ->add_option("--checkpoint-folder", options->checkpoint_folder,
                     "where checkpoints lie (default: your state folder)")
        ->type_name("DIR");
    command->add_flag("--json", options->json, "say as one object which run and step it was");
    command->add_flag("--force", options->force, "replace files where they exist");
    command->footer(
        "Example:\n  mantissa-worker export-network 01ARZ3NDEKTSV4RRFFQ69G5FAV --weights weights.safetensors "
        "--pytorch net.py");
    return [options] { return export_network(*options); };
}

}  // namespace mantissa
