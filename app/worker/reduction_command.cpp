// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker reduction`: the error of a sum over ranks against their number, by format and order.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>

#include "app/worker/catalogue.h"
#include "app/worker/commands.h"
#include "app/worker/lane_setup.h"
#include "app/worker/terminal.h"
#include "engine/base/error.h"
#include "engine/base/normal.h"
#include "engine/precision/rank_error.h"
#include "engine/run/policy_of.h"
#include "engine/run/presets.h"
#include "engine/train/device_data.h"
#include "engine/train/lane_parts.h"

namespace mantissa {
namespace {

struct ReductionOptions {
    std::vector<std::uint32_t> ranks{2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};
    std::string preset;
    std::optional<std::uint32_t> numbers;
    std::optional<std::uint64_t> seed;
    bool json = false;
};

constexpr std::uint32_t usual_numbers = 4096;
constexpr std::size_t most_numbers = 16384;  // of a rank: 4,096 of them take 256 MiB

using Gradients = std::vector<std::vector<float>>;  // by rank

Gradients random_numbers(const ReductionOptions& options, std::uint32_t ranks) {
    Gradients all(ranks, std::vector<float>(options.numbers.value_or(usual_numbers)));
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
        const RandomKey random{options.seed.value_or(1), RandomUse::initial_weights, 0, rank};
        for (std::size_t i = 0; i < all[rank].size(); ++i) all[rank][i] = standard_normal<float>(random, i);
    }
    return all;
}

/// Each rank's gradients of one training image, in the network's first state.
Gradients first_gradients(const ReductionOptions& options, std::uint32_t ranks) {
    run::RunConfig config = complete(preset_named(options.preset).config());
    config.set_precision(run::FP32);
    config.clear_layer_overrides();
    if (config.optimizer() == run::PHASE_CHANGE) config.set_optimizer(run::SGD);
    const Dataset dataset = load_data(config);
    const std::unique_ptr<Device> device = open_device("cpu", 0);
    const DeviceData data(*device, dataset);
    const Network network = make_network(config, dataset.side, dataset.classes);
    const OptimizerSettings optimizer = optimizer_settings_of(config);
    Parameters parameters(*device, network, optimizer);
    parameters.initialise(config.seed(), config.init_scale(), fp32);
    Pass pass(*device, network, policy_of(config), 1, true);
    pass.allocate();
    if (dataset.train.count < ranks)
        throw Error(ErrorCode::usage, say("there are %1 training images", {dataset.train.count}), "--ranks",
                    say("at most as many ranks"));
    std::vector<std::uint32_t> order(static_cast<std::size_t>(dataset.train.count));
    std::iota(order.begin(), order.end(), 0u);
    Gradients all;
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
        pass.load(data.train.data(), std::span(order).subspan(rank, 1));
        pass.set_state(parameters.state(), false);
        pass.forward(parameters.weights(), false, config.seed(), 0);
        pass.loss(pass.gauges().state(), &pass.gauges().state()->loss);
        pass.backward();
        std::vector<float> numbers;
        for (const ParameterView& view : pass.views(parameters)) {
            const std::size_t before = numbers.size(), count = static_cast<std::size_t>(view.gradient.size());
            numbers.resize(before + count);
            device->download(numbers.data() + before, view.gradient.data, count * sizeof(float));
        }
        // of a large network every second one, or third, ...
        const std::size_t stride = (numbers.size() + most_numbers - 1) / most_numbers;
        std::vector<float>& kept = all.emplace_back();
        for (std::size_t i = 0; i < numbers.size(); i += stride) kept.push_back(numbers[i]);
    }
    return all;
}

/// Sums of N ranks' gradients, divided last.
RankError measure_sum(const FloatFormat& format, RankOrder order, std::uint32_t ranks, const Gradients& all) {
    const RankPolicy policy{ranks, format, false, Rounding::nearest_even, RankDivide::after, order};
    return rank_error(policy, all.front().size(), [&](std::uint32_t rank, std::span<float> numbers) {
        refuse_stopped();
        std::copy(all[rank].begin(), all[rank].end(), numbers.begin());
    });
}

const char* word_of(RankOrder order) {
    const char* names[] = {"ring", "tree", "doubling"};
    return names[static_cast<int>(order)];
}

int reduction(const ReductionOptions& options) {
    if (!options.preset.empty() && (options.numbers || options.seed))
        throw Error(ErrorCode::usage, say("the gradients of a preset are summed, not random numbers"),
                    options.numbers ? "--numbers" : "--seed", say("leave it out, or --preset"));
    const std::uint32_t most = *std::max_element(options.ranks.begin(), options.ranks.end());
    const Gradients all = options.preset.empty() ? random_numbers(options, most) : first_gradients(options, most);
    if (!options.json)
        fmt::print(
            "|sum - exact| / sum of magnitudes, {} over the ranks\n{:<6} {:<9} {:>6} {:>10} {:>10} {:>10} {:>11}\n",
            options.preset.empty() ? fmt::format("{} sums of N(0, 1) numbers", options.numbers.value_or(usual_numbers))
                                   : fmt::format("gradients of {}, one image a rank,", options.preset),
            "format", "order", "ranks", "largest", "mean", "bound", "overflowed");
    for (const FloatFormat& format : {fp32, bf16, fp16})
        for (const RankOrder order : {RankOrder::ring, RankOrder::tree, RankOrder::doubling})
            for (const std::uint32_t ranks : options.ranks) {
                refuse_stopped();
                const RankError row = measure_sum(format, order, ranks, all);
                const std::string bound = std::isfinite(row.bound) ? fmt::format("{:.3e}", row.bound) : "none";
                if (options.json)
                    fmt::print(
                        "{{\"format\":\"{}\",\"order\":\"{}\",\"ranks\":{},\"additions\":{},\"largest\":{},\"mean\":{},"
                        "\"bound\":{},\"overflowed\":{},\"sums\":{}}}\n",
                        name_of(format), word_of(order), ranks, row.additions, row.largest, row.mean,
                        std::isfinite(row.bound) ? bound : "null", row.overflowed, all.front().size());
                else
                    fmt::print("{:<6} {:<9} {:>6} {:>10.3e} {:>10.3e} {:>10} {:>11}\n", name_of(format), word_of(order),
                               ranks, row.largest, row.mean, bound, row.overflowed);
            }
    return 0;
}

}  // namespace

CommandFunction add_reduction(CLI::App& program) {
    CLI::App* command = program.add_subcommand(
        "reduction", "the error of a sum of gradients over ranks, by format, order and number of ranks");
    auto options = std::make_shared<ReductionOptions>();
    command->add_option("--ranks", options->ranks, "numbers of ranks, with commas (default: 2 to 1024)")
        ->delimiter(',')
        ->check(CLI::Range(2, 4096))
        ->type_name("N,...");
    command
        ->add_option("--preset", options->preset,
                     "sum the gradients of this preset's network in its first state, one image a rank (default: random "
                     "numbers)")
        ->type_name("NAME");
    command->add_option("--numbers", options->numbers, "random numbers of a rank (default: 4096)")
        ->check(CLI::Range(1, 1 << 22))
        ->type_name("N");
    command->add_option("--seed", options->seed, "of the random numbers (default: 1)")->type_name("N");
    command->add_flag("--json", options->json, "a line for each row");
    command->footer("Example:\n  mantissa-worker reduction --ranks 2,16,256 --preset classic");
    return [options] {
        catch_interrupts();
        return reduction(*options);
    };
}

}  // namespace mantissa
