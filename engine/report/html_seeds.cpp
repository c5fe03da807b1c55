// SPDX-License-Identifier: Apache-2.0
// Repetitions over seeds: what a table of single runs cannot say.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/report/comparison.h"
#include "engine/report/deciding_settings.h"
#include "engine/report/html_parts.h"
#include "engine/report/markup_text.h"
#include "engine/report/run_formats.h"

namespace mantissa {
namespace {

/// Runs of the same settings: their accuracies by beginning (a later one of the same beginning repeats it).
struct SeedGroup {
    std::size_t first = 0;  ///< index of its first run
    std::string numbers;    ///< "1, 4, 7"
    std::size_t runs = 0;
    std::map<std::string, double> accuracies;
};

/// `left_out`: takes the numbers of runs that are in no group.
std::vector<SeedGroup> groups_of(const ReportData& data, std::string& left_out) {
    std::vector<SeedGroup> groups;
    std::map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < data.runs.size(); ++i) {
        const RunReport& report = data.runs[i];
        if (!report.problem.empty() || !report.summary.parent_run_id.empty() ||
            was_changed(report.details.events)) {  // not of these settings from its beginning to its end
            left_out += fmt::format("{}{}", left_out.empty() ? "" : ", ", report.summary.number);
            continue;
        }
        const run::RunIdentity& identity = report.details.started.identity();
        const auto [place, added] = places.try_emplace(
            deciding_settings(report.config).SerializeAsString() + identity.data_sha256(), groups.size());
        if (added) groups.push_back({i, "", 0, {}});
        SeedGroup& group = groups[place->second];
        group.numbers += fmt::format("{}{}", group.runs == 0 ? "" : ", ", report.summary.number);
        ++group.runs;
        const bool done = report.details.finished && report.details.finished->has_test_accuracy() &&
                          report.details.finished->outcome() == run::RunFinished::COMPLETED;
        if (done && std::isfinite(report.details.finished->test_accuracy()))
            group.accuracies[fmt::format("{} {}", report.config.seed(), identity.initial_weights_sha256())] =
                static_cast<double>(report.details.finished->test_accuracy());
    }
    return groups;
}

/// What tells the group from the others: its precision and the settings that differ between the runs, but for the seed.
std::string label_of(const ReportData& data, const SeedGroup& group) {
    std::string text = data.words(data.runs[group.first].formats);
    const run::RunConfig deciding = deciding_settings(data.runs[group.first].config);
    for (const SettingRow& row : data.differing) {
        const auto* field = run::RunConfig::descriptor()->FindFieldByName(row.setting);
        if (row.setting == "precision" || row.setting == "one_ulp" || field == nullptr ||
            row.values[group.first].empty())
            continue;
        if (row.setting == "steps" && data.runs[group.first].config.steps() < 0) continue;  // as long as its epochs
        if (field->is_repeated() || deciding.GetReflection()->HasField(deciding, field))
            text += ", " + row.setting + " " + row.values[group.first];
    }
    return text;
}

/// Whether one of them is the other with its initial weights moved by one ulp.
bool is_one_ulp_from(run::RunConfig a, run::RunConfig b) {
    if (a.one_ulp() == b.one_ulp()) return false;
    a.clear_one_ulp();
    b.clear_one_ulp();
    return deciding_settings(a).SerializeAsString() == deciding_settings(b).SerializeAsString();
}

/// The accuracy from the same seed and initial weights; of a control and what it controls, whose weights differ by one
/// ulp, from the same seed. Null where there is none, or not one alone.
const double* paired_with(const SeedGroup& group, const std::string& beginning, bool moved) {
    if (const auto same = group.accuracies.find(beginning); same != group.accuracies.end()) return &same->second;
    if (!moved) return nullptr;
    const std::string seed = beginning.substr(0, beginning.find(' ') + 1);
    const double* found = nullptr;
    for (const auto& [other, accuracy] : group.accuracies) {
        if (!other.starts_with(seed)) continue;
        if (found) return nullptr;
        found = &accuracy;
    }
    return found;
}

/// "93.53 93.41 11.35": what a mean of runs that learn and runs that do not hides.
std::string by_seed(const std::vector<double>& accuracies, const Metric& metric) {
    constexpr std::size_t most = 20;
    std::string text;
    for (std::size_t i = 0; i < std::min(most, accuracies.size()); ++i)
        text += (text.empty() ? "" : " ") + metric_number(metric, accuracies[i]);
    return accuracies.size() > most ? text + " …" : text;
}

}  // namespace

std::string html_seeds(const ReportData& data) {
    std::string left_out;
    const std::vector<SeedGroup> groups = groups_of(data, left_out);
    if (std::none_of(groups.begin(), groups.end(), [](const SeedGroup& g) { return g.accuracies.size() > 1; }))
        return "";
    const Words& words = data.words;
    std::string out =
        "<section>\n<h2>" + escaped(words("Over seeds")) + "</h2>\n<div class=\"wide\"><table>\n<thead>" +
        heading_row(words,
                    {left(say("Settings")), left(say("Runs")), say("Seeds"),
                     test_metric(data, say("Mean test accuracy"), say("Test set, mean")), say("95 % interval"),
                     left(test_metric(data, say("By seed, %"), say("By seed"))), left(say("Against the first row"))}) +
        "</thead>\n<tbody>\n";
    for (const SeedGroup& group : groups) {
        const bool moved = is_one_ulp_from(data.runs[group.first].config, data.runs[groups[0].first].config);
        std::vector<double> own, baseline, paired;
        for (const auto& [beginning, accuracy] : group.accuracies) {
            own.push_back(accuracy);
            if (const double* same = paired_with(groups[0], beginning, moved)) {
                baseline.push_back(*same);
                paired.push_back(accuracy);
            }
        }
        const PairedDifference mean = mean_interval(own);
        const Metric metric = metric_of(data.runs[group.first].config);
        const std::string verdict =
            &group == &groups[0] ? "–"
            : paired.empty() && !own.empty()
                ? words(say("no run of the first row with the same seed and initial weights has a result"))
                : words(verdict_phrase(accuracy_difference(baseline, paired), label_of(data, groups[0]),
                                       label_of(data, group), common_metric(data)));
        out += fmt::format(
            "<tr><th scope=\"row\">{}</th><td class=\"text\">{}</td><td>{}</td><td>{}</td><td>{}</td><td "
            "class=\"text\">{}</td>"
            "<td class=\"text long\">{}</td></tr>\n",
            isolated(shortened(label_of(data, group), 120)), group.numbers, own.size(),
            result_text(data.runs[group.first], !own.empty(), mean.mean),
            mean.low
                ? escaped(words("%1 to %2", {metric_number(metric, *mean.low), metric_text(metric, true, *mean.high)}))
                : "–",
            by_seed(own, metric), isolated(shortened(verdict, 400)));
    }
    return out + "</tbody></table></div>\n<p class=\"muted\">" +
           escaped(words("Runs that differ only in the seed share a row. Differences are between runs with the same "
                         "seed and the same initial weights. Which run is better is said from five such pairs on. The "
                         "interval is Student's t over seeds: it does not cover other samples.")) +
           (left_out.empty() ? std::string()
                             : " " + escaped(words("Not here, since they were changed on the way, begin at a step of "
                                                   "another run or are damaged: %1.",
                                                   {left_out}))) +
           "</p>\n</section>\n";
}

}  // namespace mantissa
