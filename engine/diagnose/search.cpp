// SPDX-License-Identifier: Apache-2.0
#include "engine/diagnose/search.h"

#include <algorithm>
#include <numeric>

#include "engine/diagnose/findings.h"
#include "engine/diagnose/minimise.h"

namespace mantissa {

bool matches(const Widening& one, const run::CastFinding& finding) {
    if (!one.layer.empty()) return finding.cast() == one.cast && finding.layer() == one.layer;
    using F = run::CastFinding;
    const run::RunConfig& change = one.change;
    const bool update = finding.operation().ends_with(" moments");
    if (change.has_master_weights()) return finding.effect() == F::EFFECT_LOST_UPDATE;
    if (change.has_optimizer_state_fp32() || change.has_optimizer_16bit()) return update;
    if (change.has_reduction()) return finding.cast() == run::CAST_UNSET && !update;
    if (change.has_norm_epsilon_16bit()) return finding.cast() == run::CAST_NORM;
    if (change.has_scaling())
        return finding.backward() && finding.cast() != run::CAST_UNSET &&
               (finding.effect() == F::EFFECT_UNDERFLOW || finding.effect() == F::EFFECT_OVERFLOW);
    return false;
}

bool Search::cured(const std::vector<std::size_t>& chosen) {
    return test(chosen).cured;
}

const Search::Tested& Search::test(const std::vector<std::size_t>& chosen) {
    std::vector<std::size_t> key = chosen;
    std::sort(key.begin(), key.end());
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    pace_.at(tests());
    const run::RunConfig config = widened(config_, space_, key);
    Trial trial(bench_, config, ground_.from);
    const Course course = train(trial, ground_.steps, pace_);
    Tested tested;
    tested.failure = own_failure(course);
    tested.cured = course.losses.size() >= ground_.steps && keeps_up(course, ground_.fp32, ground_.tolerance);
    if (tested.cured && (!best_ || key.size() < best_->size())) {
        best_ = key;
        best_loss_ = mean_before(course, course.losses.size(), FailureRules().window);
    }
    if (options_.tested) {
        std::vector<Phrase> parts;
        for (const std::size_t i : key) parts.push_back(space_[i].text);
        options_.tested(config, english(listed(std::move(parts))), tested.cured);
    }
    return known_.emplace(std::move(key), tested).first->second;
}

/// As a person repairs: what was found is widened, and where the run then still fails by an infinity, what made that
/// one is widened, too. A first infinity hides those behind it. Nothing where no more is found.
std::optional<std::vector<std::size_t>> Search::grown(std::size_t first) {
    std::vector<std::size_t> set{first};
    while (set.size() < 24) {
        const Tested& tested = test(set);
        if (tested.cured) return set;
        if (!tested.failure || !is_sudden(tested.failure->rule)) return std::nullopt;
        const Replay replay = replay_to_failure(bench_, widened(config_, space_, set), ground_.from,
                                                tested.failure->step, [this] { pace_.check(); });
        const std::size_t before = set.size();
        for (const run::CastFinding& finding : replay.findings) {
            if (finding.effect() != run::CastFinding::EFFECT_OVERFLOW) continue;
            for (std::size_t i = 0; i < space_.size(); ++i)
                if (matches(space_[i], finding) && std::find(set.begin(), set.end(), i) == set.end()) set.push_back(i);
        }
        if (set.size() == before) return std::nullopt;
    }
    return std::nullopt;
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
    std::stable_partition(outstanding.begin(), outstanding.end(),
                          [&](std::size_t i) { return std::find(found.begin(), found.end(), i) != found.end(); });
    alone(outstanding, 4);
    together(outstanding);
    // A switch cures at once what a cast in every layer would; of casts the first is the producer.
    std::vector<std::size_t> switches, casts;
    for (const std::size_t i : found) (space_[i].layer.empty() ? switches : casts).push_back(i);
    if (is_sudden(rule)) {
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
    const auto least = [this](std::vector<std::size_t> set) {
        return minimise(std::move(set), [this](const std::vector<std::size_t>& part) { return cured(part); });
    };
    bool repaired = false;
    for (std::vector<std::size_t>& set : candidates(findings, rule)) {
        if (set.empty()) continue;
        if (cured(set)) return least(std::move(set));
        if (repaired || set.size() > 1 || !is_sudden(rule) || space_[set.front()].layer.empty()) continue;
        repaired = true;
        if (std::optional<std::vector<std::size_t>> more = grown(set.front())) return least(std::move(*more));
    }
    return std::nullopt;
}

}  // namespace mantissa
