// SPDX-License-Identifier: Apache-2.0
// What may be said about two lanes: the mean difference over paired seeds with its interval, whether it supports a
// sentence about which is better, and the step at which a lane parted from the baseline. Pure functions of numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>

#include "engine/base/phrase.h"
#include "engine/report/advisor_evidence.h"
#include "engine/run/metric.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// A sentence says which run is better only from so many paired seeds on.
inline constexpr std::size_t fewest_pairs_for_a_claim = 5;

/// The quantile t of Student's distribution: P(T <= t) = `probability`, strictly between 0 and 1, for `freedom` >= 1
/// degrees of freedom. By bisection of the finite series of Abramowitz and Stegun, 26.7.3 and 26.7.4; relative error
/// below 1e-9 (probabilities between 0.0005 and 0.9995, up to 1000 degrees of freedom).
double student_t_quantile(double probability, std::uint32_t freedom);

/// Differences d_i = other_i - baseline_i of runs with the same seed, same weights and same batches.
struct PairedDifference {
    std::size_t pairs = 0;       ///< in which both have a value
    std::size_t missing = 0;     ///< in which one has none (it failed or was stopped)
    double confidence = 0.95;    ///< of the interval
    double mean = 0;             ///< of d_i; 0 without pairs
    double deviation = 0;        ///< s = sqrt(sum (d_i - mean)^2 / (n - 1)); 0 below two pairs
    std::optional<double> low;   ///< mean -+ t(1 - (1 - confidence)/2, n - 1) s / sqrt(n): the paired t interval
    std::optional<double> high;  ///< (Student 1908); nothing below two pairs
};

/// Both of the same length, in the order of the seeds; a value that is not finite is missing. The unit is the values'.
PairedDifference paired_difference(std::span<const double> baseline, std::span<const double> other,
                                   double confidence = 0.95);

/// The same of accuracies (0 to 1), the interval cut to what can be: with b the mean of the baseline's paired values,
/// the other's mean lies between 0 and 1, so the difference between -b and 1 - b.
PairedDifference accuracy_difference(std::span<const double> baseline, std::span<const double> other,
                                     double confidence = 0.95);

/// The mean of `accuracies` (0 to 1) with its t interval, as a PairedDifference to 0; the interval is cut to what an
/// accuracy can be.
PairedDifference mean_interval(std::span<const double> accuracies, double confidence = 0.95);

/// What a paired difference lets one say.
enum class Verdict {
    nothing_measured,  ///< no pair
    one_run,           ///< one pair: a single run proves nothing
    too_few,           ///< 2 to 4 pairs: no claim
    no_difference,     ///< the interval contains 0: no difference resolvable here
    higher,            ///< the whole interval lies above 0: the other's values are higher than the baseline's
    lower,             ///< below 0
};

Verdict verdict_of(const PairedDifference& difference);
/// "no_difference": as the enumerator.
const char* name_of(Verdict verdict);

/// The verdict as one English sentence about accuracies (or another metric), for terminals and reports: "FP16 is 0.42
/// percentage points below FP32 (5 paired seeds, 95 % interval -0.60 to -0.24)", "3 runs: no claim", "no difference
/// resolvable here ...".
std::string verdict_text(const PairedDifference& difference, const std::string& baseline, const std::string& other,
                         const Metric& metric = metric_of(run::CLASSIFY));
/// The same, to be said in another language.
Phrase verdict_phrase(const PairedDifference& difference, const Phrase& baseline, const Phrase& other,
                      const Metric& metric = metric_of(run::CLASSIFY));

/// A number of a run at a step, as recorded.
struct StepValue {
    std::uint32_t step = 0;
    float value = std::numeric_limits<float>::quiet_NaN();
};

/// When a lane counts as parted from the baseline.
struct PartingRule {
    /// |lane - baseline| has to be larger than this, in the unit of the values, whatever the control does. A batch's
    /// loss in nats: two runs whose losses differ by less look the same in every chart.
    double threshold = 0.05;
    /// and larger than this many times the largest |control - baseline| up to that step.
    double noise_factor = 3;
};

/// Where a lane parted.
struct Parting {
    std::uint32_t step = 0;
    double distance = 0;  ///< |lane - baseline| there; infinite where the lane's value was not finite
    double band = 0;      ///< noise_factor * running maximum of |control - baseline|, 0 without a control
};

/// The first step that both have, in the order of the steps, where |lane - baseline| exceeds both the threshold and the
/// band of noise. The band only grows: two runs that differ by one ulp drift apart and come back, and what they have
/// done once is noise ever after. A lane that is not finite where the baseline is has parted; where the baseline is not
/// finite nothing is compared, and a control that is not finite there makes the band infinite. `control` may be empty.
/// Each series in ascending order of the steps. Nothing: it has not parted.
std::optional<Parting> first_parting(std::span<const StepValue> baseline, std::span<const StepValue> lane,
                                     std::span<const StepValue> control, const PartingRule& rule = {});

/// How a run stands beside the run that it is compared with. Tables, charts and the advisor's sentences all take it
/// from here, so that they agree on one run.
struct Standing {
    Phrase baseline;       ///< the name of the other run
    bool control = false;  ///< a control run tells how large the noise is
    PartingRule rule;
    std::optional<Parting> parting;    ///< nothing: it has not diverged from the other
    std::optional<EvalEvidence> test;  ///< the other's last on the test set
};

/// Bytes of training alone at its peak, held here or, with `native`, by a device that stores the formats as they are:
/// without the shadow, which is how Mantissa looks at a 16-bit run and which FP32 has not; with the kernels' scratch,
/// which is what the run has, shadow or not.
std::uint64_t peak_without_shadow(const run::MemoryRecord& memory, bool native = false);

}  // namespace mantissa
