// SPDX-License-Identifier: Apache-2.0
#include "engine/report/foreign_cause_parts.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "engine/report/advisor_text.h"
#include "engine/report/foreign_rules.h"

namespace mantissa::foreign {
namespace {

constexpr std::size_t most_passed_named = 8;

}  // namespace

Phrase step_text(std::uint32_t step) {
    return count_text(step);
}

Phrase names_phrase(const std::vector<std::string>& names, std::uint64_t all) {
    std::vector<Phrase> shown;
    for (const std::string& name : names)
        if (shown.size() < most_passed_named) shown.emplace_back(name);
    if (all <= shown.size()) return listed(shown);
    return say("%1 and %2 more", {listed(shown), count_text(all - shown.size())});
}

Phrase values_phrase(std::uint64_t inf, std::uint64_t nan) {
    if (nan == 0) return say("%1 inf", {count_text(inf)});
    if (inf == 0) return say("%1 NaN", {count_text(nan)});
    return say("%1 inf and %2 NaN", {count_text(inf), count_text(nan)});
}

void pass_on(ForeignCause& cause, std::vector<std::string> names, std::uint64_t all) {
    cause.passed_on = std::move(names);
    cause.passed_on_count = std::max<std::uint64_t>(all, cause.passed_on.size());
    if (cause.passed_on_count > 0)
        cause.sentences.push_back(
            say("What comes behind it only passed it on: %1.", {names_phrase(cause.passed_on, cause.passed_on_count)}));
}

std::vector<ForeignFailure::Held> in_order(const ForeignEvidence& e, const ForeignFailure::Frame& frame,
                                           bool backward) {
    const auto place = [&](const ForeignFailure::Held& one) {
        const auto found = e.tensors.find(one.tensor);
        const bool known =
            found != e.tensors.end() && (backward ? found->second.has_backward() : found->second.has_forward());
        return !known     ? std::numeric_limits<std::uint32_t>::max()
               : backward ? found->second.backward()
                          : found->second.forward();
    };
    std::vector<ForeignFailure::Held> held = frame.held;
    std::stable_sort(held.begin(), held.end(), [&](const auto& a, const auto& b) { return place(a) < place(b); });
    return held;
}

std::vector<std::string> names_after_first(const std::vector<ForeignFailure::Held>& held) {
    std::vector<std::string> names;
    for (std::size_t i = 1; i < held.size(); ++i) names.push_back(held[i].tensor);
    return names;
}

bool is_bf16(const run::ForeignRun& run) {
    return run.autocast() && run.autocast_format() == "BF16";
}

bool tell_epsilon(const ForeignEvidence& e, ForeignCause& cause) {
    const std::optional<Finding> epsilon = foreign_epsilon(e);
    if (!epsilon) return false;
    cause.verdict = ForeignCause::Verdict::named;
    cause.where = ForeignCause::Where::update;
    cause.producer = "optimizer";
    cause.sentences.push_back(epsilon->title_phrase);
    cause.sentences.insert(cause.sentences.end(), epsilon->reason_phrases.begin(), epsilon->reason_phrases.end());
    cause.code = epsilon->code;
    return true;
}

}  // namespace mantissa::foreign
