// SPDX-License-Identifier: Apache-2.0
// What a comparison says.
#include "app/worker/compare_lanes.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <sstream>

#include "app/worker/findings_text.h"
#include "engine/base/error.h"
#include "engine/precision/operand_recipe.h"
#include "engine/run/cast_settings.h"
#include "engine/run/metric.h"
#include "engine/run/names.h"
#include "engine/run/operand_settings.h"
#include "engine/run/presets.h"
#include "engine/run/recipes.h"
#include "engine/run/scaler_recipes.h"
#include "engine/run/set_field.h"
#include "engine/run/tasks.h"
#include "engine/run/validation.h"

namespace mantissa {
namespace {

constexpr std::size_t most_lanes = 16;

bool is_among(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// "dynamic", or whose scaler: "mxnet". What `given` sets stays.
void choose_scaling(run::RunConfig& config, const std::string& name, const run::RunConfig& given) {
    const std::vector<std::string> kinds = flag_names(*run::Scaling_descriptor());
    std::vector<std::string> names = flag_names(*run::Scaler_descriptor());
    if (is_among(kinds, name)) {
        config.set_scaling(static_cast<run::Scaling>(enum_value(*run::Scaling_descriptor(), name, "--runs").number()));
    } else if (is_among(names, name)) {
        set_field(config, *config_field("scaler"), name, "--runs");
        run::RunConfig beside = beside_recipes(given);
        beside.clear_scaling();
        beside.clear_precision();  // the lane's own
        config = merge(config, beside);
    } else {
        names.insert(names.begin(), kinds.begin(), kinds.end());
        throw Error(ErrorCode::usage, say("\"%1\" is not a choice", {name}), "--runs",
                    say("one of %1", {fmt::format("{}", fmt::join(names, ", "))}));
    }
}

CompareLane lane_named(const std::string& name, const run::RunConfig& base, const run::RunConfig& given) {
    CompareLane lane;
    lane.name = name;
    lane.config = base;
    std::vector<std::string> parts;
    std::istringstream words(name);
    for (std::string part; std::getline(words, part, '+');) parts.push_back(part);
    const std::vector<std::string> casts = flag_names(*run::Casts_descriptor()),
                                   precisions = flag_names(*run::Precision_descriptor());
    const auto precision_of = [&](const std::string& part) {
        std::vector<std::string> choices = precisions;
        choices.insert(choices.end(), casts.begin(), casts.end());
        for (const OperandRecipe& one : operand_recipes()) choices.emplace_back(one.name);
        choices.emplace_back("control");
        return static_cast<run::Precision>(enum_value(*run::Precision_descriptor(), part, "--runs", choices).number());
    };
    std::size_t next = 1;
    lane.config.set_operand_recipe(run::OPERANDS_NONE);  // a lane's name says in what it multiplies
    if (!parts.empty() && is_among(casts, parts[0])) {
        const bool has_format = parts.size() > 1 && is_among(precisions, parts[1]);
        if (has_format) lane.config.set_precision(precision_of(parts[next++]));
        const auto number = enum_value(*run::Casts_descriptor(), parts[0], "--runs").number();
        lane.config.MergeFrom(
            settings_of(static_cast<run::Casts>(number), has_format ? lane.config.precision() : run::FP16));
        run::RunConfig beside = beside_recipes(given);
        beside.clear_precision();
        lane.config = merge(lane.config, beside);
    } else if (!parts.empty() && operand_recipe_named(parts[0])) {
        set_field(lane.config, *config_field("operand_recipe"), parts[0], "--runs");
    } else {
        lane.config.set_precision(precision_of(parts.empty() ? name : parts[0]));
    }
    for (; next < parts.size(); ++next) choose_scaling(lane.config, parts[next], given);
    validate(lane.config);
    return lane;
}

std::string lane_number(std::optional<double> value) {
    return value && std::isfinite(*value) ? fmt::format("{}", *value) : "null";
}

/// Of a float, without the digits that it only has as a double.
std::string lane_result(std::optional<double> value) {
    return value && std::isfinite(*value) ? fmt::format("{:.7g}", *value) : "null";
}

double lane_mib(std::uint64_t bytes) {
    return static_cast<double>(bytes) / 0x1p20;
}

std::string difference_text(const PairedDifference& d, const Metric& metric) {
    if (d.pairs == 0) return "-";
    std::string text = metric_difference(metric, d.mean);
    if (d.low) text += fmt::format(" [{}, {}]", metric_difference(metric, *d.low), metric_difference(metric, *d.high));
    return text;
}

/// "117", or over several seeds "95 to 130 in 4 of 5", "95 in 1 of 5"; "-" where it never diverged.
std::string parted_text(const std::vector<std::optional<std::uint32_t>>& parted) {
    std::vector<std::uint32_t> steps;
    for (const auto& step : parted)
        if (step) steps.push_back(*step);
    if (steps.empty()) return "-";
    if (parted.size() == 1) return fmt::format("{}", steps[0]);
    const auto [least, most] = std::minmax_element(steps.begin(), steps.end());
    const std::string range = *least == *most ? fmt::format("{}", *least) : fmt::format("{} to {}", *least, *most);
    return fmt::format("{} in {} of {}", range, steps.size(), parted.size());
}

/// How the lane's run of the `i`-th seed stands beside the first lane's; nothing for that one and for the control, nor
/// where one of these runs, or the control's, was stopped before its end.
std::optional<Standing> standing_of(const std::vector<CompareLane>& lanes, const CompareLane& lane, std::size_t i) {
    const CompareLane& baseline = lanes.front();
    const auto complete = [i](const CompareLane& l) { return i < l.runs.size() && l.runs[i].complete(); };
    if (&lane == &baseline || lane.control || !complete(baseline) || !complete(lane)) return std::nullopt;
    const auto control = std::find_if(lanes.begin(), lanes.end(), [](const CompareLane& l) { return l.control; });
    if (control != lanes.end() && !complete(*control)) return std::nullopt;
    Standing standing{baseline.name, control != lanes.end(), {}, {}, baseline.runs[i].evidence.test};
    standing.parting =
        first_parting(baseline.runs[i].losses, lane.runs[i].losses,
                      standing.control ? control->runs[i].losses : std::vector<StepValue>(), standing.rule);
    return standing;
}

/// Every run's accuracy, a line for each lane; empty for one seed, whose accuracies stand in the table.
std::string by_seed_text(const std::vector<CompareLane>& lanes) {
    if (lanes.front().runs.size() < 2) return "";
    std::string out = fmt::format("\ntest by seed, from {}\n", lanes.front().config.seed());
    for (const CompareLane& lane : lanes) {
        out += fmt::format("{:<18}", lane.name);
        for (const double value : lane.accuracies())
            out += fmt::format(" {:>9}", metric_text(metric_of(lane.config), std::isfinite(value), value));
        out += "\n";
    }
    return out;
}

/// Steps and time of each lane until the target; empty without one.
std::string to_target_text(const std::vector<CompareLane>& lanes, const std::vector<LaneSummary>& summaries,
                           std::optional<double> target) {
    if (!target) return "";
    const std::string heading = "until " + tested_text("test", lanes[0].config.task(), *target);
    const std::size_t width = std::max<std::size_t>(18, heading.size());
    std::string out = fmt::format("\n{:<{}} {:>12} {:>12}\n", heading, width, "steps", "time");
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        const TimeToTarget& to = *summaries[i].to_target;
        if (to.reached == 0) {
            out += fmt::format("{:<{}} {:>12}\n", lanes[i].name, width, "not reached");
            continue;
        }
        const bool emulated = lanes[i].runs[0].emulated;
        out += fmt::format("{:<{}} {:>12} {:>12}", lanes[i].name, width, fmt::format("{:.0f}", *to.step),
                           to.seconds ? fmt::format("{:.3f} s", *to.seconds)
                           : emulated ? "emulated"
                                      : "-");
        if (to.runs.size() > 1) out += fmt::format("  mean of {} of {} runs", to.reached, to.runs.size());
        out += "\n";
    }
    return out;
}

/// "target": 0.97, and by seed the steps and seconds until it, null where it was not reached; empty without one.
std::string to_target_json(const LaneSummary& summary, std::optional<double> target) {
    if (!target) return "";
    std::string steps, seconds;
    for (const auto& one : summary.to_target->runs) {
        steps += (steps.empty() ? "" : ", ") + (one ? fmt::format("{}", one->step) : std::string("null"));
        seconds += (seconds.empty() ? "" : ", ") + lane_number(one ? one->seconds : std::nullopt);
    }
    return fmt::format("\"target\": {}, \"target_steps\": [{}], \"target_seconds\": [{}], ", *target, steps, seconds);
}

}  // namespace

void LaneRun::apply(const run::Record& record) {
    if (record.has_started()) {
        run_id = record.run_id();
        emulated = record.started().emulated();
    }
    if (record.has_memory()) {
        memory_held = peak_without_shadow(record.memory());
        memory_native = peak_without_shadow(record.memory(), true);
    }
    observe(evidence, record);
    evaluations.apply(record);
    if (record.has_step_done() && (losses.empty() || record.step() > losses.back().step))
        losses.push_back({record.step(), record.step_done().loss()});
    if (record.has_finished()) finished = record.finished();
}

std::vector<double> CompareLane::accuracies() const {
    std::vector<double> values;
    for (const LaneRun& one : runs) {
        values.push_back(one.complete() && one.finished->has_test_accuracy()
                             ? static_cast<double>(one.finished->test_accuracy())
                             : std::numeric_limits<double>::quiet_NaN());
    }
    return values;
}

std::vector<CompareLane> compare_lanes(const std::vector<std::string>& names, const run::RunConfig& base,
                                       const run::RunConfig& given) {
    if (base.one_ulp())
        throw Error(ErrorCode::usage,
                    "it would make every run a control (its initial weights moved by one ulp, to the next number), and "
                    "there would be no baseline",
                    "--one-ulp", "a run named control instead: --runs fp32,fp16,control");
    if (names.size() < 2)
        throw Error(ErrorCode::usage, "a single run cannot be compared", "--runs",
                    fmt::format("2 to {} runs, such as fp32,fp16; mantissa-worker train trains one", most_lanes));
    if (names.size() > most_lanes)
        throw Error(ErrorCode::usage, fmt::format("{} runs are too many", names.size()), "--runs",
                    fmt::format("2 to {}", most_lanes));
    std::vector<CompareLane> lanes;
    for (const std::string& name : names) {
        if (name != "control") {
            lanes.push_back(lane_named(name, base, given));
            continue;
        }
        if (lanes.empty())
            throw Error(ErrorCode::usage, "there is no run before the control", "--runs",
                        "the baseline first, such as fp32,control");
        if (std::any_of(lanes.begin(), lanes.end(), [](const CompareLane& lane) { return lane.control; }))
            throw Error(ErrorCode::usage, "there are two controls", "--runs", "at most one");
        lanes.push_back(lanes.front());
        lanes.back().name = name;
        lanes.back().control = true;
        lanes.back().config.set_one_ulp(true);
    }
    return lanes;
}

double target_of(const std::string& text, run::Task task) {
    const Metric metric = metric_of(task);
    const bool share = metric.unit == std::string("%");
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    std::string unit(end, text.data() + text.size());
    std::erase(unit, ' ');
    const double target = share && unit.empty() && number <= 1 ? number : number / metric.scale;
    if (error != std::errc{} || !(unit.empty() || unit == metric.unit) ||
        !(target > 0 && target <= largest_target(task)))
        throw Error(ErrorCode::usage,
                    fmt::format("\"{}\" is nothing that the test's {} can reach", text, english(metric.name)),
                    "--target",
                    share               ? "a percentage such as 97, or a fraction such as 0.97"
                    : metric.scale == 1 ? "a number of at most 1, such as 0.9"
                                        : "a number of dB, such as 20");
    return target;
}

std::vector<LaneSummary> summarise(const std::vector<CompareLane>& lanes, std::optional<double> target) {
    const CompareLane& baseline = lanes.front();
    std::vector<LaneSummary> summaries;
    for (const CompareLane& lane : lanes) {
        LaneSummary& summary = summaries.emplace_back();
        const std::vector<double> accuracies = lane.accuracies();
        double sum = 0, rate = 0, complete = 0, steps = 0, skipped = 0, rates = 0;
        for (std::size_t i = 0; i < lane.runs.size(); ++i) {
            const LaneRun& one = lane.runs[i];
            summary.memory_held = std::max(summary.memory_held, one.memory_held);
            summary.memory_native = std::max(summary.memory_native, one.memory_native);
            if (std::isfinite(accuracies[i])) {
                sum += accuracies[i];
                ++complete;
            }
            if (!one.finished) continue;
            steps += one.finished->steps();
            skipped += one.finished->skipped_steps();
            if (one.emulated || !one.finished->has_images_per_second()) continue;
            rate += static_cast<double>(one.finished->images_per_second());
            ++rates;
        }
        if (complete > 0) summary.accuracy = sum / complete;
        if (steps > 0) summary.skipped_share = skipped / steps;
        if (rates > 0) summary.images_per_second = rate / rates;
        summary.difference = accuracy_difference(baseline.accuracies(), accuracies);
        std::vector<std::vector<Finding>> findings;
        for (std::size_t i = 0; i < lane.runs.size(); ++i) {
            const std::optional<Standing> standing = standing_of(lanes, lane, i);
            findings.push_back(advise(lane.runs[i].evidence, 0, standing));
            if (!standing) continue;
            const auto& parting = standing->parting;
            summary.parted.push_back(parting ? std::optional(parting->step) : std::nullopt);
        }
        summary.findings = merged_findings(findings);
        if (!target) continue;
        std::vector<std::optional<TimedEvaluation>> at;
        for (const LaneRun& one : lane.runs) at.push_back(first_reaching(one.evaluations.all(), *target));
        summary.to_target = time_to_target(at);
    }
    return summaries;
}

std::string to_json_line(const CompareLane& lane, const LaneSummary& s, std::optional<double> target) {
    std::string parted;
    for (const auto& step : s.parted)
        parted += (parted.empty() ? "" : ", ") + (step ? fmt::format("{}", *step) : std::string("null"));
    std::string accuracies, ids;
    for (const double value : lane.accuracies()) accuracies += (accuracies.empty() ? "" : ", ") + lane_result(value);
    for (const LaneRun& one : lane.runs) ids += (ids.empty() ? "\"" : ", \"") + one.run_id + "\"";
    const auto complete =
        std::count_if(lane.runs.begin(), lane.runs.end(), [](const LaneRun& r) { return r.complete(); });
    std::vector<Finding> findings;
    for (const auto& [finding, runs] : s.findings) findings.push_back(finding);
    const PairedDifference& d = s.difference;
    return fmt::format(
        "{{\"name\": \"{}\", \"runs\": {}, \"complete\": {}, \"test_accuracy\": {}, \"test_accuracies\": [{}], "
        "\"difference\": {}, \"low\": {}, \"high\": {}, "
        "\"confidence\": {}, \"pairs\": {}, \"verdict\": \"{}\", \"skipped_share\": {}, \"images_per_second\": {}, "
        "\"emulated\": {}, \"memory_held\": {}, \"memory_native\": {}, \"diverged_steps\": [{}], {}\"run_ids\": [{}], "
        "\"findings\": {}}}",
        lane.name, lane.runs.size(), complete, lane_result(s.accuracy), accuracies,
        lane_result(d.pairs ? std::optional(d.mean) : std::nullopt), lane_result(d.low), lane_result(d.high),
        d.confidence, d.pairs, name_of(verdict_of(d)), lane_number(s.skipped_share), lane_number(s.images_per_second),
        !lane.runs.empty() && lane.runs[0].emulated, s.memory_held, s.memory_native, parted, to_target_json(s, target),
        ids, findings_json(findings));
}

std::string comparison_text(const std::vector<CompareLane>& lanes, const std::vector<LaneSummary>& summaries,
                            std::optional<double> target) {
    const bool controlled = std::any_of(lanes.begin(), lanes.end(), [](const CompareLane& l) { return l.control; });
    const Metric metric = metric_of(lanes[0].config);
    std::string out = fmt::format("\n{:<18} {:>9} {:>31} {:>9} {:>11} {:>24} {}\n", "", "test",
                                  english(metric.difference_unit) + " from " + lanes[0].name, "skipped",
                                  english(rate_unit(lanes[0].config.task())), "memory", "diverged at step");
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        const LaneSummary& s = summaries[i];
        const bool emulated = !lanes[i].runs.empty() && lanes[i].runs[0].emulated;
        std::string memory = fmt::format("{:.1f} MiB", lane_mib(s.memory_held));
        if (emulated) memory += fmt::format(" ({:.1f} native)", lane_mib(s.memory_native));
        out += fmt::format("{:<18} {:>9} {:>31} {:>9} {:>11} {:>24} {}\n", lanes[i].name,
                           metric_text(metric, s.accuracy.has_value(), s.accuracy.value_or(0)),
                           i == 0 ? "-" : difference_text(s.difference, metric),
                           fmt::format("{:.2f} %", s.skipped_share * 100),
                           emulated              ? "emulated"
                           : s.images_per_second ? fmt::format("{:.0f}", *s.images_per_second)
                                                 : "-",
                           memory, i > 0 && !lanes[i].control ? parted_text(s.parted) : "");
    }
    out += by_seed_text(lanes) + to_target_text(lanes, summaries, target) + "\n";
    // its lanes have this setting in common
    if (const Phrase part = tested_part(lanes[0].config.task(), lanes[0].config.test_examples()); !part.empty())
        out += fmt::format("All runs are tested {}.\n", english(part));
    for (std::size_t i = 1; i < lanes.size(); ++i)
        out += fmt::format("{}: {}.\n", lanes[i].name,
                           verdict_text(summaries[i].difference, lanes[0].name, lanes[i].name, metric));
    if (std::any_of(summaries.begin(), summaries.end(), [](const LaneSummary& s) { return s.difference.low; }))
        out += "Intervals are 95 % intervals of Student's t over seeds, cut to what an accuracy can be.\n";
    if (!controlled)
        out +=
            fmt::format("No control run: runs count as diverged when their batch losses differ by more than {:g}{}.\n",
                        PartingRule().threshold, has_squared_error(lanes[0].config.task()) ? "" : " nats");
    for (std::size_t i = 0; i < lanes.size(); ++i)
        for (const auto& [finding, runs] : summaries[i].findings) {
            const std::size_t all = lanes[i].runs.size();
            out += fmt::format("\n{}{}:\n", lanes[i].name, all > 1 ? fmt::format(", {} of {} runs", runs, all) : "");
            out += findings_text({finding}, "  ");
        }
    return out;
}

}  // namespace mantissa
