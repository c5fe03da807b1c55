// SPDX-License-Identifier: Apache-2.0
#include "engine/diagnose/search.h"

#include <algorithm>
#include <numeric>

#include "engine/diagnose/findings.h"
#include "engine/diagnose/minimise.h"

namespace mantissa {
namespace {

constexpr std::size_t few_casts = 4;
constexpr std::size_t many_casts = 24;

}  // namespace

bool matches(const Widening& one, const run::CastFinding& finding) {
    if (!one.layer.empty()) return finding.cast() == one.cast && finding.layer() == one.layer;
    using F = run::CastFinding;
    const run::RunConfig& change = one.change;
    const bool update = finding.operation().ends_with(" moments");
    if (change.has_eval_precision() || change.has_norm_running_16bit()) return false;  // no step has a finding of it
    if (change.has_master_weights()) return finding.effect() == F::EFFECT_LOST_UPDATE;
    if (change.has_optimizer_state_fp32() || change.has_optimizer_16bit()) return update;
    if (change.has_reduction()) return finding.cast() == run::CAST_UNSET && !update;
    if (change.has_precision()) return finding.effect() == F::EFFECT_OVERFLOW && !finding.backward();
    if (change.has_norm_epsilon_16bit()) return finding.cast() == run::CAST_NORM;
    if (change.has_scaling())
        return finding.backward() && finding.cast() != run::CAST_UNSET &&
               (finding.effect() == F::EFFECT_UNDERFLOW || finding.effect() == F::EFFECT_OVERFLOW);
    return false;
}

bool keeps_up(const Trained& trained, const SearchGround& ground) {
    const Course& course = trained.course;
    if (course.losses.size() < ground.steps || !keeps_up(course, ground.fp32, ground.tolerance)) return false;
    return ground.images == 0 || !evaluates_worse(*trained.tested, ground.tested, ground.metric_tolerance);
}

run::DiagnosisTrial trial_record(const Trained& trained, const SearchGround& ground,
                                 const std::vector<std::size_t>& widened) {
    const std::size_t steps = trained.course.losses.size(), window = FailureRules().window;
    run::DiagnosisTrial told;
    for (const std::size_t i : widened) told.add_widened(static_cast<std::uint32_t>(i));
    told.set_seed(ground.seed);
    told.set_steps(static_cast<std::uint32_t>(steps));
    told.set_keeps_up(keeps_up(trained, ground));
    told.set_loss(mean_before(trained.course, steps, window));
    told.set_fp32_loss(mean_before(ground.fp32, steps, window));
    if (trained.recalled) told.set_recalled(true);
    if (told.keeps_up()) return told;
    if (const std::optional<Failure> own = own_failure(trained.course))
        told.set_rule(own->rule);
    else if (!keeps_up(trained.course, ground.fp32, ground.tolerance))
        told.set_rule(run::Diagnosis::RULE_BEHIND_FP32);
    return told;
}

run::RunConfig Search::config_on(const SearchGround& ground, const std::vector<std::size_t>& chosen) const {
    run::RunConfig config = widened(config_, space_, chosen);
    config.set_seed(ground.seed);
    return config;
}

const Search::Tested& Search::test(const std::vector<std::size_t>& chosen) {
    std::vector<std::size_t> key = chosen;
    std::sort(key.begin(), key.end());
    Tested& tested = known_[key];
    while (!tested.failed && tested.held < grounds_.size()) {
        pace_.at(tests_);
        const SearchGround& ground = grounds_[tested.held];
        const Trained trained = train_or_recall(bench_, config_on(ground, key), ground.from, false, ground.steps,
                                                ground.images, options_, pace_);
        const Course& course = trained.course;
        ++tests_;
        tested.failure = own_failure(course);
        tested.failed = !keeps_up(trained, ground);
        if (!tested.failed && ++tested.held == grounds_.size() && (!best_ || key.size() < best_->size())) {
            best_ = key;
            best_loss_ = mean_before(course, course.losses.size(), FailureRules().window);
        }
        if (options_.tested) {
            std::vector<Phrase> parts;
            for (const std::size_t i : key) parts.push_back(space_[i].text);
            options_.tested(trial_record(trained, ground, key), english(listed(std::move(parts))));
        }
    }
    return tested;
}

/// Of the steps around a failure on this ground, `step` trained before it.
Replay Search::replay_of(const SearchGround& ground, const std::vector<std::size_t>& set, std::uint32_t step) {
    const run::RunConfig config = config_on(ground, set);
    const std::string key = training_key(config, false, step, 0);
    if (options_.notes)
        if (std::optional<Replay> known = options_.notes->replay(key)) return std::move(*known);
    Replay replay = replay_to_failure(bench_, config, ground.from, (ground.from ? ground.from->step : 0) + step,
                                      [this] { pace_.check(); });
    if (options_.notes) options_.notes->keep(key, replay);
    return replay;
}

/// As a person repairs: what was found is widened, and where the run then still fails by an infinity, what made that
/// one is widened, too, up to `most` of them. A first infinity hides those behind it. Nothing where no more is found.
std::optional<std::vector<std::size_t>> Search::grown(std::vector<std::size_t> set, std::size_t most) {
    while (set.size() <= most) {
        const Tested& tested = test(set);
        if (!tested.failed) return set;
        if (!tested.failure || !is_sudden(tested.failure->rule)) return std::nullopt;
        const SearchGround& ground = grounds_[tested.held];
        const Replay replay = replay_of(ground, set, tested.failure->step);
        const std::size_t before = set.size();
        for (const run::CastFinding& finding : replay.findings) {
            if (finding.effect() != run::CastFinding::EFFECT_OVERFLOW) continue;
            for (std::size_t i = 0; i < space_.size(); ++i)
                if (!space_[i].layer.empty() && matches(space_[i], finding) &&
                    std::find(set.begin(), set.end(), i) == set.end())
                    set.push_back(i);
        }
        if (set.size() == before) return std::nullopt;
    }
    return std::nullopt;
}

/// In the order in which they are tried: first what stands out or was found, one by one, then together, then every
/// switch, all casts of one kind, and all there is.
Search::Candidates Search::candidates(const std::vector<run::CastFinding>& findings, run::Diagnosis::Rule rule) const {
    Candidates sets;
    std::vector<std::size_t> outstanding, found;
    for (std::size_t i = 0; i < space_.size(); ++i)
        if (space_[i].stands_out) outstanding.push_back(i);
    for (const run::CastFinding& finding : findings)
        for (std::size_t i = 0; i < space_.size(); ++i)
            if (matches(space_[i], finding) && std::find(found.begin(), found.end(), i) == found.end())
                found.push_back(i);
    const auto alone = [&](const std::vector<std::size_t>& of, std::size_t most) {
        for (std::size_t i = 0; i < std::min(of.size(), most); ++i) sets.narrow.push_back({of[i]});
    };
    const auto together = [](std::vector<std::vector<std::size_t>>& to, const std::vector<std::size_t>& of) {
        if (of.size() > 1) to.push_back(of);
    };
    // Of what stands out first what was also found to do something.
    std::stable_partition(outstanding.begin(), outstanding.end(),
                          [&](std::size_t i) { return std::find(found.begin(), found.end(), i) != found.end(); });
    alone(outstanding, 4);
    together(sets.narrow, outstanding);
    // A switch cures at once what a cast in every layer would; of casts the first is the producer.
    std::vector<std::size_t> switches, casts;
    for (const std::size_t i : found) {
        if (!space_[i].layer.empty())
            casts.push_back(i);
        else
            (space_[i].change.has_precision() ? sets.format : switches).push_back(i);
    }
    if (is_sudden(rule)) {
        alone(casts, 1);
        alone(switches, switches.size());
    } else {
        alone(switches, switches.size());
        alone(casts, 1);
    }
    alone(casts, 3);
    together(sets.broad, casts);
    together(sets.broad, found);
    for (std::size_t i = 0; i < space_.size(); ++i)
        if (space_[i].layer.empty()) sets.broad.push_back({i});
    for (int cast = run::LayerCast_MIN + 1; cast <= run::LayerCast_MAX; ++cast) {
        std::vector<std::size_t> of_kind;
        for (std::size_t i = 0; i < space_.size(); ++i)
            if (!space_[i].layer.empty() && space_[i].cast == cast) of_kind.push_back(i);
        if (!of_kind.empty()) sets.broad.push_back(std::move(of_kind));
    }
    std::vector<std::size_t> all(space_.size());
    std::iota(all.begin(), all.end(), 0);
    sets.broad.push_back(std::move(all));
    return sets;
}

std::optional<std::vector<std::size_t>> Search::smallest(const std::vector<run::CastFinding>& findings,
                                                         run::Diagnosis::Rule rule,
                                                         const std::vector<std::size_t>& start) {
    pace_.begin(DiagnosisProgress::Stage::searching, 0);
    const auto least = [this](std::vector<std::size_t> set) {
        return minimise(std::move(set), [this](const std::vector<std::size_t>& part) { return cured(part); });
    };
    const Candidates sets = candidates(findings, rule);
    std::vector<std::size_t> repaired = start;
    for (const std::vector<std::size_t>& set : sets.narrow) {
        if (cured(set)) return least(set);
        if (repaired.empty() && set.size() == 1 && !space_[set.front()].layer.empty()) repaired = set;
    }
    // A few casts name the cause; of many, another format is the smaller cure.
    for (const std::size_t most : {few_casts, many_casts}) {
        if (!repaired.empty())
            if (std::optional<std::vector<std::size_t>> more = grown(repaired, most)) return least(std::move(*more));
        if (!sets.format.empty() && cured(sets.format)) return sets.format;
    }
    for (const std::vector<std::size_t>& set : sets.broad)
        if (!set.empty() && cured(set)) return least(set);
    return std::nullopt;
}

}  // namespace mantissa
