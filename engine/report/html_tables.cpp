// SPDX-License-Identifier: Apache-2.0
// What stands beside the charts: tables of their numbers, the histograms, what compared runs have in common.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "engine/report/advisor_evidence.h"
#include "engine/report/advisor_text.h"
#include "engine/report/html.h"
#include "engine/report/html_parts.h"
#include "engine/report/markup_text.h"
#include "engine/report/svg_histogram.h"
#include "engine/run/phrase_record.h"

namespace mantissa {
namespace {

constexpr std::size_t most_histograms = 24;  // of one run: beyond that the table below says it

std::string value_text(const Chart& chart, float value) {
    if (chart.axis == Chart::Axis::judged) return metric_text(chart.metric, true, value);
    if (value == std::trunc(value) && std::abs(value) < 1e15f) return fmt::format("{:.0f}", value);  // a loss scale
    return fmt::format("{:.5g}", value);
}

std::string table_cell(const std::string& text) {
    return "<td>" + escaped(text) + "</td>";
}

/// "3 values" of a node that are not finite, as a remark.
std::string not_finite(const SeriesNode& node) {
    std::string text;
    const auto add = [&](std::uint32_t count, const char* what) {
        if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, what);
    };
    add(node.nan, "NaN");
    add(node.positive_infinity, "+inf");
    add(node.negative_infinity, "-inf");
    return text;
}

}  // namespace

std::string html_chart_table(const Words& words, const Chart& chart) {
    std::string out = "<details><summary>" + escaped(words("The numbers of this chart")) +
                      "</summary>\n<div class=\"wide\"><table>\n<thead>" +
                      heading_row(words, {left(say("Line")), say("Steps"), say("Least"), say("Largest"), say("Last"),
                                          left(say("Not finite"))}) +
                      "</thead>\n<tbody>\n";
    for (const ChartLine& line : chart.lines) {
        std::vector<SeriesNode> nodes;
        for (const SeriesNode& node : line.nodes)
            if (!node.empty()) nodes.push_back(node);
        // Neighbours are taken together: no value, and nothing that is not finite, is left out.
        const std::size_t together = std::max<std::size_t>(1, (nodes.size() + most_table_rows - 1) / most_table_rows);
        for (std::size_t i = 0; i < nodes.size(); i += together) {
            SeriesNode sum = nodes[i];
            for (std::size_t k = i + 1; k < std::min(i + together, nodes.size()); ++k) sum.append(nodes[k]);
            const auto value = [&](float number) { return sum.finite > 0 ? value_text(chart, number) : "–"; };
            out += fmt::format("<tr><th scope=\"row\">{}</th>", isolated(line.name));
            out += table_cell(sum.first_step == sum.last_step
                                  ? words.count(sum.first_step)
                                  : words("%1 to %2", {count_text(sum.first_step), count_text(sum.last_step)}));
            out += table_cell(value(sum.min)) + table_cell(value(sum.max)) + table_cell(value(sum.last)) +
                   "<td class=\"text\">" + not_finite(sum) + "</td></tr>\n";
        }
    }
    return out + "</tbody></table></div></details>\n";
}

std::string html_histograms(const Words& words, const RunReport& report, std::size_t run) {
    std::vector<const LastHistogram*> drawn;
    for (const LastHistogram& last : report.histograms)
        if (last.histogram.role() == run::ROLE_WEIGHT_GRADIENT ||
            last.histogram.role() == run::ROLE_ACTIVATION_GRADIENT)
            drawn.push_back(&last);
    if (drawn.empty()) return "";
    std::string out = "<h3>" + escaped(words("Gradients by magnitude, at their last histogram")) +
                      "</h3>\n<div class=\"histograms\">\n";
    for (std::size_t i = 0; i < std::min(drawn.size(), most_histograms); ++i) {
        const run::Histogram& h = drawn[i]->histogram;
        const std::string what = h.role() == run::ROLE_WEIGHT_GRADIENT
                                     ? words("%1, weight gradient, step %2, cast to %3")
                                     : words("%1, activation gradient, step %2, cast to %3");
        const bool scaled = h.scale() > 0 && h.scale() != 1;
        out += fmt::format(
            "<figure><figcaption>{}{}</figcaption>\n",
            escaped_around(what, {"<strong>" + isolated(shortened(h.tensor(), 60)) + "</strong>",
                                  words.count(drawn[i]->step), isolated(shortened(h.format(), 20))}),
            scaled ? escaped(words(", times the loss scale %1", {scale_text(static_cast<double>(h.scale()))})) : "");
        out += svg_histogram(h, fmt::format("h{}-{}", run + 1, i), words);
        out += "<details><summary>" + escaped(words("The numbers of this chart")) + "</summary>\n<table>\n<thead>" +
               heading_row(words, {left(say("Magnitude")), say("Elements"), left(say("In the format"))}) +
               "</thead>\n<tbody>\n";
        for (const HistogramRow& row : histogram_rows(h))
            out += fmt::format("<tr><th scope=\"row\">{}</th>{}<td class=\"text\">{}</td></tr>\n",
                               escaped(words(row.magnitude)), table_cell(words.count(row.count)),
                               escaped(words(row.zone)));
        out += "</tbody></table></details></figure>\n";
    }
    out += "</div>\n";
    if (drawn.size() > most_histograms)
        out += "<p>" + escaped(words("%1 of %2 are drawn; the table below has all.", {most_histograms, drawn.size()})) +
               "</p>\n";
    return out;
}

std::string html_common(const ReportData& data) {
    if (data.runs.size() < 2) return "";
    struct Fact {
        Phrase what;
        std::string (*value)(const RunReport&);
        Phrase same, differ;
    };
    const Fact facts[] = {
        {say("Initial weights"),
         [](const RunReport& r) { return r.details.started.identity().initial_weights_sha256(); },
         say("the same (SHA-256 equal): later differences have other causes"),
         say("different: they may cause a part of any difference")},
        {say("Order of batches"),  // the digest is of the order of samples
         [](const RunReport& r) {
             const run::RunStarted& started = r.details.started;
             const std::string& order = started.identity().batch_order_sha256();
             return order.empty() ? order : fmt::format("{} {}", order, started.config().batch());
         },
         say("the same (SHA-256 equal)"), say("different: single steps cannot be compared")},
        {say("Data"), [](const RunReport& r) { return r.details.started.identity().data_sha256(); },
         say("the same (SHA-256 equal)"), say("different: the accuracies are of different samples")},
        {say("Device"), [](const RunReport& r) { return r.details.started.identity().device(); }, say("the same"),
         say("different: their speeds cannot be compared")},
        {say("Version of Mantissa"),
         [](const RunReport& r) {
             return r.details.started.identity().program_version() + " " + r.details.started.identity().commit();
         },
         say("the same"), say("different")},
    };
    const Words& words = data.words;
    std::string out = "<section>\n<h2>" + escaped(words("What these runs have in common")) +
                      "</h2>\n<div class=\"wide\"><table>\n<thead>" +
                      heading_row(words, {left(say("What")), left(say("All runs"))}) + "</thead>\n<tbody>\n";
    const auto row = [&](const Phrase& what, const std::string& markup) {
        out += fmt::format("<tr><th scope=\"row\">{}</th><td class=\"text long\">{}</td></tr>\n", escaped(words(what)),
                           markup);
    };
    std::set<std::string> races, groups;
    for (const RunReport& report : data.runs) {
        if (!report.problem.empty()) continue;
        races.insert(report.details.started.identity().race_id());
        groups.insert(report.details.started.identity().group_id());
    }
    if (races.size() == 1 && !races.begin()->empty())
        row(say("Race"), escaped_around(words("runs of the race %1, trained in lockstep"), {isolated(*races.begin())}));
    if (groups.size() == 1 && !groups.begin()->empty())
        row(say("Group"), escaped_around(words("runs of the sweep or repeated race %1"), {isolated(*groups.begin())}));
    for (const Fact& fact : facts) {
        std::set<std::string> values;
        for (const RunReport& report : data.runs)
            if (report.problem.empty()) values.insert(fact.value(report));
        if (values.empty() || (values.size() == 1 && values.begin()->find_first_not_of(' ') == std::string::npos))
            continue;
        row(fact.what, escaped(words(values.size() == 1 ? fact.same : fact.differ)));
    }
    return out + "</tbody></table></div>\n</section>\n";
}

std::string html_changed(const ReportData& data) {
    constexpr std::size_t most = 3;
    std::string out;
    for (std::size_t i = 0; i < data.runs.size() && data.runs.size() > 1; ++i) {
        std::string changes;
        std::size_t count = 0;
        for (const run::Record& record : data.runs[i].details.events) {
            if (record.event().kind() != run::EventRecord::CHANGED || is_only_watching(record.event().change()))
                continue;
            if (++count > most) continue;
            changes += (changes.empty() ? "" : "; ") + isolated(data.words(phrase_of(record.event()))) + " (" +
                       escaped(data.words("step %1", {data.words.count(record.step())})) + ")";
        }
        if (count > most) changes += "; …";
        if (count > 0)
            out += "<p>" +
                   escaped_around(data.words("Run %1 began so and was changed while it trained: %2"),
                                  {std::to_string(data.runs[i].summary.number), changes}) +
                   "</p>\n";
    }
    return out;
}

}  // namespace mantissa
