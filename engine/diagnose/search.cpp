// SPDX-License-Identifier: Apache-2.0
#include "engine/diagnose/search.h"

#include <algorithm>
#include <numeric>

#include "engine/diagnose/minimise.h"

namespace mantissa {

bool matches(const Widening& one, const run::CastFinding& finding) {
    if (!one.layer.empty()) return finding.cast() == one.cast && finding.layer() == one.layer;
    using F = run::CastFinding;
    const run::RunConfig& change = one.change;
    const bool update = finding.operation().ends_with(" moments");
    if (change.has_master_weights()) return finding.effect() == F::EFFECT_LOST_UPDATE;
    if (change.has_optimizer_state_fp32()) return update;
    if (change.has_reduction()) return finding.cast() == run::CAST_UNSET && !update;
    if (change.has_norm_epsilon_16bit()) return finding.cast() == run::CAST_NORM;
    if (change.has_scaling())
        return finding.backward() && finding.cast() != run::CAST_UNSET &&
               (finding.effect() == F::EFFECT_UNDERFLOW || finding.effect() == F::EFFECT_OVERFLOW);
    return false;
}

bool Search::cured(const std::vector<std::size_t>& chosen) {
    std::vector<std::size_t> key = chosen;
    std::sort(key.begin(), key.end());
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    pace_.at(tests());
    const run::RunConfig config = widened(config_, space_, key);
    Trial trial(bench_, config, ground_.from);
    const Course course = train(trial, ground_.steps, pace_);
    const bool cured =
        course.losses.size() >= ground_.steps && keeps_up(course, ground_.fp32, ground_.tolerance);
    known_.emplace(key, cured);
    if (cured && (!best_ || key.size() < best_->size())) {
        best_ = key;
        best_loss_ = mean_before(course, course.losses.size(), FailureRules().window);
    }
    if (options_.tested) {
        std::vector<Phrase> parts;
        for (const std::size_t i : key) parts.push_back(space_[i].text);
        options_.tested(config, key.empty() ? "nothing" : english(listed(std::move(parts))), cured);
    }
    return cured;
}

/// In the order in which they are tried: first what stands out or was found, one by one, then together, then all casts
/// of one kind, every switch, and all there is.
std::vector<std::vector<std::size_t>> Search::candidates(const std::vector<run::CastFinding>& findings,
                                                         run::Diagnosis::Rule rule) const {
    std::vector<std::vector<std::size_t>> sets;
    std::vector<std::size_t> outstanding, found;
    for (std::size_t i = 0; i < space_.size(); ++i)
        if (space_[i].stands_out) outstanding.push_back(i);
    for (const run::CastFinding& finding : findings)
        for (std::size_t i = 0; i < space_.size(); ++i)
            if (matches(space_[i], finding) && std::find(found.begin(), found.end(), i) == found.end())
                found.push_back(i);
    const auto alone = [&](const std::vector<std::size_t>& of, std::size_t most) {
        for (std::size_t i = 0; i < std::min(of.size(), most); ++i) sets.push_back({of[i]});
    };
    const auto together = [&](const std::vector<std::size_t>& of) {
        if (of.size() > 1) sets.push_back(of);
    };
    // Of what stands out first what was also found to do something.
    std::stable_partition(outstanding.begin(), outstanding.end(), [&](std::size_t i) {
        return std::find(found.begin(), found.end(), i) != found.end();
    });
    alone(outstanding, 4);
    together(outstanding);
    // A switch cures at once what a cast in every layer would; of casts the first is the producer.
    std::vector<std::size_t> switches, casts;
    for (const std::size_t i : found) (space_[i].layer.empty() ? switches : casts).push_back(i);
    if (rule == run::Diagnosis::RULE_NONFINITE_LOSS || rule == run::Diagnosis::RULE_SCALE_COLLAPSED) {
        alone(casts, 1);
        alone(switches, switches.size());
    } else {
        alone(switches, switches.size());
        alone(casts, 1);
    }
    alone(casts, 3);
    together(casts);
    together(found);
    for (std::size_t i = 0; i < space_.size(); ++i)
        if (space_[i].layer.empty()) sets.push_back({i});
    for (int cast = run::LayerCast_MIN + 1; cast <= run::LayerCast_MAX; ++cast) {
        std::vector<std::size_t> of_kind;
        for (std::size_t i = 0; i < space_.size(); ++i)
            if (!space_[i].layer.empty() && space_[i].cast == cast) of_kind.push_back(i);
        if (!of_kind.empty()) sets.push_back(std::move(of_kind));
    }
    std::vector<std::size_t> all(space_.size());
    std::iota(all.begin(), all.end(), 0);
    sets.push_back(std::move(all));
    return sets;
}

std::optional<std::vector<std::size_t>> Search::smallest(const std::vector<run::CastFinding>& findings,
                                                         run::Diagnosis::Rule rule) {
    pace_.begin(DiagnosisProgress::Stage::searching, 0);
    for (std::vector<std::size_t>& set : candidates(findings, rule)) {
        if (set.empty() || !cured(set)) continue;
        return minimise(std::move(set), [this](const std::vector<std::size_t>& part) { return cured(part); });
    }
    return std::nullopt;
}

}  // namespace mantissa
