// SPDX-License-Identifier: Apache-2.0
#include "engine/diagnose/course.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mantissa {

bool Evaluation::is_finite() const noexcept {
    return std::isfinite(loss) && std::isfinite(metric);
}

double mean_before(const Course& course, std::size_t end, std::size_t window) {
    end = std::min(end, course.losses.size());
    const std::size_t begin = end > window ? end - window : 0;
    if (begin == end) return std::numeric_limits<double>::quiet_NaN();
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i) sum += static_cast<double>(course.losses[i]);
    const double mean = sum / static_cast<double>(end - begin);
    return std::isfinite(mean) ? mean : std::numeric_limits<double>::quiet_NaN();
}

std::optional<Failure> own_failure(const Course& course, const FailureRules& rules) {
    const std::size_t n = course.losses.size();
    std::size_t nonfinite = 0, skipped = 0;
    while (nonfinite < n && !std::isfinite(course.losses[n - 1 - nonfinite])) ++nonfinite;
    while (skipped < n && course.skipped[n - 1 - skipped]) ++skipped;
    if (nonfinite >= rules.nonfinite_steps)
        return Failure{run::Diagnosis::RULE_NONFINITE_LOSS, static_cast<std::uint32_t>(n - nonfinite)};
    if (skipped >= rules.skipped_steps)
        return Failure{run::Diagnosis::RULE_SCALE_COLLAPSED, static_cast<std::uint32_t>(n - skipped)};
    if (n < 2 * std::size_t{rules.window}) return std::nullopt;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t end = rules.window; end <= n; end += rules.window) {
        const double mean = mean_before(course, end, rules.window);
        if (mean < least) least = mean;
    }
    const double now = mean_before(course, n, rules.window);
    if (now > rules.rise_factor * least && now > least + rules.rise)
        return Failure{run::Diagnosis::RULE_LOSS_ROSE, static_cast<std::uint32_t>(n - rules.window)};
    return std::nullopt;
}

std::optional<Failure> first_failure(const Course& course, const FailureRules& rules) {
    std::uint32_t nonfinite = 0, skipped = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t n = 1; n <= course.losses.size(); ++n) {
        const auto before = static_cast<std::uint32_t>(n);
        nonfinite = std::isfinite(course.losses[n - 1]) ? 0 : nonfinite + 1;
        skipped = course.skipped[n - 1] ? skipped + 1 : 0;
        if (nonfinite >= rules.nonfinite_steps) return Failure{run::Diagnosis::RULE_NONFINITE_LOSS, before - nonfinite};
        if (skipped >= rules.skipped_steps) return Failure{run::Diagnosis::RULE_SCALE_COLLAPSED, before - skipped};
        if (n < rules.window) continue;
        const double now = mean_before(course, n, rules.window);
        if (n % rules.window == 0 && now < least) least = now;
        if (n >= 2 * std::size_t{rules.window} && now > rules.rise_factor * least && now > least + rules.rise)
            return Failure{run::Diagnosis::RULE_LOSS_ROSE, before - rules.window};
    }
    return std::nullopt;
}

double tolerance_of(const Course& reference, const Course& control, std::size_t end, const FailureRules& rules) {
    double noise = 0;
    for (std::size_t at = rules.window; at <= end; ++at) {
        const double distance =
            std::fabs(mean_before(control, at, rules.window) - mean_before(reference, at, rules.window));
        if (distance > noise) noise = distance;  // not for NaN
    }
    const double loss = std::fabs(mean_before(reference, end, rules.window));
    const double least = std::isfinite(loss) ? std::max(rules.threshold, rules.share * loss) : rules.threshold;
    return std::max(least, rules.noise_factor * noise);
}

double gap_at(const Course& course, const Course& reference, std::size_t end, const FailureRules& rules) {
    end = std::min(end, course.losses.size());
    const auto skipped = static_cast<std::size_t>(
        std::count(course.skipped.begin(), course.skipped.begin() + static_cast<std::ptrdiff_t>(end), true));
    const std::size_t trained = end - std::min<std::size_t>(skipped, rules.free_skips);
    return mean_before(course, end, rules.window) -
           mean_before(reference, std::max<std::size_t>(trained, 1), rules.window);
}

bool keeps_up(const Course& course, const Course& reference, double tolerance, const FailureRules& rules) {
    if (own_failure(course, rules)) return false;
    return gap_at(course, reference, course.losses.size(), rules) <= tolerance;
}

double metric_tolerance_of(const Evaluation& reference, const Evaluation& control, const FailureRules& rules) {
    const double least = std::max(rules.share * std::fabs(reference.metric), reference.chance);
    const double noise = std::fabs(control.metric - reference.metric);
    return std::isfinite(noise) ? std::max(least, rules.noise_factor * noise) : least;
}

bool evaluates_worse(const Evaluation& run, const Evaluation& reference, double tolerance) {
    if (!reference.is_finite()) return false;
    return !run.is_finite() || run.metric < reference.metric - tolerance;
}

}  // namespace mantissa
