// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker bench`: images per second over model, batch and mode, monitored and not; products and convolutions
// by format. The cases and the names of the fields are those of the peer's bench, so that tables stand side by side.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include "app/worker/catalogue.h"
#include "app/worker/commands.h"
#include "app/worker/terminal.h"
#include "engine/base/error.h"
#include "engine/base/resources.h"
#include "engine/data/dataset.h"
#include "engine/data/targets.h"
#include "engine/nn/network.h"
#include "engine/run/json.h"
#include "engine/run/names.h"
#include "engine/run/presets.h"
#include "engine/run/set_field.h"
#include "engine/run/validation.h"
#include "engine/train/bench.h"

namespace mantissa {
namespace {

struct BenchOptions {
    std::vector<std::string> models{"mlp", "sigmoid-mlp", "cnn"}, modes{"fp32", "tf32", "bf16", "fp16"};
    std::vector<std::uint32_t> batches{64, 512};
    std::vector<std::string> sizes{"1024x1024x1024", "1023x1023x1023", "64x14x64x64", "64x14x63x63"};
    std::string device = "cpu", native = "auto";
    std::uint32_t threads = 0, interval = 10;
    double seconds = 4;
    bool json = false, monitored = false, kernels = false, products = false;
};

/// The first of the tasks that the network of a file ends in; throws Error as the first of all has it where there is
/// none.
void set_task(run::RunConfig& config) {
    constexpr int side = 28, classes = 10;
    std::optional<Error> first;
    const auto& tasks = *run::Task_descriptor();
    for (int i = 1; i < tasks.value_count(); ++i) {
        config.set_task(static_cast<run::Task>(tasks.value(i)->number()));
        try {
            validate(config);
            make_network(config, side, classes_of(targets_of(config), classes));
            return;
        } catch (const Error& error) {
            if (!first) first = error;
        }
    }
    throw *first;
}

/// Adam 1e-3 as the peer's; FP16 with dynamic scaling; nothing watched.
run::RunConfig config_of(const std::string& model, std::uint32_t batch, const std::string& mode) {
    run::RunConfig config = default_config();
    config.set_batch(batch);
    config.set_precision(
        static_cast<run::Precision>(enum_value(*run::Precision_descriptor(), mode, "--modes").number()));
    if (config.precision() == run::FP16) config.set_scaling(run::DYNAMIC);
    config.set_histogram_interval(0);
    config.set_shadow_interval(0);
    if (model == "sigmoid-mlp") {
        config.set_width(128);
        config.set_depth(6);
        config.set_activation(run::SIGMOID);
    } else if (model == "cnn" || model == "tutorial") {
        config.set_model(run::CNN);
        config.set_c1(model == "cnn" ? 32 : 420);
        config.set_c2(model == "cnn" ? 64 : 1000);
    } else if (model == "transformer" || model == "gpt") {
        config.set_model(run::TRANSFORMER);
        config.set_causal(model == "gpt");
    } else if (model == "resnet") {
        config.set_model(run::RESNET);
    } else if (model == "unet") {
        config.set_model(run::UNET);
        config.set_task(run::CLASSIFY_PIXELS);
    } else if (model.ends_with(".json")) {
        set_field(config, *config_field("network"), model, "--models");
        set_task(config);
    } else if (model != "mlp") {
        throw Error(ErrorCode::usage, fmt::format("there is no model \"{}\"", model), "--models",
                    "mlp, sigmoid-mlp, cnn, tutorial, transformer, gpt, resnet, unet, or the file of a network, "
                    "which ends in .json");
    }
    return config;
}

void print_kernels(const run::BenchResult& result) {
    double sum = 0;
    for (const run::KernelTime& kernel : result.kernels()) sum += kernel.seconds();
    for (const run::KernelTime& kernel : result.kernels())
        fmt::print("    {:24} {:5.1f} %  {:8.1f} us a call  {:8.1f} GFLOP/s  {:6.1f} GB/s\n", kernel.name(),
                   100 * kernel.seconds() / sum, 1e6 * kernel.seconds() / kernel.calls(),
                   kernel.flops() / kernel.seconds() / 1e9, kernel.bytes() / kernel.seconds() / 1e9);
}

struct Watch {
    const char* name;
    std::uint32_t histograms, shadow;
};

/// A line of the table.
struct Row {
    double images_per_second = 0, step_seconds = 0;
    bool emulated = false;
    WatchingCost cost;        ///< of a watched row
    run::BenchResult result;  ///< with its kernels
};

/// What watching costs is measured on MNIST, by turns with what is not watched, unless kernels are asked for.
Row measure(Device& device, const BenchOptions& options, const Dataset& mnist, const run::RunConfig& config) {
    Row row;
    if (config.histogram_interval() > 0 && !options.kernels) {
        row.cost = measure_watching(device, mnist, config, options.seconds, stop_requested);
        refuse_stopped();
        row.images_per_second = row.cost.watched;
        row.step_seconds = config.batch() / row.cost.watched;
        row.emulated = row.cost.emulated;
        return row;
    }
    run::Bench bench;
    bench.set_kind(run::Bench::STEP);
    bench.set_seconds(options.seconds);
    bench.set_by_kernel(options.kernels);
    *bench.mutable_config() = config;
    row.result = run_bench(device, bench, stop_requested);
    refuse_stopped();
    row.images_per_second = row.result.images_per_second();
    row.step_seconds = row.result.seconds();
    row.emulated = row.result.emulated();
    return row;
}

void print(const BenchOptions& options, const std::string& model, std::uint32_t batch, const std::string& mode,
           const Watch& watch, const Row& row) {
    // An emulated format makes no claim about speed: how long its steps take here is told, images/s are not.
    if (options.json) {
        fmt::print(
            "{{\"model\": {}, \"batch\": {}, \"mode\": \"{}\", \"monitored\": \"{}\", \"emulated\": {}, "
            "\"img_per_s\": {}, \"step_ms\": {:.4f}",
            json_quoted(model), batch, mode, watch.name, row.emulated,
            row.emulated ? "null" : fmt::format("{:.1f}", row.images_per_second), row.step_seconds * 1e3);
        if (row.cost.turns > 0)
            fmt::print(", \"interval\": {}, \"unmonitored_img_per_s\": {}, \"kept\": {:.4f}", watch.histograms,
                       row.emulated ? "null" : fmt::format("{:.1f}", row.cost.unwatched), row.cost.kept);
        fmt::print("}}\n");
    } else {
        std::string remark;
        if (row.cost.turns > 0)
            remark =
                row.emulated
                    ? fmt::format("{:.1f} % of the speed without, by turns, on MNIST", 100 * row.cost.kept)
                    : fmt::format("{:.1f} % of {:.0f} by turns, on MNIST", 100 * row.cost.kept, row.cost.unwatched);
        if (row.emulated)
            remark =
                fmt::format("{:.3f} ms a step here{}{}", row.step_seconds * 1e3, remark.empty() ? "" : "; ", remark);
        fmt::print("{:12} {:6} {:>6}  {:11} {:>12}  {}\n", harmless(model), batch, mode, watch.name,
                   row.emulated ? "emulated" : fmt::format("{:.0f}", row.images_per_second), remark);
        if (options.kernels) print_kernels(row.result);
    }
    std::fflush(stdout);
}

void bench_steps(const BenchOptions& options, Device& device) {
    std::vector<Watch> watches{{"off", 0, 0}};
    if (options.monitored)
        watches.insert(watches.end(),
                       {{"histograms", options.interval, 0}, {"shadow", options.interval, options.interval}});
    const Dataset mnist = options.monitored && !options.kernels ? load_mnist(resource_path("mnist")) : Dataset{};
    if (!options.json)
        fmt::print("{:12} {:>6} {:>6}  {:11} {:>12}  {}\n", "model", "batch", "mode", "monitored", "images/s", "");
    for (const std::string& model : options.models)
        for (const std::uint32_t batch : options.batches)
            for (const std::string& mode : options.modes)
                for (const Watch& watch : watches) {
                    run::RunConfig config = config_of(model, batch, mode);
                    config.set_native(static_cast<run::NativeUse>(
                        enum_value(*run::NativeUse_descriptor(), options.native, "--native").number()));
                    config.set_histogram_interval(watch.histograms);
                    config.set_shadow_interval(watch.shadow);
                    print(options, model, batch, mode, watch, measure(device, options, mnist, config));
                }
}

const char* words_for(run::ProbedRounding rounding) {
    switch (rounding) {
        case run::PROBED_NONE:
            return "as they are";
        case run::PROBED_NEAREST:
            return "to nearest";
        case run::PROBED_NEAREST_EVEN:
            return "to nearest, ties to even";
        case run::PROBED_NEAREST_AWAY:
            return "to nearest, ties away from zero";
        case run::PROBED_TRUNCATED:
            return "truncated";
        default:
            return "in some other way";
    }
}

/// How the units round by themselves.
void print_rounding(const BenchOptions& options, Device& device) {
    run::Bench bench;
    bench.set_kind(run::Bench::ROUNDING);
    bench.set_seconds(options.seconds);
    const run::BenchResult result = run_bench(device, bench, {});
    for (const run::RoundingProbe& probe : result.rounding()) {
        const std::string format = run::Precision_Name(probe.precision());
        const char* operands = probe.has_operands() ? words_for(probe.operands()) : "";
        if (options.json)
            fmt::print("{{\"rounding\": \"{}\", \"sums\": \"{}\"{}}}\n", format, words_for(probe.sums()),
                       probe.has_operands() ? fmt::format(", \"operands\": \"{}\"", operands) : "");
        else
            fmt::print("sums of products in {}: {}{}{}\n", format, words_for(probe.sums()),
                       probe.has_operands() ? "; operands that nobody has rounded: " : "", operands);
    }
    std::fflush(stdout);
}

/// A product or a convolution that is measured.
struct BenchOperation {
    std::string name;
    run::Bench bench;  ///< kind and extents
};

/// The numbers of "1024x512x256"; nothing where they are not from 1 to 65536 with an x between each two.
std::vector<std::uint32_t> extents_of(const std::string& size) {
    std::vector<std::uint32_t> extents;
    std::istringstream words(size + 'x');  // lest an x at the end be overlooked
    for (std::string word; std::getline(words, word, 'x');) {
        const char* const end = word.data() + word.size();
        std::uint32_t extent = 0;
        if (const auto read = std::from_chars(word.data(), end, extent);
            read.ec != std::errc() || read.ptr != end || extent == 0 || extent > 65536)
            return {};
        extents.push_back(extent);
    }
    return extents;
}

/// "1024x512x256": the product [1024, 256] · [256, 512]; "64x14x32x16": 64 images of 14 x 14 pixels, from 32 channels
/// to 16, by 3x3. Throws Error(usage) for anything else.
BenchOperation operation_of(const std::string& size) {
    const std::vector<std::uint32_t> extents = extents_of(size);
    BenchOperation operation;
    if (extents.size() == 3) {
        operation.name = "product " + size;
        operation.bench.set_kind(run::Bench::PRODUCT);
        operation.bench.set_m(extents[0]);
        operation.bench.set_n(extents[1]);
        operation.bench.set_k(extents[2]);
    } else if (extents.size() == 4 && extents[1] <= 256 &&
               std::max({extents[0], extents[2], extents[3]}) <= 4096) {  // as the engine takes them
        operation.name =
            fmt::format("convolution {0}x{1}x{1}, {2} to {3}", extents[0], extents[1], extents[2], extents[3]);
        operation.bench.set_kind(run::Bench::CONVOLUTION);
        operation.bench.set_m(extents[0]);
        operation.bench.set_side(extents[1]);
        operation.bench.set_k(extents[2]);
        operation.bench.set_n(extents[3]);
    } else {
        throw Error(ErrorCode::usage, fmt::format("\"{}\" is no size", size), "--sizes",
                    "ROWSxCOLUMNSxTERMS of a product, up to 65536 each, as 1024x1024x1024, or IMAGESxSIDExFROMxTO of a "
                    "convolution, up to 4096, the side to 256, as 64x14x64x64");
    }
    return operation;
}

/// Throughput by format relative to FP32.
void bench_products(const BenchOptions& options, Device& device) {
    if (!options.json) fmt::print("{:34} {:>6} {:>10} {:>14}\n", "operation", "mode", "GFLOP/s", "against FP32");
    for (const std::string& size : options.sizes) {
        const BenchOperation operation = operation_of(size);
        double fp32_rate = 0;
        std::vector<std::string> modes = options.modes;
        std::erase(modes, "fp32");
        modes.insert(modes.begin(), "fp32");  // what the others are held against comes first
        for (const std::string& mode : modes) {
            run::Bench bench = operation.bench;
            bench.set_seconds(options.seconds);
            bench.set_precision(
                static_cast<run::Precision>(enum_value(*run::Precision_descriptor(), mode, "--modes").number()));
            const run::BenchResult result = run_bench(device, bench, stop_requested);
            refuse_stopped();
            const double rate = result.flops() / result.seconds() / 1e9;
            if (mode == "fp32") fp32_rate = rate;
            if (options.json)
                fmt::print(
                    "{{\"operation\": \"{}\", \"mode\": \"{}\", \"emulated\": {}, \"gflops\": {:.1f}, "
                    "\"relative\": {}}}\n",
                    operation.name, mode, result.emulated(), rate,
                    result.emulated() ? "null" : fmt::format("{:.3f}", rate / fp32_rate));
            else
                fmt::print("{:34} {:>6} {:10.1f} {:>14}\n", operation.name, mode, rate,
                           result.emulated() ? "emulated" : fmt::format("{:.2f}x", rate / fp32_rate));
            std::fflush(stdout);
        }
    }
    print_rounding(options, device);
}

}  // namespace

CommandFunction add_bench(CLI::App& program) {
    CLI::App* command =
        program.add_subcommand("bench", "measure training speed, on synthetic images where not said otherwise");
    auto options = std::make_shared<BenchOptions>();
    command
        ->add_option("--models", options->models,
                     "mlp, sigmoid-mlp, cnn, tutorial, transformer, gpt, resnet, unet, or FILE.json of a network")
        ->delimiter(',')
        ->capture_default_str();
    command->add_option("--batches", options->batches, "images a step")
        ->delimiter(',')
        ->check(CLI::Range(1, 65536))
        ->capture_default_str();
    command->add_option("--modes", options->modes, "fp32, tf32, fp16, bf16")->delimiter(',')->capture_default_str();
    command->add_option("--seconds", options->seconds, "seconds of measuring for each case, 0.01 to 60")
        ->capture_default_str();
    command->add_option("--device", options->device, "see mantissa-worker devices")->capture_default_str();
    command->add_option("--threads", options->threads, "0: one per core")->check(CLI::Range(0, 1024));
    command
        ->add_option("--native", options->native,
                     "by what products of a format run that the device multiplies itself: on (its own instructions), "
                     "off (in FP32), auto (whatever is measured to be faster)")
        ->check(CLI::IsMember({"auto", "on", "off"}))
        ->capture_default_str();
    CLI::Option* monitored =
        command->add_flag("--monitored", options->monitored,
                          "also with histograms every --interval steps, and with the shadow as well: on MNIST, each by "
                          "turns with neither");
    command
        ->add_option(
            "--interval", options->interval,
            fmt::format("steps between histograms of --monitored (tests/bench/RESULTS.md has 10, a run's default "
                        "is {})",
                        default_config().histogram_interval()))
        ->check(CLI::Range(1, 1000))
        ->needs(monitored)
        ->capture_default_str();
    command->add_flag("--kernels", options->kernels, "also where the time goes, by kernel");
    CLI::Option* products =
        command->add_flag("--products", options->products,
                          "matrix products and convolutions by format, and how sums are rounded, instead");
    command
        ->add_option("--sizes", options->sizes,
                     "of --products: ROWSxCOLUMNSxTERMS of a matrix product, IMAGESxSIDExFROMxTO of a 3x3 convolution "
                     "from FROM channels to TO")
        ->delimiter(',')
        ->needs(products)
        ->capture_default_str();
    command->add_flag("--json", options->json, "one case a line; img_per_s is null where the format is emulated");
    command->footer("Example:\n  mantissa-worker bench --models mlp --batches 64,512 --modes fp32,bf16");
    return [options] {
        if (!(options->seconds >= 0.01 && options->seconds <= 60))
            throw Error(ErrorCode::usage, fmt::format("{} seconds is out of range", options->seconds), "--seconds",
                        "0.01 to 60");
        for (const std::string& model : options->models)  // all of them before the first takes its time
            for (const std::uint32_t batch : options->batches)
                for (const std::string& mode : options->modes) config_of(model, batch, mode);
        for (const std::string& size : options->sizes) operation_of(size);
        catch_interrupts();
        const std::unique_ptr<Device> device = open_device(options->device, static_cast<int>(options->threads));
        if (options->products)
            bench_products(*options, *device);
        else
            bench_steps(*options, *device);
        return 0;
    };
}

}  // namespace mantissa
