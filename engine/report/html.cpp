// SPDX-License-Identifier: Apache-2.0
// The document: head, summary of all runs, charts, a section for each run.
#include "engine/report/html.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/version.h"
#include "engine/report/advisor_text.h"
#include "engine/report/html_parts.h"
#include "engine/report/markup_text.h"
#include "engine/report/svg_chart.h"

namespace mantissa {
namespace {

std::string outcome_text(const RunReport& report) {
    if (!report.problem.empty()) return "damaged";
    if (!report.summary.finished) return "not ended";
    switch (report.summary.outcome) {
        case run::RunFinished::COMPLETED:
            return "completed";
        case run::RunFinished::STOPPED:
            return "stopped";
        case run::RunFinished::FAILED:
            return "failed";
        default:
            return "ended";
    }
}

/// The runs that are drawn, with the style of each.
struct Drawn {
    std::size_t index;
    LineStyle style;
};

std::vector<Drawn> drawn_runs(const ReportData& data) {
    std::vector<Drawn> drawn;
    std::vector<int> seen;
    for (std::size_t i = 0; i < data.runs.size() && drawn.size() < most_charted_runs; ++i) {
        const RunReport& report = data.runs[i];
        if (!report.detailed) continue;
        const int precision = static_cast<int>(report.config.precision());
        drawn.push_back({i, style_of(report.config.precision(),
                                     static_cast<int>(std::count(seen.begin(), seen.end(), precision)))});
        seen.push_back(precision);
    }
    return drawn;
}

bool any_scale(const ReportData& data, const std::vector<Drawn>& drawn) {
    return std::any_of(drawn.begin(), drawn.end(), [&](const Drawn& one) {
        const RunReport& report = data.runs[one.index];
        return report.config.scaling() != run::NONE ||
               std::any_of(report.scale.begin(), report.scale.end(),
                           [](const SeriesNode& n) { return n.finite > 0 && (n.min != 1 || n.max != 1); });
    });
}

ChartLine line_of(const ReportData& data, const Drawn& one, const std::vector<SeriesNode>& nodes) {
    const RunReport& report = data.runs[one.index];
    ChartLine line;
    line.end_text = fmt::format("{}", one.index + 1);
    line.name = fmt::format("{} ({})", one.index + 1, report.formats);
    line.style = one.style;
    line.nodes = nodes;
    return line;
}

}  // namespace

std::string html_head(const std::string& title) {
    std::string out =
        "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n"
        "<meta charset=\"utf-8\"/>\n"
        // Nothing in the file asks for anything; a reader that knows this header refuses it besides.
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
        "'unsafe-inline'\"/>\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
        "<meta name=\"color-scheme\" content=\"light dark\"/>\n";
    out += fmt::format("<meta name=\"generator\" content=\"Mantissa {}\"/>\n<title>{}</title>\n<style>{}</style>\n",
                       program_version, escaped(title), report_styles());
    return out + "</head>\n";
}

std::string heading_row(const std::vector<std::string>& headings) {
    std::string out = "<tr>";
    for (const std::string& text : headings)
        out += text.starts_with('~') ? "<th scope=\"col\" class=\"text\">" + escaped(text.substr(1)) + "</th>"
                                     : "<th scope=\"col\">" + escaped(text) + "</th>";
    return out + "</tr>";
}

std::string percent_text(bool known, double share) {
    return known ? fmt::format("{:.2f} %", share * 100) : "–";
}

std::string html_charts(const ReportData& data) {
    const std::vector<Drawn> drawn = drawn_runs(data);
    if (drawn.empty()) return "";
    Chart accuracy{"accuracy", "Accuracy over training steps", "accuracy", Chart::Axis::percent, {}, {}};
    Chart loss{"loss", "Loss of the batches over training steps", "loss (cross-entropy)", Chart::Axis::linear, {}, {}};
    Chart scale{"scale", "Loss scale over training steps", "loss scale", Chart::Axis::log2, {}, {}};
    bool batches = false;
    double largest_loss = 0;
    for (const Drawn& one : drawn) {
        const RunReport& report = data.runs[one.index];
        if (report.test_accuracy.size() < 2 || drawn.size() == 1) {
            ChartLine line = line_of(data, one, report.accuracy);
            line.name += ", batches";
            line.faint = true;
            accuracy.lines.push_back(std::move(line));
            batches = true;
        }
    }
    for (const Drawn& one : drawn) {
        const RunReport& report = data.runs[one.index];
        ChartLine tested = line_of(data, one, report.test_accuracy);
        tested.name += ", test set";
        accuracy.lines.push_back(std::move(tested));
        loss.lines.push_back(line_of(data, one, report.loss));
        ChartLine scaled = line_of(data, one, report.scale);
        scaled.skipped = report.skipped;
        scale.lines.push_back(std::move(scaled));
        for (const SeriesNode& node : report.loss)
            if (node.finite > 0) largest_loss = std::max(largest_loss, static_cast<double>(node.max));
    }
    if (largest_loss > 50) {  // ten classes at chance: 2.3; such a loss would flatten all else
        loss.axis = Chart::Axis::log2;
        loss.y_label += ", log scale";
    }
    if (data.runs.size() == 1)
        for (const run::Record& record : data.runs[0].details.events)
            if (record.event().kind() == run::EventRecord::CHANGED)
                for (Chart* chart : {&accuracy, &loss, &scale})
                    chart->events.push_back({record.step(), record.event().text()});

    std::string legend = "<ul class=\"legend\">";
    for (const Drawn& one : drawn)
        legend +=
            fmt::format("<li>{} {} {} <span class=\"muted\">{}</span></li>", svg_swatch(one.style), one.index + 1,
                        isolated(shortened(data.runs[one.index].label, 60)), escaped(data.runs[one.index].formats));
    legend += "</ul>\n";

    std::string out = "<section>\n<h2>Charts</h2>\n";
    if (data.runs.size() > drawn.size())
        out += fmt::format("<p>{} of {} runs are drawn.</p>\n", drawn.size(), data.runs.size());
    const auto figure = [&](const Chart& chart, const std::string& caption) {
        out += "<figure>\n<figcaption><strong>" + escaped(chart.title) + ".</strong> " + caption + "</figcaption>\n" +
               legend + "<div class=\"wide\">" + svg_chart(chart) + "</div>\n" + html_chart_table(chart) +
               "</figure>\n";
    };
    figure(accuracy,
           batches ? "With markers: the test set. Thin and pale: the batches in training." : "On the test set.");
    figure(
        loss,
        "As training computed it, before scaling. A line breaks at NaN and infinities, which are marked at the edge.");
    if (any_scale(data, drawn))
        figure(scale,
               "The factor on the loss that keeps small gradients from being flushed to zero. Marks below the "
               "plot: steps skipped because a gradient was infinite or NaN.");
    return out + "</section>\n";
}

std::string html_results(const ReportData& data) {
    std::string out = "<section>\n<h2>Results</h2>\n<div class=\"wide\"><table>\n<thead>";
    out += heading_row({"~Run", "~Name", "~Precision", "Test accuracy", "Training accuracy", "Test loss", "Steps",
                        "Skipped", "Final scale", "Flushed gradients", "Lost updates", "Images/\u2060s",
                        "End"});  // never cut
    out += "</thead>\n<tbody>\n";
    bool emulated = false;
    for (std::size_t i = 0; i < data.runs.size(); ++i) {
        const RunReport& report = data.runs[i];
        const bool known = report.details.finished.has_value();
        const run::RunFinished finished = known ? *report.details.finished : run::RunFinished();
        const auto number = [&](bool set, double value, const char* format) {
            return known && set ? fmt::format(fmt::runtime(format), value) : std::string("–");
        };
        emulated |= report.summary.emulated;
        out +=
            fmt::format("<tr><th scope=\"row\">{}</th><td class=\"text name\">{}</td><td class=\"text\">{}</td>", i + 1,
                        isolated(shortened(report.label, 60)), report.problem.empty() ? escaped(report.formats) : "–");
        std::vector<std::string> cells = {
            percent_text(report.summary.test_accuracy.has_value(), report.summary.test_accuracy.value_or(0)),
            percent_text(known && finished.has_train_accuracy(), finished.train_accuracy()),
            number(finished.has_test_loss(), finished.test_loss(), "{:.4f}"),
            count_text(report.summary.steps),
            count_text(report.summary.skipped),
            known && finished.has_final_scale() ? scale_text(finished.final_scale()) : "–",
            percent_text(known && finished.has_flushed_share(), finished.flushed_share()),
            percent_text(known && finished.has_lost_update_share(), finished.lost_update_share()),
            report.summary.emulated ? "emulated"
                                    : number(finished.has_images_per_second(), finished.images_per_second(), "{:.0f}"),
            outcome_text(report)};
        for (const std::string& cell : cells) out += "<td>" + escaped(cell) + "</td>";
        out += "</tr>\n";
    }
    out +=
        "</tbody></table></div>\n<p class=\"muted\">Flushed gradients: share of the nonzero weight gradients that "
        "the number format turned into zero. Lost updates: share of the computed updates that left the stored weight "
        "as it was.";
    if (emulated)
        out +=
            " Emulated: computed with the rounding of its formats, on hardware that lacks them, so it says nothing "
            "about their speed.";
    out += "</p>\n";
    if (data.runs.size() > 1)
        out += "<p>Each line is one run. A small difference between two single runs may be chance.</p>\n";
    return out + "</section>\n";
}

std::string html_differing(const ReportData& data) {
    const bool one = data.runs.size() == 1;
    std::string out = fmt::format("<section>\n<h2>{}</h2>\n", one ? "Settings that differ from the defaults"
                                                                  : "Settings that differ between the runs");
    if (data.differing.empty())
        return out + (one ? "<p>None.</p>\n</section>\n" : "<p>None: all runs have the same.</p>\n</section>\n");
    const auto value = [](const std::string& text) { return text.empty() ? "–" : isolated(text); };
    out += "<div class=\"wide\"><table>\n<thead>";
    if (data.runs.size() <= 6) {
        std::vector<std::string> headings{"~Setting"};
        for (std::size_t i = 0; i < data.runs.size(); ++i)
            headings.push_back(one ? "~Value" : fmt::format("~Run {}", i + 1));
        headings.push_back("~Default");
        out += heading_row(headings) + "</thead>\n<tbody>\n";
        for (const SettingRow& row : data.differing) {
            out += fmt::format("<tr><th scope=\"row\">{}</th>", escaped(row.setting));
            for (const std::string& text : row.values) out += "<td class=\"text\">" + value(text) + "</td>";
            out += "<td class=\"text\">" + value(row.initial) + "</td></tr>\n";
        }
    } else {
        std::vector<std::string> headings{"~Run"};
        for (const SettingRow& row : data.differing) headings.push_back("~" + row.setting);
        out += heading_row(headings) + "</thead>\n<tbody>\n";
        for (std::size_t i = 0; i < data.runs.size(); ++i) {
            out += fmt::format("<tr><th scope=\"row\">{}</th>", i + 1);
            for (const SettingRow& row : data.differing) out += "<td class=\"text\">" + value(row.values[i]) + "</td>";
            out += "</tr>\n";
        }
    }
    out += "</tbody></table></div>\n";
    if (std::any_of(data.differing.begin(), data.differing.end(),
                    [](const SettingRow& row) { return row.setting == "one_ulp"; }))
        out +=
            "<p class=\"muted\">one_ulp on: a control. Its initial weights are the others', each moved to the next "
            "FP32 "
            "number (by one ulp, a unit in the last place); how far it drifts from the run without is noise.</p>\n";
    return out + "</section>\n";
}

std::string html_report(const ReportData& data) {
    const std::string title = data.runs.size() == 1
                                  ? fmt::format("{} – Mantissa report", shortened(data.runs[0].label, 120))
                                  : fmt::format("{} runs – Mantissa report", data.runs.size());
    std::string out = html_head(title);
    out += "<body>\n<header>\n";
    out += data.runs.size() == 1 ? "<h1>" + isolated(data.runs[0].label) + "</h1>\n"
                                 : fmt::format("<h1>{} runs compared</h1>\n", data.runs.size());
    out += fmt::format("<p class=\"muted\">Made {} by Mantissa {} ({}) from the library {}.</p>\n</header>\n<main>\n",
                       time_text(data.made_unix), program_version, escaped(program_commit), isolated(data.library));
    out += html_results(data) + html_seeds(data) + html_common(data) + html_differing(data) + html_charts(data);
    std::size_t left_out = 0;
    for (std::size_t i = 0; i < data.runs.size(); ++i) {
        if (i < most_detailed_runs)
            out += html_run(data, i);
        else
            ++left_out;
    }
    if (left_out > 0)
        out += fmt::format(
            "<p>{} have no section of their own: a report details the first {} runs. CSV and JSON hold "
            "everything.</p>\n",
            counted(left_out, "more run"), most_detailed_runs);
    return out + "</main>\n</body>\n</html>\n";
}

}  // namespace mantissa
