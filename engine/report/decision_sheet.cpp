// SPDX-License-Identifier: Apache-2.0
// The modes, and what the numbers allow to be said.
#include "engine/report/decision_sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/report/advisor_text.h"
#include "engine/run/cast_settings.h"
#include "engine/run/metric.h"
#include "engine/run/models.h"
#include "engine/run/names.h"
#include "engine/run/operand_settings.h"
#include "engine/run/presets.h"

namespace mantissa {
namespace {

double median_of(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

std::string duration(double seconds) {
    if (seconds < 1e-3) return fmt::format("{:.0f} µs", seconds * 1e6);
    if (seconds < 0.9995) return fmt::format("{:.3g} ms", seconds * 1e3);  // from there on 3 digits are "1e+03"
    return seconds < 99.95 ? fmt::format("{:.3g} s", seconds) : fmt::format("{:.0f} s", seconds);
}

Phrase batch_phrase(std::uint32_t batch) {
    if (batch == 0) return say("not one sample");
    return batch >= 65536 ? say("%1 or more", {count_text(65536)}) : Phrase(count_text(batch));
}

Phrase list_of(const std::vector<Phrase>& names) {
    Phrase text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text = i == 0                  ? names[i]
               : i + 1 == names.size() ? say("%1 and %2", {text, names[i]})
                                       : say("%1, %2", {text, names[i]});
    return text;
}

}  // namespace

std::vector<run::RunConfig> decision_configs(const run::RunConfig& config) {
    std::vector<run::RunConfig> modes;
    for (const run::Precision precision : {run::FP32, run::TF32, run::FP16, run::BF16}) {
        run::RunConfig& mode = modes.emplace_back(complete(config));
        mode.set_precision(precision);
        mode.set_operand_recipe(run::OPERANDS_NONE);
        mode.set_histogram_interval(0);
        mode.set_shadow_interval(0);
        if (precision != run::FP16)
            mode.set_scaling(run::NONE);
        else if (mode.scaling() == run::NONE && !other_casts(mode))  // as the recipe has it
            mode.set_scaling(run::DYNAMIC);
    }
    if (has_operands(config)) {
        run::RunConfig& mode = modes.emplace_back(complete(config));
        mode.set_histogram_interval(0);
        mode.set_shadow_interval(0);
    }
    return modes;
}

Phrase network_phrase(const run::RunConfig& config) {
    switch (config.model()) {
        case run::MLP: {
            const Phrase activation = activation_phrase(config.activation());
            return config.depth() == 1
                       ? say("MLP, 1 hidden layer of %1, %2", {config.width(), activation})
                       : say("MLP, %1 hidden layers of %2, %3", {config.depth(), config.width(), activation});
        }
        case run::CNN:
            return say("CNN, %1 and %2 channels", {config.c1(), config.c2()});
        case run::TRANSFORMER:
            return say("Transformer, %1 blocks, %2 heads, tokens of %3 numbers",
                       {config.blocks(), config.heads(), config.token_width()});
        case run::GPT:
        case run::BERT:
            return say(
                "%1, %2 blocks, %3 heads, tokens of %4 numbers",
                {config.model() == run::GPT ? "GPT" : "BERT", config.blocks(), config.heads(), config.token_width()});
        case run::AUTOENCODER:
            return say("autoencoder, %1 neurons and %2", {config.width(), std::max(1u, config.width() / 8)});
        case run::REGRESSION:
            return say("regression, %1 hidden layers of %2", {config.depth(), config.width()});
        case run::RESNET:
            return say("ResNet, %1 channels in its first block", {config.channels()});
        case run::UNET:
            return say("U-Net, %1 channels in its first level", {config.unet_channels()});
        case run::NETWORK_FILE:
            return say("%1, from a file", {network_name(config)});
        case run::MODEL_UNSET:
        case run::Model_INT_MIN_SENTINEL_DO_NOT_USE_:
        case run::Model_INT_MAX_SENTINEL_DO_NOT_USE_:
            break;
    }
    throw no_choice("model");
}

Phrase how_phrase(const DecisionMode& mode) {
    return mode.emulated ? say("emulated") : say("native");
}

Phrase time_cell(const DecisionMode& mode) {
    if (mode.emulated) return say("emulated: no claim about speed");
    if (mode.step_seconds.empty()) return say("not measured");
    if (mode.step_seconds.size() == 1) return say("%1 (one measurement)", {duration(mode.step_seconds[0])});
    const auto [least, most] = std::minmax_element(mode.step_seconds.begin(), mode.step_seconds.end());
    return say("%1 (%2 to %3)", {duration(median_of(mode.step_seconds)), duration(*least), duration(*most)});
}

Phrase peak_cell(const DecisionMode& mode) {
    if (mode.peak_held == mode.peak_native) return byte_text(mode.peak_held);
    return say("%1 here, %2 native", {byte_text(mode.peak_held), byte_text(mode.peak_native)});
}

Phrase batch_cell(const DecisionMode& mode) {
    if (mode.batch_held == mode.batch_native) return batch_phrase(mode.batch_held);
    return say("%1 here, %2 native", {batch_phrase(mode.batch_held), batch_phrase(mode.batch_native)});
}

Phrase accuracy_cell(const DecisionMode& mode) {
    if (mode.accuracies.empty()) return say("no run");
    std::vector<double> values;
    for (const DecisionAccuracy& one : mode.accuracies) values.push_back(one.accuracy);
    const PairedDifference mean = mean_interval(values);
    const Metric metric = metric_of(mode.config);
    if (values.size() == 1) return say("%1 (one run)", {metric_text(metric, true, mean.mean)});
    std::string each;
    for (const double value : values) each += (each.empty() ? "" : ", ") + metric_number(metric, value);
    return say("%1, %2 % interval %3 to %4 (%5 seeds: %6)",
               {metric_text(metric, true, mean.mean), fmt::format("{:.0f}", mean.confidence * 100),
                metric_number(metric, mean.low.value_or(mean.mean)),
                metric_text(metric, true, mean.high.value_or(mean.mean)), values.size(), each});
}

std::vector<Phrase> reading_of(const DecisionSheet& sheet) {
    std::vector<Phrase> sentences;
    if (sheet.modes.empty()) return sentences;
    const DecisionMode& first = sheet.modes.front();
    const auto name = [](const DecisionMode& mode) { return display_name_of(mode.config); };
    std::vector<Phrase> emulated, too_large;
    for (const DecisionMode& mode : sheet.modes) {
        if (mode.emulated) emulated.push_back(name(mode));
        if (mode.batch_held < mode.config.batch()) too_large.push_back(name(mode));
        // Without a spread nothing is claimed.
        if (&mode == &first || mode.emulated || mode.step_seconds.size() < 2 || first.step_seconds.size() < 2) continue;
        const auto [least, most] = std::minmax_element(mode.step_seconds.begin(), mode.step_seconds.end());
        const auto [first_least, first_most] =
            std::minmax_element(first.step_seconds.begin(), first.step_seconds.end());
        const double ratio = median_of(first.step_seconds) / median_of(mode.step_seconds);
        if (*most < *first_least)
            sentences.push_back(say("A step in %1 is %2 times as fast as in %3 at this batch.",
                                    {name(mode), fmt::format("{:.2f}", ratio), name(first)}));
        else if (*least > *first_most)
            sentences.push_back(say("A step in %1 takes %2 times as long as in %3 at this batch.",
                                    {name(mode), fmt::format("{:.2f}", 1 / ratio), name(first)}));
        else
            sentences.push_back(say("The times of %1 and %2 overlap: no difference in speed can be resolved here.",
                                    {name(mode), name(first)}));
    }
    if (emulated.size() == 1)
        sentences.push_back(
            say("%1 is emulated on this device. Its rounding is exact, so results and warnings hold; its time says "
                "nothing about its speed.",
                emulated));
    else if (!emulated.empty())
        sentences.push_back(
            say("%1 are emulated on this device. Their rounding is exact, so results and warnings hold; their times "
                "say nothing about their speed.",
                {list_of(emulated)}));
    if (!too_large.empty())
        sentences.push_back(say("Batch %1 does not fit into %2 in %3.",
                                {count_text(first.config.batch()), byte_text(sheet.budget), list_of(too_large)}));
    for (const DecisionMode& mode : sheet.modes)
        if (mode.difference && mode.difference->pairs > 0)
            sentences.push_back(
                say("Test results of %1 against %2: %3.",
                    {name(mode), name(first),
                     verdict_phrase(*mode.difference, name(first), name(mode), metric_of(mode.config))}));
    return sentences;
}

std::vector<Phrase> not_measured(const DecisionSheet& sheet) {
    std::vector<Phrase> sentences;
    std::vector<Phrase> no_run, few, no_pair;
    for (const DecisionMode& mode : sheet.modes) {
        const std::string name = display_name_of(mode.config);
        if (mode.accuracies.empty())
            no_run.push_back(name);
        else if (mode.accuracies.size() < fewest_pairs_for_a_claim)
            few.push_back(name);
        if (mode.difference && mode.difference->pairs == 0 && !mode.accuracies.empty()) no_pair.push_back(name);
    }
    if (!no_run.empty())
        sentences.push_back(say(
            "Test results and numerical warnings of %1: %2. Train them with Run in the window, or at the command line "
            "with mantissa-worker train or sweep.",
            {list_of(no_run), sheet.library.empty()
                                  ? say("no library of runs was named")
                                  : say("the library holds no completed run of exactly this configuration")}));
    if (!few.empty())
        sentences.push_back(say("How much the test result of %1 depends on the seed: that needs at least %2 seeds.",
                                {list_of(few), fewest_pairs_for_a_claim}));
    if (!no_pair.empty())
        sentences.push_back(say("The difference between %1 and %2: no two runs began with the same weights.",
                                {list_of(no_pair), display_name_of(sheet.modes.front().config)}));
    std::vector<Phrase> emulated;
    for (const DecisionMode& mode : sheet.modes)
        if (mode.emulated) emulated.push_back(display_name_of(mode.config));
    if (!emulated.empty())
        sentences.push_back(say("The speed of %1 on a device that computes it natively.", {list_of(emulated)}));
    sentences.push_back(
        say("The time of a step holds for synthetic images in memory, without reading data, evaluation and histograms. "
            "Other programs may have used the machine as well."));
    sentences.push_back(
        say("Memory is planned, not measured: the bytes of this program's arena. PyTorch adds its own allocator, "
            "libraries and context."));
    sentences.push_back(say("Other batches, learning rates and networks, energy, and the time to a given result."));
    return sentences;
}

}  // namespace mantissa
