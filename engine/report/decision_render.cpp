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
#include "engine/report/measure.h"
#include "engine/report/pytorch_settings.h"
#include "engine/report/report_data.h"
#include "engine/run/cast_settings.h"
#include "engine/run/json.h"
#include "engine/run/metric.h"
#include "engine/run/names.h"
#include "engine/run/operand_settings.h"
#include "engine/run/optimizers.h"
#include "engine/run/scaler_recipes.h"
#include "engine/run/tasks.h"

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

/// "(1 of 3 runs)" after a warning's title.
Phrase warning_title(const DecisionMode& mode, const DecisionWarning& warning) {
    const std::size_t all = mode.accuracies.size();
    return all == 1 ? say("%1 (%2 of 1 run)", {warning.title, warning.runs})
                    : say("%1 (%2 of %3 runs)", {warning.title, warning.runs, count_text(all)});
}

/// "FP16, dynamic loss scale".
Phrase heading_of(const DecisionMode& mode) {
    Phrase name = display_name_of(mode.config);
    if (other_casts(mode.config)) name = say("%1, casts as in %2", {name, casts_phrase(mode.config)});
    if (const OperandRecipe* recipe = operands_of(mode.config))
        name = say("%1, operands in %2", {name, std::string(recipe->title)});
    if (mode.config.scaling() == run::DYNAMIC && other_scaler(mode.config))
        return say("%1, dynamic loss scale as %2", {name, scaler_phrase(mode.config)});
    if (mode.config.scaling() == run::DYNAMIC) return say("%1, dynamic loss scale", {name});
    if (mode.config.scaling() == run::STATIC)
        return say("%1, loss scale %2", {name, scale_text(mode.config.loss_scale())});
    return name;
}

/// What the sheet is about, as pairs of a heading and a text.
std::vector<std::pair<Phrase, Phrase>> facts_of(const DecisionSheet& sheet) {
    std::string libraries;
    for (const std::string& one : sheet.libraries) libraries += (libraries.empty() ? "" : ", ") + one;
    const run::RunConfig& config = sheet.modes.empty() ? run::RunConfig::default_instance() : sheet.modes[0].config;
    return {{say("Device"), sheet.device},
            {say("Libraries"), libraries.empty() ? "–" : libraries},
            {say("Network"),
             say("%1 · batch %2 · %3", {sheet.network, config.batch(), optimizer_name(config.optimizer())})},
            {say("Data"), sheet.data},
            {say("Memory budget"), byte_text(sheet.budget)},
            {say("Runs from"), sheet.library.empty() ? say("no library") : Phrase(sheet.library)}};
}

std::vector<Phrase> cells_of(const DecisionMode& mode) {
    Phrase warnings = mode.accuracies.empty() ? say("no run") : say("none");
    for (const DecisionWarning& one : mode.warnings)
        warnings = &one == &mode.warnings.front() ? warning_title(mode, one)
                                                  : say("%1; %2", {warnings, warning_title(mode, one)});
    return {heading_of(mode), how_phrase(mode),    time_cell(mode), peak_cell(mode),
            batch_cell(mode), accuracy_cell(mode), warnings};
}

std::vector<Phrase> headings(const DecisionSheet& sheet) {
    const run::Task task = sheet.modes.empty() ? run::CLASSIFY : sheet.modes[0].config.task();
    const Phrase judged =
        gives_one_class(task) ? say("Test accuracy") : say("%1: %2", {say("Test set"), metric_of(task).name});
    return {say("Mode"),          say("How"), say("Time of a step"),    say("Peak memory"),
            say("Largest batch"), judged,     say("Numerical warnings")};
}

}  // namespace

std::string decision_html(const DecisionSheet& sheet) {
    const Words& words = sheet.words;
    std::string out = html_head(words("Decision sheet – Mantissa"), words.language());
    out += "<body class=\"sheet\">\n<header>\n<h1>" + escaped(words("Which precision?")) +
           "</h1>\n<p class=\"muted\">" +
           escaped_around(words("Made %1 by Mantissa %2 (%3)."),
                          {time_text(sheet.made_unix), program_version, escaped(program_commit)}) +
           "</p>\n</header>\n<main>\n<table class=\"facts\">\n<tbody>\n";
    for (const auto& [what, text] : facts_of(sheet))
        out += fmt::format("<tr><th scope=\"row\">{}</th><td class=\"text\">{}</td></tr>\n", escaped(words(what)),
                           isolated(words(text)));
    out += "</tbody></table>\n";
    if (const Phrase conclusion = conclusion_of(sheet); !conclusion.empty())
        out += "<p><strong>" + isolated(words(conclusion)) + "</strong></p>\n";
    out += "<section>\n<h2>" + escaped(words("The modes")) + "</h2>\n<div class=\"wide\"><table>\n<thead>";
    std::vector<Heading> columns;
    for (Phrase& heading : headings(sheet)) columns.push_back(left(std::move(heading)));
    out += heading_row(words, columns) + "</thead>\n<tbody>\n";
    for (const DecisionMode& mode : sheet.modes) {
        const std::vector<Phrase> cells = cells_of(mode);
        out += fmt::format("<tr><th scope=\"row\">{}</th>", escaped(words(cells[0])));
        for (std::size_t i = 1; i < cells.size(); ++i)
            out += "<td class=\"text\">" + isolated(words(cells[i])) + "</td>";
        out += "</tr>\n";
    }
    out += "</tbody></table></div>\n<p class=\"muted\">" +
           escaped(words("Time of a step: median of several measurements of %1 s in all, and their range. Peak memory: "
                         "of one step at batch %2. Largest batch: within %3, here with the "
                         "data set and all else that the device needs, native for the step alone.",
                         {fmt::format("{:g}", sheet.seconds), sheet.modes.empty() ? 0 : sheet.modes[0].config.batch(),
                          byte_text(sheet.budget)})) +
           "</p>\n</section>\n";
    const auto list = [&](const std::string& title, const std::vector<Phrase>& sentences) {
        if (sentences.empty()) return;
        out += fmt::format("<section>\n<h2>{}</h2>\n<ul>\n", escaped(title));
        for (const Phrase& sentence : sentences) out += "<li>" + isolated(words(sentence)) + "</li>\n";
        out += "</ul>\n</section>\n";
    };
    list(words("What the numbers show"), reading_of(sheet));
    std::vector<Phrase> details;
    for (const DecisionMode& mode : sheet.modes)
        for (const DecisionWarning& warning : mode.warnings)
            details.push_back(say(
                "%1: %2 %3", {display_name_of(mode.config), warning_title(mode, warning), words.all(warning.reason)}));
    list(words("Numerical warnings"), details);
    list(words("What was not measured"), not_measured(sheet));
    out += "<section>\n<h2>" + escaped(words("In PyTorch")) + "</h2>\n<div class=\"snippets\">\n";
    for (const DecisionMode& mode : sheet.modes) {
        out += "<div><h3>" + escaped(words(heading_of(mode))) + "</h3>\n<pre dir=\"ltr\"><code>" +
               escaped(pytorch_settings(mode.config)) + "</code></pre>\n";
        for (const Phrase& remark : pytorch_remarks(mode.config))
            out += "<p class=\"muted\">" + escaped(words(remark)) + "</p>\n";
        out += "</div>\n";
    }
    out += "</div>\n";
    if (!sheet.modes.empty())
        out += "<h3>" + escaped(words("The training loop, for all modes")) + "</h3>\n<pre dir=\"ltr\"><code>" +
               escaped(pytorch_loop(sheet.modes[0].config)) + "</code></pre>\n";
    return out + "</section>\n</main>\n</body>\n</html>\n";
}

std::string decision_markdown(const DecisionSheet& sheet) {
    const Words& words = sheet.words;
    std::string out = "# " + markdown_text(words("Which precision?")) + "\n\n";
    for (const auto& [what, text] : facts_of(sheet))
        out += fmt::format("- {}: {}\n", markdown_text(words(what)), markdown_text(words(text)));
    if (const Phrase conclusion = conclusion_of(sheet); !conclusion.empty())
        out += fmt::format("\n**{}**\n", markdown_text(words(conclusion)));
    out += "\n|";
    for (const Phrase& heading : headings(sheet)) out += " " + markdown_text(words(heading)) + " |";
    out += "\n|";
    for (std::size_t i = 0; i < headings(sheet).size(); ++i) out += " --- |";
    out += "\n";
    for (const DecisionMode& mode : sheet.modes) {
        out += "|";
        for (const Phrase& cell : cells_of(mode)) out += " " + markdown_text(words(cell)) + " |";
        out += "\n";
    }
    const auto list = [&](const std::string& title, const std::vector<Phrase>& sentences) {
        if (sentences.empty()) return;
        out += fmt::format("\n## {}\n\n", markdown_text(title));
        for (const Phrase& sentence : sentences) out += "- " + markdown_text(words(sentence)) + "\n";
    };
    list(words("What the numbers show"), reading_of(sheet));
    list(words("What was not measured"), not_measured(sheet));
    out += fmt::format("\n## {}\n", markdown_text(words("In PyTorch")));
    for (const DecisionMode& mode : sheet.modes) {
        out += fmt::format("\n### {}\n\n```python\n{}```\n", markdown_text(words(heading_of(mode))),
                           pytorch_settings(mode.config));
        for (const Phrase& remark : pytorch_remarks(mode.config)) out += "\n" + markdown_text(words(remark)) + "\n";
    }
    if (!sheet.modes.empty())
        out += fmt::format("\n### {}\n\n```python\n{}```\n", markdown_text(words("The training loop, for all modes")),
                           pytorch_loop(sheet.modes[0].config));
    return out;
}

std::string decision_json(const DecisionSheet& sheet) {
    const auto texts = [](const std::vector<std::string>& all) {
        return json_list(all, [](const std::string& text) { return json_text(text); });
    };
    const auto sentences = [](const std::vector<Phrase>& all) {
        return json_list(all, [](const Phrase& sentence) { return json_text(english(sentence)); });
    };
    std::string out =
        fmt::format(R"({{"device": {}, "libraries": {}, "network": {}, "data": {}, "library": {}, "budget_bytes": {}, )"
                    R"("seconds": {}, "made_unix": {}, "program_version": {}, "modes": )",
                    json_text(sheet.device), texts(sheet.libraries), json_text(english(sheet.network)),
                    json_text(sheet.data), json_text(sheet.library), sheet.budget, json_number(sheet.seconds),
                    json_number(sheet.made_unix), json_text(program_version));
    out += json_list(sheet.modes, [&](const DecisionMode& mode) {
        const Measure measure = measure_of(mode.config.task());
        const double whole = measure.unit == "dB" ? measure.scale : 1;  // dB, or a share from 0 to 1
        std::string one = fmt::format(
            R"({{"mode": {}, "emulated": {}, "reasons": {}, "step_seconds": {}, "peak_held": {}, "peak_native": {}, )"
            R"("largest_batch_held": {}, "largest_batch_native": {}, "metric": {}, "accuracies": {}, )",
            json_text(display_name_of(mode.config)), mode.emulated, texts(mode.reasons),
            json_list(mode.step_seconds, json_number), mode.peak_held, mode.peak_native, mode.batch_held,
            mode.batch_native, json_text(measure.tag),
            json_list(mode.accuracies, [&](const DecisionAccuracy& a) { return json_number(a.accuracy * whole); }));
        if (mode.difference && mode.difference->pairs > 0) {
            const PairedDifference& d = *mode.difference;
            one += fmt::format(R"("difference": {{"pairs": {}, "mean": {}, "low": {}, "high": {}}}, )", d.pairs,
                               json_number(d.mean * whole), d.low ? json_number(*d.low * whole) : "null",
                               d.high ? json_number(*d.high * whole) : "null");
        }
        one += fmt::format(
            R"("warnings": {}, "pytorch": {}, "pytorch_loop": {}, "pytorch_remarks": {}, "config": {}}})",
            json_list(mode.warnings,
                      [](const DecisionWarning& w) {
                          return fmt::format(R"({{"title": {}, "reason": {}, "runs": {}}})",
                                             json_text(english(w.title)), json_text(Words().all(w.reason)), w.runs);
                      }),
            json_text(pytorch_settings(mode.config)), json_text(pytorch_loop(mode.config)),
            sentences(pytorch_remarks(mode.config)), to_json(mode.config));
        return one;
    });
    return out + fmt::format(R"(, "conclusion": {}, "reading": {}, "not_measured": {}}})",
                             json_text(english(conclusion_of(sheet))), sentences(reading_of(sheet)),
                             sentences(not_measured(sheet)));
}

}  // namespace mantissa
