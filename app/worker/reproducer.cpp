// SPDX-License-Identifier: Apache-2.0
#include "app/worker/reproducer.h"

#include <fmt/format.h>

#include <fstream>

#include "app/worker/lane_setup.h"
#include "app/worker/zip_file.h"
#include "engine/base/error.h"
#include "engine/base/plain_nan.h"
#include "engine/base/resources.h"
#include "engine/base/table_sizes.h"
#include "engine/base/ulid.h"
#include "engine/diagnose/findings.h"
#include "engine/report/safetensors.h"
#include "engine/run/json.h"
#include "engine/run/tasks.h"
#include "engine/train/checkpoint.h"
#include "engine/train/lane_parts.h"

namespace mantissa {
namespace {

class Unheard final : public RecordSink {
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

/// As many numbers of each index as there are, divided by `unit`.
template <class Number>
std::vector<float> numbers_of(const std::vector<Number>& all, std::int64_t count,
                              std::span<const std::uint32_t> indices, float unit) {
    const std::size_t each = all.size() / static_cast<std::size_t>(count);
    std::vector<float> numbers;
    for (const std::uint32_t index : indices)
        for (std::size_t i = 0; i < each; ++i) numbers.push_back(static_cast<float>(all[index * each + i]) / unit);
    return numbers;
}

}  // namespace

run::CastFinding write_reproducer(const std::filesystem::path& folder, const Bench& bench, const run::RunConfig& given,
                                  const Snapshot* from, std::uint32_t step,
                                  const std::optional<run::CastFinding>& asked, bool force,
                                  const std::function<bool()>& stop) {
    if (folder.extension() == ".zip") {
        if (!force && std::filesystem::exists(folder))
            throw Error(ErrorCode::usage, "the file exists", folder.string(), "another one, or --force");
        const FolderBeside beside(folder);
        const std::filesystem::path whole = beside.path() / folder.stem();
        const run::CastFinding finding = write_reproducer(whole, bench, given, from, step, asked, force, stop);
        zip_folder(whole, folder);
        return finding;
    }
    if (from && step <= from->step)
        throw Error(ErrorCode::usage, fmt::format("the checkpoint is from after step {}", from->step), "--step",
                    fmt::format("{} or later", from->step + 1));
    const std::uint32_t last =
        total_steps(given, bench.dataset.train.count, from ? from->step : 0, from ? from->position : BatchPosition{});
    if (step > last) throw Error(ErrorCode::usage, fmt::format("the run has {} steps", last), "--step", "one of them");
    run::RunConfig config = given;
    config.set_eval_interval(0);
    if (config.native() == run::NATIVE_AUTO) config.set_native(run::NATIVE_OFF);  // as it was diagnosed
    std::error_code failed;
    if (!force && std::filesystem::exists(folder, failed) && !std::filesystem::is_empty(folder, failed))
        throw Error(ErrorCode::usage, "the folder is not empty", folder.string(), "another one, or --force");
    std::filesystem::create_directories(folder, failed);
    if (failed) throw Error(ErrorCode::failed, failed.message(), folder.string(), "a folder that can be made");
    Trial trial(bench, config, from);
    while (trial.steps_done() + 1 < step) {
        if (stop && stop()) throw Error(ErrorCode::cancelled, "stopped", "", "");
        trial.step();
    }
    const Snapshot state = trial.snapshot();
    const Replay replay = replay_step(bench, config, state);
    if (!asked && replay.findings.empty())
        throw Error(ErrorCode::usage, "no operation of this step differs from FP32 by more than its format's rounding",
                    "--step", "a step that `diagnose` names");
    const run::CastFinding finding = asked ? *asked : replay.findings.front();

    Unheard sink;
    Trainer trainer(bench.device, bench.data, bench.dataset, config, sink, make_ulid(), 0);
    trainer.begin();
    trainer.restore(state);
    write_checkpoint(folder / "state.checkpoint", checkpoint_of(trainer, sink));
    save_weights(trainer, folder / "weights.safetensors");
    save_pytorch(trainer, folder / "network.py");

    Batcher batcher(bench.dataset.train.count, config.batch(), config.seed(), config.shuffle());
    batcher.seek(state.position);
    const std::span<const std::uint32_t> indices = batcher.next();
    const Split& split = bench.dataset.train;
    const auto count = static_cast<std::int64_t>(indices.size());
    const std::int64_t side = bench.dataset.side;
    const std::size_t targets = split.labels.size() / static_cast<std::size_t>(split.count);
    const bool values = gives_image(config.task()),
               text = reads_words(config.task());  // the clean image, as the pixels are
    std::vector<NamedTensor> batch{
        {"images",
         text ? std::vector<std::int64_t>{count, text_tokens} : std::vector<std::int64_t>{count, 1, side, side},
         numbers_of(split.images, split.count, indices, text ? 1.0f : 255.0f)}};
    if (reads_table(config.task())) {
        batch.push_back({"numbers", {count, table_numbers}, numbers_of(split.numbers, split.count, indices, 1.0f)});
        batch.push_back({"labels", {count, 1}, numbers_of(split.values, split.count, indices, 1.0f)});
    } else {
        batch.push_back({"labels",
                         targets == 1 ? std::vector<std::int64_t>{count}
                         : text       ? std::vector<std::int64_t>{count, text_tokens}
                                      : std::vector<std::int64_t>{count, side, side},
                         numbers_of(split.labels, split.count, indices, values ? 255.0f : 1.0f)});
    }
    write_safetensors(folder / "batch.safetensors", batch);

    const TrialStep done = trial.step();
    trainer.restore(trial.snapshot());
    write_text(folder / "reproducer.json",
               fmt::format("{{\n\"step\": {},\n\"finding\": {},\n\"loss\": \"{}\",\n\"scale\": {},\n"
                           "\"weights_after_sha256\": \"{}\",\n\"findings\": {},\n"
                           "\"data_sha256\": \"{}\",\n\"batch\": [{}],\n\"config\": {}\n}}\n",
                           state.step, json_quoted(finding.text()), plain_nan(static_cast<double>(done.loss)),
                           done.scale, trainer.parameters().weights_sha256(), replay.findings.size(),
                           bench.dataset.sha256, fmt::join(indices, ", "), to_json(config)));
    write_text(folder / "reproduce.sh",
               fmt::format("#!/bin/sh\n# {}\nexec \"${{MANTISSA_WORKER:-mantissa-worker}}\" replay "
                           "\"$(dirname \"$0\")/state.checkpoint\" --step {}\n",
                           finding.text(), step),
               true);
    std::filesystem::copy_file(resource_path("reproduce") / "reproduce.py", folder / "reproduce.py",
                               std::filesystem::copy_options::overwrite_existing, failed);
    if (failed) throw Error(ErrorCode::failed, failed.message(), (folder / "reproduce.py").string(), "");
    return finding;
}

}  // namespace mantissa
