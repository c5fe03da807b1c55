// SPDX-License-Identifier: Apache-2.0
// The document: head, summary of all runs, charts, a section for each run.
#include "engine/report/html.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/base/version.h"
#include "engine/report/advisor_text.h"
#include "engine/report/field_text.h"
#include "engine/report/html_parts.h"
#include "engine/report/markup_text.h"
#include "engine/report/shadow_figures.h"
#include "engine/report/svg_chart.h"
#include "engine/run/phrase_record.h"
#include "engine/run/tasks.h"

namespace mantissa {
namespace {

Phrase outcome_phrase(const RunReport& report) {
    if (!report.problem.empty()) return say("damaged");
    if (!report.summary.finished) return say("not ended");
    switch (report.summary.outcome) {
        case run::RunFinished::COMPLETED:
            return say("completed");
        case run::RunFinished::STOPPED:
            return say("stopped");
        case run::RunFinished::FAILED:
            return say("failed");
        default:
            return say("ended");
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
    for (const std::size_t i : data.charted) {
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
    line.end_text = fmt::format("{}", report.summary.number);
    line.name = data.words(say("%1 (%2)", {report.summary.number, report.formats}));
    line.style = one.style;
    line.nodes = nodes;
    return line;
}

}  // namespace

std::string html_head(const std::string& title, const std::string& language) {
    std::string out = "<!DOCTYPE html>\n<html lang=\"" + escaped(language) +
                      "\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n"
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

Heading left(Phrase text) {
    Heading heading(std::move(text));
    heading.left = true;
    return heading;
}

std::string heading_row(const Words& words, const std::vector<Heading>& headings) {
    std::string out = "<tr>";
    for (const Heading& heading : headings) {
        std::string text = escaped(words(heading.text));
        if (const std::size_t slash = text.find("/s"); slash != std::string::npos)
            text.insert(slash + 1, "\u2060");  // a unit is never cut
        out += fmt::format("<th scope=\"col\"{}>{}</th>", heading.left ? " class=\"text\"" : "", text);
    }
    return out + "</tr>";
}

std::string percent_text(bool known, double share) {
    if (!known) return "–";
    return share > 0 && share < 1e-4 ? "< 0.01 %" : fmt::format("{:.2f} %", share * 100);
}

std::string result_text(const RunReport& report, bool known, double value) {
    return known ? metric_text(metric_of(report.config), known, value) : "–";
}

std::string tested_text(const Words& words, const RunReport& report) {
    const std::optional<float>& known = report.summary.test_accuracy;
    std::string text = result_text(report, known.has_value(), known.value_or(0));
    if (const Phrase part = tested_part(report.config.task(), report.config.test_examples()); known && !part.empty())
        text += " " + words(part);
    if (!known || (report.details.finished && report.details.finished->has_test_accuracy())) return text;
    const std::vector<run::Record>& all = report.details.evaluations;
    const auto last = std::find_if(all.rbegin(), all.rend(), [](const run::Record& one) {
        return !one.evaluated().training_set() && one.evaluated().has_accuracy();
    });
    if (last == all.rend() || last->step() >= report.summary.steps) return text;
    return text + " (" + words("step %1", {words.count(last->step())}) + ")";
}

std::string lost_updates_text(const Words& words, const RunReport& report) {
    if (report.updates_unknown) return words("unknown");
    if (report.recorded_lost_updates) return percent_text(true, *report.recorded_lost_updates);
    const bool known = report.details.finished && report.details.finished->has_lost_update_share();
    return percent_text(known, known ? report.details.finished->lost_update_share() : 0);
}

Metric common_metric(const ReportData& data) {
    return metric_of(data.runs.empty() ? run::CLASSIFY : data.runs[0].config.task());
}

Phrase test_metric(const ReportData& data, const Phrase& accuracy, const Phrase& set) {
    const bool classes = std::all_of(data.runs.begin(), data.runs.end(), [](const RunReport& one) {
        return same_metric(one.config.task(), run::CLASSIFY);
    });
    const Metric metric = common_metric(data);
    const bool one = std::all_of(data.runs.begin(), data.runs.end(),
                                 [&metric](const RunReport& run) { return metric_of(run.config).name == metric.name; });
    return classes ? accuracy : one ? say("%1: %2", {set, metric.name}) : set;
}

Phrase rate_heading(const ReportData& data) {
    const auto all = [&data](const char* word) {
        return std::all_of(data.runs.begin(), data.runs.end(), [word](const RunReport& one) {
            return sample_word(one.config.task()) == std::string_view(word);
        });
    };
    return say("%1, whole run", {all("image")      ? say("Images/s")
                                 : all("sequence") ? say("Sequences/s")
                                 : all("row")      ? say("Rows/s")
                                                   : say("Samples/s")});
}

namespace {

/// A chart of what runs are judged by, and the runs that it draws.
struct Judged {
    Chart chart;
    std::vector<Drawn> runs;
    bool batches = false;                ///< batches in training, too, where evaluations are few
    std::uint32_t fewest = 0, most = 0;  ///< samples of an evaluation on the test set
};

/// Of the runs that are judged by `metric`.
Judged judged_by(const ReportData& data, const std::vector<Drawn>& drawn, const Metric& metric) {
    const Words& words = data.words;
    Judged made;
    made.chart = {"accuracy", words("Accuracy over training steps"), words("accuracy"), Chart::Axis::judged, {}, {}};
    if (!(metric.name == metric_of(run::CLASSIFY).name)) {
        made.chart.y_label = words(metric.name);
        made.chart.title = words("%1 over training steps", {words(metric.name)});
        if (char& first = made.chart.title.front(); first >= 'a' && first <= 'z') first += 'A' - 'a';
        made.chart.metric = metric;
    }
    for (const Drawn& one : drawn)
        if (metric_of(data.runs[one.index].config).name == metric.name) made.runs.push_back(one);
    for (const Drawn& one : made.runs) {
        const RunReport& report = data.runs[one.index];
        if (report.test_accuracy.size() >= 2 && drawn.size() > 1) continue;
        ChartLine line = line_of(data, one, report.accuracy);
        line.name = words("%1, batches", {line.name});
        line.faint = true;
        made.chart.lines.push_back(std::move(line));
        made.batches = true;
    }
    for (const Drawn& one : made.runs) {
        ChartLine tested = line_of(data, one, data.runs[one.index].test_accuracy);
        tested.name = words("%1, test set", {tested.name});
        made.chart.lines.push_back(std::move(tested));
        for (const run::Record& record : data.runs[one.index].details.evaluations) {
            const std::uint32_t images = record.evaluated().images();
            if (record.evaluated().training_set() || images == 0) continue;
            made.fewest = made.fewest == 0 ? images : std::min(made.fewest, images);
            made.most = std::max(made.most, images);
        }
    }
    return made;
}

/// "loss (cross-entropy)", "loss (squared error)"; "loss" alone where the runs have both, or a recording does not say.
Phrase loss_label(const ReportData& data, const std::vector<Drawn>& drawn) {
    const auto squared = [&data](const Drawn& one) { return has_squared_error(data.runs[one.index].config.task()); };
    const auto foreign = [&data](const Drawn& one) { return data.runs[one.index].details.started.has_foreign(); };
    if (std::any_of(drawn.begin(), drawn.end(), foreign)) return say("loss");
    if (std::none_of(drawn.begin(), drawn.end(), squared)) return say("loss (cross-entropy)");
    return std::all_of(drawn.begin(), drawn.end(), squared) ? say("loss (squared error)") : say("loss");
}

}  // namespace

std::string html_charts(const ReportData& data) {
    const Words& words = data.words;
    const std::vector<Drawn> drawn = drawn_runs(data);
    if (drawn.empty()) return "";
    using Axis = Chart::Axis;
    std::vector<Metric> metrics;  // a chart for each: a share of pixels and dB have no axis in common
    for (const Drawn& one : drawn) {
        const Metric metric = metric_of(data.runs[one.index].config);
        if (std::none_of(metrics.begin(), metrics.end(), [&](const Metric& m) { return m.name == metric.name; }))
            metrics.push_back(metric);
    }
    std::vector<Judged> judged;
    for (const Metric& metric : metrics) {
        judged.push_back(judged_by(data, drawn, metric));
        if (judged.size() > 1) judged.back().chart.id += fmt::format("-{}", judged.size());
    }
    const std::string loss_name = words(loss_label(data, drawn));
    Chart loss{"loss", words("Loss of the batches over training steps"), loss_name, Axis::linear, {}, {}};
    Chart scale{"scale", words("Loss scale over training steps"), words("loss scale"), Axis::log2, {}, {}};
    double largest_loss = 0;
    for (const Drawn& one : drawn) {
        const RunReport& report = data.runs[one.index];
        loss.lines.push_back(line_of(data, one, report.loss));
        ChartLine scaled = line_of(data, one, report.scale);
        scaled.skipped = report.skipped;
        scale.lines.push_back(std::move(scaled));
        for (const SeriesNode& node : report.loss)
            if (node.finite > 0) largest_loss = std::max(largest_loss, static_cast<double>(node.max));
    }
    if (largest_loss > 50) {  // ten classes at chance: 2.3; such a loss would flatten all else
        loss.axis = Axis::log2;
        loss.y_label = words("%1, log scale", {loss_name});
    }
    if (data.runs.size() == 1)
        for (const run::Record& record : data.runs[0].details.events)
            if (record.event().kind() == run::EventRecord::CHANGED)
                for (Chart* chart : {&judged.front().chart, &loss, &scale})
                    chart->events.push_back({record.step(), words(phrase_of(record.event()))});

    const auto legend = [&](const std::vector<Drawn>& runs) {
        std::string text = "<ul class=\"legend\">";
        for (const Drawn& one : runs)
            text += fmt::format("<li>{} {} {} <span class=\"muted\">{}</span></li>", svg_swatch(one.style),
                                data.runs[one.index].summary.number,
                                isolated(shortened(words(data.runs[one.index].label), 60)),
                                escaped(words(data.runs[one.index].formats)));
        return text + "</ul>\n";
    };

    std::string out = "<section>\n<h2>" + escaped(words("Charts")) + "</h2>\n";
    if (data.runs.size() > drawn.size())
        out += "<p>" + escaped(words("%1 of %2 runs are drawn.", {drawn.size(), data.runs.size()})) + "</p>\n";
    const auto figure = [&](const Chart& chart, const std::vector<Drawn>& runs, const std::string& caption) {
        out += "<figure>\n<figcaption><strong>" + escaped(chart.title) + ".</strong> " + escaped(caption) +
               "</figcaption>\n" + legend(runs) + "<div class=\"wide\">" + svg_chart(chart, words) + "</div>\n" +
               html_chart_table(words, chart) + "</figure>\n";
    };
    for (const Judged& one : judged)
        figure(one.chart, one.runs,
               (one.batches ? words("With markers: the test set. Thin and pale: the batches in training.")
                            : words("On the test set.")) +
                   (one.fewest == one.most
                        ? std::string()
                        : " " + words("Some points are of %1 of its samples, others of %2: what lies between two of "
                                      "them is not progress alone.",
                                      {count_text(one.fewest), count_text(one.most)})));
    figure(loss, drawn,
           words("As training computed it, before scaling. A line breaks at NaN and infinities, which are "
                 "marked at the edge."));
    if (any_scale(data, drawn))
        figure(scale, drawn,
               words("The factor on the loss that keeps small gradients from being flushed to zero. Marks "
                     "below the plot: steps skipped because a gradient was infinite or NaN."));
    std::vector<std::string> names;  // a chart for each, with the line of every run that has it
    for (const Drawn& one : drawn)
        for (const LoggedSeries& logged : data.runs[one.index].logged)
            if (std::find(names.begin(), names.end(), logged.name) == names.end()) names.push_back(logged.name);
    for (std::size_t i = 0; i < std::min(names.size(), most_logged); ++i) {
        const std::string name = shortened(names[i], 60);
        Chart chart{
            fmt::format("logged-{}", i + 1), words("%1 over training steps", {name}), name, Axis::linear, {}, {}};
        std::vector<Drawn> runs;
        for (const Drawn& one : drawn)
            for (const LoggedSeries& logged : data.runs[one.index].logged)
                if (logged.name == names[i]) {
                    chart.lines.push_back(line_of(data, one, logged.nodes));
                    runs.push_back(one);
                }
        figure(chart, runs, words("As the training logged it."));
    }
    return out + "</section>\n";
}

std::string html_results(const ReportData& data) {
    const Words& words = data.words;
    std::string out = "<section>\n<h2>" + escaped(words("Results")) + "</h2>\n<div class=\"wide\"><table>\n<thead>";
    out += heading_row(words, {left(say("Run")), left(say("Name")), left(say("Precision")),
                               test_metric(data, say("Test accuracy"), say("Test set")),
                               test_metric(data, say("Training accuracy"), say("Training set")), say("Test loss"),
                               say("Steps"), say("Skipped"), say("Final scale"), say("Norm lost"), say("Cosine"),
                               say("Flushed gradients"), say("Lost updates"), rate_heading(data), say("End")});
    out += "</thead>\n<tbody>\n";
    bool emulated = false, any_foreign = false;
    for (std::size_t i = 0; i < data.runs.size(); ++i) {
        const RunReport& report = data.runs[i];
        const bool known = report.details.finished.has_value();
        const run::RunFinished finished = known ? *report.details.finished : run::RunFinished();
        const auto number = [&](bool set, double value, const char* format) {
            if (!known || !set) return std::string("–");
            return std::isfinite(value) ? fmt::format(fmt::runtime(format), value) : number_text(value);
        };
        emulated |= report.summary.emulated;
        any_foreign |= report.details.started.has_foreign();
        out += fmt::format("<tr><th scope=\"row\">{}</th><td class=\"text name\">{}</td><td class=\"text\">{}</td>",
                           report.summary.number, isolated(shortened(words(report.label), 60)),
                           report.problem.empty() ? escaped(words(report.formats)) : "–");
        std::vector<std::string> cells = {
            tested_text(words, report),
            result_text(report, known && finished.has_train_accuracy(), finished.train_accuracy()),
            number(finished.has_test_loss(), finished.test_loss(), "{:.4f}"),
            words.count(report.summary.steps),
            words.count(report.summary.skipped),
            known && finished.has_final_scale() ? scale_text(finished.final_scale()) : "–",
            report.gradients ? words(share_phrase(report.gradients->lost)) : "–",
            report.gradients ? cosine_text(*report.gradients) : "–",
            percent_text(known && finished.has_flushed_share(), finished.flushed_share()),
            lost_updates_text(words, report),
            report.summary.emulated ? words("emulated")
                                    : number(finished.has_images_per_second(), finished.images_per_second(), "{:.0f}"),
            words(outcome_phrase(report))};
        for (const std::string& cell : cells) out += "<td>" + escaped(cell) + "</td>";
        out += "</tr>\n";
    }
    out += "</tbody></table></div>\n<p class=\"muted\">" +
           escaped(words(
               "Norm lost: the largest share of a weight gradient's norm that is missing against FP32 at the last "
               "shadow. Cosine: the smallest between a gradient and FP32's, with its signal-to-noise ratio.")) +
           " " +
           escaped(words("Flushed gradients: share of the nonzero weight gradients that the cast turned into zero. "
                         "Lost updates: share of the computed updates that left the stored weight unchanged.")) +
           (any_foreign ? " " + escaped(words("Of a recording these are as of its last samples: norm lost and cosine "
                                              "against the batch run again, or else of single layers' products, and "
                                              "flushed gradients are not known. Lost updates are unknown for an "
                                              "optimizer that the recorder does not know."))
                        : std::string()) +
           " " + escaped(words("Speed: the mean of all steps, with watching and without evaluations."));
    if (emulated)
        out += " " + escaped(words("Emulated: computed with the rounding of its formats, on hardware that lacks them, "
                                   "so it says nothing about their speed."));
    out += "</p>\n";
    if (data.runs.size() > 1)
        out += "<p>" +
               escaped(words("Each line is one run. A small difference between two single runs may be chance.")) +
               "</p>\n";
    return out + "</section>\n";
}

std::string html_differing(const ReportData& data) {
    const bool one = data.runs.size() == 1;
    const Words& words = data.words;
    std::string out =
        fmt::format("<section>\n<h2>{}</h2>\n", escaped(one ? words("Settings that differ from the defaults")
                                                            : words("Settings that differ between the runs")));
    if (data.differing.empty())
        return out + "<p>" + escaped(one ? words("None.") : words("None: all runs have the same.")) + "</p>\n" +
               html_changed(data) + "</section>\n";
    const auto value = [](const std::string& text) { return text.empty() ? "–" : isolated(text); };
    out += "<div class=\"wide\"><table>\n<thead>";
    if (data.runs.size() <= 6) {
        std::vector<Heading> headings{left(say("Setting"))};
        for (const RunReport& report : data.runs)
            headings.push_back(left(one ? say("Value") : say("Run %1", {report.summary.number})));
        headings.push_back(left(say("Default")));
        out += heading_row(words, headings) + "</thead>\n<tbody>\n";
        for (const SettingRow& row : data.differing) {
            out += fmt::format("<tr><th scope=\"row\">{}</th>", escaped(row.setting));
            for (const std::string& text : row.values) out += "<td class=\"text\">" + value(text) + "</td>";
            out += "<td class=\"text\">" + value(row.initial) + "</td></tr>\n";
        }
    } else {
        std::vector<Heading> headings{left(say("Run"))};
        for (const SettingRow& row : data.differing) headings.push_back(left(row.setting));
        out += heading_row(words, headings) + "</thead>\n<tbody>\n";
        for (std::size_t i = 0; i < data.runs.size(); ++i) {
            out += fmt::format("<tr><th scope=\"row\">{}</th>", data.runs[i].summary.number);
            for (const SettingRow& row : data.differing) out += "<td class=\"text\">" + value(row.values[i]) + "</td>";
            out += "</tr>\n";
        }
    }
    out += "</tbody></table></div>\n";
    if (std::any_of(data.differing.begin(), data.differing.end(),
                    [](const SettingRow& row) { return row.setting == "one_ulp"; }))
        out += "<p class=\"muted\">" +
               escaped(words("one_ulp on: a control run. Its initial weights are those of the other runs, each moved "
                             "to the next number of its format (by one ulp, a unit in the last place). How far it "
                             "drifts from the unmoved run is noise.")) +
               "</p>\n";
    return out + html_changed(data) + "</section>\n";
}

std::string html_report(const ReportData& data) {
    const Words& words = data.words;
    const bool one = data.runs.size() == 1;
    const std::string title = one ? words("%1 – Mantissa report", {shortened(words(data.runs[0].label), 120)})
                                  : words("%1 runs – Mantissa report", {data.runs.size()});
    std::string out = html_head(title, words.language());
    out +=
        "<body>\n<header>\n<h1>" +
        (one ? isolated(words(data.runs[0].label)) : escaped(words("%1 runs compared", {data.runs.size()}))) +
        "</h1>\n<p class=\"muted\">" +
        escaped_around(words("Made %1 by Mantissa %2 (%3) from the library %4."),
                       {time_text(data.made_unix), program_version, escaped(program_commit), isolated(data.library)}) +
        "</p>\n</header>\n<main>\n";
    out += html_results(data) + html_seeds(data) + html_common(data) + html_differing(data) + html_charts(data);
    std::size_t left_out = 0;
    for (std::size_t i = 0; i < data.runs.size(); ++i) {
        if (i < most_detailed_runs)
            out += html_run(data, i);
        else
            ++left_out;
    }
    if (left_out > 0)
        out += "<p>" +
               escaped(left_out == 1 ? words("1 more run has no section of its own: a report details the first %1 "
                                             "runs. CSV and JSON hold everything.",
                                             {most_detailed_runs})
                                     : words("%1 more runs have no section of their own: a report details the first "
                                             "%2 runs. CSV and JSON hold everything.",
                                             {left_out, most_detailed_runs})) +
               "</p>\n";
    return out + "</main>\n</body>\n</html>\n";
}

}  // namespace mantissa
