// SPDX-License-Identifier: Apache-2.0
// The section of one run: note, findings, settings, events, what the formats did, memory, identity, how to repeat it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/report/advisor_text.h"
#include "engine/report/diagnosis_text.h"
#include "engine/report/field_text.h"
#include "engine/report/html.h"
#include "engine/report/html_parts.h"
#include "engine/report/markup_text.h"
#include "engine/report/repeat_command.h"
#include "engine/report/run_formats.h"
#include "engine/report/shadow_figures.h"
#include "engine/run/memory_record.h"
#include "engine/run/names.h"
#include "engine/run/phrase_record.h"
#include "engine/run/presets.h"

namespace mantissa {
namespace {

Phrase tensor_phrase(run::Role role) {
    switch (role) {
        case run::ROLE_ACTIVATION:
            return say("activation");
        case run::ROLE_ACTIVATION_GRADIENT:
            return say("activation gradient");
        case run::ROLE_WEIGHT_GRADIENT:
            return say("weight gradient");
        case run::ROLE_WEIGHT:
            return say("weight");
        case run::ROLE_UPDATE:
            return say("update");
        default:
            return "";
    }
}

Phrase event_phrase(run::EventRecord::Kind kind) {
    switch (kind) {
        case run::EventRecord::STARTED:
            return say("started");
        case run::EventRecord::PAUSED:
            return say("paused");
        case run::EventRecord::RESUMED:
            return say("resumed");
        case run::EventRecord::CHANGED:
            return say("changed");
        case run::EventRecord::EPOCH:
            return say("epoch");
        case run::EventRecord::SCALE_DOWN:
            return say("scale down");
        case run::EventRecord::SCALE_UP:
            return say("scale up");
        case run::EventRecord::RESET:
            return say("reset");
        case run::EventRecord::NON_FINITE:
            return say("not finite");
        case run::EventRecord::GAP:
            return say("gap");
        case run::EventRecord::RESUMED_FROM_CHECKPOINT:
            return say("resumed from checkpoint");
        case run::EventRecord::NOTICE:
            return say("notice");
        case run::EventRecord::ADOPTED:
            return say("adopted");
        case run::EventRecord::MARK:
            return say("mark");
        case run::EventRecord::SKIPPED:
            return say("skipped");
        case run::EventRecord::FORWARD:
            return say("forward pass");
        default:
            return "";
    }
}

std::string heading(const std::string& title) {
    return "<h3>" + escaped(title) + "</h3>\n";
}

std::string paragraph(const std::string& text, bool muted = false) {
    return (muted ? "<p class=\"muted\">" : "<p>") + escaped(text) + "</p>\n";
}

std::string begin_table(const Words& words, const std::string& title, const std::vector<Heading>& headings) {
    return heading(title) + "<div class=\"wide\"><table>\n<thead>" + heading_row(words, headings) +
           "</thead>\n<tbody>\n";
}
constexpr const char* end_table = "</tbody></table></div>\n";

std::string text_cell(const std::string& text) {
    return "<td class=\"text\">" + (text.empty() ? "–" : isolated(text)) + "</td>";
}
std::string cell(const std::string& text) {
    return "<td>" + escaped(text) + "</td>";
}

std::string code_block(const std::string& text) {
    return "<pre dir=\"ltr\"><code>" + escaped(text) + "</code></pre>\n";
}

std::string findings(const Words& words, const RunReport& report) {
    if (!report.detailed) return "";
    std::string out = heading(words("Findings"));
    if (report.findings.empty()) return out + paragraph(words("The advisor has no findings."));
    for (const Finding& finding : report.findings) {
        out += fmt::format(
            "<div class=\"finding {}\"><p><strong>{}: {}</strong> <span class=\"muted\">({})</span>"
            "</p><p>{}</p>",
            name_of(finding.severity), escaped(words(severity_phrase(finding.severity))),
            escaped(words(finding.title_phrase)), escaped(words("step %1", {count_text(finding.step)})),
            escaped(words.all(finding.reason_phrases)));
        if (finding.change)
            out +=
                "<p>" +
                escaped_around(finding.restart ? words("Proposed: %1, in a new run.") : words("Proposed: %1."),
                               {isolated(words(change_phrase(report.config, merge(report.config, *finding.change))))}) +
                "</p>";
        if (!finding.code.empty()) out += code_block(finding.code);
        out += "</div>\n";
    }
    return out;
}

/// What the search for the cause of a failure answered (engine/diagnose).
std::string cause(const Words& words, const RunReport& report) {
    if (!report.diagnosis) return "";
    const run::Diagnosis& answer = *report.diagnosis;
    std::string out = heading(words("The cause"));
    for (int i = 0; i < answer.text_size(); ++i)
        out +=
            paragraph(i < answer.phrases_size() ? words(phrase_of(answer.phrases(i), answer.text(i))) : answer.text(i));
    if (answer.others_size() > 0) {
        out += paragraph(words("What else was found:")) + "<ul>\n";
        for (const run::CastFinding& finding : answer.others())
            out += "<li>" + escaped(words(phrase_of(finding.phrase(), finding.text()))) + "</li>\n";
        out += "</ul>\n";
    }
    if (!answer.flags().empty())
        out += paragraph(words("As flags of mantissa-worker train:")) + code_block(answer.flags());
    std::string lines;
    for (const std::string& line : answer.pytorch()) lines += line + '\n';
    if (!lines.empty()) out += paragraph(words("In PyTorch:")) + code_block(lines);
    return out + paragraph(words(diagnosis_effort(answer)) + ".", true);
}

/// How few bits each operation can do with (engine/diagnose/budget.h).
std::string precision_budget(const Words& words, const RunReport& report) {
    if (!report.budget || report.budget->needs_size() == 0) return "";
    std::string out = begin_table(words, words("Precision budget"),
                                  {left(say("Operation")), left(say("Format")), say("Exponent bits"),
                                   say("Fraction bits"), left(say("Trained so, it"))});
    for (const run::PrecisionBudget::Need& need : report.budget->needs())
        out += fmt::format("<tr><th scope=\"row\">{}</th>{}<td>{}</td><td>{}</td>{}</tr>\n",
                           need.operation().empty() ? escaped(words("all at once")) : escaped(need.operation()),
                           text_cell(fmt::format("E{}M{}", need.exponent_bits(), need.fraction_bits())),
                           need.exponent_bits(), need.fraction_bits(),
                           text_cell(need.keeps_up() ? words("keeps up with FP32") : words("falls behind FP32")));
    out += end_table;
    out += paragraph(words("The fewest bits of each operation while everything else is in FP32: one seed, %1 steps.",
                           {words.count(report.budget->steps())}),
                     true);
    if (report.budget->stopped())
        out += paragraph(words("The search was stopped before its end: other operations are not known."), true);
    return out;
}

std::string settings(const ReportData& data, std::size_t index) {
    const Words& words = data.words;
    std::string out = heading(words("Settings")) +
                      paragraph(words("Bold: not the default. What has no effect on these runs is left out."), true) +
                      "<div class=\"columns\"><table>\n<thead>" +
                      heading_row(words, {left(say("Setting")), left(say("Value")), left(say("Default"))}) +
                      "</thead>\n<tbody>\n";
    for (const SettingRow& row : data.settings)
        out += fmt::format("<tr{}><th scope=\"row\">{}</th>{}{}</tr>\n",
                           row.values[index] == row.initial ? "" : " class=\"differs\"", escaped(row.setting),
                           text_cell(row.values[index]), text_cell(row.initial));
    return out + "</tbody></table></div>\n";
}

std::string roles(const Words& words, const RunReport& report) {
    if (report.details.started.roles_size() == 0) return "";
    std::string out = begin_table(
        words, words("Formats, as requested and as computed"),
        {left(say("Role")), left(say("Requested")), left(say("Computed")), left(say("How")), left(say("Why"))});
    for (const run::ResolvedRole& role : report.details.started.roles())
        out += fmt::format("<tr><th scope=\"row\">{}</th>{}{}{}{}</tr>\n", escaped(words(role_phrase(role))),
                           text_cell(role.requested()), text_cell(role.effective()),
                           text_cell(role.native() ? words("native") : words("emulated")),
                           text_cell(words(phrase_of(role))));
    return out + end_table;
}

std::string events(const Words& words, const RunReport& report) {
    const auto& all = report.details.events;
    if (all.empty()) return heading(words("Events")) + paragraph(words("None."));
    std::string out = begin_table(words, words("Events"), {left(say("Step")), left(say("What")), left(say("Text"))});
    for (std::size_t i = 0; i < std::min(all.size(), most_event_rows); ++i)
        out += fmt::format("<tr><th scope=\"row\">{}</th>{}<td class=\"text long\">{}</td></tr>\n",
                           words.count(all[i].step()), text_cell(words(event_phrase(all[i].event().kind()))),
                           isolated(words(phrase_of(all[i].event()))));
    out += end_table;
    if (const std::size_t more = all.size() - std::min(all.size(), most_event_rows); more > 0)
        out += paragraph(more == 1
                             ? words("1 more event is not shown here; JSON holds all of them.")
                             : words("%1 more events are not shown here; JSON holds all of them.", {count_text(more)}));
    return out;
}

std::string errors(const Words& words, const RunReport& report) {
    if (report.details.errors.empty()) return "";
    std::string out = begin_table(words, words("Errors"),
                                  {left(say("Step")), left(say("Error")), left(say("Place")), left(say("What to do"))});
    for (std::size_t i = 0; i < std::min(report.details.errors.size(), most_event_rows); ++i) {
        const run::ErrorRecord& error = report.details.errors[i].error();
        out += fmt::format("<tr><th scope=\"row\">{}</th>{}{}{}</tr>\n", words.count(report.details.errors[i].step()),
                           text_cell(words(message_phrase(error))), text_cell(error.place()),
                           text_cell(words(remedy_phrase(error))));
    }
    return out + end_table;
}

Phrase table_metric(const RunReport& report) {
    const Metric metric = metric_of(report.config);
    return metric.name == metric_of(run::CLASSIFY).name ? say("Accuracy") : metric.name;
}

std::string evaluations(const Words& words, const RunReport& report) {
    const auto& all = report.details.evaluations;
    if (all.empty()) return heading(words("Evaluations")) + paragraph(words("None."));
    std::string out =
        begin_table(words, words("Evaluations"),
                    {left(say("Step")), left(say("Set")), say("Images"), table_metric(report), say("Loss")});
    const std::size_t rows = std::min(all.size(), most_evaluation_rows);
    for (std::size_t i = 0; i < rows; ++i) {
        const run::Record& record = all[rows == 1 ? 0 : i * (all.size() - 1) / (rows - 1)];
        const run::EvalRecord& one = record.evaluated();
        out +=
            fmt::format("<tr><th scope=\"row\">{}</th>{}{}{}{}</tr>\n", words.count(record.step()),
                        text_cell(one.training_set() ? words("training") : words("test")),
                        cell(words.count(one.images())), cell(result_text(report, one.has_accuracy(), one.accuracy())),
                        cell(!one.has_loss()             ? "–"
                             : std::isfinite(one.loss()) ? fmt::format("{:.4f}", one.loss())
                                                         : number_text(one.loss())));
    }
    out += end_table;
    if (all.size() > rows)
        out += paragraph(words("%1 of %2 evaluations, evenly spread; CSV and JSON hold all of them.",
                               {rows, count_text(all.size())}));
    return out;
}

std::string histograms(const Words& words, const RunReport& report) {
    if (report.histograms.empty()) return "";
    std::string out = begin_table(words, words("What the formats did to each tensor, at its last histogram"),
                                  {left(say("Tensor")), left(say("Role")), say("Step"), left(say("Format")),
                                   say("Elements"), say("Zeros"), say("Flushed"), say("Subnormal"), say("Overflowed"),
                                   say("Inf, NaN"), say("Largest value"), say("Norm flushed")});
    for (const LastHistogram& last : report.histograms) {
        const run::Histogram& h = last.histogram;
        const run::CastCounts& counts = h.counts();
        const auto share = [&](std::uint64_t part) {
            return counts.elements() > 0
                       ? words(share_phrase(static_cast<double>(part) / static_cast<double>(counts.elements())))
                       : std::string("–");
        };
        out += fmt::format("<tr><th scope=\"row\">{}</th>{}{}{}{}", escaped(h.tensor()),
                           text_cell(words(tensor_phrase(h.role()))), cell(words.count(last.step)),
                           text_cell(h.format()), cell(words.count(counts.elements())));
        // Of what was counted after its cast nobody knows what the cast took.
        const bool after = h.tier() == run::TIER_OBSERVED && h.role() != run::ROLE_WEIGHT;
        const auto cast = [&](std::uint64_t part) { return after ? std::string("–") : share(part); };
        out += cell(share(counts.zero())) + cell(cast(counts.flushed())) + cell(share(counts.subnormal())) +
               cell(cast(counts.overflow())) + cell(share(counts.infinite() + counts.nan()));
        out += cell(h.has_largest() ? fmt::format("{:.3g}", h.largest()) : "–") +
               cell(h.norm() > 0 && !after ? words(share_phrase(h.norm_lost() / h.norm())) : "–") + "</tr>\n";
    }
    if (report.details.started.has_foreign())
        return out + end_table +
               paragraph(
                   words("Shares are of the elements that were counted. Gradients were counted after their casts: "
                         "what these flushed is among the zeros. Gradients include the loss scale."),
                   true);
    return out + end_table +
           paragraph(words("Shares are of all elements. Zeros, infinities and NaN are counted before the cast; the "
                           "others are what the cast does. Gradients include the loss scale."),
                     true);
}

std::string shadows(const Words& words, const RunReport& report) {
    if (report.shadows.empty()) return "";
    std::string out = begin_table(words, words("What the gradients have lost at their last shadow, worst first"),
                                  {left(say("Tensor")), left(say("Role")), say("Step"), say("Norm lost"), say("Cosine"),
                                   say("Signal to noise"), say("Starved"), say("Flushed")});
    for (const LastHistogram& last : report.shadows) {
        const run::Shadow& shadow = last.histogram.shadow();
        const run::CastCounts& counts = last.histogram.counts();
        const auto share = [&](double part, double whole) {
            return whole > 0 ? words(share_phrase(std::min(part / whole, 1.0))) : std::string("–");
        };
        const std::optional<double> ratio = signal_to_noise_db(shadow),
                                    lost = shadow.has_norm() ? norm_lost_share(shadow) : std::nullopt;
        out += fmt::format("<tr><th scope=\"row\">{}</th>{}{}{}{}{}{}{}</tr>\n", escaped(last.histogram.tensor()),
                           text_cell(words(tensor_phrase(last.histogram.role()))), cell(words.count(last.step)),
                           cell(lost ? words(share_phrase(*lost)) : std::string("–")),
                           cell(shadow.norm() > 0 ? cosine_text(shadow.cosine()) : "–"),
                           cell(ratio ? decibel_text(*ratio) : "–"),
                           cell(share(static_cast<double>(shadow.starved()), static_cast<double>(shadow.nonzero()))),
                           cell(share(static_cast<double>(counts.flushed()),
                                      static_cast<double>(counts.elements()) - static_cast<double>(counts.zero()))));
    }
    return out + end_table +
           paragraph(
               words("Shadow: the same gradient in FP32 throughout. Norm lost: the share of its norm in elements that "
                     "are zero here. Signal to noise: its norm over the norm of the difference, in decibels. Starved: "
                     "the share of the elements not zero in FP32 that are zero here, whether flushed here or lost "
                     "upstream. Flushed: the share of the elements not zero before the cast that the cast made zero."),
               true);
}

/// What quantising did to operands in eight or fewer bits.
std::string operands(const Words& words, const RunReport& report) {
    if (report.operands.empty()) return "";
    std::string out =
        begin_table(words, words("What quantising did to each operand, at its last histogram"),
                    {left(say("Layer")), left(say("Operand")), left(say("Product")), left(say("Format")), say("Step"),
                     say("Flushed"), say("Clipped"), say("Blocks with flushed"), say("Blocks with clipped"),
                     say("Largest value"), say("Scale"), say("Scale too large by"), say("Most clipped")});
    for (const OperandHistory& one : report.operands.all()) {
        const run::QuantizedOperand& last = one.last;
        const auto of_blocks = [&](std::uint64_t part) {
            return last.blocks() > 0
                       ? words(share_phrase(static_cast<double>(part) / static_cast<double>(last.blocks())))
                       : std::string("–");
        };
        const std::optional<double> excess = scale_excess(last);
        out +=
            fmt::format("<tr><th scope=\"row\">{}</th>{}{}{}{}", escaped(last.layer()),
                        text_cell(words(operand_phrase(last.role()))), text_cell(words(product_phrase(last.product()))),
                        text_cell(last.format()), cell(words.count(one.step)));
        out += cell(words(share_phrase(flushed_share(last)))) + cell(words(share_phrase(clipped_share(last)))) +
               cell(of_blocks(last.blocks_flushed())) + cell(of_blocks(last.blocks_clipped())) +
               cell(fmt::format("{:.3g}", last.amax())) +
               cell(last.has_scale() ? fmt::format("{:.4g}", last.scale()) : "–") +
               cell(excess ? words(say("%1 bits", {fmt::format("{:+.1f}", *excess)})) : std::string("–")) +
               cell(one.most_clipped > 0
                        ? words(say("%1 at step %2", {share_phrase(one.most_clipped), one.most_clipped_step}))
                        : std::string("–")) +
               "</tr>\n";
    }
    return out + end_table +
           paragraph(words("Shares are of the numbers that are not zero. Clipped: too large for the format at their "
                           "scale. A scale of blocks is a power of two or E4M3 and differs from block to block; a "
                           "delayed scale is of earlier steps: where it is too large for this step's tensor, the "
                           "tensor is clipped."),
                     true);
}

std::string memory(const Words& words, const RunReport& report) {
    if (!report.details.memory) return "";
    const run::MemoryRecord& plan = *report.details.memory;
    const run::MemoryRecord::Operation* const peak = peak_operation(plan, /*native=*/false);
    std::string out = begin_table(words, words("Memory of one training step, at its peak"),
                                  {left(say("What")), say("Here"), say("With native arithmetic")});
    if (peak != nullptr)
        for (const run::MemoryBytes& bytes : peak->live())
            if (bytes.held() > 0 || bytes.native() > 0)
                out += fmt::format("<tr><th scope=\"row\">{}</th>{}{}</tr>\n",
                                   escaped(words(category_phrase(bytes.category()))), cell(byte_text(bytes.held())),
                                   cell(byte_text(bytes.native())));
    out += fmt::format("<tr class=\"differs\"><th scope=\"row\">{}</th>{}{}</tr>\n", escaped(words("peak of the step")),
                       cell(byte_text(plan.peak_held())), cell(byte_text(plan.peak_native())));
    out += end_table;
    if (peak == nullptr) return out;
    return out + "<p class=\"muted\">" +
           escaped_around(words("The rows are of the operation %1 with the most bytes here; the peak with native "
                                "arithmetic may fall on another."),
                          {isolated(words(operation_phrase(peak->name())))}) +
           "</p>\n";
}

std::string identity(const Words& words, const RunReport& report) {
    const run::RunIdentity& id = report.details.started.identity();
    const run::RunFinished finished = report.details.finished.value_or(run::RunFinished());
    std::string libraries;
    for (const std::string& one : id.libraries()) libraries += (libraries.empty() ? "" : ", ") + one;
    std::string tags;
    for (const std::string& one : report.summary.tags) tags += (tags.empty() ? "" : ", ") + one;
    std::string out = begin_table(words, words("Identity"), {left(say("What")), left(say("Value"))});
    const auto row = [&](const Phrase& what, const std::string& value) {
        if (!value.empty())
            out += fmt::format("<tr><th scope=\"row\">{}</th><td class=\"text long\">{}</td></tr>\n",
                               escaped(words(what)), isolated(value));
    };
    row(say("Run"), report.summary.run_id);
    row(say("Tags"), tags);
    row(say("Started"), time_text(report.summary.started_unix));
    row(say("Duration"), report.details.finished ? fmt::format("{:.1f} s", finished.seconds()) : "");
    row(say("Fork of"), report.summary.parent_run_id);
    row(say("Device"), words(Phrase(id.device())));
    row(report.details.started.has_foreign() ? say("Recorded by") : Phrase("Mantissa"),
        id.program_version() + (id.commit().empty() ? "" : " (" + id.commit() + ")"));
    row(say("Libraries"), libraries);
    row(say("Data"), id.data_name());
    row(say("Seed"), report.config.has_seed() ? fmt::format("{}", report.config.seed()) : "");
    row(say("SHA-256 of the data"), id.data_sha256());
    row(say("Initial weights from"), id.initial_weights_file());
    row(say("SHA-256 of the initial weights"), id.initial_weights_sha256());
    row(say("SHA-256 of the batch order"), id.batch_order_sha256());
    row(say("SHA-256 of the final weights"), finished.weights_sha256());
    return out + end_table;
}

/// Each word isolated: direction marks in a name must not show the rest of the command in another order.
std::string repeat(const Words& words, const RunReport& report) {
    std::string command;
    for (const std::string& word : repeat_words(report.config, report.details.started.identity()))
        command += (command.empty() ? "" : " ") + isolated(word);
    std::string out = heading(words("To repeat it")) + "<pre dir=\"ltr\"><code>" + command + "</code></pre>\n";
    for (const Phrase& remark : report.repeat_remarks) out += paragraph(words(remark), true);
    return out;
}

}  // namespace

std::string html_run(const ReportData& data, std::size_t index) {
    const Words& words = data.words;
    const RunReport& report = data.runs[index];
    std::string out = fmt::format(
        "<section{}>\n<h2>{}</h2>\n", data.runs.size() > 1 ? " class=\"run\"" : "",
        escaped_around(words("Run %1: %2"), {std::to_string(report.summary.number), isolated(words(report.label))}));
    if (!report.problem.empty()) return out + paragraph(words(report.problem)) + "</section>\n";
    const std::string summary = words(changed_summary(report.config, report.details.events));
    out += paragraph(
        report.summary.emulated ? words("%1 · emulated: exact in rounding, no claim about speed", {summary}) : summary);
    if (!report.summary.note.empty())
        out += heading(words("Note")) + "<div class=\"note\" dir=\"auto\">" + escaped(report.summary.note) + "</div>\n";
    const bool foreign = report.details.started.has_foreign();
    out += findings(words, report) + cause(words, report) + precision_budget(words, report) +
           html_foreign_cause(words, report) + errors(words, report) +
           (foreign ? html_foreign(words, report) : repeat(words, report) + roles(words, report)) +
           html_histograms(words, report, index) + shadows(words, report) + histograms(words, report) +
           operands(words, report) + memory(words, report) + evaluations(words, report) + events(words, report) +
           (foreign ? std::string() : settings(data, index)) + identity(words, report);
    return out + "</section>\n";
}

}  // namespace mantissa
