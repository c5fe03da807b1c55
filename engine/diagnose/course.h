// SPDX-License-Identifier: Apache-2.0
// The course of a training as its losses tell it, and the rules that say whether it failed. Pure functions of numbers.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "engine/run/run.pb.h"
#include "engine/train/flight_recorder.h"

namespace mantissa {

struct Course {
    std::vector<float> losses;  ///< by step
    std::vector<bool> skipped;
};

/// What an evaluation on the test set came to.
struct Evaluation {
    double loss = std::numeric_limits<double>::quiet_NaN();
    double metric = std::numeric_limits<double>::quiet_NaN();  ///< the task's, as records hold it: more is better
    double chance = 0;  ///< of a share of right answers: 1 over the root of how many there were; else 0
    bool is_finite() const noexcept;
};

/// The rules. A training has failed
/// - where the loss is infinite or NaN in so many steps, one after the other: `nonfinite_steps`;
/// - where so many steps are skipped one after the other: `skipped_steps`;
/// - where the mean loss of the last `window` steps is above `rise_factor` times the least such mean so far, and
///   `rise` nats above it;
/// - where that mean is above FP32's by more than `threshold` nats, `share` of FP32's loss, and `noise_factor` times
///   the largest distance that a control kept from FP32 (a run in FP32 whose initial weights were moved by one ulp):
///   the rule of Compare, and a share for the large losses of untamed initial weights, where rounding alone moves more;
/// - where it keeps up by all of these, but its evaluation at the end is infinite or NaN, or its metric is below FP32's
///   by more than `share` of it, what chance explains of so many answers, and `noise_factor` times the control's
///   distance from FP32.
struct FailureRules {
    std::uint32_t nonfinite_steps = diverged_nonfinite_steps, skipped_steps = diverged_skipped_steps;
    std::uint32_t window = 20, free_skips = 24;
    double rise_factor = 1.5, rise = 0.5, threshold = 0.05, share = 0.05, noise_factor = 3;
};

struct Failure {
    run::Diagnosis::Rule rule = run::Diagnosis::RULE_UNSET;
    std::uint32_t step = 0;  ///< steps done before the first one that met the rule
};

/// Whether a rule is met within a few steps of its cause.
inline bool is_sudden(run::Diagnosis::Rule rule) {
    return rule == run::Diagnosis::RULE_NONFINITE_LOSS || rule == run::Diagnosis::RULE_SCALE_COLLAPSED;
}

/// The mean of the last `window` losses before step `end`; NaN where one of them is not finite, or there is none.
double mean_before(const Course& course, std::size_t end, std::size_t window);

/// By the rules that need no other run; looks at the end of the course only.
std::optional<Failure> own_failure(const Course& course, const FailureRules& rules = {});

/// The first of these in the whole course.
std::optional<Failure> first_failure(const Course& course, const FailureRules& rules = {});

/// So much above FP32's mean loss is noise, in the first `end` steps.
double tolerance_of(const Course& reference, const Course& control, std::size_t end, const FailureRules& rules = {});

/// How far the mean loss is above FP32's after as many steps that were not skipped; of the skipped ones `free_skips`
/// count so, which a scale needs to fall from 65536 to where it stays. NaN where either is.
double gap_at(const Course& course, const Course& reference, std::size_t end, const FailureRules& rules = {});

/// Whether the course keeps up with FP32's at its end: by none of the rules failed.
bool keeps_up(const Course& course, const Course& reference, double tolerance, const FailureRules& rules = {});

/// So much below FP32's metric is noise.
double metric_tolerance_of(const Evaluation& reference, const Evaluation& control, const FailureRules& rules = {});

/// Whether an evaluation is worse than FP32's by more than that. Of a reference that is not finite none is.
bool evaluates_worse(const Evaluation& run, const Evaluation& reference, double tolerance);

}  // namespace mantissa
