// SPDX-License-Identifier: Apache-2.0
// The course of a training as its losses tell it, and the rules by which it failed. Pure functions of numbers.
#pragma once

#include <cstdint>
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

/// The rules. A training has failed
/// - where the loss is infinite or NaN in so many steps, one after the other: `nonfinite_steps`;
/// - where so many steps are skipped one after the other: `skipped_steps`;
/// - where the mean loss of the last `window` steps is above `rise_factor` times the least such mean so far, and
///   `rise` nats above it;
/// - where that mean is above FP32's by more than `threshold` nats, `share` of FP32's loss, and `noise_factor` times
///   the largest distance that a control kept from FP32 (a run in FP32 whose initial weights were moved by one ulp):
///   the rule of Compare, and a share for the large losses of untamed initial weights, where rounding alone moves more.
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

/// So much above FP32's mean loss is noise, in the first `end` steps.
double tolerance_of(const Course& reference, const Course& control, std::size_t end, const FailureRules& rules = {});

/// How far the mean loss is above FP32's after as many steps that were not skipped; of the skipped ones `free_skips`
/// count so, which a scale needs to fall from 65536 to where it stays. NaN where either is.
double gap_at(const Course& course, const Course& reference, std::size_t end, const FailureRules& rules = {});

/// Whether the course keeps up with FP32's at its end: by none of the rules failed.
bool keeps_up(const Course& course, const Course& reference, double tolerance, const FailureRules& rules = {});

}  // namespace mantissa
