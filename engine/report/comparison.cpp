// SPDX-License-Identifier: Apache-2.0
// Paired t intervals and partings.
#include "engine/report/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <vector>

namespace mantissa {
namespace {

/// P(-t <= T <= t): Abramowitz and Stegun, 26.7.3 (odd) and 26.7.4 (even degrees of freedom).
double student_t_middle(double t, std::uint32_t freedom) {
    const double angle = std::atan(t / std::sqrt(static_cast<double>(freedom)));
    const double cosine = std::cos(angle), squared = cosine * cosine;
    const bool odd = freedom % 2 == 1;
    double sum = 0;
    if (freedom > 1) {
        double term = odd ? cosine : 1;
        for (std::uint32_t power = odd ? 1 : 0; power + 2 <= freedom; power += 2) {
            sum += term;
            term *= squared * (power + 1.0) / (power + 2.0);
        }
    }
    return odd ? 2 / std::numbers::pi * (angle + std::sin(angle) * sum) : std::sin(angle) * sum;
}

Phrase interval_phrase(const PairedDifference& d, const Metric& metric) {
    const Phrase& unit = metric.difference_unit;
    const std::string confidence = fmt::format("{:g}", d.confidence * 100);
    const std::string low = metric_difference(metric, *d.low), high = metric_difference(metric, *d.high);
    if (unit == metric_of(run::CLASSIFY).difference_unit)
        return say("%1 % interval %2 to %3 percentage points", {confidence, low, high});
    return say("%1 % interval %2 to %3 %4", {confidence, low, high, unit});
}

}  // namespace

double student_t_quantile(double probability, std::uint32_t freedom) {
    assert(probability > 0 && probability < 1 && freedom >= 1);
    const double middle = std::abs(2 * probability - 1);
    double low = 0, high = 1;
    while (student_t_middle(high, freedom) < middle && high < 1e12) high *= 2;
    for (int i = 0; i < 200 && high - low > 1e-14 * high; ++i) {
        const double t = low + (high - low) / 2;
        (student_t_middle(t, freedom) < middle ? low : high) = t;
    }
    const double t = low + (high - low) / 2;
    return probability < 0.5 ? -t : t;
}

PairedDifference paired_difference(std::span<const double> baseline, std::span<const double> other, double confidence) {
    PairedDifference result;
    result.confidence = confidence;
    std::vector<double> differences;
    for (std::size_t i = 0; i < std::min(baseline.size(), other.size()); ++i)
        if (std::isfinite(baseline[i]) && std::isfinite(other[i]))
            differences.push_back(other[i] - baseline[i]);
        else
            ++result.missing;
    result.pairs = differences.size();
    if (differences.empty()) return result;
    const auto n = static_cast<double>(result.pairs);
    for (const double d : differences) result.mean += d / n;
    if (result.pairs < 2) return result;
    double squares = 0;
    for (const double d : differences) squares += (d - result.mean) * (d - result.mean);
    result.deviation = std::sqrt(squares / (n - 1));
    const double half = student_t_quantile(1 - (1 - confidence) / 2, static_cast<std::uint32_t>(result.pairs - 1)) *
                        result.deviation / std::sqrt(n);
    result.low = result.mean - half;
    result.high = result.mean + half;
    return result;
}

PairedDifference accuracy_difference(std::span<const double> baseline, std::span<const double> other,
                                     double confidence) {
    PairedDifference result = paired_difference(baseline, other, confidence);
    if (!result.low) return result;
    double mean = 0;
    for (std::size_t i = 0; i < std::min(baseline.size(), other.size()); ++i)
        if (std::isfinite(baseline[i]) && std::isfinite(other[i]))
            mean += baseline[i] / static_cast<double>(result.pairs);
    // The mean itself stays inside where the values are accuracies, whatever was rounded.
    result.low = std::min(std::max(*result.low, -mean), result.mean);
    result.high = std::max(std::min(*result.high, 1 - mean), result.mean);
    return result;
}

PairedDifference mean_interval(std::span<const double> accuracies, double confidence) {
    const std::vector<double> zeros(accuracies.size(), 0);
    PairedDifference result = paired_difference(zeros, accuracies, confidence);
    if (result.low) result.low = std::clamp(*result.low, 0.0, 1.0);
    if (result.high) result.high = std::clamp(*result.high, 0.0, 1.0);
    return result;
}

Verdict verdict_of(const PairedDifference& difference) {
    if (difference.pairs == 0) return Verdict::nothing_measured;
    if (difference.pairs == 1) return Verdict::one_run;
    if (difference.pairs < fewest_pairs_for_a_claim) return Verdict::too_few;
    if (*difference.low <= 0 && *difference.high >= 0) return Verdict::no_difference;
    return difference.mean > 0 ? Verdict::higher : Verdict::lower;
}

const char* name_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::nothing_measured:
            return "nothing_measured";
        case Verdict::one_run:
            return "one_run";
        case Verdict::too_few:
            return "too_few";
        case Verdict::no_difference:
            return "no_difference";
        case Verdict::higher:
            return "higher";
        case Verdict::lower:
            return "lower";
    }
    return "";
}

Phrase verdict_phrase(const PairedDifference& difference, const Phrase& baseline, const Phrase& other,
                      const Metric& metric) {
    const Phrase& unit = metric.difference_unit;
    Phrase text;
    switch (verdict_of(difference)) {
        case Verdict::nothing_measured:
            text = say("nothing measured");
            break;
        case Verdict::one_run:
            text = say("one run: no claim");
            break;
        case Verdict::too_few:
            text =
                say("%1 runs: no claim (a claim needs %2 paired seeds)", {difference.pairs, fewest_pairs_for_a_claim});
            break;
        case Verdict::no_difference:
            text = say("no difference between %1 and %2 can be resolved here (%3 paired seeds, %4)",
                       {other, baseline, difference.pairs, interval_phrase(difference, metric)});
            break;
        case Verdict::higher:
        case Verdict::lower: {
            const std::vector<Phrase> values{other,
                                             metric_number(metric, std::abs(difference.mean)),
                                             baseline,
                                             difference.pairs,
                                             interval_phrase(difference, metric),
                                             unit};
            const bool above = difference.mean > 0;
            if (!(unit == metric_of(run::CLASSIFY).difference_unit))
                text = above ? say("%1 is %2 %6 above %3 (%4 paired seeds, %5)", values)
                             : say("%1 is %2 %6 below %3 (%4 paired seeds, %5)", values);
            else
                text = above ? say("%1 is %2 percentage points above %3 (%4 paired seeds, %5)", values)
                             : say("%1 is %2 percentage points below %3 (%4 paired seeds, %5)", values);
            break;
        }
    }
    return difference.missing > 0 ? say("%1; %2 without a result", {text, difference.missing}) : text;
}

std::string verdict_text(const PairedDifference& difference, const std::string& baseline, const std::string& other,
                         const Metric& metric) {
    return english(verdict_phrase(difference, baseline, other, metric));
}

std::optional<Parting> first_parting(std::span<const StepValue> baseline, std::span<const StepValue> lane,
                                     std::span<const StepValue> control, const PartingRule& rule) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const auto distance = [](float a, float base) {
        return std::isfinite(a) ? std::abs(static_cast<double>(a) - static_cast<double>(base)) : infinity;
    };
    double noise = 0;
    auto other = lane.begin(), moved = control.begin();
    for (const StepValue& base : baseline) {
        if (!std::isfinite(base.value)) continue;
        while (moved != control.end() && moved->step < base.step) ++moved;
        if (moved != control.end() && moved->step == base.step)
            noise = std::max(noise, distance(moved->value, base.value));
        while (other != lane.end() && other->step < base.step) ++other;
        if (other == lane.end()) return std::nullopt;
        if (other->step != base.step) continue;
        const double far = distance(other->value, base.value), band = rule.noise_factor * noise;
        if (far > rule.threshold && far > band) return Parting{base.step, far, band};
    }
    return std::nullopt;
}

std::uint64_t peak_without_shadow(const run::MemoryRecord& memory, bool native) {
    if (memory.operations().empty()) return native ? memory.peak_native() : memory.peak_held();
    std::uint64_t peak = 0;
    for (const run::MemoryRecord::Operation& operation : memory.operations()) {
        std::uint64_t sum = 0;
        for (const run::MemoryBytes& bytes : operation.live())
            if (bytes.category() != run::MEMORY_SHADOW) sum += native ? bytes.native() : bytes.held();
        peak = std::max(peak, sum);
    }
    return peak;
}

}  // namespace mantissa
