// SPDX-License-Identifier: Apache-2.0
// The part of a run's section that only another program's training has.
#include <fmt/format.h>

#include <set>

#include "engine/report/foreign_description.h"
#include "engine/report/html_parts.h"
#include "engine/report/markup_text.h"

namespace mantissa {

std::string html_foreign(const Words& words, const RunReport& report) {
    std::string out = "<h3>" + escaped(words("The training, as its recording describes it")) +
                      "</h3>\n<div class=\"wide\"><table>\n<tbody>\n";
    for (const DescriptionRow& row : describe_foreign(report.details.started.foreign()))
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
