// SPDX-License-Identifier: Apache-2.0
// What a decision sheet concludes, and which runs it lacks.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include "engine/report/advisor_text.h"
#include "engine/report/decision_sheet.h"
#include "engine/run/metric.h"
#include "engine/run/names.h"

namespace mantissa {
namespace {

double median_seconds(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// How many times as fast a step is as in `first`; 1 where the spreads overlap or nothing may be claimed.
double speedup_of(const DecisionMode& mode, const DecisionMode& first) {
    if (mode.emulated || first.emulated || mode.step_seconds.size() < 2 || first.step_seconds.size() < 2) return 1;
    const double slowest = *std::max_element(mode.step_seconds.begin(), mode.step_seconds.end());
    if (slowest >= *std::min_element(first.step_seconds.begin(), first.step_seconds.end())) return 1;
    return median_seconds(first.step_seconds) / median_seconds(mode.step_seconds);
}

bool measured(const DecisionMode& mode) {
    return mode.difference && mode.difference->pairs >= fewest_pairs_for_a_claim;
}

/// "-0.42 percentage points, 95 % interval -0.60 to -0.24, 5 seeds".
Phrase interval_of(const DecisionMode& mode) {
    const PairedDifference& difference = *mode.difference;
    const Metric metric = metric_of(mode.config);
    return say("%1 %6, %2 % interval %3 to %4, %5 seeds",
               {metric_difference(metric, difference.mean), fmt::format("{:g}", difference.confidence * 100),
                metric_difference(metric, *difference.low), metric_difference(metric, *difference.high),
                difference.pairs, metric.difference_unit});
}

/// The seed in the words that pair runs: "SEED DIGEST"; nothing where they begin otherwise.
std::optional<std::uint64_t> seed_of(const std::string& beginning) {
    char* end = nullptr;
    const unsigned long long seed = std::strtoull(beginning.c_str(), &end, 10);
    if (end == beginning.c_str() || *end != ' ') return std::nullopt;
    return seed;
}

}  // namespace

Phrase conclusion_of(const DecisionSheet& sheet) {
    if (sheet.modes.empty()) return {};
    const DecisionMode& first = sheet.modes.front();
    const auto name = [](const DecisionMode& mode) { return display_name_of(mode.config); };
    const DecisionMode* chosen = nullptr;   // the fastest whose accuracy is not lower
    const DecisionMode* open = nullptr;     // the fastest of unknown accuracy
    const DecisionMode* refused = nullptr;  // the fastest of lower accuracy
    bool native = false;
    for (const DecisionMode& mode : sheet.modes) {
        if (&mode == &first) continue;
        native = native || !mode.emulated;
        const double speed = speedup_of(mode, first);
        if (speed <= 1) continue;
        const DecisionMode*& place = !measured(mode)                                  ? open
                                     : verdict_of(*mode.difference) == Verdict::lower ? refused
                                                                                      : chosen;
        if (place == nullptr || speed > speedup_of(*place, first)) place = &mode;
    }
    const auto times = [&](const DecisionMode& mode) { return fmt::format("{:.2f}", speedup_of(mode, first)); };
    if (chosen != nullptr && (open == nullptr || speedup_of(*chosen, first) >= speedup_of(*open, first)))
        return say("Use %1: a step is %2 times as fast as in %3, and no worse test result can be resolved (%4).",
                   {name(*chosen), times(*chosen), name(first), interval_of(*chosen)});
    if (open != nullptr)
        return say(
            "No conclusion yet: a step in %1 is %2 times as fast as in %3, but its test result against %3 was "
            "not measured over %4 seeds.",
            {name(*open), times(*open), name(first), fewest_pairs_for_a_claim});
    if (refused != nullptr)
        return say("Use %1: a step in %2 is %3 times as fast, but its test result is worse (%4).",
                   {name(first), name(*refused), times(*refused), interval_of(*refused)});
    return native ? say("Use %1: no other mode is measurably faster on this device.", {name(first)})
                  : say("Use %1: the other modes are only emulated on this device, so that none is faster here.",
                        {name(first)});
}

MissingRuns missing_runs(const DecisionSheet& sheet) {
    MissingRuns missing;
    if (sheet.modes.empty()) return missing;
    const DecisionMode& first = sheet.modes.front();
    std::vector<run::RunConfig> others;
    for (const DecisionMode& mode : sheet.modes)
        if (&mode != &first && !measured(mode)) others.push_back(mode.config);
    if (others.empty()) return missing;
    missing.seeds = static_cast<int>(fewest_pairs_for_a_claim);
    missing.first_seed = first.config.seed();
    // Seeds in a row that the baseline has already need only the others.
    std::set<std::uint64_t> known;
    for (const DecisionAccuracy& one : first.accuracies)
        if (const auto seed = seed_of(one.beginning)) known.insert(*seed);
    bool baseline = true;
    for (const std::uint64_t from : known) {
        bool all = true;
        for (int i = 0; i < missing.seeds; ++i) all = all && known.contains(from + static_cast<std::uint64_t>(i));
        if (!all) continue;
        missing.first_seed = from;
        baseline = false;
        break;
    }
    if (baseline) missing.lanes.push_back(first.config);
    missing.lanes.insert(missing.lanes.end(), others.begin(), others.end());
    for (run::RunConfig& lane : missing.lanes) lane.set_seed(missing.first_seed);
    return missing;
}

}  // namespace mantissa
