// SPDX-License-Identifier: Apache-2.0
#include "engine/diagnose/watch.h"

#include <algorithm>
#include <chrono>

namespace mantissa {
namespace {

constexpr std::uint32_t state_interval = 25;
constexpr std::size_t most_states = 16;
/// A gap to FP32 so many times the tolerance, and for so many steps, is not waited on any longer.
constexpr double plain_gap = 6;
constexpr std::uint32_t plain_steps = 40;

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void append(Course& course, const TrialStep& step) {
    course.losses.push_back(step.loss);
    course.skipped.push_back(step.skipped);
}

}  // namespace

Pace::Pace(const DiagnosisOptions& options) : options_(options), start_(now()) {}

double Pace::seconds() const {
    return now() - start_;
}

void Pace::begin(DiagnosisProgress::Stage stage, std::uint32_t of) {
    now_ = {};
    now_.stage = stage;
    now_.of = of;
    stage_start_ = seconds();
    told_ = -1;
    at(0);
}

void Pace::check() const {
    if ((options_.seconds > 0 && seconds() > options_.seconds) || (options_.stop && options_.stop()))
        throw DiagnosisStopped();
}

void Pace::at(std::uint32_t done) {
    check();
    now_.done = done;
    now_.seconds = seconds();
    if (!options_.progress || now_.seconds - told_ < 0.2) return;
    told_ = now_.seconds;
    const double spent = now_.seconds - stage_start_;
    now_.seconds_left = done > 0 && now_.of > done ? spent / done * (now_.of - done) : 0;
    if (options_.seconds > 0) {  // it ends then, whatever is left of the stage
        const double allowed = std::max(0.0, options_.seconds - now_.seconds);
        now_.seconds_left = now_.seconds_left > 0 ? std::min(now_.seconds_left, allowed) : allowed;
    }
    options_.progress(now_);
}

Watched watch(const Bench& bench, const run::RunConfig& config, const Snapshot* from, std::uint32_t total, Pace& pace) {
    const FailureRules rules;
    Watched watched;
    const run::RunConfig wide = in_fp32(config);
    Trial run(bench, config, from), reference(bench, wide, from), control(bench, wide, from, true);
    watched.begin = run.steps_done();
    const auto of_the_run = [&](std::optional<Failure> failure) {
        if (failure) failure->step += watched.begin;
        return failure;
    };
    const std::int64_t examples = config.test_examples() > 0 ? config.test_examples() : bench.dataset.test.count;
    watched.images = std::min<std::int64_t>(examples, config.eval_images());
    watched.states.push_back(run.snapshot());
    pace.begin(DiagnosisProgress::Stage::watching, total);
    std::uint32_t behind = 0, since = 0;
    std::optional<std::uint32_t> lost_state;
    for (std::uint32_t step = 0; step < total; ++step) {
        pace.at(step);
        append(watched.run, run.step());
        append(watched.fp32, reference.step());
        append(watched.control, control.step());
        if (!lost_state && !run.state_is_finite()) lost_state = watched.begin + step;
        if (run.steps_done() % state_interval == 0) {
            watched.states.push_back(run.snapshot());
            if (watched.states.size() > most_states) watched.states.erase(watched.states.begin() + 1);
        }
        watched.fp32_failure = of_the_run(own_failure(watched.fp32, rules));
        if (!watched.failure) watched.failure = of_the_run(own_failure(watched.run, rules));
        if (watched.failure || watched.fp32_failure) break;
        if (step + 1 < rules.window) continue;
        // Cheap: the tolerance is looked at again where the run seems to be behind.
        const double gap = gap_at(watched.run, watched.fp32, step + 1, rules);
        if (gap <= rules.threshold) {
            behind = 0;
            continue;
        }
        const double tolerance = tolerance_of(watched.fp32, watched.control, step + 1, rules);
        if (gap <= tolerance) {
            behind = 0;
            continue;
        }
        if (behind++ == 0) since = step;
        if (behind >= plain_steps && gap > plain_gap * tolerance) break;
    }
    watched.tolerance = tolerance_of(watched.fp32, watched.control, watched.fp32.losses.size(), rules);
    if (!watched.failure && behind > 0)
        watched.failure = Failure{run::Diagnosis::RULE_BEHIND_FP32, watched.begin + since};
    if (watched.failure || watched.fp32_failure || watched.images == 0) return watched;
    // The losses are those of training alone: BatchNorm has other statistics there than in evaluations.
    pace.check();
    TestedRuns tested;
    tested.task = config.task();
    tested.images = watched.images;
    tested.run = run.evaluate(watched.images);
    tested.fp32 = reference.evaluate(watched.images);
    tested.control = control.evaluate(watched.images);
    tested.tolerance = metric_tolerance_of(tested.fp32, tested.control, rules);
    tested.lost_state = lost_state;
    tested.worse = evaluates_worse(tested.run, tested.fp32, tested.tolerance);
    watched.tested = tested;
    if (tested.worse)
        watched.failure = Failure{run::Diagnosis::RULE_BEHIND_FP32, lost_state.value_or(run.steps_done())};
    return watched;
}

Course train(Trial& trial, std::uint32_t end, Pace& pace, Course course) {
    while (course.losses.size() < end) {
        append(course, trial.step());
        const std::optional<Failure> failed = own_failure(course);
        if (failed && failed->rule != run::Diagnosis::RULE_LOSS_ROSE) break;
        pace.check();
    }
    return course;
}

}  // namespace mantissa
