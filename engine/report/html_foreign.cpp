// SPDX-License-Identifier: Apache-2.0
// The part of a run's section that only another program's training has.
#include <fmt/format.h>

#include <set>

#include "engine/report/foreign_description.h"
#include "engine/report/html_parts.h"
#include "engine/report/markup_text.h"

namespace mantissa {

std::string html_foreign_cause(const Words& words, const RunReport& report) {
    if (!report.foreign_cause || report.foreign_cause->verdict == ForeignCause::Verdict::nothing) return "";
    const ForeignCause& cause = *report.foreign_cause;
    const bool failed = cause.verdict != ForeignCause::Verdict::search;
    std::string out = "<h3>" + escaped(failed ? words("The cause") : words("Skipped steps")) + "</h3>\n";
    for (const Phrase& sentence : cause.sentences) out += "<p>" + isolated(words(sentence)) + "</p>\n";
    if (!cause.code.empty())
        out += "<p>" + escaped(words("In PyTorch:")) + "</p>\n<pre dir=\"ltr\"><code>" + escaped(cause.code) +
               "</code></pre>\n";
    if (cause.missing.empty()) return out;
    out += "<p>" + escaped(words(foreign_missing_heading())) + "</p>\n<ul>\n";
    for (const Phrase& sentence : cause.missing) out += "<li>" + isolated(words(sentence)) + "</li>\n";
    return out + "</ul>\n";
}

std::string html_foreign(const Words& words, const RunReport& report) {
    std::string out = "<h3>" + escaped(words("The training, as its recording describes it")) +
                      "</h3>\n<div class=\"wide\"><table>\n<tbody>\n";
    for (const DescriptionRow& row : describe_foreign(report.details.started.foreign(), report.unseen_scaler))
        out += fmt::format("<tr><th scope=\"row\">{}</th><td class=\"text long\">{}</td></tr>\n",
                           escaped(words(row.what)), isolated(words(row.value)));
    out += "</tbody></table></div>\n";
    std::set<run::Tier> tiers;
    for (const LastHistogram& last : report.histograms) {
        tiers.insert(last.histogram.tier());
        tiers.insert(last.histogram.shadow_tier());
    }
    for (const LastHistogram& last : report.shadows) tiers.insert(last.histogram.shadow_tier());
    for (const run::Tier tier : tiers)
        if (const Phrase told = tier_explanation(tier); !told.empty())
            out += "<p class=\"muted\">" + escaped(words(told)) + "</p>\n";
    out += "<p class=\"muted\">" +
           escaped(words("Its recording holds no memory by category and no command that would repeat it.")) + "</p>\n";
    return out;
}

}  // namespace mantissa
