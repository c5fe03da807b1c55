// SPDX-License-Identifier: Apache-2.0
#include "app/worker/reproducer.h"

#include <fmt/format.h>

#include <fstream>

#include "app/worker/lane_setup.h"
#include "engine/base/error.h"
#include "engine/base/resources.h"
#include "engine/base/ulid.h"
#include "engine/diagnose/findings.h"
#include "engine/report/safetensors.h"
#include "engine/run/json.h"
#include "engine/train/checkpoint.h"

namespace mantissa {
namespace {

class NoSink final : public RecordSink {
  public:
    void accept(const run::Record&) override {}
};

void write_text(const std::filesystem::path& file, const std::string& text, bool runs = false) {
    std::ofstream out(file, std::ios::binary);
    out << text;
    out.close();
    if (!out) throw Error(ErrorCode::failed, "it cannot be written", file.string(), "a folder with space");
    if (runs)
        std::filesystem::permissions(file, std::filesystem::perms::owner_exec, std::filesystem::perm_options::add);
}

NamedTensor tensor_of(const std::string& name, std::vector<std::int64_t> shape, std::vector<float> values) {
    return {name, std::move(shape), std::move(values)};
}

}  // namespace

void write_reproducer(const std::filesystem::path& folder, const Bench& bench, const run::RunConfig& given,
                      const run::CastFinding& finding) {
    run::RunConfig config = given;
    config.set_eval_interval(0);
    if (config.native() == run::NATIVE_AUTO) config.set_native(run::NATIVE_OFF);  // as it was diagnosed
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed) throw Error(ErrorCode::failed, failed.message(), folder.string(), "a folder that can be made");
    Trial trial(bench, config);
    while (trial.steps_done() < finding.step()) trial.step();
    const Snapshot state = trial.snapshot();

    NoSink sink;
    Trainer trainer(bench.device, bench.data, bench.dataset, config, sink, make_ulid(), 0);
    trainer.begin();
    trainer.restore(state);
    write_checkpoint(folder / "state.checkpoint", checkpoint_of(trainer, sink));
    save_weights(trainer, folder / "weights.safetensors");

    Batcher batcher(bench.dataset.train.count, config.batch(), config.seed(), config.shuffle());
    batcher.seek(state.position);
    const std::span<const std::uint32_t> indices = batcher.next();
    const auto pixels = static_cast<std::size_t>(bench.dataset.side * bench.dataset.side);
    std::vector<float> images, labels;
    for (const std::uint32_t index : indices) {
        labels.push_back(static_cast<float>(bench.dataset.train.labels[index]));
        for (std::size_t p = 0; p < pixels; ++p)
            images.push_back(static_cast<float>(bench.dataset.train.images[index * pixels + p]) / 255.0f);
    }
    const auto count = static_cast<std::int64_t>(indices.size());
    write_safetensors(folder / "batch.safetensors",
                      {tensor_of("images", {count, static_cast<std::int64_t>(pixels)}, std::move(images)),
                       tensor_of("labels", {count}, std::move(labels))});

    const Replay replay = replay_step(bench, config, state);
    const TrialStep done = trial.step();
    trainer.restore(trial.snapshot());
    write_text(folder / "reproducer.json",
               fmt::format("{{\n\"step\": {},\n\"finding\": {},\n\"loss\": \"{}\",\n\"scale\": {},\n"
                           "\"weights_after_sha256\": \"{}\",\n\"findings\": {},\n\"side\": {},\n\"classes\": {},\n"
                           "\"data_sha256\": \"{}\",\n\"batch\": [{}],\n\"config\": {}\n}}\n",
                           state.step, json_quoted(finding.text()), done.loss, done.scale,
                           trainer.parameters().weights_sha256(), replay.findings.size(), bench.dataset.side,
                           bench.dataset.classes, bench.dataset.sha256, fmt::join(indices, ", "), to_json(config)));
    write_text(folder / "reproduce.sh",
               fmt::format("#!/bin/sh\n# {}\nexec \"${{MANTISSA_WORKER:-mantissa-worker}}\" replay "
                           "\"$(dirname \"$0\")/state.checkpoint\" --step {}\n",
                           finding.text(), state.step),
               true);
    std::filesystem::copy_file(resource_path("reproduce") / "reproduce.py", folder / "reproduce.py",
                               std::filesystem::copy_options::overwrite_existing, failed);
    if (failed) throw Error(ErrorCode::failed, failed.message(), (folder / "reproduce.py").string(), "");
}

}  // namespace mantissa
