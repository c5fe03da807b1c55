// SPDX-License-Identifier: Apache-2.0
// The modes, and what the numbers allow to be said.
#include "engine/report/decision_sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/report/advisor_text.h"
#include "engine/run/names.h"
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

std::string batch_text(std::uint32_t batch) {
    if (batch == 0) return "none";
    return batch >= 65536 ? "65,536 or more" : count_text(batch);
}

std::string list_of(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return text;
}

}  // namespace

std::vector<run::RunConfig> decision_configs(const run::RunConfig& config) {
    std::vector<run::RunConfig> modes;
    for (const run::Precision precision : {run::FP32, run::TF32, run::FP16, run::BF16}) {
        run::RunConfig& mode = modes.emplace_back(complete(config));
        mode.set_precision(precision);
        mode.set_histogram_interval(0);
        mode.set_shadow_interval(0);
        if (precision != run::FP16)
            mode.set_scaling(run::NONE);
        else if (mode.scaling() == run::NONE)
            mode.set_scaling(run::DYNAMIC);
    }
    return modes;
}

std::string network_text(const run::RunConfig& config) {
    if (config.model() == run::CNN) return fmt::format("CNN, {} and {} channels", config.c1(), config.c2());
    const char* activation = config.activation() == run::SIGMOID ? "sigmoid"
                             : config.activation() == run::TANH  ? "tanh"
                                                                 : "ReLU";
    return fmt::format("MLP, {} of {}, {}", counted(config.depth(), "hidden layer"), config.width(), activation);
}

std::string how_text(const DecisionMode& mode) {
    return mode.emulated ? "emulated" : "native";
}

std::string time_cell(const DecisionMode& mode) {
    if (mode.emulated) return "emulated: no claim about speed";
    if (mode.step_seconds.empty()) return "not measured";
    if (mode.step_seconds.size() == 1) return duration(mode.step_seconds[0]) + " (one measurement)";
    const auto [least, most] = std::minmax_element(mode.step_seconds.begin(), mode.step_seconds.end());
    return fmt::format("{} ({} to {})", duration(median_of(mode.step_seconds)), duration(*least), duration(*most));
}

std::string peak_cell(const DecisionMode& mode) {
    if (mode.peak_held == mode.peak_native) return byte_text(mode.peak_held);
    return fmt::format("{} here, {} native", byte_text(mode.peak_held), byte_text(mode.peak_native));
}

std::string batch_cell(const DecisionMode& mode) {
    if (mode.batch_held == mode.batch_native) return batch_text(mode.batch_held);
    return fmt::format("{} here, {} native", batch_text(mode.batch_held), batch_text(mode.batch_native));
}

std::string accuracy_cell(const DecisionMode& mode) {
    if (mode.accuracies.empty()) return "no run";
    std::vector<double> values;
    for (const DecisionAccuracy& one : mode.accuracies) values.push_back(one.accuracy);
    const PairedDifference mean = mean_interval(values);
    if (values.size() == 1) return fmt::format("{:.2f} % (one run)", mean.mean * 100);
    return fmt::format("{:.2f} %, {:.0f} % interval {:.2f} to {:.2f} % ({} seeds)", mean.mean * 100,
                       mean.confidence * 100, mean.low.value_or(mean.mean) * 100, mean.high.value_or(mean.mean) * 100,
                       values.size());
}

std::vector<std::string> reading_of(const DecisionSheet& sheet) {
    std::vector<std::string> sentences;
    if (sheet.modes.empty()) return sentences;
    const DecisionMode& first = sheet.modes.front();
    const auto name = [](const DecisionMode& mode) { return display_name_of(mode.config); };
    std::vector<std::string> emulated, too_large;
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
            sentences.push_back(fmt::format("A step in {} takes {:.2f} times less time than in {} at this batch.",
                                            name(mode), ratio, name(first)));
        else if (*least > *first_most)
            sentences.push_back(fmt::format("A step in {} takes {:.2f} times the time of {} at this batch.", name(mode),
                                            1 / ratio, name(first)));
        else
            sentences.push_back(fmt::format("The times of {} and {} overlap: no difference of speed is resolved here.",
                                            name(mode), name(first)));
    }
    if (!emulated.empty())
        sentences.push_back(
            fmt::format("{} {} emulated on this device: exact in rounding, so accuracy and warnings count; nothing is "
                        "claimed about speed.",
                        list_of(emulated), emulated.size() == 1 ? "is" : "are"));
    if (!too_large.empty())
        sentences.push_back(fmt::format("Batch {} does not fit into {} in {}.", count_text(first.config.batch()),
                                        byte_text(sheet.budget), list_of(too_large)));
    for (const DecisionMode& mode : sheet.modes)
        if (mode.difference && mode.difference->pairs > 0)
            sentences.push_back(fmt::format("Accuracy of {} against {}: {}.", name(mode), name(first),
                                            verdict_text(*mode.difference, name(first), name(mode))));
    return sentences;
}

std::vector<std::string> not_measured(const DecisionSheet& sheet) {
    std::vector<std::string> sentences;
    std::vector<std::string> no_run, few, no_pair;
    for (const DecisionMode& mode : sheet.modes) {
        const std::string name = display_name_of(mode.config);
        if (mode.accuracies.empty())
            no_run.push_back(name);
        else if (mode.accuracies.size() < fewest_pairs_for_a_claim)
            few.push_back(name);
        if (mode.difference && mode.difference->pairs == 0 && !mode.accuracies.empty()) no_pair.push_back(name);
    }
    if (!no_run.empty())
        sentences.push_back(
            fmt::format("Accuracy and numerical warnings of {}: {}. Train them with mantissa-worker train or sweep.",
                        list_of(no_run),
                        sheet.library.empty() ? "no library of runs was named"
                                              : "the library holds no completed run of exactly this configuration"));
    if (!few.empty())
        sentences.push_back(
            fmt::format("Whether the accuracy of {} would be another with other seeds: that takes {} "
                        "seeds at least.",
                        list_of(few), fewest_pairs_for_a_claim));
    if (!no_pair.empty())
        sentences.push_back(fmt::format("The difference of {} to {}: no two runs began with the same weights.",
                                        list_of(no_pair), display_name_of(sheet.modes.front().config)));
    std::vector<std::string> emulated;
    for (const DecisionMode& mode : sheet.modes)
        if (mode.emulated) emulated.push_back(display_name_of(mode.config));
    if (!emulated.empty())
        sentences.push_back("The speed of " + list_of(emulated) + " on a device that computes it natively.");
    sentences.push_back(
        "The time of a step is of synthetic images in memory, without reading data, evaluation or histograms, on a "
        "machine that may do other things too.");
    sentences.push_back(
        "Memory is planned, not measured: the bytes of this program's arena. PyTorch adds its own allocator, libraries "
        "and context.");
    sentences.push_back("Other batches, learning rates and networks, energy, and the time to a given accuracy.");
    return sentences;
}

}  // namespace mantissa
