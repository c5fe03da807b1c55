// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker replay`: one step of a checkpoint, operation by operation.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "app/worker/catalogue.h"
#include "app/worker/commands.h"
#include "app/worker/lane_setup.h"
#include "app/worker/terminal.h"
#include "app/worker/zip_file.h"
#include "engine/base/error.h"
#include "engine/base/plain_nan.h"
#include "engine/diagnose/findings.h"
#include "engine/run/json.h"
#include "engine/train/checkpoint.h"

namespace mantissa {
namespace {

struct ReplayOptions {
    std::string file;
    std::optional<std::uint32_t> step;
    bool json = false;
};

/// Of a checkpoint, or of a reproducer in one file.
Checkpoint checkpoint_in(const std::filesystem::path& file) {
    if (file.extension() != ".zip") return read_checkpoint(file);
    const FolderBeside beside(std::filesystem::temp_directory_path() / "reproducer");
    unzip_one(file, "state.checkpoint", beside.path() / "state.checkpoint");
    try {
        return read_checkpoint(beside.path() / "state.checkpoint");
    } catch (const Error& error) {
        throw Error(error.code(), error.message_phrase(), file.string() + ": state.checkpoint", error.remedy_phrase());
    }
}

int replay(const ReplayOptions& options) {
    const Checkpoint checkpoint = checkpoint_in(options.file);
    const Snapshot& from = checkpoint.snapshot;
    const std::uint32_t step = options.step.value_or(from.step + 1);
    if (step <= from.step)
        throw Error(ErrorCode::usage, fmt::format("the checkpoint is from after step {}", from.step), "--step",
                    fmt::format("{} or later", from.step + 1));
    const Dataset dataset = load_data(from.config);
    check_data(checkpoint, dataset);
    const std::unique_ptr<Device> device = open_device(from.config.device(), static_cast<int>(from.config.threads()));
    const DeviceData data(*device, dataset);
    const Bench bench{*device, data, dataset};
    run::RunConfig config = from.config;
    if (from.native_choice) config.set_native(from.native_choice->native() ? run::NATIVE_ON : run::NATIVE_OFF);
    Trial trial(bench, config, &from);
    catch_interrupts();
    while (trial.steps_done() + 1 < step) {
        refuse_stopped();
        trial.step();
    }
    const Replay seen = replay_step(bench, config, trial.snapshot());
    const TrialStep done = trial.step();
    const std::string hash = trial.weights_sha256();
    const double loss = plain_nan(static_cast<double>(done.loss));
    if (options.json) {
        for (const run::CastFinding& finding : seen.findings) fmt::print("{}\n", to_json(finding));
        fmt::print(
            "{{\"step\":{},\"loss\":\"{}\",\"scale\":{},\"skipped\":{},\"findings\":{},\"propagators\":{},"
            "\"weights_sha256\":\"{}\"}}\n",
            step - 1, loss, done.scale, done.skipped, seen.findings.size(), seen.propagators, hash);
        return 0;
    }
    for (const run::CastFinding& finding : seen.findings) fmt::print("{}\n", harmless(finding.text()));
    if (seen.findings.empty()) fmt::print("no operation differs from FP32 by more than its format's rounding\n");
    if (seen.propagators > 0) fmt::print("{} later results only passed inf or NaN on\n", seen.propagators);
    fmt::print("step {}: loss {}, scale {}{}\nweights after it: {}\n", step, loss, done.scale,
               done.skipped ? ", skipped" : "", hash);
    return 0;
}

}  // namespace

CommandFunction add_replay(CLI::App& program) {
    CLI::App* command =
        program.add_subcommand("replay", "one step of a checkpoint or reproducer, operation by operation beside FP32");
    auto options = std::make_shared<ReplayOptions>();
    command->add_option("file", options->file, "a reproducer (.zip), or a checkpoint such as its state.checkpoint")
        ->required()
        ->type_name("FILE");
    command->add_option("--step", options->step,
                        "the step, 1 being the first; trains to there (default: the checkpoint's next)");
    command->add_flag("--json", options->json, "a line for each finding, then what the step did");
    command->footer("Example:\n  mantissa-worker replay found.zip");
    return [options] { return replay(*options); };
}

}  // namespace mantissa
