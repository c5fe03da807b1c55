// SPDX-License-Identifier: Apache-2.0
// The decision sheet as HTML, Markdown and JSON.
#include <fmt/format.h>

#include <cmath>

#include "engine/base/utf8.h"
#include "engine/base/version.h"
#include "engine/report/advisor_text.h"
#include "engine/report/decision_sheet.h"
#include "engine/report/html_parts.h"
#include "engine/report/markdown.h"
#include "engine/report/markup_text.h"
#include "engine/report/pytorch_settings.h"
#include "engine/report/report_data.h"
#include "engine/run/json.h"
#include "engine/run/names.h"

namespace mantissa {
namespace {

std::string json_text(std::string_view text) {
    std::string out = "\"";
    for (const char c : to_utf8(text)) {
        if (c == '"' || c == '\\')
            (out += '\\') += c;
        else if (static_cast<unsigned char>(c) < 0x20)
            out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        else
            out += c;
    }
    return out + "\"";
}

std::string json_number(double value) {
    return std::isfinite(value) ? fmt::format("{}", value) : "null";
}

template <class Items, class Text>
std::string json_list(const Items& items, Text text) {
    std::string out;
    for (const auto& item : items) out += (out.empty() ? "" : ", ") + text(item);
    return "[" + out + "]";
}

std::string warning_text(const DecisionMode& mode, const DecisionWarning& warning) {
    return fmt::format("{} ({} of {}) {}", warning.title, warning.runs, counted(mode.accuracies.size(), "run"),
                       warning.reason);
}

/// "FP16 · dynamic scale".
std::string heading_of(const DecisionMode& mode) {
    std::string text = display_name_of(mode.config);
    if (mode.config.scaling() == run::DYNAMIC) text += ", dynamic loss scale";
    if (mode.config.scaling() == run::STATIC)
        text += fmt::format(", loss scale {}", scale_text(mode.config.loss_scale()));
    return text;
}

/// What the sheet is about, as pairs of a heading and a text.
std::vector<std::pair<std::string, std::string>> facts_of(const DecisionSheet& sheet) {
    std::string libraries;
    for (const std::string& one : sheet.libraries) libraries += (libraries.empty() ? "" : ", ") + one;
    const run::RunConfig& config = sheet.modes.empty() ? run::RunConfig::default_instance() : sheet.modes[0].config;
    return {{"Device", sheet.device},
            {"Libraries", libraries.empty() ? "–" : libraries},
            {"Network", fmt::format("{} · batch {} · {}", sheet.network, config.batch(),
                                    config.optimizer() == run::SGD ? "SGD" : "Adam")},
            {"Data", sheet.data},
            {"Memory budget", byte_text(sheet.budget)},
            {"Runs from", sheet.library.empty() ? "no library" : sheet.library}};
}

std::vector<std::string> cells_of(const DecisionMode& mode) {
    std::string warnings;
    for (const DecisionWarning& one : mode.warnings)
        warnings += (warnings.empty() ? "" : "; ") +
                    fmt::format("{} ({} of {})", one.title, one.runs, counted(mode.accuracies.size(), "run"));
    if (warnings.empty()) warnings = mode.accuracies.empty() ? "no run" : "none";
    return {heading_of(mode), how_text(mode),      time_cell(mode), peak_cell(mode),
            batch_cell(mode), accuracy_cell(mode), warnings};
}

const std::vector<std::string>& headings() {
    static const std::vector<std::string> texts{"Mode",          "How",           "Time of a step",    "Peak memory",
                                                "Largest batch", "Test accuracy", "Numerical warnings"};
    return texts;
}

}  // namespace

std::string decision_html(const DecisionSheet& sheet) {
    std::string out = html_head("Decision sheet – Mantissa") + "<body class=\"sheet\">\n<header>\n";
    out += "<h1>Which precision?</h1>\n";
    out += fmt::format("<p class=\"muted\">Made {} by Mantissa {} ({}).</p>\n</header>\n<main>\n",
                       time_text(sheet.made_unix), program_version, escaped(program_commit));
    out += "<table class=\"facts\">\n<tbody>\n";
    for (const auto& [what, text] : facts_of(sheet))
        out += fmt::format("<tr><th scope=\"row\">{}</th><td class=\"text\">{}</td></tr>\n", escaped(what),
                           isolated(text));
    out += "</tbody></table>\n<section>\n<h2>The modes</h2>\n<div class=\"wide\"><table>\n<thead>";
    std::vector<std::string> texts;
    for (const std::string& heading : headings()) texts.push_back("~" + heading);
    out += heading_row(texts) + "</thead>\n<tbody>\n";
    for (const DecisionMode& mode : sheet.modes) {
        const std::vector<std::string> cells = cells_of(mode);
        out += fmt::format("<tr><th scope=\"row\">{}</th>", escaped(cells[0]));
        for (std::size_t i = 1; i < cells.size(); ++i) out += "<td class=\"text\">" + isolated(cells[i]) + "</td>";
        out += "</tr>\n";
    }
    out += fmt::format(
        "</tbody></table></div>\n<p class=\"muted\">Time of a step: median of several measurements of {:g} s in all, "
        "and their range. Peak memory: of one step at batch {}. Largest batch: within {}.</p>\n</section>\n",
        sheet.seconds, sheet.modes.empty() ? 0 : sheet.modes[0].config.batch(), byte_text(sheet.budget));
    const auto list = [&](const char* title, const std::vector<std::string>& sentences) {
        if (sentences.empty()) return;
        out += fmt::format("<section>\n<h2>{}</h2>\n<ul>\n", title);
        for (const std::string& text : sentences) out += "<li>" + isolated(text) + "</li>\n";
        out += "</ul>\n</section>\n";
    };
    list("What the numbers say", reading_of(sheet));
    std::vector<std::string> details;
    for (const DecisionMode& mode : sheet.modes) {
        for (const DecisionWarning& warning : mode.warnings)
            details.push_back(display_name_of(mode.config) + ": " + warning_text(mode, warning));
    }
    list("Numerical warnings", details);
    list("What was not measured", not_measured(sheet));
    out += "<section>\n<h2>In PyTorch</h2>\n<div class=\"snippets\">\n";
    for (const DecisionMode& mode : sheet.modes) {
        out += "<div><h3>" + escaped(heading_of(mode)) + "</h3>\n<pre dir=\"ltr\"><code>" +
               escaped(pytorch_settings(mode.config)) + "</code></pre>\n";
        for (const std::string& remark : pytorch_remarks(mode.config))
            out += "<p class=\"muted\">" + escaped(remark) + "</p>\n";
        out += "</div>\n";
    }
    out += "</div>\n";
    if (!sheet.modes.empty())
        out += "<h3>The loop, for all of them</h3>\n<pre dir=\"ltr\"><code>" +
               escaped(pytorch_loop(sheet.modes[0].config)) + "</code></pre>\n";
    return out + "</section>\n</main>\n</body>\n</html>\n";
}

std::string decision_markdown(const DecisionSheet& sheet) {
    std::string out = "# Which precision?\n\n";
    for (const auto& [what, text] : facts_of(sheet)) out += fmt::format("- {}: {}\n", what, markdown_text(text));
    out += "\n|";
    for (const std::string& heading : headings()) out += " " + heading + " |";
    out += "\n|";
    for (std::size_t i = 0; i < headings().size(); ++i) out += " --- |";
    out += "\n";
    for (const DecisionMode& mode : sheet.modes) {
        out += "|";
        for (const std::string& cell : cells_of(mode)) out += " " + markdown_text(cell) + " |";
        out += "\n";
    }
    const auto list = [&](const char* title, const std::vector<std::string>& sentences) {
        if (sentences.empty()) return;
        out += fmt::format("\n## {}\n\n", title);
        for (const std::string& text : sentences) out += "- " + markdown_text(text) + "\n";
    };
    list("What the numbers say", reading_of(sheet));
    list("What was not measured", not_measured(sheet));
    out += "\n## In PyTorch\n";
    for (const DecisionMode& mode : sheet.modes) {
        out += fmt::format("\n### {}\n\n```python\n{}```\n", markdown_text(heading_of(mode)),
                           pytorch_settings(mode.config));
        for (const std::string& remark : pytorch_remarks(mode.config)) out += "\n" + markdown_text(remark) + "\n";
    }
    if (!sheet.modes.empty())
        out +=
            fmt::format("\n### The loop, for all of them\n\n```python\n{}```\n", pytorch_loop(sheet.modes[0].config));
    return out;
}

std::string decision_json(const DecisionSheet& sheet) {
    const auto texts = [](const std::vector<std::string>& all) {
        return json_list(all, [](const std::string& text) { return json_text(text); });
    };
    std::string out =
        fmt::format(R"({{"device": {}, "libraries": {}, "network": {}, "data": {}, "library": {}, "budget_bytes": {}, )"
                    R"("seconds": {}, "made_unix": {}, "program_version": {}, "modes": )",
                    json_text(sheet.device), texts(sheet.libraries), json_text(sheet.network), json_text(sheet.data),
                    json_text(sheet.library), sheet.budget, json_number(sheet.seconds), json_number(sheet.made_unix),
                    json_text(program_version));
    out += json_list(sheet.modes, [&](const DecisionMode& mode) {
        std::string one = fmt::format(
            R"({{"mode": {}, "emulated": {}, "reasons": {}, "step_seconds": {}, "peak_held": {}, "peak_native": {}, )"
            R"("largest_batch_held": {}, "largest_batch_native": {}, "accuracies": {}, )",
            json_text(display_name_of(mode.config)), mode.emulated, texts(mode.reasons),
            json_list(mode.step_seconds, json_number), mode.peak_held, mode.peak_native, mode.batch_held,
            mode.batch_native,
            json_list(mode.accuracies, [](const DecisionAccuracy& a) { return json_number(a.accuracy); }));
        if (mode.difference && mode.difference->pairs > 0) {
            const PairedDifference& d = *mode.difference;
            one += fmt::format(R"("difference": {{"pairs": {}, "mean": {}, "low": {}, "high": {}}}, )", d.pairs,
                               json_number(d.mean), d.low ? json_number(*d.low) : "null",
                               d.high ? json_number(*d.high) : "null");
        }
        one +=
            fmt::format(R"("warnings": {}, "pytorch": {}, "pytorch_loop": {}, "pytorch_remarks": {}, "config": {}}})",
                        json_list(mode.warnings,
                                  [](const DecisionWarning& w) {
                                      return fmt::format(R"({{"title": {}, "reason": {}, "runs": {}}})",
                                                         json_text(w.title), json_text(w.reason), w.runs);
                                  }),
                        json_text(pytorch_settings(mode.config)), json_text(pytorch_loop(mode.config)),
                        texts(pytorch_remarks(mode.config)), to_json(mode.config));
        return one;
    });
    return out + fmt::format(R"(, "reading": {}, "not_measured": {}}})", texts(reading_of(sheet)),
                             texts(not_measured(sheet)));
}

}  // namespace mantissa
