// SPDX-License-Identifier: Apache-2.0
// Watch, replay, search, repeat; what comes of each goes into the answer at once, so that a stopped diagnosis has it.
#include "engine/diagnose/diagnose.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>
#include <numeric>
#include <set>
#include <span>

#include "engine/base/error.h"
#include "engine/base/sha256.h"
#include "engine/base/version.h"
#include "engine/diagnose/answer.h"
#include "engine/diagnose/findings.h"
#include "engine/diagnose/notes.h"
#include "engine/diagnose/search.h"
#include "engine/run/phrase_record.h"
#include "engine/run/presets.h"

namespace mantissa {
namespace {

/// Steps over which a cure is confirmed, at most.
constexpr std::uint32_t most_confirmed = 500;
/// How often a cure that not all seeds share is looked for again, with those seeds.
constexpr int most_rounds = 3;
/// Trainings in the answer.
constexpr int most_told = 1000;

double processor_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

std::uint32_t total_steps(const Bench& bench, const run::RunConfig& config) {
    if (config.steps() >= 0) return static_cast<std::uint32_t>(config.steps());
    const std::int64_t in_epoch = (bench.dataset.train.count + config.batch() - 1) / config.batch();
    return static_cast<std::uint32_t>(std::min<std::int64_t>(in_epoch * config.epochs(), 1'000'000'000));
}

bool is_finite(const Bench& bench, const run::RunConfig& config, const Snapshot& from) {
    const Trial state(bench, config, &from);
    return state.weights_are_finite() && state.state_is_finite();
}

/// Throws Error(usage) where no training can begin with this state.
void check_state(const Bench& bench, const run::RunConfig& config, const Snapshot& from) {
    if (!is_finite(bench, config, from))
        throw Error(ErrorCode::usage,
                    say("the run's state after step %1 holds inf or NaN: what did that lies before it", {from.step}),
                    "checkpoint", say("an earlier one, or the run's beginning"));
    if (from.step >= total_steps(bench, config))
        throw Error(ErrorCode::usage, say("the run ends after step %1, where this state is of", {from.step}),
                    "checkpoint", say("an earlier one, or the run's beginning"));
}

/// What was found in the steps before the failure; of a run that falls behind, in its first step and in the one before.
Replay find(const Bench& bench, const run::RunConfig& config, const Watched& watched, Pace& pace) {
    pace.begin(DiagnosisProgress::Stage::replaying, 0);
    const Snapshot* before = &watched.states.front();
    for (const Snapshot& state : watched.states)
        if (state.step + 2 <= watched.failure->step) before = &state;
    if (is_sudden(watched.failure->rule) || (watched.tested && watched.tested->lost_state))
        return replay_to_failure(bench, config, before, watched.failure->step, [&pace] { pace.check(); });
    Replay found = replay_step(bench, config, watched.states.front());
    pace.check();
    if (before == &watched.states.front()) return found;
    const Replay later = replay_step(bench, config, *before);
    found.findings.insert(found.findings.end(), later.findings.begin(), later.findings.end());
    found.propagators += later.propagators;
    return found;
}

/// Steps that tell a cure from what only lasts a little longer.
std::uint32_t first_horizon(const Watched& watched, std::uint32_t total, std::uint32_t most_steps) {
    // What the loss did not tell takes all of it, unless the step is known after which it cannot end well.
    if (watched.tested)
        return watched.tested->lost_state
                   ? std::min(total, std::max(100u, 3 * (*watched.tested->lost_state - watched.begin)))
                   : total;
    const auto seen = static_cast<std::uint32_t>(watched.run.losses.size());
    const std::uint32_t wanted = std::max({100u, 3 * (watched.failure->step - watched.begin), seen + seen / 4});
    // A run that is shorter by itself is trained longer; one that is cut by who asks is not.
    const std::uint32_t most = total < most_steps ? std::max(total, std::min(most_steps, 100u)) : total;
    return std::max(std::min({wanted, most, seen + 400}), FailureRules().window);
}

SearchGround reference_of(const Bench& bench, const run::RunConfig& config, const Watched& watched, std::uint32_t steps,
                          const DiagnosisOptions& options, Pace& pace) {
    SearchGround ground;
    ground.seed = config.seed();
    ground.steps = steps;
    ground.from = options.from;
    ground.images = watched.images;
    const Trained reference =
        train_or_recall(bench, in_fp32(config), ground.from, false, steps, ground.images, options, pace);
    ground.fp32 = reference.course;
    ground.tested = reference.tested.value_or(Evaluation{});
    ground.metric_tolerance = watched.tested ? 0 : std::numeric_limits<double>::infinity();
    return ground;
}

/// A control with this seed: what it differs from FP32 by is noise, too.
void add_noise(const Bench& bench, const run::RunConfig& config, SearchGround& ground, const DiagnosisOptions& options,
               Pace& pace) {
    const Trained control =
        train_or_recall(bench, in_fp32(config), ground.from, true, ground.steps, ground.images, options, pace);
    ground.tolerance = std::max(ground.tolerance, tolerance_of(ground.fp32, control.course, ground.steps));
    if (ground.images > 0)
        ground.metric_tolerance = std::max(ground.metric_tolerance,
                                           metric_tolerance_of(ground.tested, control.tested.value_or(Evaluation{})));
}

SearchGround ground_of(const Bench& bench, const run::RunConfig& config, const Watched& watched, std::uint32_t steps,
                       const DiagnosisOptions& options, Pace& pace) {
    SearchGround ground = reference_of(bench, config, watched, steps, options, pace);
    add_noise(bench, config, ground, options, pace);
    return ground;
}

/// The cure with other seeds, each beside FP32 with its own, which `others` keeps. Returns those that it does not cure.
std::vector<SearchGround> repeat(const Bench& bench, const run::RunConfig& cured,
                                 const std::vector<std::size_t>& chosen, const Watched& watched,
                                 const SearchGround& ground, std::vector<SearchGround>& others,
                                 const DiagnosisOptions& options, Pace& pace, run::Diagnosis& answer) {
    std::vector<SearchGround> failed;
    answer.set_seeds(1);
    answer.set_seeds_cured(1);
    pace.begin(DiagnosisProgress::Stage::repeating, options.seeds);
    for (std::uint32_t i = 1; i < options.seeds; ++i) {
        pace.at(i);
        options.known(answer);
        run::RunConfig config = cured;
        config.set_seed(cured.seed() + i);
        if (others.size() < i) {
            others.push_back(reference_of(bench, config, watched, ground.steps, options, pace));
            others.back().tolerance = ground.tolerance;
            others.back().metric_tolerance = ground.metric_tolerance;
        }
        SearchGround& other = others[i - 1];
        const Trained trained =
            train_or_recall(bench, config, other.from, false, other.steps, other.images, options, pace);
        bool cured_here = keeps_up(trained, other);
        if (!cured_here) {  // the noise of this seed may be larger: its own control says
            add_noise(bench, config, other, options, pace);
            cured_here = keeps_up(trained, other);
        }
        if (options.tested) options.tested(trial_record(trained, other, chosen), "the cure");
        answer.set_seeds(answer.seeds() + 1);
        if (cured_here)
            answer.set_seeds_cured(answer.seeds_cured() + 1);
        else
            failed.push_back(other);
    }
    return failed;
}

void take_losses(const Watched& watched, run::Diagnosis& answer) {
    const std::size_t end = watched.run.losses.size(), window = FailureRules().window;
    answer.set_run_loss(mean_before(watched.run, end, window));
    answer.set_fp32_loss(mean_before(watched.fp32, end, window));
    answer.set_control_loss(mean_before(watched.control, end, window));
    answer.set_tolerance(watched.tolerance);
    answer.set_horizon(static_cast<std::uint32_t>(end));
}

/// Whether FP32 itself has learned anything in what was watched.
bool learns(const Watched& watched) {
    const std::size_t end = watched.fp32.losses.size(), window = FailureRules().window;
    if (end < 3 * window) return true;  // too early to say
    return mean_before(watched.fp32, end, window) < mean_before(watched.fp32, window, window) - 0.05;
}

/// A run that fails within a few steps leaves FP32 no time to fail as well: it is trained on, by itself, for a while.
std::optional<Failure> fails_in_fp32(const Bench& bench, const run::RunConfig& config, const Snapshot* from,
                                     const Watched& watched, std::uint32_t total, Pace& pace) {
    const std::uint32_t enough = std::min(total, 6 * FailureRules().window);
    if (watched.fp32.losses.size() >= enough) return std::nullopt;
    Trial fp32(bench, in_fp32(config), from);
    const Course course = train(fp32, enough, pace);
    if (const auto failure = own_failure(course))
        return failure;  // at its end: a loss that only rose for a while is none
    // A loss that blows up at once has no better one behind it to be held against: then its first one.
    const FailureRules rules;
    const double most = rules.rise_factor * static_cast<double>(course.losses.front()) + rules.rise;
    if (course.losses.size() < enough || !(mean_before(course, enough, rules.window) > most)) return std::nullopt;
    const auto above = std::find_if(course.losses.begin(), course.losses.end(),
                                    [most](float loss) { return !(static_cast<double>(loss) <= most); });
    return Failure{run::Diagnosis::RULE_LOSS_ROSE, static_cast<std::uint32_t>(above - course.losses.begin())};
}

void take_cure(const run::RunConfig& config, const std::vector<Widening>& space, const std::vector<std::size_t>& chosen,
               run::Diagnosis& answer) {
    *answer.mutable_cure() = difference(config, widened(config, space, chosen));
    answer.clear_parts();
    answer.clear_part_phrases();
    answer.clear_pytorch();
    for (const std::size_t i : chosen) add_part(answer, space[i].text);
    for (const std::string& line : pytorch_lines(config, space, chosen)) answer.add_pytorch(line);
}

/// The first finding that the cure is about; else the first of all.
void take_producer(const std::vector<run::CastFinding>& findings, const std::vector<Widening>& space,
                   const std::vector<std::size_t>& chosen, run::Diagnosis& answer) {
    const run::CastFinding* producer = nullptr;
    for (const run::CastFinding& finding : findings) {
        const bool causal =
            std::any_of(chosen.begin(), chosen.end(), [&](std::size_t i) { return matches(space[i], finding); });
        if (causal && !producer) producer = &finding;
    }
    if (!producer && !findings.empty()) producer = &findings.front();
    answer.clear_producer();
    answer.clear_others();
    if (producer) *answer.mutable_producer() = *producer;
    for (const run::CastFinding& finding : findings)
        if (&finding != producer && answer.others_size() < 32) *answer.add_others() = finding;
}

/// `tested`: what evaluations came to, where they were looked at.
void examine(const Bench& bench, const run::RunConfig& config, const DiagnosisOptions& options, Pace& pace,
             run::Diagnosis& answer, std::optional<TestedRuns>& tested) {
    const std::uint32_t begin = options.from ? options.from->step : 0, end = total_steps(bench, config);
    const std::uint32_t total = std::min(end - std::min(end, begin), options.most_steps);
    std::optional<std::pair<Watched, Replay>> known;
    if (options.notes) known = options.notes->watched();
    Watched watched = known ? std::move(known->first) : watch(bench, config, options.from, total, pace);
    watched.begin = begin;
    if (watched.tested) watched.tested->task = config.task();
    take_losses(watched, answer);
    tested = watched.tested;
    if (watched.failure) {
        answer.set_rule(watched.failure->rule);
        answer.set_step(watched.failure->step);
    }
    // What begins late may have learned all there is.
    if (watched.fp32_failure || (!options.from && !learns(watched))) {
        answer.set_verdict(run::Diagnosis::VERDICT_NOT_PRECISION);
        if (watched.fp32_failure) {
            answer.set_rule(watched.fp32_failure->rule);
            answer.set_step(watched.fp32_failure->step);
        }
        return;
    }
    if (!watched.failure) {
        answer.set_verdict(run::Diagnosis::VERDICT_NOTHING_TO_CURE);
        return;
    }
    const Replay cause = known ? std::move(known->second) : find(bench, config, watched, pace);
    if (!known && options.notes) options.notes->keep(watched, cause);
    if (const auto failure = fails_in_fp32(bench, config, options.from, watched, total, pace)) {
        answer.set_verdict(run::Diagnosis::VERDICT_NOT_PRECISION);
        answer.set_rule(failure->rule);
        answer.set_step(begin + failure->step);
        return;
    }
    const std::vector<run::CastFinding>& findings = cause.findings;
    answer.set_propagators(cause.propagators);
    const Network network = make_network(config, bench.dataset.side, bench.dataset.classes);
    const std::vector<Widening> space = widenings_of(network, config);
    answer.set_space(static_cast<std::uint32_t>(space.size()));
    for (const Widening& one : space) {
        answer.add_space_parts(english(one.text));
        *answer.add_space_phrases() = record_of(one.text);
    }
    take_producer(findings, space, {}, answer);
    options.known(answer);
    // At first over few steps; a cure that does not last over the whole run, or most of it, is looked for again there.
    const std::uint32_t whole = std::min(total, most_confirmed);
    SearchGround ground =
        ground_of(bench, config, watched, first_horizon(watched, total, options.most_steps), options, pace);
    std::optional<std::vector<std::size_t>> cure;
    std::optional<Search> search;
    /// Whether there is a cure on all grounds of the search. One that is known stays where none is found.
    const auto look = [&](const std::vector<std::size_t>& start) {
        const auto keep = [&](const std::vector<std::size_t>& chosen) {
            take_cure(config, space, chosen, answer);
            take_producer(findings, space, chosen, answer);
            answer.set_cured_loss(search->best_loss());
        };
        std::optional<std::vector<std::size_t>> found;
        try {
            found = search->smallest(findings, watched.failure->rule, start);
        } catch (const DiagnosisStopped&) {
            if (!cure && search->best()) keep(*search->best());
            throw;
        }
        if (found) {
            keep(*(cure = std::move(found)));
            // In a second round it holds seeds of the first one's cure.
            if (answer.verdict() != run::Diagnosis::VERDICT_CURED) options.known(answer);
        }
        return cure && search->cured(*cure);
    };
    for (;;) {
        answer.set_horizon(ground.steps);
        answer.set_tolerance(ground.tolerance);
        answer.set_fp32_loss(mean_before(ground.fp32, ground.steps, FailureRules().window));
        search.emplace(bench, config, space, ground, options, pace);
        cure.reset();
        if (!look({})) {
            answer.set_verdict(run::Diagnosis::VERDICT_NO_CURE);
            return;
        }
        if (ground.steps >= whole) break;
        SearchGround longer = ground_of(bench, config, watched, whole, options, pace);
        if (Search(bench, config, space, longer, options, pace).cured(*cure)) break;
        ground = std::move(longer);
    }
    answer.set_verdict(run::Diagnosis::VERDICT_CURED);
    // A cure that one seed needs less of than another: looked for again with those that it does not cure.
    std::vector<SearchGround> others;
    for (int round = 0;; ++round) {
        std::vector<SearchGround> failed =
            repeat(bench, widened(config, space, *cure), *cure, watched, ground, others, options, pace, answer);
        if (failed.empty() || round == most_rounds) return;
        for (SearchGround& one : failed) search->add(std::move(one));
        if (!look(*cure)) return;
    }
}

}  // namespace

bool can_begin_with(const Bench& bench, const run::RunConfig& config, const Snapshot& from) {
    return from.step < total_steps(bench, config) && is_finite(bench, config, from);
}

std::string question_of(const Bench& bench, const run::RunConfig& config, const DiagnosisOptions& options) {
    Sha256 digest;
    const auto add = [&digest](const std::string& text) { digest.add(std::as_bytes(std::span(text))); };
    add(fmt::format("{} {} {} {} ", program_version, program_commit, bench.dataset.sha256, options.most_steps));
    add(config.SerializeAsString());
    if (options.from) {
        add(fmt::format("{} ", options.from->step));
        digest.add(options.from->parameters);
    }
    return digest.hex();
}

run::Diagnosis diagnose(const Bench& bench, const run::RunConfig& given, const DiagnosisOptions& asked) {
    if (given.optimizer() == run::PHASE_CHANGE)
        throw Error(ErrorCode::usage, say("its weights are phase-change devices, and nothing else of it is narrow"),
                    "optimizer", say("sgd, adam or adamw"));
    run::RunConfig config = given;
    // Which products are faster is no part of the question, and would be measured anew for every set of casts.
    if (config.native() == run::NATIVE_AUTO) config.set_native(run::NATIVE_OFF);
    if (asked.from) check_state(bench, config, *asked.from);
    run::Diagnosis answer;
    answer.set_verdict(run::Diagnosis::VERDICT_UNFINISHED);
    if (asked.from) answer.set_first_step(asked.from->step);
    DiagnosisOptions options = asked;
    options.tested = [&](const run::DiagnosisTrial& trial, const std::string& what) {
        if (answer.trials_size() < most_told) *answer.add_trials() = trial;
        answer.set_tests(answer.tests() + 1);
        if (trial.recalled()) answer.set_recalled(answer.recalled() + 1);
        if (asked.tested) asked.tested(trial, what);
    };
    const double processor = processor_seconds();
    Pace pace(options);
    std::optional<TestedRuns> tested;
    options.known = [&](const run::Diagnosis& so_far) {
        if (!asked.known) return;
        run::Diagnosis told = so_far;
        write_text(told, tested);
        asked.known(told);
    };
    try {
        examine(bench, config, options, pace, answer, tested);
    } catch (const DiagnosisStopped&) {
        answer.set_stopped(true);
        // With what is known so far. A cure that was not repeated stays one of the seeds that were tried.
        if (answer.verdict() != run::Diagnosis::VERDICT_CURED) answer.set_verdict(run::Diagnosis::VERDICT_UNFINISHED);
    }
    if (asked.notes && !answer.stopped()) asked.notes->forget();
    answer.set_seconds(pace.seconds());
    answer.set_processor_seconds(processor_seconds() - processor);
    write_text(answer, tested);
    return answer;
}

}  // namespace mantissa
