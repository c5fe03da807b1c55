// SPDX-License-Identifier: Apache-2.0
// Loading and recording for commands run by hand.
#include "app/worker/lane_setup.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <optional>
#include <utility>

#include "app/worker/size_text.h"
#include "engine/base/error.h"
#include "engine/base/resources.h"
#include "engine/base/user_folders.h"
#include "engine/report/onnx.h"
#include "engine/report/output_file.h"
#include "engine/report/pytorch_module.h"
#include "engine/report/safetensors.h"
#include "engine/run/tasks.h"
#include "engine/train/lane_parts.h"

namespace mantissa {
namespace {

void refuse_standard_output(const std::string& file) {
    if (file == "-") throw Error(ErrorCode::usage, "its bytes are not for the standard output", file, "name a file");
}

std::vector<NamedTensor> weights_of(Trainer& trainer) {
    return named_weights(trainer.network(), trainer.parameters());
}

}  // namespace

Dataset load_data(const run::RunConfig& config) {
    if (reads_words(config.task())) {
        Dataset sizes;  // MNIST's
        sizes.train.count = 60000;
        sizes.test.count = 10000;
        return with_task(std::move(sizes), config);
    }
    return with_task(config.data().empty() ? load_mnist(resource_path("mnist")) : load_dataset(config.data()), config);
}

std::vector<std::string> load_weights(Trainer& trainer, const std::filesystem::path& file, bool partly) {
    std::map<std::string, NamedTensor> tensors = read_safetensors(file);
    const std::size_t given = tensors.size();
    const Network& network = trainer.network();
    // No values: the tensor stays as it is.
    const auto values_of = [&](const ParameterInfo& info) -> std::optional<std::vector<float>> {
        const auto found = tensors.find(info.name);
        if (found == tensors.end() && partly) return std::nullopt;
        if (found == tensors.end())
            throw Error(
                ErrorCode::bad_data, fmt::format("there is no tensor \"{}\"", info.name), file.string(),
                fmt::format("the {} tensors of this network", network.parameters.size() + network.state.size()));
        if (found->second.shape != info.pytorch_shape)
            throw Error(
                ErrorCode::bad_data,
                fmt::format("tensor \"{}\" has the shape [{}]", info.name, fmt::join(found->second.shape, ", ")),
                file.string(), fmt::format("[{}]", fmt::join(info.pytorch_shape, ", ")));
        const auto finite = [](float value) { return std::isfinite(value); };
        if (!std::all_of(found->second.values.begin(), found->second.values.end(), finite))
            throw Error(ErrorCode::bad_data, fmt::format("tensor \"{}\" holds inf or NaN", info.name), file.string(),
                        "finite weights");
        std::vector<float> values = from_pytorch_layout(info, found->second.values);
        tensors.erase(found);
        return values;
    };
    for (std::size_t i = 0; i < network.parameters.size(); ++i)
        if (const auto values = values_of(network.parameters[i])) trainer.parameters().set_values(i, *values);
    for (std::size_t i = 0; i < network.state.size(); ++i)
        if (const auto values = values_of(network.state[i])) trainer.parameters().set_state_values(i, *values);
    if (tensors.size() == given)
        throw Error(ErrorCode::bad_data, "none of its tensors is of this network", file.string(),
                    network.parameters.empty()
                        ? "a network with weights"
                        : fmt::format("one called \"{}\", say", network.parameters.front().name));
    trainer.round_weights();
    std::vector<std::string> left;
    for (const auto& [name, tensor] : tensors)
        if (!name.ends_with("num_batches_tracked")) left.push_back(name);
    return left;
}

std::vector<NamedTensor> named_weights(const Network& network, const Parameters& parameters) {
    std::vector<NamedTensor> tensors;
    const auto add = [&](const ParameterInfo& info, const std::vector<float>& values) {
        tensors.push_back({info.name, info.pytorch_shape, to_pytorch_layout(info, values)});
    };
    for (std::size_t i = 0; i < network.parameters.size(); ++i) add(network.parameters[i], parameters.values(i));
    for (std::size_t i = 0; i < network.state.size(); ++i) add(network.state[i], parameters.state_values(i));
    return tensors;
}

void save_weights(Trainer& trainer, const std::filesystem::path& file) {
    write_safetensors(file, weights_of(trainer));
}

void save_onnx(Trainer& trainer, const std::filesystem::path& file) {
    write_onnx(file, trainer.config(), trainer.network().side, weights_of(trainer));
}

void save_pytorch(Trainer& trainer, const std::filesystem::path& file) {
    write_pytorch_module(file, trainer.config(), trainer.network().side, weights_of(trainer));
}

std::filesystem::path checkpoint_folder(const std::string& given) {
    return given.empty() ? user_state_folder() / "checkpoints" : std::filesystem::absolute(given);
}

std::filesystem::path library_file(const std::string& given) {
    refuse_standard_output(given);
    if (given == "none")
        throw Error(ErrorCode::usage, "This command has nothing to read without a library", "--library none",
                    "a library's file; ./none where that is its name");
    return given.empty() ? default_library_path() : std::filesystem::path(given);
}

std::unique_ptr<Library> open_runs(const std::string& given) {
    const std::filesystem::path file = library_file(given);
    if (std::error_code ignored; !std::filesystem::exists(file, ignored))
        throw Error(ErrorCode::usage, "There is no library of runs", file.string(),
                    "train a run first (mantissa-worker train), or name a library with --library");
    return Library::open(file, Access::read_only);
}

void check_apart(const std::vector<NamedOutput>& outputs, const std::string& library) {
    const auto same = [](const std::filesystem::path& one, const std::filesystem::path& other) {
        std::error_code failed;
        if (std::filesystem::equivalent(one, other, failed)) return true;  // whatever links lead there
        return std::filesystem::absolute(one).lexically_normal() == std::filesystem::absolute(other).lexically_normal();
    };
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const auto& [flag, file] = outputs[i];
        if (file.empty() || file == "-") continue;
        for (std::size_t before = 0; before < i; ++before)
            if (!outputs[before].file.empty() && same(file, outputs[before].file))
                throw Error(ErrorCode::usage, fmt::format("{} and {} name the same file", outputs[before].flag, flag),
                            file, "a file for each");
        if (library != "none" && same(file, library_file(library)))
            throw Error(ErrorCode::usage, fmt::format("{} names the library itself", flag), file, "another file");
    }
}

void check_binary_output(const std::string& file, bool replace) {
    refuse_standard_output(file);
    check_output(file, replace);
}

void add_run_share(CLI::App& command, std::string& share) {
    command
        .add_option("--run-share", share,
                    "the most that a run may take of the disk; past it only some of its older steps are kept (default: "
                    "1GiB)")
        ->type_name("SIZE");
}

LibraryRecorder::LibraryRecorder(const std::string& path, const std::string& share) {
    if (path == "none") return;
    const std::uint64_t bytes = share.empty() ? RunShare::usual_bytes : bytes_of(share, "--run-share");
    const std::filesystem::path file = library_file(path);
    try {
        RecordWriter::Callbacks callbacks;
        callbacks.on_thinned = [](const run::Record& event) {
            fmt::print(stderr, "{}: {}.\n", event.run_id(), event.event().text());
        };
        writer_ = std::make_unique<RecordWriter>(Library::open(file, Access::read_write), std::move(callbacks));
        writer_->set_run_share(bytes);
    } catch (const Error& error) {
        const Phrase without = say("to train without keeping the run: --library none");
        throw Error(error.code(), error.message_phrase(), error.place(),
                    error.remedy_phrase().empty() ? without : say("%1; %2", {error.remedy_phrase(), without}));
    }
}

void LibraryRecorder::claim(const std::string& run_id) {
    if (writer_) writer_->post([&run_id](Library& library) { library.claim(run_id); }).get();
}

LibraryRecorder::~LibraryRecorder() {
    try {
        finish();
    } catch (const std::exception&) {  // finish() said it, or the error that unwinds is the one to tell
    }
}

void LibraryRecorder::accept(const run::Record& record) {
    if (!writer_) return;
    pending_.push_back(record);
    if (pending_.size() < 64 && !record.has_started() && !record.has_finished()) return;
    writer_->push(pending_);  // a copy: what it does not take is still here
    pending_.clear();
}

void LibraryRecorder::finish() {
    if (!writer_) return;
    if (!pending_.empty()) writer_->push(pending_);
    pending_.clear();
    writer_->flush();
}

std::vector<run::Record> LibraryRecorder::take_unwritten() {
    if (!writer_) return {};
    try {
        writer_->flush();
    } catch (const Error&) {  // known: it is why they are asked for
    }
    std::vector<run::Record> all = writer_->take_unwritten();
    std::move(pending_.begin(), pending_.end(), std::back_inserter(all));
    pending_.clear();
    return all;
}

}  // namespace mantissa
