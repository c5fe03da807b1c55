// SPDX-License-Identifier: Apache-2.0
#include "engine/report/markdown.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/utf8.h"
#include "engine/report/advisor_text.h"
#include "engine/report/html_parts.h"
#include "engine/report/shadow_figures.h"

namespace mantissa {
namespace {

/// Whether a text holds letters or marks that change the direction of what stands beside them: Hebrew to Arabic
/// extended (U+0590 to U+08FF), the marks U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069, U+061C.
bool may_turn(std::string_view text) {
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
        const auto a = static_cast<unsigned char>(text[i]);
        const auto b = static_cast<unsigned char>(text[i + 1]);
        if ((a == 0xD6 && b >= 0x90) || (a >= 0xD7 && a <= 0xDF) || (a == 0xE0 && b >= 0xA0 && b <= 0xA3)) return true;
        if (a == 0xE2 && (b == 0x80 || b == 0x81) && i + 2 < text.size()) {
            const auto c = static_cast<unsigned char>(text[i + 2]);
            if (b == 0x80 && (c == 0x8E || c == 0x8F || (c >= 0xAA && c <= 0xAE))) return true;
            if (b == 0x81 && c >= 0xA6 && c <= 0xA9) return true;
        }
    }
    return false;
}

/// The last number that a training logged under a name; "" where none was finite.
std::string last_logged(const RunReport& report, const std::string& name) {
    for (const LoggedSeries& one : report.logged)
        if (one.name == name)
            for (auto node = one.nodes.rbegin(); node != one.nodes.rend(); ++node)
                if (node->finite > 0) return fmt::format("{:.4g}", node->last);
    return "";
}

}  // namespace

std::string markdown_text(std::string_view text) {
    const std::string valid = to_utf8(text);
    std::string out;
    for (const char c : valid) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '<')
            out += "&lt;";
        else if (c == '&')
            out += "&amp;";
        else if (byte < 0x20 || byte == 0x7F)
            out += ' ';
        else if (std::string_view("\\|`*_[]~!#>$").find(c) != std::string_view::npos)
            (out += '\\') += c;
        else
            out += c;
    }
    return may_turn(valid) ? "\u2068" + out + "\u2069" : out;
}

std::string markdown_table(const ReportData& data) {
    // Of a single run nothing differs from another; what it differs in from the defaults is what a reader wants.
    const Words& words = data.words;
    std::string head = fmt::format("| {} | {} |", markdown_text(words("Run")), markdown_text(words("Precision")));
    std::string rule = "| --- | --- |";
    for (const SettingRow& row : data.differing) {
        if (row.setting == "precision" || row.setting == "preset") continue;
        head += " " + markdown_text(row.setting) + " |";
        rule += " ---: |";
    }
    for (const Phrase& name :
         {test_metric(data, say("Test accuracy"), say("Test set")),
          test_metric(data, say("Training accuracy"), say("Training set")), say("Steps"), say("Skipped"),
          say("Norm lost"), say("Cosine"), say("Flushed gradients"), say("Lost updates"), rate_heading(data)}) {
        head += " " + markdown_text(words(name)) + " |";
        rule += " ---: |";
    }
    std::vector<std::string> logged;
    for (const RunReport& report : data.runs)
        for (const LoggedSeries& one : report.logged)
            if (logged.size() < most_logged && std::find(logged.begin(), logged.end(), one.name) == logged.end())
                logged.push_back(one.name);
    for (const std::string& name : logged) {
        head += " " + markdown_text(words("%1, last", {shortened(name, 60)})) + " |";
        rule += " ---: |";
    }
    std::string out = head + "\n" + rule + "\n";
    for (std::size_t i = 0; i < data.runs.size(); ++i) {
        const RunReport& report = data.runs[i];
        const run::RunFinished finished = report.details.finished.value_or(run::RunFinished());
        const auto cell = [&](const std::string& text) { out += " " + (text.empty() ? "–" : text) + " |"; };
        out += "|";
        cell(markdown_text(words(report.label)));
        cell(markdown_text(report.problem.empty() ? words(report.formats) : words("damaged")));
        for (const SettingRow& row : data.differing)
            if (row.setting != "precision" && row.setting != "preset") cell(markdown_text(row.values[i]));
        cell(tested_text(words, report));
        cell(result_text(report, finished.has_train_accuracy(), finished.train_accuracy()));
        cell(words.count(report.summary.steps));
        cell(words.count(report.summary.skipped));
        cell(report.gradients ? markdown_text(words(share_phrase(report.gradients->lost))) : "");
        cell(report.gradients ? markdown_text(cosine_text(*report.gradients)) : "");
        cell(markdown_text(percent_text(finished.has_flushed_share(), finished.flushed_share())));
        cell(markdown_text(lost_updates_text(words, report)));
        cell(report.summary.emulated            ? markdown_text(words("emulated"))
             : finished.has_images_per_second() ? fmt::format("{:.0f}", finished.images_per_second())
                                                : "");
        for (const std::string& name : logged) cell(last_logged(report, name));
        out += "\n";
    }
    return out;
}

}  // namespace mantissa
