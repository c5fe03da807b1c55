// SPDX-License-Identifier: Apache-2.0
// The section of one run: note, findings, settings, events, what the formats did, memory, identity, how to repeat it.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "engine/report/advisor_text.h"
#include "engine/report/html.h"
#include "engine/report/html_parts.h"
#include "engine/report/markup_text.h"
#include "engine/report/repeat_command.h"
#include "engine/report/run_formats.h"
#include "engine/run/names.h"
#include "engine/run/presets.h"

namespace mantissa {
namespace {

const char* name_of(run::Role role) {
    switch (role) {
        case run::ROLE_ACTIVATION:
            return "activation";
        case run::ROLE_ACTIVATION_GRADIENT:
            return "activation gradient";
        case run::ROLE_WEIGHT_GRADIENT:
            return "weight gradient";
        case run::ROLE_WEIGHT:
            return "weight";
        case run::ROLE_UPDATE:
            return "update";
        default:
            return "";
    }
}

/// "SCALE_DOWN" as "scale down".
std::string event_text(run::EventRecord::Kind kind) {
    std::string text = run::EventRecord::Kind_Name(kind);
    for (char& c : text) c = c == '_' ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

std::string begin_table(const std::string& title, const std::vector<std::string>& headings) {
    return "<h3>" + escaped(title) + "</h3>\n<div class=\"wide\"><table>\n<thead>" + heading_row(headings) +
           "</thead>\n<tbody>\n";
}
constexpr const char* end_table = "</tbody></table></div>\n";

std::string text_cell(const std::string& text) {
    return "<td class=\"text\">" + (text.empty() ? "–" : isolated(text)) + "</td>";
}
std::string cell(const std::string& text) {
    return "<td>" + escaped(text) + "</td>";
}

std::string findings(const RunReport& report) {
    std::string out = "<h3>Findings</h3>\n";
    if (!report.detailed) return "";
    if (report.findings.empty()) return out + "<p>The advisor found nothing to remark.</p>\n";
    for (const Finding& finding : report.findings) {
        std::string severity = mantissa::name_of(finding.severity);
        out += fmt::format(
            "<div class=\"finding {}\"><p><strong>{}: {}</strong> <span class=\"muted\">step {}</span>"
            "</p><p>{}</p>",
            severity, severity, escaped(finding.title), finding.step, escaped(finding.reason));
        if (finding.change)
            out += fmt::format("<p>Proposed: {}{}.</p>",
                               isolated(describe_change(report.config, merge(report.config, *finding.change))),
                               finding.restart ? ", in a new run" : "");
        out += "</div>\n";
    }
    return out;
}

std::string settings(const ReportData& data, std::size_t index) {
    std::string out =
        "<h3>All settings</h3>\n<p class=\"muted\">Bold: not the default.</p>\n<div class=\"columns\">"
        "<table>\n<thead>" +
        heading_row({"~Setting", "~Value", "~Default"}) + "</thead>\n<tbody>\n";
    for (const SettingRow& row : data.settings)
        out += fmt::format("<tr{}><th scope=\"row\">{}</th>{}{}</tr>\n",
                           row.values[index] == row.initial ? "" : " class=\"differs\"", escaped(row.setting),
                           text_cell(row.values[index]), text_cell(row.initial));
    return out + "</tbody></table></div>\n";
}

std::string roles(const RunReport& report) {
    if (report.details.started.roles_size() == 0) return "";
    std::string out =
        begin_table("Formats, as asked and as computed", {"~Role", "~Asked for", "~Computed", "~How", "~Why"});
    for (const run::ResolvedRole& role : report.details.started.roles())
        out += fmt::format("<tr><th scope=\"row\">{}</th>{}{}{}{}</tr>\n", escaped(role.role()),
                           text_cell(role.requested()), text_cell(role.effective()),
                           text_cell(role.native() ? "native" : "emulated"), text_cell(role.reason()));
    return out + end_table;
}

std::string events(const RunReport& report) {
    const auto& all = report.details.events;
    if (all.empty()) return "<h3>Events</h3>\n<p>None.</p>\n";
    std::string out = begin_table("Events", {"~Step", "~What", "~Text"});
    for (std::size_t i = 0; i < std::min(all.size(), most_event_rows); ++i)
        out += fmt::format("<tr><th scope=\"row\">{}</th>{}<td class=\"text long\">{}</td></tr>\n",
                           count_text(all[i].step()), text_cell(event_text(all[i].event().kind())),
                           isolated(all[i].event().text()));
    out += end_table;
    if (all.size() > most_event_rows)
        out += fmt::format("<p>{} are not shown here; JSON holds all of them.</p>\n",
                           counted(all.size() - most_event_rows, "more event"));
    return out;
}

std::string errors(const RunReport& report) {
    if (report.details.errors.empty()) return "";
    std::string out = begin_table("Errors", {"~Step", "~Error", "~Place", "~What to do"});
    for (std::size_t i = 0; i < std::min(report.details.errors.size(), most_event_rows); ++i) {
        const run::ErrorRecord& error = report.details.errors[i].error();
        out += fmt::format("<tr><th scope=\"row\">{}</th>{}{}{}</tr>\n", count_text(report.details.errors[i].step()),
                           text_cell(error.message()), text_cell(error.place()), text_cell(error.remedy()));
    }
    return out + end_table;
}

std::string evaluations(const RunReport& report) {
    const auto& all = report.details.evaluations;
    if (all.empty()) return "<h3>Evaluations</h3>\n<p>None.</p>\n";
    std::string out = begin_table("Evaluations", {"~Step", "~Set", "Images", "Accuracy", "Loss"});
    const std::size_t rows = std::min(all.size(), most_evaluation_rows);
    for (std::size_t i = 0; i < rows; ++i) {
        const run::Record& record = all[rows == 1 ? 0 : i * (all.size() - 1) / (rows - 1)];
        const run::EvalRecord& one = record.evaluated();
        out += fmt::format("<tr><th scope=\"row\">{}</th>{}{}{}{}</tr>\n", count_text(record.step()),
                           text_cell(one.training_set() ? "training" : "test"), cell(count_text(one.images())),
                           cell(percent_text(one.has_accuracy(), one.accuracy())),
                           cell(one.has_loss() ? fmt::format("{:.4f}", one.loss()) : "–"));
    }
    out += end_table;
    if (all.size() > rows)
        out += fmt::format("<p>{} of {} evaluations, evenly spread; CSV and JSON hold all of them.</p>\n", rows,
                           count_text(all.size()));
    return out;
}

std::string histograms(const RunReport& report) {
    if (report.histograms.empty()) return "";
    std::string out = begin_table("What the formats did, by tensor, at its last histogram",
                                  {"~Tensor", "~Role", "Step", "~Format", "Elements", "Zeros", "Flushed", "Subnormal",
                                   "Overflowed", "Inf, NaN", "Largest", "Norm lost"});
    for (const LastHistogram& last : report.histograms) {
        const run::Histogram& h = last.histogram;
        const run::CastCounts& counts = h.counts();
        const auto share = [&](std::uint64_t part) {
            return counts.elements() > 0
                       ? share_text(static_cast<double>(part) / static_cast<double>(counts.elements()))
                       : std::string("–");
        };
        out += fmt::format("<tr><th scope=\"row\">{}</th>{}{}{}{}", escaped(h.tensor()), text_cell(name_of(h.role())),
                           cell(count_text(last.step)), text_cell(h.format()), cell(count_text(counts.elements())));
        for (const std::uint64_t part :
             {counts.zero(), counts.flushed(), counts.subnormal(), counts.overflow(), counts.infinite() + counts.nan()})
            out += cell(share(part));
        out += cell(h.has_largest() ? fmt::format("{:.3g}", h.largest()) : "–") +
               cell(h.norm() > 0 ? share_text(h.norm_lost() / h.norm()) : "–") + "</tr>\n";
    }
    return out + end_table +
           "<p class=\"muted\">Shares are of all elements. Zeros, infinities and NaN: before the cast; the others: by "
           "it. "
           "Gradients contain the loss scale."
           "</p>\n";
}

std::string memory(const RunReport& report) {
    if (!report.details.memory) return "";
    const run::MemoryRecord& plan = *report.details.memory;
    const run::MemoryRecord::Operation* peak = nullptr;
    std::uint64_t most = 0;
    for (const auto& operation : plan.operations()) {
        std::uint64_t sum = 0;
        for (const run::MemoryBytes& bytes : operation.live()) sum += bytes.held();
        if (peak == nullptr || sum > most) {
            peak = &operation;
            most = sum;
        }
    }
    std::string out =
        begin_table("Memory of one training step, at its peak", {"What", "Here", "With native arithmetic"});
    if (peak != nullptr)
        for (const run::MemoryBytes& bytes : peak->live())
            if (bytes.held() > 0 || bytes.native() > 0)
                out += fmt::format("<tr><th scope=\"row\">{}</th>{}{}</tr>\n", display_name(bytes.category()),
                                   cell(byte_text(bytes.held())), cell(byte_text(bytes.native())));
    out += fmt::format("<tr class=\"differs\"><th scope=\"row\">peak of the step</th>{}{}</tr>\n",
                       cell(byte_text(plan.peak_held())), cell(byte_text(plan.peak_native())));
    out += end_table;
    return out + fmt::format(
                     "<p class=\"muted\">The rows are of the operation {} with the most bytes here; the peak with "
                     "native arithmetic may fall on another.</p>\n",
                     peak != nullptr ? isolated(peak->name()) : "");
}

std::string identity(const RunReport& report) {
    const run::RunIdentity& id = report.details.started.identity();
    const run::RunFinished finished = report.details.finished.value_or(run::RunFinished());
    std::string libraries;
    for (const std::string& one : id.libraries()) libraries += (libraries.empty() ? "" : ", ") + one;
    std::string tags;
    for (const std::string& one : report.summary.tags) tags += (tags.empty() ? "" : ", ") + one;
    std::string out = begin_table("Identity", {"~What", "~Value"});
    const auto row = [&](const char* what, const std::string& value) {
        if (!value.empty())
            out += fmt::format("<tr><th scope=\"row\">{}</th><td class=\"text long\">{}</td></tr>\n", what,
                               isolated(value));
    };
    row("Run", report.summary.run_id);
    row("Tags", tags);
    row("Begun", time_text(report.summary.started_unix));
    row("Took", report.details.finished ? fmt::format("{:.1f} s", finished.seconds()) : "");
    row("Fork of", report.summary.parent_run_id);
    row("Device", id.device());
    row("Mantissa", id.program_version() + (id.commit().empty() ? "" : " (" + id.commit() + ")"));
    row("Libraries", libraries);
    row("Data", id.data_name());
    row("Seed", fmt::format("{}", report.config.seed()));
    row("SHA-256 of the data", id.data_sha256());
    row("SHA-256 of the initial weights", id.initial_weights_sha256());
    row("SHA-256 of the batch order", id.batch_order_sha256());
    row("SHA-256 of the final weights", finished.weights_sha256());
    return out + end_table;
}

/// Each word isolated: direction marks in a name must not show the rest of the command in another order.
std::string repeat(const RunReport& report) {
    std::string command;
    for (const std::string& word : repeat_words(report.config))
        command += (command.empty() ? "" : " ") + isolated(word);
    std::string out = "<h3>To repeat it</h3>\n<pre dir=\"ltr\"><code>" + command + "</code></pre>\n";
    for (const std::string& remark : report.repeat_remarks) out += "<p class=\"muted\">" + escaped(remark) + "</p>\n";
    return out;
}

}  // namespace

std::string html_run(const ReportData& data, std::size_t index) {
    const RunReport& report = data.runs[index];
    std::string out = fmt::format("<section{}>\n<h2>Run {}: {}</h2>\n", data.runs.size() > 1 ? " class=\"run\"" : "",
                                  index + 1, isolated(report.label));
    if (!report.problem.empty()) return out + "<p>" + escaped(report.problem) + "</p>\n</section>\n";
    out += fmt::format("<p>{}{}</p>\n", escaped(changed_summary(report.config, report.details.events)),
                       report.summary.emulated ? " · emulated: exact in rounding, no claim about speed" : "");
    if (!report.summary.note.empty())
        out += "<h3>Note</h3>\n<div class=\"note\" dir=\"auto\">" + escaped(report.summary.note) + "</div>\n";
    out += findings(report) + errors(report) + repeat(report) + roles(report) + html_histograms(report, index) +
           histograms(report) + memory(report) + evaluations(report) + events(report) + settings(data, index) +
           identity(report);
    return out + "</section>\n";
}

}  // namespace mantissa
