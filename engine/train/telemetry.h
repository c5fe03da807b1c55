// SPDX-License-Identifier: Apache-2.0
// From a device's counters to records, and the sums over a run that its last record tells.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/phrase.h"
#include "engine/nn/gauges.h"
#include "engine/nn/pass.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// Sums over all steps of a run.
struct RunTotals {
    struct Share {
        std::uint64_t part = 0, whole = 0;
        double value() const { return whole ? static_cast<double>(part) / static_cast<double>(whole) : 0.0; }
        bool operator==(const Share&) const = default;
    };
    Share weight_gradients, activation_gradients, updates;
    std::map<std::pair<std::string, GaugeRole>, Share> layers;
    std::uint64_t lost_in_products = 0;                  ///< of the monitored steps
    std::vector<std::uint64_t> pulses, refreshed_pairs;  ///< of phase-change devices, by parameter
    std::uint32_t skipped = 0;
    double seconds = 0;        ///< spent in steps
    std::uint64_t images = 0;  ///< trained
};

/// The scalars of a step: everything but number, speed and learning rate.
run::StepRecord step_record(const GaugeReadings& readings, const std::vector<Gauge>& gauges, const Network& network);

void add_to_totals(const GaugeReadings& readings, const std::vector<Gauge>& gauges, const Objective& objective,
                   RunTotals& totals);

/// Where the first inf or NaN of a step arose, in the order of computing; role unset where none was seen. A tensor
/// without a name: in the loss itself. Of gradients kept in FP32 only those of parameters are inspected.
struct NonfinitePlace {
    std::string tensor;
    run::Role role = run::ROLE_UNSET;
};
NonfinitePlace first_nonfinite(const GaugeReadings& readings, const std::vector<Gauge>& gauges,
                               const std::vector<ParameterInfo>& parameters);

/// Adds one histogram for each gauge that counted anything. Gradients carry `scale`.
void add_histograms(const GaugeReadings& readings, const std::vector<Gauge>& gauges, float scale,
                    run::HistogramRecord& record);

/// Adds one histogram for each tensor of weights that was updated; `views` name the formats, and the devices that
/// weights are, with their pulses in `totals`.
void add_updates(const GaugeReadings& readings, const std::vector<ParameterInfo>& parameters,
                 std::span<const ParameterView> views, const RunTotals& totals, run::HistogramRecord& record);

/// Adds what quantising did to each operand in eight or fewer bits.
void add_operands(const GaugeReadings& readings, const std::vector<OperandGauge>& gauges, run::HistogramRecord& record);

/// Adds to the gradients' histograms what the shadow's pass read: its own histograms and the comparison, by gauge.
void add_shadow(const GaugeReadings& shadow, const std::vector<ShadowCounts>& comparison,
                const std::vector<Gauge>& gauges, run::HistogramRecord& record);

/// "inf or NaN in conv2.weight, 3 values, update skipped, 65536 → 32768", and where it arose if in the forward pass.
Phrase skip_phrase(const run::StepRecord& step, float scale_after);

/// What a scaler with these settings keeps beside its scale, after the step.
void add_scaler(const ScalerSettings& settings, const ScalerState& state, run::StepRecord& record);

/// `text`, of a scale that moved or of a skipped step, and what the scaler did that GradScaler would not have done.
Phrase scaler_phrase(const ScalerSettings& settings, const ScalerState& after, Phrase text);

/// The arena's plan with the persistent bytes added to every operation.
run::MemoryRecord memory_record(const std::vector<OperationMemory>& operations, const MemoryByCategory& persistent_held,
                                const MemoryByCategory& persistent_native, std::uint64_t arena_bytes);

/// Fills the shares of a run's last record.
void totals_into(const RunTotals& totals, run::RunFinished& finished);

}  // namespace mantissa
