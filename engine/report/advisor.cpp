// SPDX-License-Identifier: Apache-2.0
// Which findings go together, and in which order.
#include "engine/report/advisor.h"

#include <algorithm>

#include "engine/report/foreign_rules.h"

namespace mantissa {

const char* name_of(FindingSeverity severity) {
    switch (severity) {
        case FindingSeverity::note:
            return "note";
        case FindingSeverity::advice:
            return "advice";
        case FindingSeverity::warning:
            return "warning";
    }
    return "";
}

Phrase severity_phrase(FindingSeverity severity) {
    switch (severity) {
        case FindingSeverity::note:
            return say("note");
        case FindingSeverity::advice:
            return say("advice");
        case FindingSeverity::warning:
            return say("warning");
    }
    return "";
}

void Finding::set_title(Phrase phrase) {
    title = english(phrase);
    title_phrase = std::move(phrase);
}

void Finding::add_reason(Phrase phrase) {
    reason += (reason.empty() ? "" : " ") + english(phrase);
    reason_phrases.push_back(std::move(phrase));
}

std::vector<Finding> advise(const Evidence& evidence, std::uint64_t budget, const std::optional<Standing>& beside) {
    std::vector<Finding> all;
    const auto add = [&all](std::optional<Finding> finding) {
        if (finding) all.push_back(std::move(*finding));
        return finding.has_value();
    };
    if (!evidence.started) return all;
    if (evidence.foreign) return advise_foreign(*evidence.foreign);
    // An overflow explains what comes after it: zeros and NaN downstream are not underflow, and a scale that falls is
    // not one that should grow. Forward before backward, since the backward pass inherits it.
    // Of an optimizer that divides by zero all else is a consequence.
    const bool forward = add(epsilon_is_zero(evidence)) || add(forward_overflow(evidence));
    const bool overflow = forward || add(backward_overflow(evidence));
    const bool lost = !overflow && add(gradient_lost(evidence));
    const bool ranks = add(rank_gradients_flushed(evidence));
    const bool norms = !overflow && add(norm_statistics_lost(evidence));
    const bool updates = !overflow && add(updates_lost(evidence));
    const bool coarse = !forward && add(targets_unresolved(evidence));
    const bool poisoned = !forward && add(statistics_poisoned(evidence));
    const bool away = !forward && !coarse && add(diverged(evidence));
    const bool stall = !forward && !poisoned && !away && add(stalled(evidence));
    const bool ill = overflow || lost || ranks || norms || updates || coarse || poisoned || away || stall;
    if (!overflow) add(scale_never_grows(evidence));
    if (!ill) add(no_difference(evidence, beside));
    add(tf32_off(evidence));
    if (!ill) add(batch_can_double(evidence, budget));  // first mend the run
    add(sizes_not_aligned(evidence));
    std::stable_sort(all.begin(), all.end(),
                     [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
    return all;
}

}  // namespace mantissa
