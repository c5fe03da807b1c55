// SPDX-License-Identifier: Apache-2.0
// Counters to records.
#include "engine/train/telemetry.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "engine/base/power_text.h"
#include "engine/run/roles.h"

namespace mantissa {
namespace {

run::Role role_of(GaugeRole role) {
    switch (role) {
        case GaugeRole::activation:
            return run::ROLE_ACTIVATION;
        case GaugeRole::activation_gradient:
            return run::ROLE_ACTIVATION_GRADIENT;
        case GaugeRole::weight_gradient:
            return run::ROLE_WEIGHT_GRADIENT;
        case GaugeRole::weight:
            return run::ROLE_WEIGHT;
    }
    return run::ROLE_UNSET;
}

/// Of all tensors; 0 where nothing was monitored.
std::uint64_t lost_in_products(const GaugeReadings& readings) {
    std::uint64_t sum = 0;
    for (const MagnitudeHistogram& histogram : readings.histograms) sum += histogram.lost_in_product;
    return sum;
}

}  // namespace

run::StepRecord step_record(const GaugeReadings& readings, const std::vector<Gauge>& gauges, const Network& network) {
    const std::vector<ParameterInfo>& parameters = network.parameters;
    run::StepRecord record;
    const StepState& state = readings.state;
    const auto rows = static_cast<double>(std::max<std::uint64_t>(1, state.loss.images));
    record.set_loss(static_cast<float>(state.loss.loss / rows));
    record.set_accuracy(static_cast<float>(network.objective.metric(state.loss)));
    record.set_scale(state.scale_used);
    record.set_skipped(state.skipped != 0);
    record.set_growth_tracker(state.scaler.tracker);
    record.set_gradient_norm(static_cast<float>(std::sqrt(state.norm_squared)));
    record.set_batch(static_cast<std::uint32_t>(network.objective.images(state.loss)));
    std::uint64_t sums[2][2] = {};  // [weights?][nonzero, flushed]
    for (std::size_t i = 0; i < gauges.size(); ++i) {
        if (!is_gradient(gauges[i].role)) continue;
        auto& sum = sums[gauges[i].role == GaugeRole::weight_gradient ? 1 : 0];
        sum[0] += readings.flush[i].nonzero;
        sum[1] += readings.flush[i].flushed;
    }
    record.set_activation_gradients_nonzero(sums[0][0]);
    record.set_activation_gradients_flushed(sums[0][1]);
    record.set_weight_gradients_nonzero(sums[1][0]);
    record.set_weight_gradients_flushed(sums[1][1]);
    std::uint64_t updates = 0, lost = 0;
    // Backward runs from the last layer to the first, so inf and NaN arose in the last parameter that has them.
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        updates += readings.parameters[i].updates_nonzero;
        lost += readings.parameters[i].updates_lost;
        if (readings.parameters[i].nonfinite > 0) {
            record.set_skip_cause(parameters[i].name);
            record.set_skip_values(readings.parameters[i].nonfinite);
        }
    }
    if (const NonfinitePlace place = first_nonfinite(readings, gauges, parameters); place.role != run::ROLE_UNSET) {
        record.set_nonfinite_tensor(place.tensor);
        record.set_nonfinite_role(place.role);
    }
    if (const std::uint64_t in_products = lost_in_products(readings)) record.set_lost_in_products(in_products);
    record.set_updates_nonzero(updates);
    record.set_updates_lost(lost);
    return record;
}

NonfinitePlace first_nonfinite(const GaugeReadings& readings, const std::vector<Gauge>& gauges,
                               const std::vector<ParameterInfo>& parameters) {
    for (std::size_t i = 0; i < gauges.size(); ++i)  // declared in the order of the forward pass
        if (gauges[i].role == GaugeRole::activation && readings.flush[i].nonfinite > 0)
            return {gauges[i].tensor, run::ROLE_ACTIVATION};
    if (!std::isfinite(readings.state.loss.loss)) return {"", run::ROLE_ACTIVATION};
    for (std::size_t i = gauges.size(); i-- > 0;)  // the backward pass is the other way round
        if (is_gradient(gauges[i].role) && readings.flush[i].nonfinite > 0)
            return {gauges[i].tensor, role_of(gauges[i].role)};
    for (std::size_t i = parameters.size(); i-- > 0;)
        if (readings.parameters[i].nonfinite > 0) return {parameters[i].name, run::ROLE_WEIGHT_GRADIENT};
    return {};
}

void add_to_totals(const GaugeReadings& readings, const std::vector<Gauge>& gauges, const Objective& objective,
                   RunTotals& totals) {
    for (std::size_t i = 0; i < gauges.size(); ++i) {
        const Gauge& gauge = gauges[i];
        if (!is_gradient(gauge.role)) continue;
        const FlushCounts& counts = readings.flush[i];
        RunTotals::Share& sum =
            gauge.role == GaugeRole::weight_gradient ? totals.weight_gradients : totals.activation_gradients;
        for (RunTotals::Share* share : {&sum, &totals.layers[{gauge.layer, gauge.role}]}) {
            share->part += counts.flushed;
            share->whole += counts.nonzero;
        }
    }
    totals.pulses.resize(readings.parameters.size());
    totals.refreshed_pairs.resize(readings.parameters.size());
    for (std::size_t i = 0; i < readings.parameters.size(); ++i) {
        const ParameterMetrics& p = readings.parameters[i];
        totals.updates.part += p.updates_lost;
        totals.updates.whole += p.updates_nonzero;
        totals.pulses[i] += p.pulses;
        totals.refreshed_pairs[i] += p.refreshed_pairs;
    }
    totals.lost_in_products += lost_in_products(readings);
    totals.skipped += readings.state.skipped;
    totals.images += objective.images(readings.state.loss);
}

namespace {

/// The bins from the first to the last that are not empty; returns the exponent of the first.
template <class Message>
int occupied_bins(const std::array<std::uint32_t, MagnitudeHistogram::bin_count>& bins, Message& to) {
    std::size_t low = 0, high = bins.size();
    while (low < high && bins[low] == 0) ++low;
    while (high > low && bins[high - 1] == 0) --high;
    to.mutable_bins()->Add(bins.begin() + low, bins.begin() + high);
    return MagnitudeHistogram::first_bin + static_cast<int>(low);
}

}  // namespace

void add_shadow(const GaugeReadings& shadow, const std::vector<ShadowCounts>& comparison,
                const std::vector<Gauge>& gauges, run::HistogramRecord& record) {
    for (run::Histogram& histogram : *record.mutable_histograms()) {
        for (std::size_t i = 0; i < gauges.size() && i < comparison.size(); ++i) {
            if (gauges[i].tensor != histogram.tensor() || role_of(gauges[i].role) != histogram.role()) continue;
            const ShadowCounts& counts = comparison[i];
            if (!is_gradient(gauges[i].role) || counts.nonzero == 0) continue;
            run::Shadow& to = *histogram.mutable_shadow();
            to.set_starved(counts.starved);
            to.set_nonzero(counts.nonzero);
            to.set_norm(std::sqrt(counts.norm_squared));
            to.set_norm_lost(std::sqrt(counts.lost_squared));
            const double norms = std::sqrt(counts.norm_squared) * std::sqrt(counts.run_squared);
            to.set_cosine(norms > 0 ? counts.dot / norms : 0.0);
            to.set_error_norm(std::sqrt(counts.error_squared));
            to.set_first_bin(occupied_bins(shadow.histograms[i].bins, to));
        }
    }
}

void add_histograms(const GaugeReadings& readings, const std::vector<Gauge>& gauges, float scale,
                    run::HistogramRecord& record) {
    for (std::size_t i = 0; i < readings.histograms.size(); ++i) {
        const MagnitudeHistogram& from = readings.histograms[i];
        if (from.elements == 0) continue;
        run::Histogram& to = *record.add_histograms();
        to.set_tensor(gauges[i].tensor);
        to.set_layer(gauges[i].layer);
        to.set_role(role_of(gauges[i].role));
        to.set_format(name_of(gauges[i].format));
        to.set_scale(is_gradient(gauges[i].role) ? scale : 1.0f);
        to.set_norm(std::sqrt(from.norm_squared));
        to.set_norm_lost(std::sqrt(from.lost_squared));
        to.set_largest(from.largest);
        run::CastCounts& counts = *to.mutable_counts();
        counts.set_elements(from.elements);
        counts.set_zero(from.zero);
        counts.set_flushed(from.flushed);
        counts.set_subnormal(from.subnormal);
        counts.set_overflow(from.overflow);
        counts.set_infinite(from.infinite);
        counts.set_nan(from.nan);
        if (from.lost_in_product > 0) to.set_lost_in_product(from.lost_in_product);
        to.set_first_bin(occupied_bins(from.bins, to));
    }
}

namespace {

static_assert(device_saturation == phase_change::saturated);

/// The conductances of one parameter's pairs as last programmed, which are in host memory, and the updates that wait.
void add_devices(const DevicePairs& pairs, run::DeviceCounts& counts) {
    std::array<std::uint32_t, device_conductance_bins> conductances{};
    std::array<std::uint32_t, device_gathered_bins> gathered{};
    const auto bin = [](float value, std::size_t bins) {
        return static_cast<std::size_t>(std::clamp(value, 0.0f, static_cast<float>(bins - 1)));
    };
    for (std::int64_t i = 0; i < pairs.plus.size(); ++i) {
        for (const Tensor& device : {pairs.plus, pairs.minus})
            ++conductances[bin(device.f32()[i] / device_conductance_bin, conductances.size())];
        const float pulses = pairs.gathered.f32()[i] / phase_change::pulse;
        ++gathered[bin((pulses + 1) / 2 * device_gathered_bins, gathered.size())];
    }
    counts.mutable_conductances()->Add(conductances.begin(), conductances.end());
    counts.mutable_gathered()->Add(gathered.begin(), gathered.end());
}

}  // namespace

void add_updates(const GaugeReadings& readings, const std::vector<ParameterInfo>& parameters,
                 std::span<const ParameterView> views, const RunTotals& totals, run::HistogramRecord& record) {
    for (std::size_t i = 0; i < readings.updates.size(); ++i) {
        const UpdateCounts& from = readings.updates[i];
        if (from.magnitude.elements == 0) continue;  // a skipped step updates nothing
        run::Histogram& to = *record.add_histograms();
        to.set_tensor(parameters[i].name);
        to.set_layer(parameters[i].layer);
        to.set_role(run::ROLE_UPDATE);
        to.set_format(name_of(views[i].weight_format));
        to.set_scale(1.0f);
        to.set_norm(std::sqrt(from.magnitude.norm_squared));
        to.set_norm_lost(0);
        to.set_largest(from.magnitude.largest);
        run::CastCounts& counts = *to.mutable_counts();
        counts.set_elements(from.magnitude.elements);
        counts.set_zero(from.magnitude.zero);
        counts.set_infinite(from.magnitude.infinite);
        counts.set_nan(from.magnitude.nan);
        to.set_first_bin(occupied_bins(from.magnitude.bins, to));
        run::Updates& updates = *to.mutable_updates();
        updates.set_format(name_of(views[i].operand_format));
        updates.set_nonzero(from.nonzero);
        updates.set_lost(readings.parameters[i].updates_lost);
        updates.set_lost_with_master(from.lost_with_master);
        updates.set_lost_without_master(from.lost_without_master);
        updates.set_first_bin(occupied_bins(from.ratio_bins, updates));
        if (!views[i].devices) continue;
        run::DeviceCounts& devices = *to.mutable_devices();
        add_devices(views[i].devices, devices);
        devices.set_pulses(totals.pulses[i]);
        devices.set_refreshed(totals.refreshed_pairs[i]);
    }
}

namespace {

run::ProductKind kind_of(OperandGauge::Product product) {
    switch (product) {
        case OperandGauge::Product::forward:
            return run::PRODUCT_FORWARD;
        case OperandGauge::Product::input_gradient:
            return run::PRODUCT_INPUT_GRADIENT;
        case OperandGauge::Product::weight_gradient:
            return run::PRODUCT_WEIGHT_GRADIENT;
    }
    return run::PRODUCT_UNSET;
}

}  // namespace

void add_operands(const GaugeReadings& readings, const std::vector<OperandGauge>& gauges,
                  run::HistogramRecord& record) {
    for (std::size_t i = 0; i < readings.operands.size(); ++i) {
        const OperandCounts& from = readings.operands[i];
        const OperandGauge& gauge = gauges[i];
        run::QuantizedOperand& to = *record.add_operands();
        to.set_layer(gauge.layer);
        to.set_role(role_of(gauge.role));
        to.set_product(kind_of(gauge.product));
        to.set_format(name_of(gauge.format.format));
        to.set_elements(from.elements);
        to.set_nonzero(from.nonzero);
        to.set_flushed(from.flushed);
        to.set_clipped(from.clipped);
        to.set_nonfinite(from.nonfinite);
        to.set_blocks(from.blocks);
        to.set_blocks_clipped(from.blocks_clipped);
        to.set_blocks_flushed(from.blocks_flushed);
        to.set_amax(from.amax);
        if (from.scale > 0) to.set_scale(from.scale);
        if (gauge.scale == ScaleSource::delayed_tensor)
            to.set_wanted_scale(tensor_scale::from_amax(from.amax, gauge.format.format, 0, from.scale));
    }
}

Phrase skip_phrase(const run::StepRecord& step, float scale_after) {
    Phrase text = step.skip_values() == 1
                      ? say("inf or NaN in %1, 1 value, update skipped", {step.skip_cause()})
                      : say("inf or NaN in %1, %2 values, update skipped", {step.skip_cause(), step.skip_values()});
    if (scale_after != step.scale())
        text = say("%1, %2 → %3",
                   {text, scale_text(static_cast<double>(step.scale())), scale_text(static_cast<double>(scale_after))});
    if (step.nonfinite_role() != run::ROLE_ACTIVATION) return text;
    if (step.nonfinite_tensor().empty())
        return say("%1; it arose in the forward pass, which no loss scale can cure", {text});
    return say("%1; it arose in the forward pass, in %2, which no loss scale can cure",
               {text, step.nonfinite_tensor()});
}

void add_scaler(const ScalerSettings& settings, const ScalerState& state, run::StepRecord& record) {
    if (settings.kind != ScalingKind::dynamic) return;
    if (settings.hysteresis > 1) record.set_overflows_absorbed(state.absorbed);
    if (settings.tolerance > 0) record.set_overflows_tolerated(state.overflows);
    if (settings.delayed) record.set_pending_scale(state.pending);
}

Phrase scaler_phrase(const ScalerSettings& settings, const ScalerState& after, Phrase text) {
    switch (after.act) {
        case ScalerAct::usual:
            break;
        case ScalerAct::absorbed:
            text = say("%1; overflow %2 of the %3 that hysteresis waits for: the scale stays",
                       {text, after.absorbed, settings.hysteresis});
            break;
        case ScalerAct::tolerated:
            text = say("%1; overflows in %2 of %3 steps are below the tolerance of %4: the scale stays",
                       {text, after.overflows, after.since_rescale, fmt::format("{:g}", settings.tolerance)});
            break;
        case ScalerAct::ended:
            text = say("%1; the scale may not fall below %2", {text, fmt::format("{:g}", settings.min_scale)});
            break;
    }
    if (settings.delayed && after.pending != after.scale)
        text = say("%1; the step after the next uses %2", {text, fmt::format("{:g}", after.pending)});
    if (std::isinf(after.scale)) text = say("%1; it is infinite, and every later step will be skipped", {text});
    return text;
}

run::MemoryRecord memory_record(const std::vector<OperationMemory>& operations, const MemoryByCategory& persistent_held,
                                const MemoryByCategory& persistent_native, std::uint64_t arena_bytes) {
    run::MemoryRecord record;
    std::uint64_t peak_held = 0, peak_native = 0;
    for (const OperationMemory& operation : operations) {
        run::MemoryRecord::Operation& to = *record.add_operations();
        to.set_name(operation.name);
        std::uint64_t held = 0, native = 0;
        for (std::size_t c = 0; c < memory_category_count; ++c) {
            run::MemoryBytes& bytes = *to.add_live();
            bytes.set_category(static_cast<run::MemoryCategory>(c + 1));
            bytes.set_held(operation.held[c] + persistent_held[c]);
            bytes.set_native(operation.native[c] + persistent_native[c]);
            held += bytes.held();
            native += bytes.native();
        }
        peak_held = std::max(peak_held, held);
        peak_native = std::max(peak_native, native);
    }
    record.set_peak_held(peak_held);
    record.set_peak_native(peak_native);
    record.set_arena_bytes(arena_bytes);
    record.set_device_total_used(0);
    record.set_device_total(0);
    return record;
}

void totals_into(const RunTotals& totals, run::RunFinished& finished) {
    finished.set_skipped_steps(totals.skipped);
    finished.set_flushed_share(totals.weight_gradients.value());
    finished.set_flushed_share_activations(totals.activation_gradients.value());
    double worst = 0;
    for (const auto& [layer, share] : totals.layers) worst = std::max(worst, share.value());
    finished.set_flushed_share_worst_layer(worst);
    if (totals.lost_in_products > 0) finished.set_lost_in_products(totals.lost_in_products);
    finished.set_lost_update_share(totals.updates.value());
    const auto sum = [](const std::vector<std::uint64_t>& of) {
        return std::accumulate(of.begin(), of.end(), std::uint64_t{0});
    };
    if (sum(totals.pulses) > 0) finished.set_pulses(sum(totals.pulses));
    if (sum(totals.refreshed_pairs) > 0) finished.set_refreshed_pairs(sum(totals.refreshed_pairs));
    finished.set_images_per_second(
        totals.seconds > 0 ? static_cast<float>(static_cast<double>(totals.images) / totals.seconds) : 0.0f);
}

}  // namespace mantissa
